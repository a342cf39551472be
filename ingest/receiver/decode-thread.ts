/** A thread that reads what was received while the worker judges and stores. */

import { parentPort } from 'node:worker_threads';
import { type Encoding, Refusal } from './answer';
import type { Signal } from './proto';
import { type Received, received } from './received';

export interface Coming {
  signal: Signal;
  encoding: Encoding;
  body: Uint8Array;
}

/** `status`: of the Refusal; null where the reader failed. */
export type Told = { received: Received } | { status: number | null; message: string };

function told({ signal, encoding, body }: Coming): Told {
  try {
    return { received: received(signal, encoding, body) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { status: error instanceof Refusal ? error.status : null, message };
  }
}

parentPort?.on('message', (coming: Coming) => parentPort?.postMessage(told(coming)));
