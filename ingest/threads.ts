import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/**
 * Starts a thread whose program stands beside this one in the bundle. Null where it is not: run from the sources, the
 * work is done in place. The thread does not keep the process alive; `ref` it while its answer is awaited.
 */
export function startThread(name: string, data?: unknown): Worker | null {
  const program = new URL(`./${name}.js`, import.meta.url);
  if (!existsSync(program)) return null;
  const thread = new Worker(program, { workerData: data });
  thread.unref();
  return thread;
}
