import type { Writer } from '@/db/sqlite/open';
import type { CallRow } from '@/db/sqlite/writer/call-row';
import type { StoredPile } from '@/db/sqlite/writer/piles';
import type { Reading } from '@/lib/contract/types';
import { cutByLog, isRound, lengthsOf } from '@/lib/session';
import type { Entry } from './calls';
import type { Part } from './part';

/** What comes to a length of a source. */
interface Heap {
  source: number;
  length: number;
  members: { tool: string; query: string }[];
  /** One of them ends where it should. */
  whole: boolean;
  /** A stored result leaves this length, so that its pile must be counted again. */
  recount: boolean;
}

/**
 * Watches for lengths at which the log of a source cuts its results (design: "the log can be the capped copy"), and queues
 * the calls stored up to `until` where that turns out, or ceases, to be so.
 */
export function weighLengths(
  writer: Writer,
  parts: readonly Part[],
  sourceOf: (entry: Entry) => number,
  until: number,
): void {
  const heaps = new Heaps(writer);
  const longest = new Map<number, number>();
  for (const { stored, entries, withdrawn } of parts) {
    for (const row of withdrawn) leave(writer, row, heaps);
    for (const row of stored) {
      if (row.marks !== null) continue;
      Object.assign(row, heaps.take(row.source, row, row.reading));
      writer.calls.mark(row.seq, { ...row, marks: 0 });
    }
    for (const entry of entries) {
      const source = sourceOf(entry);
      if (entry.before) leave(writer, entry.before, heaps);
      Object.assign(entry.weight, heaps.take(source, entry.read, entry.read.reading));
      longest.set(source, Math.max(longest.get(source) ?? 0, lengthOf(entry)));
    }
  }
  for (const [source, length] of longest) heaps.grow(source, length);
  heaps.settle(longest, until);
}

/** What is about to be replaced must not be found any more. */
function leave(writer: Writer, row: CallRow, heaps: Heaps): void {
  if (row.cut === null) return;
  heaps.leave(row.source, row.reading);
  Object.assign(row, { cut: null, textLength: null });
  writer.calls.mark(row.seq, row);
}

/** The longest text that a record brings. */
export function lengthOf({ record }: Pick<Entry, 'record'>): number {
  return Math.max(record.result?.length ?? 0, record.sent?.length ?? 0);
}

class Heaps {
  private readonly heaps = new Map<string, Heap>();

  constructor(private readonly writer: Writer) {}

  /** Adds a result; returns what is kept beside its call. */
  take(
    source: number,
    call: { tool: string; query: string },
    reading: Reading,
  ): { cut: number | null; textLength: number | null } {
    const lengths = lengthsOf(reading);
    if (lengths.length === 0) return { cut: null, textLength: null };
    const whole = reading.cut === null;
    for (const length of lengths) {
      if (whole && !isRound(length) && !this.writer.piles.cutLengths(source).has(length)) continue;
      const heap = this.heap(source, length);
      heap.members.push({ tool: call.tool, query: call.query });
      heap.whole ||= whole;
    }
    const inner = lengths.find((length) => length !== reading.payloadLength) ?? null;
    return { cut: whole ? 0 : 1, textLength: inner };
  }

  leave(source: number, reading: Reading): void {
    for (const length of lengthsOf(reading))
      if (reading.cut !== null || isRound(length)) this.heap(source, length).recount = true;
  }

  /** A longer result than all before: what was the longest length is none any more. */
  grow(source: number, length: number): void {
    const before = this.writer.piles.longest(source);
    if (length > before && this.writer.piles.cutLengths(source).has(before)) this.heap(source, before);
  }

  settle(longest: ReadonlyMap<number, number>, until: number): void {
    const { piles, pending } = this.writer;
    for (const heap of this.heaps.values()) {
      const { source, length } = heap;
      const most = Math.max(longest.get(source) ?? 0, piles.longest(source));
      const before = piles.find(source, length);
      const members = heap.members.length === 0 && before === null && !heap.recount ? [] : this.members(heap, before);
      const allCut = !heap.whole && !piles.holdsWhole(source, length);
      const pile = pileOf(allCut || isRound(length) ? members : []);
      const [tools, queries] = [pile.tools.length, pile.queries.length];
      pile.cut = cutByLog({ length, tools, queries, allCut, longest: length === most });
      if (JSON.stringify(pile) === JSON.stringify(before)) continue;
      piles.store(source, length, pile);
      if (pile.cut !== (before?.cut ?? false) && until > 0) pending.add({ kind: 'length', source, length }, until);
    }
  }

  private members(heap: Heap, before: StoredPile | null): { tool: string; query: string }[] {
    // A pile that began with whole results of a length that is no cap was not kept: it is counted once.
    if (heap.recount || before === null)
      return [...heap.members, ...this.writer.piles.membersAt(heap.source, heap.length)];
    const known = Math.max(before.tools.length, before.queries.length);
    const stored = Array.from({ length: known }, (_, i) => ({
      tool: before.tools[i] ?? before.tools[0] ?? '',
      query: before.queries[i] ?? before.queries[0] ?? '',
    }));
    return [...heap.members, ...stored];
  }

  private heap(source: number, length: number): Heap {
    const key = `${source}:${length}`;
    const found = this.heaps.get(key) ?? { source, length, members: [], whole: false, recount: false };
    this.heaps.set(key, found);
    return found;
  }
}

function pileOf(members: readonly { tool: string; query: string }[]): StoredPile {
  const first = (values: string[], count: number) => [...new Set(values)].sort().slice(0, count);
  return {
    tools: first(
      members.map((one) => one.tool),
      2,
    ),
    queries: first(
      members.map((one) => one.query),
      3,
    ),
    cut: false,
  };
}
