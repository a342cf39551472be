import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Crash } from './worker-status';

export interface SuperviseEvents {
  /** A message from the child over IPC. */
  onMessage?: (message: unknown) => void;
  /** The child ended by itself; it is started again after `delay` ms. */
  onCrash?: (crash: Crash, restarts: number, delay: number) => void;
}

export interface Supervised {
  /** Ends the child with SIGTERM and waits; after ten seconds it is killed. */
  stop(): Promise<void>;
  /** The child that runs now; null between a crash and the next start. */
  current(): ChildProcess | null;
}

export interface Patience {
  /** First pause before a restart, doubled each time, ms. */
  first: number;
  longest: number;
  /** A child that lived this long starts with the first pause again. */
  healthy: number;
  /** How long a child may take to end. */
  end: number;
}

const PATIENCE: Patience = { first: 1_000, longest: 60_000, healthy: 5 * 60_000, end: 10_000 };
const KEPT_WORDS = 4_000;

/** Keeps a child process running: started again after a crash, with growing pauses, until `stop`. */
export function supervise(
  spawn: (restarts: number, lastCrash: Crash | null) => ChildProcess,
  events: SuperviseEvents = {},
  patience: Patience = PATIENCE,
): Supervised {
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | null = null;
  let stopping = false;
  let restarts = 0;
  let pause = patience.first;
  let lastCrash: Crash | null = null;

  const start = () => {
    const startedAt = Date.now();
    const started = spawn(restarts, lastCrash);
    let words = '';
    child = started;
    started.stderr?.on('data', (data: Buffer) => {
      words = (words + data.toString()).slice(-KEPT_WORDS);
    });
    started.on('message', (message) => events.onMessage?.(message));
    let over = false;
    const ended = (code: number | null, signal: string | null, failure?: Error) => {
      if (over) return;
      over = true;
      child = null;
      if (stopping) return;
      if (Date.now() - startedAt > patience.healthy) pause = patience.first;
      lastCrash = { at: Date.now(), reason: failure?.message ?? reasonOf(words, code, signal) };
      restarts++;
      events.onCrash?.(lastCrash, restarts, pause);
      timer = setTimeout(start, pause);
      pause = Math.min(patience.longest, pause * 2);
    };
    started.once('close', (code, signal) => ended(code, signal));
    started.once('error', (error) => ended(null, null, error));
  };
  start();

  return {
    current: () => child,
    async stop() {
      stopping = true;
      if (timer) clearTimeout(timer);
      await endChild(child, patience.end);
    },
  };
}

/** Asks a child to end, and ends it when it does not within `limit` ms. */
export async function endChild(child: ChildProcess | null, limit: number): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), limit);
  await closed;
  clearTimeout(timer);
}

/** The line of a stack trace that says what happened, else the last line, else how it ended. */
function reasonOf(words: string, code: number | null, signal: string | null): string {
  const lines = words.split('\n').filter((line) => line.trim() !== '');
  const error = lines.findLast((line) => /^(\w*Error|Error)\b.*: /.test(line.trim()));
  const how = signal ? `it was ended by ${signal}` : `it ended with code ${code}`;
  return (error ?? lines.at(-1) ?? how).trim().slice(0, 300);
}
