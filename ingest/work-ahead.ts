import type { Worker } from 'node:worker_threads';
import { type Packed, packed, wellFormed } from '@/db/sqlite/payload';
import { declaredDialects } from '@/lib/contract';
import type { CallRecord, LogRecord } from '@/lib/records';
import { declaredAccounts } from './accounts/naming';
import type { Done, Handed, ReadAhead, Sent, Work } from './ahead-thread';
import { startThread } from './threads';

export type { ReadAhead } from './ahead-thread';

/** What was done beside for the records of a batch; what is missing is done when they are stored. */
export interface Ahead {
  /** Payloads by their text, as `pack` gives them. */
  packed: ReadonlyMap<string, Packed>;
  /** Readings by record, as `readCall` gives them for the normalised record. */
  read: ReadonlyMap<CallRecord, ReadAhead>;
}

/** Characters of payloads that are worth sending to another thread. */
const WORTH_IT = 256 * 1024;
const NOTHING: Ahead = { packed: new Map(), read: new Map() };

interface Job {
  records: CallRecord[];
  texts: string[];
  exact: boolean[];
  ends: Uint32Array;
  done: (result: Ahead) => void;
}

let thread: Worker | null | undefined;
const jobs: Job[] = [];

/**
 * Reads the calls among records and compresses their payloads on another thread. Where there is none, or few payloads,
 * the answer is empty at once. Never rejects.
 */
export function workAhead(records: readonly LogRecord[]): Promise<Ahead> {
  const calls = records.filter((record) => record.type === 'call');
  let length = 0;
  for (const { result, sent } of calls) length += (result?.length ?? 0) + (sent?.length ?? 0);
  if (length < WORTH_IT) return Promise.resolve(NOTHING);
  if (thread === undefined) thread = opened();
  const at = thread;
  if (at === null) return Promise.resolve(NOTHING);
  const texts: string[] = [];
  const work = encoded(given(calls, texts), texts);
  return new Promise((done) => {
    jobs.push({ records: calls, texts, exact: work.exact, ends: work.ends.slice(), done });
    at.ref();
    at.postMessage(work, [work.plain.buffer, work.ends.buffer]);
  });
}

function handed(): Handed {
  return { dialects: declaredDialects(), accounts: declaredAccounts() };
}

function opened(): Worker | null {
  const started = startThread('ahead-thread', handed());
  started?.on('message', (result: Done) => {
    const job = jobs.shift();
    if (jobs.length === 0) started.unref();
    job?.done(finished(job, result));
  });
  // A thread that fails costs time and nothing else.
  started?.on('error', () => {
    thread = null;
    for (const job of jobs.splice(0)) job.done(NOTHING);
  });
  return started;
}

/** The calls without their texts, which are added to `texts`. */
function given(calls: readonly CallRecord[], texts: string[]): Sent[] {
  const placed = (text: string | null) => (text === null ? null : texts.push(text) - 1);
  return calls.map((record) => ({
    record: { ...record, result: null, sent: null },
    result: placed(record.result),
    sent: placed(record.sent),
  }));
}

function encoded(calls: Sent[], texts: readonly string[]): Work {
  const exact = texts.map(wellFormed);
  const encoding = (i: number) => (exact[i] ? 'utf8' : 'utf16le');
  const ends = new Uint32Array(texts.length);
  let size = 0;
  texts.forEach((text, i) => {
    size += Buffer.byteLength(text, encoding(i));
    ends[i] = size;
  });
  const plain = new Uint8Array(size);
  const buffer = Buffer.from(plain.buffer);
  let at = 0;
  texts.forEach((text, i) => {
    at += buffer.write(text, at, encoding(i));
  });
  return { calls, plain, ends, exact };
}

function finished({ records, texts, exact, ends }: Job, result: Done): Ahead {
  const plain = Buffer.from(result.plain.buffer);
  const bytes = Buffer.from(result.bytes.buffer);
  const byText = new Map<string, Packed>();
  texts.forEach((text, i) => {
    const [from, to] = [result.ends[i - 1] ?? 0, result.ends[i] ?? 0];
    const short = to > from ? bytes.subarray(from, to) : null;
    byText.set(text, packed(exact[i] ?? true, plain.subarray(ends[i - 1] ?? 0, ends[i] ?? 0), short));
  });
  const byRecord = new Map<CallRecord, ReadAhead>();
  records.forEach((record, i) => {
    const read = result.read[i];
    if (read) byRecord.set(record, read);
  });
  return { packed: byText, read: byRecord };
}
