import { type Detected, formatById } from '@/ingest/formats';
import { HEAD_BYTES, lookAt } from '@/ingest/sources/head';
import { UnitReader } from '@/ingest/sources/units';
import { skeleton } from '@/lib/json';
import type { JsonValue } from '@/lib/json/types';
import type { LogRecord } from '@/lib/records';

/** What one damaged input came to. */
export interface Outcome {
  bytes: number;
  records: number;
  skipped: number;
  quarantined: number;
  /** Recognised by content, or read as the format that it was before it was damaged. */
  recognised: boolean;
  milliseconds: number;
}

/** An input of some kilobytes takes a few ms; this is for a busy machine. Longer is a hang. */
const LONGEST_MS = 5_000;

/**
 * Reads bytes the way `inspect` and `ingest` do: recognised by content, cut into units, with a restart from the stored
 * state after some of the lines. Throws when something is lost, malformed or takes too long.
 */
export function readDamaged(bytes: Buffer, was: Detected, restartEvery: number): Outcome {
  const start = performance.now();
  const look = lookAt(bytes.subarray(0, HEAD_BYTES), bytes.length <= HEAD_BYTES);
  const detected = 'detected' in look ? look.detected : was;
  const outcome = detected.unit === 'document' ? whole(bytes, detected) : byLines(bytes, detected, restartEvery);
  const milliseconds = performance.now() - start;
  if (milliseconds > LONGEST_MS) throw new Error(`${Math.round(milliseconds)} ms for ${bytes.length} bytes`);
  return { bytes: bytes.length, ...outcome, recognised: 'detected' in look, milliseconds };
}

type Sum = Pick<Outcome, 'records' | 'skipped' | 'quarantined'>;

const CONTEXT = { fingerprint: 'print', path: 'fuzz' };

function open(detected: Detected, position: number, state: JsonValue | null): UnitReader {
  return new UnitReader(detected, CONTEXT, { position, state });
}

function whole(bytes: Buffer, detected: Detected): Sum {
  const reader = open(detected, 0, null);
  reader.document(bytes);
  return closing(reader, bytes, { records: 0, skipped: 0, quarantined: 0 }, bytes.toString('utf8').trim() === '');
}

function byLines(bytes: Buffer, detected: Detected, restartEvery: number): Sum {
  let reader = open(detected, 0, null);
  const sum: Sum = { records: 0, skipped: 0, quarantined: 0 };
  let silent = true;
  let from = 0;
  for (let line = 1; from < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, from) + 1;
    if (end === 0) break;
    const before = line % restartEvery === 0 ? null : stored(reader);
    reader.push(bytes.subarray(from, end));
    if (reader.position !== end)
      throw new Error(`the line at ${from} ends at ${end}, the reader is at ${reader.position}`);
    const told = take(reader, sum);
    const blank = bytes.toString('utf8', from, end).trim() === '';
    const unheard = told === 0 && !blank && before !== null && before === stored(reader);
    if (unheard && isSilent(bytes.subarray(from, end), detected))
      throw new Error(
        `neither read, skipped, quarantined nor remembered: ${bytes.toString('utf8', from, Math.min(end, from + 300))}`,
      );
    if (told > 0) silent = false;
    if (before === null) reader = open(detected, reader.position, JSON.parse(stored(reader)));
    from = end;
  }
  if (from < bytes.length) reader.push(bytes.subarray(from));
  reader.finish();
  return closing(reader, bytes, sum, silent);
}

/** Whether a line means nothing to a reader that has read nothing: what was said before changes nothing when it is repeated. */
function isSilent(line: Buffer, detected: Detected): boolean {
  const fresh = open(detected, 0, null);
  const before = stored(fresh);
  fresh.push(line);
  return take(fresh, { records: 0, skipped: 0, quarantined: 0 }) === 0 && before === stored(fresh);
}

function stored(reader: UnitReader): string {
  return JSON.stringify(reader.state());
}

/** The end of an input: its last unit, what is still open, and whether all bytes are behind us. */
function closing(reader: UnitReader, bytes: Buffer, sum: Sum, mayBeSilent: boolean): Sum {
  reader.settle();
  take(reader, sum);
  if (reader.position !== bytes.length) throw new Error(`read up to ${reader.position} of ${bytes.length} bytes`);
  if (!mayBeSilent && sum.records + sum.skipped + sum.quarantined === 0)
    throw new Error('nothing is told of this input');
  JSON.parse(stored(reader));
  return sum;
}

function take(reader: UnitReader, sum: Sum): number {
  const { records, skipped, quarantined } = reader.take();
  for (const record of records) sound(record);
  for (const { reason } of quarantined) if (reason === '') throw new Error('quarantined without a reason');
  const types = [...skipped.values()].reduce((all, count) => all + count, 0);
  sum.records += records.length;
  sum.skipped += types;
  sum.quarantined += quarantined.length;
  return records.length + types + quarantined.length;
}

/** What the store and the judgement rely on in every record. */
function sound(record: LogRecord): void {
  const wrong = (what: string) => new Error(`${what} in ${JSON.stringify(record).slice(0, 300)}`);
  if ('id' in record && (typeof record.id !== 'string' || record.id === '')) throw wrong('no id');
  if ('ts' in record && record.ts !== null && !Number.isSafeInteger(Math.round(record.ts))) throw wrong('no time');
  if (record.type === 'account' || record.type === 'census') return;
  if (record.session === '') throw wrong('no session');
  if (record.account === '') throw wrong('empty account');
  if (record.type === 'answer') return;
  if (record.tool === '') throw wrong('no tool');
  if (record.durationMs !== null && !(record.durationMs >= 0 && Number.isFinite(record.durationMs)))
    throw wrong('no duration');
  const args = skeleton(record.args);
  if (!args?.closed || record.args.slice(args.end).trim() !== '') throw wrong('arguments that are no JSON');
}

/** The format that a log was before it was damaged, with the unit it is read by. */
export function detectedOf(format: string, text: string): Detected {
  const known = formatById(format);
  if (!known) throw new Error(`${format} is not registered`);
  const head = { text: text.slice(0, HEAD_BYTES), whole: text.length <= HEAD_BYTES };
  return { format: known, unit: known.recognise(head).unit };
}
