/** What a command ends with (design: exit codes). */
export const EXIT = { done: 0, found: 1, usage: 2, io: 3 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A mistake or a hindrance that a person can do something about: one clear sentence, no stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  constructor(
    message: string,
    readonly exitCode: ExitCode,
  ) {
    super(message);
  }
}

const WORDS: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission denied; check its owner and mode',
  EPERM: 'permission denied; check its owner and mode',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  EMFILE: 'too many open files; raise the limit (ulimit -n)',
  ENOSPC: 'the disk is full; free some space and run the command again',
  EROFS: 'the disk is read-only; set CAPWATCH_HOME to a folder that can be written',
  EADDRINUSE: 'the port is taken by another program; choose another one with --port',
  EADDRNOTAVAIL: 'this machine has no such address; choose another one with --host',
};

/** The code of a system error; null for anything else. */
export function systemCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** What the system said, in words. */
export function inWords(error: unknown): string {
  const code = systemCode(error);
  if (code !== null) return WORDS[code] ?? (error as Error).message;
  return error instanceof Error ? error.message : String(error);
}
