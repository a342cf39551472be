import type { Writer } from '@/db/sqlite/open';
import type { CallRow } from '@/db/sqlite/writer/call-row';
import { type Contract, larger, type Top } from '@/db/sqlite/writer/history';
import { keyOf, MARK, marksOf, pageOf } from '@/lib/session';
import type { Knowledge, ReadCall } from '@/lib/session/types';
import type { Part } from './part';

/** A contract whose history changes, with the largest pages that are not stored yet. */
interface Touched {
  contract: Contract;
  short: Top | null;
  over: Top | null;
}

/**
 * Takes down what each call shows about its tool, draws the lessons of the contracts concerned, and queues the calls
 * stored up to `until` whose lesson changed. Marks of one call depend on its session and census only, never on lessons.
 */
export function weighHistory(writer: Writer, parts: readonly Part[], census: Knowledge['census'], until: number): void {
  const touched = new Map<string, Touched>();
  for (const part of parts) weighPart(writer, part, marksOf(part.calls, census), touched);
  writer.history.flush();
  for (const [key, one] of touched) {
    const changed = writer.history.teach(key, writer.history.historyOf(one.contract, one));
    if (changed && until > 0) writer.pending.add({ kind: 'contract', contract: one.contract }, until);
  }
}

function weighPart(
  writer: Writer,
  { stored, entries, withdrawn }: Part,
  marks: ReadonlyMap<string, number>,
  touched: Map<string, Touched>,
): void {
  for (const row of stored) {
    const now = marks.get(row.id) ?? 0;
    if (row.marks === now) continue;
    const one = touch(touched, { tool: row.tool, dialect: row.reading.dialect });
    account(writer, one, pageOf(row.reading), row.marks ?? 0, now);
    row.marks = now;
    writer.calls.mark(row.seq, row);
  }
  for (const row of withdrawn) takeBack(writer, row, touched);
  for (const entry of entries) {
    const { before, read } = entry;
    if (before !== null) takeBack(writer, before, touched);
    const now = marks.get(read.id) ?? 0;
    entry.weight.marks = now;
    if (now === 0) continue;
    const one = touch(touched, { tool: read.tool, dialect: read.reading.dialect });
    account(writer, one, pageOf(read.reading), 0, now);
    if (now & MARK.short) one.short = larger(one.short, topOf(read));
    if (now & MARK.over) one.over = larger(one.over, topOf(read));
  }
}

/** What is about to be replaced must not be found as the largest page. */
function takeBack(writer: Writer, row: CallRow, touched: Map<string, Touched>): void {
  if (!row.marks) return;
  const one = touch(touched, { tool: row.tool, dialect: row.reading.dialect });
  account(writer, one, pageOf(row.reading), row.marks, 0);
  writer.calls.mark(row.seq, { ...row, marks: 0 });
}

function touch(touched: Map<string, Touched>, contract: Contract): Touched {
  const key = keyOf(contract.tool, contract.dialect);
  const found = touched.get(key) ?? { contract, short: null, over: null };
  touched.set(key, found);
  return found;
}

function account(writer: Writer, { contract }: Touched, page: number, before: number, now: number): void {
  const key = keyOf(contract.tool, contract.dialect);
  writer.history.count(key, before & ~now, page, -1);
  writer.history.count(key, now & ~before, page, 1);
}

function topOf(call: ReadCall): Top {
  return { present: call.reading.present ?? 0, queries: [call.query] };
}
