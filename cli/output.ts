import pc from 'picocolors';

/** Data for programs and pipes: stdout. Waits while the reader is slow. */
export async function data(text: string): Promise<void> {
  if (!process.stdout.write(text)) await new Promise<void>((resume) => process.stdout.once('drain', () => resume()));
}

/** Words for people: stderr, so that they never mix with data. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

const onErr = pc.createColors(Boolean(process.stderr.isTTY) && allowsColour());
const onOut = pc.createColors(Boolean(process.stdout.isTTY) && allowsColour());

/** Colours for words (stderr) and for data shown on a terminal (stdout); plain when piped or when NO_COLOR is set. */
export const colours = { words: onErr, data: onOut };

function allowsColour(): boolean {
  return !process.env.NO_COLOR && process.env.TERM !== 'dumb';
}

/** A reader that went away (`capwatch … | head`) is no error. */
export function endQuietlyOnBrokenPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
      throw error;
    });
  }
}

/** 1234567 as 1,234,567; the same on every machine. */
export function grouped(value: number): string {
  return value.toLocaleString('en-US');
}

/** "1 call", "2 calls". */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${grouped(value)} ${value === 1 ? one : many}`;
}

/** Control characters of hostile text as visible escapes, so that a log cannot drive the terminal. */
export function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
