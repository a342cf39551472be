/** Searches that came back empty, while another call of the same account showed a row that they should have found. */

import { dialectsInUse } from '../contract';
import { CHANGES } from '../contract/data/searches';
import { spanOf } from '../contract/read/dated';
import { type Filters, filtersOf, noNarrower, type Witness, wider, witnessTo } from '../contract/read/filters';
import { searchOf, subjectOf, witnessIn } from '../contract/read/witness';
import { openCall } from '../contract/reading';
import type { Evidence } from '../contract/types';
import { nameParts } from '../contract/words';
import type { Window } from '../verdict/context';
import { firstPage } from './history';
import type { ReadCall } from './types';

/** How many calls are looked at for one empty search. */
const LOOKED_AT = 50;

export interface Blindness {
  /** The row that contradicts an empty search. */
  row: Evidence | null;
  /** How far back the rows reach that were looked at. */
  window: Window | null;
}

/** What other calls show of the searches that looked at a part of their set only, by call id. `calls` are in order. */
export function blindness(calls: readonly ReadCall[]): Map<string, Blindness> {
  const out = new Map<string, Blindness>();
  const bySubject = new Map<string, ReadCall[]>();
  for (const call of calls) {
    if (call.reading.shape !== 'list' || (call.reading.present ?? 0) === 0) continue;
    const key = about(call);
    const list = bySubject.get(key);
    if (list === undefined) bySubject.set(key, [call]);
    else if (list.length < LOOKED_AT) list.push(call);
  }
  const changes = changesUpTo(calls);
  const places = new Map(calls.map((call, at) => [call.id, at]));
  calls.forEach((call, at) => {
    const { reading } = call;
    if (reading.shape !== 'list' || reading.present === null || !firstPage(call)) return;
    const looked = looksAt(call);
    if (reading.present > 0 && looked === null) return;
    const others = bySubject.get(about(call));
    if (others === undefined) return;
    // What was listed before a change may be gone, and what was listed afterwards may be new.
    const steady = (other: ReadCall): boolean => changes[places.get(other.id) ?? at] === changes[at];
    const own = others.filter((other) => other !== call && steady(other));
    const filters = filtersOf(call);
    const witness = reading.present > 0 ? null : witnessFor(call, filters, own);
    const window =
      filters === null || (witness === null && looked === null) ? null : windowOf(filters, own, looked, witness);
    if (witness !== null || window !== null) out.set(call.id, { row: witness?.row ?? null, window });
  });
  return out;
}

/** How many calls that change something stand before and at each place. */
function changesUpTo(calls: readonly ReadCall[]): number[] {
  const byTool = new Map<string, boolean>();
  let count = 0;
  return calls.map(({ tool }) => {
    const known = byTool.get(tool) ?? nameParts(tool).some((part) => CHANGES.includes(part));
    byTool.set(tool, known);
    if (known) count++;
    return count;
  });
}

function about(call: ReadCall): string {
  return `${call.account ?? ''}\u0000${subjectOf(call.tool)}`;
}

/** How many rows a call looked at, as it declares or as its dialect knows. */
function looksAt({ reading }: ReadCall): number | null {
  return reading.scanned?.value ?? reading.traits?.window ?? null;
}

function witnessFor(call: ReadCall, filters: Filters | null, others: readonly ReadCall[]): Witness | null {
  const search = searchOf(call);
  for (const other of others) {
    const row = search === null ? null : witnessIn(search, other, dialectsInUse());
    if (row !== null) return { row, date: null };
    if (search !== null || filters === null || !noNarrower(other, filters)) continue;
    // The same question again, at another time, found another set.
    if (other.query === call.query) continue;
    const found = witnessTo(filters, other, dialectsInUse());
    if (found !== null && (before(other, call) || datedBefore(found.date, call.ts))) return found;
  }
  return null;
}

function before(a: ReadCall, b: ReadCall): boolean {
  return a.ts !== null && b.ts !== null ? a.ts <= b.ts : a.seq < b.seq;
}

/** A row that a later call showed was there already when it is dated a day or more before. */
function datedBefore(date: string | null, ts: number | null): boolean {
  return date !== null && ts !== null && Date.parse(date) <= ts - 86_400_000;
}

/**
 * The dates of the newest rows of the set, by a call that asked for it without the filter. Where nobody knows how many
 * were looked at, a full page tells it, and only if the missed row is older than all of it.
 */
function windowOf(
  filters: Filters,
  others: readonly ReadCall[],
  looked: number | null,
  witness: Witness | null,
): Window | null {
  for (const other of others) {
    const take =
      looked ?? (other.limit !== null && other.reading.present === other.limit.value ? other.limit.value : null);
    const text = take !== null && wider(other, filters) && firstPage(other) ? other.payload() : null;
    if (take === null || text === null) continue;
    const list = openCall(other.tool, other.args, text, 'result', dialectsInUse()).body.rows?.lists[0];
    const span = list === undefined ? null : spanOf(list, take);
    if (span === null) continue;
    const missed = witness?.date != null && Date.parse(witness.date) < Date.parse(span.from) ? witness.date : null;
    if (looked === null && missed === null) continue;
    return {
      rows: span.rows,
      from: span.from,
      to: span.to,
      at: { path: `call ${other.id}: ${span.path}`, value: `${span.from} to ${span.to}` },
      missed,
    };
  }
  return null;
}
