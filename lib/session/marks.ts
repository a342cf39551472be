/** What each call shows about its tool, as marks that can be added up and taken back one by one. */

import type { KnownCount, ReadCall } from './types';

/** Bits of a call's marks; a call whose result says nothing about its tool has none (0). */
export const MARK = {
  /** Rows of a page whose limit the call does not state. */
  served: 1,
  /** The agent asked for more rows than came. */
  short: 2,
  /** More rows came than the limit allows. */
  over: 4,
  /** A page without a stated limit, and a count proved that it was cut. */
  proven: 8,
  /** The declared total is larger than its page. */
  exceeded: 16,
  /** "No more" on a full page; and more was there. */
  noMoreFull: 32,
  noMoreWrong: 64,
  /** A total that equals its page, while the same query under another limit declared more. */
  moved: 128,
} as const;

/** One name can hold several contracts, chosen by arguments: each has a history of its own. */
export function contractKey(call: ReadCall): string {
  return keyOf(call.tool, call.reading.dialect);
}

/** The key of a contract by its parts. */
export function keyOf(tool: string, dialect: string | null): string {
  return dialect === null ? tool : `${tool}#${dialect}`;
}

/** True for a call that begins its query: no offset, no cursor, no later page. */
export function firstPage(call: ReadCall): boolean {
  const paging = call.reading.paging;
  return paging === null || (paging.cursor === null && (paging.offset ?? 0) === 0 && (paging.page ?? 1) <= 1);
}

/**
 * Counts of whole sets that the calls themselves made, by scope: the latest, and of one instant the largest. A count
 * under a limit counts nothing whole.
 */
export function countsByScope(calls: readonly ReadCall[]): Map<string, NonNullable<ReadCall['reading']['census']>> {
  const out = new Map<string, NonNullable<ReadCall['reading']['census']>>();
  const times = new Map<string, number>();
  for (const { reading, limit, ts } of calls) {
    const { census, scope, present } = reading;
    if (census === null || scope === null || census.bounded !== undefined) continue;
    // A count that lists its parts counts only the parts that its own limit let through.
    if (limit !== null && present !== null && present >= limit.value) continue;
    const before = out.get(scope);
    const [at, known] = [ts ?? Number.NEGATIVE_INFINITY, times.get(scope) ?? Number.NEGATIVE_INFINITY];
    if (before !== undefined && (at < known || (at === known && census.value <= before.value))) continue;
    out.set(scope, census);
    times.set(scope, at);
  }
  return out;
}

/**
 * Marks of the calls of one session by call id; calls without marks are left out. Counts and totals are compared within
 * the session only: at another time they would count another state of the set.
 */
export function marksOf(calls: readonly ReadCall[], census: (query: string) => KnownCount | null): Map<string, number> {
  const out = new Map<string, number>();
  const counts = countsByScope(calls);
  const totals = new Map<string, ReadCall[]>();
  for (const call of calls) {
    const { reading } = call;
    if (!countable(call) || !firstPage(call)) continue;
    const known =
      census(call.query)?.matched ?? (reading.scope === null ? undefined : counts.get(reading.scope)?.value) ?? null;
    const marks = marksAlone(call, reading.present ?? 0, known);
    if (marks !== 0) out.set(call.id, marks);
    if (reading.matched === null || reading.matched.relation === 'estimate') continue;
    const list = totals.get(call.query);
    if (list === undefined) totals.set(call.query, [call]);
    else list.push(call);
  }
  for (const group of totals.values())
    if (group.length > 1) for (const id of movedTotals(group)) out.set(id, (out.get(id) ?? 0) | MARK.moved);
  return out;
}

/** Counters beyond this say how much work was done, not how long a page was. */
const LONGEST_PAGE = 1_000;

/**
 * How long the page was that the limit bounded: the rows, or where the tool filters after its limit and counts what it
 * looked at, that counter.
 */
export function pageOf({ present, scanned }: ReadCall['reading']): number {
  const rows = present ?? 0;
  return scanned !== null && scanned.value > rows && scanned.value <= LONGEST_PAGE ? scanned.value : rows;
}

/** Calls whose rows can be counted: the only ones that say anything about their tool's limit. */
export function countable({ reading }: ReadCall): boolean {
  return (reading.shape === 'list' || reading.shape === 'lines') && reading.present !== null;
}

function marksAlone(call: ReadCall, present: number, known: number | null): number {
  const { reading } = call;
  // A limit from memory must not stand in the way of one that the history shows.
  const limit = call.limit?.hint ? null : call.limit;
  let marks = 0;
  if (limit === null) {
    marks |= MARK.served;
    if (known !== null && known > present && present > 0) marks |= MARK.proven;
  } else if (!limit.imposed && present < limit.value && present > 0) marks |= MARK.short;
  else if (present > limit.value) marks |= MARK.over;
  if (reading.matched !== null && reading.matched.relation === 'exact' && reading.matched.value > present)
    marks |= MARK.exceeded;
  const noMore =
    reading.more?.value === false ||
    (reading.more === null && reading.cursor !== null && reading.cursor.value === null);
  if (noMore && limit !== null && present >= limit.value) {
    marks |= MARK.noMoreFull;
    if (known !== null && known > present) marks |= MARK.noMoreWrong;
  }
  return marks;
}

/**
 * Calls of one query whose total is no larger than their page although the query has more under another limit. A total
 * above its page that changes is a set that changed.
 */
function movedTotals(group: readonly ReadCall[]): string[] {
  const claims = group.map((call) => ({
    id: call.id,
    limit: call.limit?.value ?? null,
    total: call.reading.matched?.value ?? 0,
    page: call.reading.present ?? 0,
  }));
  const first = claims.reduce((best, one) => (one.total > best.total ? one : best));
  const others = claims.filter((one) => one.limit !== first.limit);
  if (others.length === 0) return [];
  const second = Math.max(...others.map((one) => one.total));
  const above = (limit: number | null): number => (limit === first.limit ? second : first.total);
  return claims.filter((one) => one.total <= one.page && above(one.limit) > one.total).map((one) => one.id);
}
