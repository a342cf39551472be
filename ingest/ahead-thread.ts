/** A thread that reads calls and compresses their payloads while the main one judges and stores. */

import { parentPort, workerData } from 'node:worker_threads';
import { deflated } from '@/db/sqlite/payload';
import { type Declared, declareDialects, readCall } from '@/lib/contract';
import type { CallRecord } from '@/lib/records';
import type { ReadCall } from '@/lib/session/types';
import { declareAccounts } from './accounts/naming';
import type { AccountsDeclared } from './accounts/schema';
import { anyQueryOf } from './pipeline/calls';
import { normalise } from './pipeline/identity';

/** A call whose texts stand among the texts: by their place, null where there is none. */
export interface Sent {
  record: CallRecord;
  result: number | null;
  sent: number | null;
}

/** Texts as bytes, one after another; `ends` says where each ends, `exact` whether it is UTF-8 (else UTF-16). */
export interface Work {
  calls: Sent[];
  plain: Uint8Array<ArrayBuffer>;
  ends: Uint32Array<ArrayBuffer>;
  exact: boolean[];
}

/** What reading a record gave; `payload` cannot be sent. */
export interface ReadAhead {
  read: Omit<ReadCall, 'payload'>;
  anyQuery: string;
}

/** Readings in the order of the calls, and the same texts compressed: one that stayed as it was takes no bytes here. */
export interface Done {
  /** Null where reading failed: it will fail again where that is reported. */
  read: (ReadAhead | null)[];
  plain: Uint8Array<ArrayBuffer>;
  bytes: Uint8Array<ArrayBuffer>;
  ends: Uint32Array<ArrayBuffer>;
}

function work({ calls, plain, ends, exact }: Work): Done {
  const bytes = new Uint8Array(plain.length);
  const out = new Uint32Array(ends.length);
  const texts: string[] = [];
  let from = 0;
  let filled = 0;
  ends.forEach((end, i) => {
    const packed = deflated(plain.subarray(from, end));
    if (packed !== null) {
      bytes.set(packed, filled);
      filled += packed.length;
    }
    out[i] = filled;
    texts.push(Buffer.from(plain.buffer, from, end - from).toString(exact[i] ? 'utf8' : 'utf16le'));
    from = end;
  });
  return { read: calls.map((call) => readAhead(call, texts)), plain, bytes, ends: out };
}

function readAhead({ record, result, sent }: Sent, texts: readonly string[]): ReadAhead | null {
  try {
    const text = (at: number | null) => (at === null ? null : (texts[at] ?? null));
    const call = normalise({ ...record, result: text(result), sent: text(sent) });
    const { payload: _, ...read } = readCall(call, 0);
    return { read, anyQuery: anyQueryOf(call, read) };
  } catch {
    return null;
  }
}

/** What the process that started it reads with. */
export interface Handed {
  dialects: Declared;
  accounts: AccountsDeclared;
}

function declareAll({ dialects, accounts }: Handed): void {
  declareDialects(dialects);
  declareAccounts(accounts);
}

if (workerData) declareAll(workerData as Handed);
parentPort?.on('message', (given: Work) => {
  const done = work(given);
  parentPort?.postMessage(done, [done.plain.buffer, done.bytes.buffer, done.ends.buffer]);
});
