import type { Worker } from 'node:worker_threads';
import { startThread } from '../threads';
import { type Encoding, Refusal } from './answer';
import type { Coming, Told } from './decode-thread';
import type { Signal } from './proto';
import { type Received, received } from './received';

/** Bytes of a body that are worth handing to another thread. */
const WORTH_IT = 64 * 1024;

/** Seconds after which a thread that ended is there again. */
const COME_BACK = 5;

interface Job {
  done: (found: Received) => void;
  failed: (error: Error) => void;
}

let thread: Worker | null = null;
const jobs: Job[] = [];

/** Reads an export, a large one in a thread beside this one. Fails with a Refusal: 400 when it cannot be read at all. */
export async function receivedBeside(signal: Signal, encoding: Encoding, body: Buffer): Promise<Received> {
  if (body.length < WORTH_IT) return received(signal, encoding, body);
  thread ??= opened();
  const at = thread;
  if (at === null) return received(signal, encoding, body);
  return new Promise((done, failed) => {
    jobs.push({ done, failed });
    at.ref();
    const coming: Coming = { signal, encoding, body };
    at.postMessage(coming);
  });
}

function opened(): Worker | null {
  const started = startThread('decode-thread');
  started?.on('message', (told: Told) => {
    const job = jobs.shift();
    if (jobs.length === 0) started.unref();
    if ('received' in told) job?.done(told.received);
    else job?.failed(told.status === null ? new Error(told.message) : new Refusal(told.status, told.message));
  });
  // Out of memory, say: the worker goes on, and the next body gets a new thread.
  started?.on('error', (error) => {
    thread = null;
    const why = new Refusal(503, `what came could not be read now: ${error.message}`, COME_BACK);
    for (const job of jobs.splice(0)) job.failed(why);
  });
  return started;
}
