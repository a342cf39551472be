import { isDeepStrictEqual } from 'node:util';
import type { Writer } from '@/db/sqlite/open';
import type { CallRow } from '@/db/sqlite/writer/call-row';
import type { SessionPart } from '@/db/sqlite/writer/calls';
import { queryKey, readCall } from '@/lib/contract';
import { nameAccount, nameStored } from '../accounts/naming';
import { anyQueryOf, type Entry, isExpired, recordOf } from './calls';
import { CensusBook } from './census';
import { accountName } from './identity';
import { loadPart } from './part';
import { Reviewer } from './review';

/** Each changed call keeps its source. */
const NO_SOURCE = 0;

/**
 * Reads the stored calls of some parts again, with the dialects in use, and judges the parts. Returns how many readings
 * changed. A call whose payload has expired keeps its reading.
 */
export function rereadParts(writer: Writer, parts: readonly SessionPart[]): number {
  const book = new CensusBook(writer);
  let changed = 0;
  const loaded = parts.map((at) => {
    const entries = writer.calls.ofPart(at).flatMap((row) => reread(writer, row) ?? []);
    for (const { read, anyQuery, record } of entries) {
      writer.accounts.mention(record.account ?? '');
      book.add({ query: read.query, anyQuery, account: record.account ?? '' });
    }
    changed += entries.length;
    return loadPart(writer, at, entries);
  });
  new Reviewer(writer, NO_SOURCE, book).review(loaded);
  return changed;
}

/** Counts stand under the key of their query, which follows from the dialect's names of limits. */
export function rekeyCounts(writer: Writer): void {
  writer.census.rekey(({ tool, args, account, matched, ts }) => {
    const named = nameAccount({ type: 'census', tool, args, account, matched, ts }, null);
    return queryKey(tool, args, named.account ?? '');
  });
}

/** Null where the call reads as before. */
function reread(writer: Writer, before: CallRow): Entry | null {
  const named = nameStored(recordOf(writer, before));
  const record = { ...named, account: accountName(named.account) };
  if (isExpired(before, record)) return null;
  const read = readCall(record, before.seq);
  const anyQuery = anyQueryOf(record, read);
  const { reading, limit, query } = read;
  const was = { reading: before.reading, limit: before.limit, query: before.query };
  if (isDeepStrictEqual(JSON.parse(JSON.stringify({ reading, limit, query })), JSON.parse(JSON.stringify(was))))
    return null;
  const weight = { marks: 0, cut: null, textLength: null };
  return { record, read, place: { seq: before.seq, part: before.part }, ts: before.ts, anyQuery, before, weight };
}
