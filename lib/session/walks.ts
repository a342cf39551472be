/** Pages of one query: which rows each showed, judged by distinct rows and never by sums. */

import { rowIds } from '../contract';
import type { Walk } from '../verdict/context';
import type { ReadCall } from './types';

export interface Walked {
  walks: Map<string, Walk>;
  /** How many rows the set has, when the walk reached its end. */
  total: number | null;
  /** The call that ended it. */
  end: string | null;
}

/** True when these calls are pages: they differ in position, not only in size. */
export function pages(calls: readonly ReadCall[]): boolean {
  return new Set(calls.map(position)).size > 1;
}

function position(call: ReadCall): string {
  const paging = call.reading.paging;
  return paging === null ? '0' : `${paging.offset ?? 0}|${(paging.page ?? 1) || 1}|${paging.cursor ?? ''}`;
}

/** Walks the pages of one query in order. Payloads are touched here only. */
export function walk(calls: readonly ReadCall[], ends: (call: ReadCall) => boolean): Walked {
  const seen = new Set<string>();
  const walks = new Map<string, Walk>();
  let covered = 0;
  let broken = false;
  let total: number | null = null;
  let end: string | null = null;
  let before: readonly string[] = [];
  calls.forEach((call, index) => {
    const present = call.reading.present ?? 0;
    const ids = rowIds(call) ?? Array.from({ length: present }, (_, i) => `${call.id}:${i}`);
    const start = startOf(call, covered, calls[index - 1]);
    const expected = Math.max(0, Math.min(present, covered - start));
    const repeatedAll = ids.filter((id) => seen.has(id)).length;
    const moved = index > 0 && position(call) !== position(calls[index - 1] ?? call);
    const same = moved && ids.length > 0 && ids.length === before.length && ids.every((id, i) => id === before[i]);
    const repeated = Math.max(0, repeatedAll - expected);
    const gap = start > covered;
    for (const id of ids) seen.add(id);
    broken ||= gap || repeated > 0 || lost(call);
    covered = Math.max(covered, start + present);
    const reachable = call.reading.traits?.reachable ?? null;
    const spent = reachable !== null && seen.size >= reachable;
    const last = !broken && !same && !spent && total === null && ends(call) && (present > 0 || start === covered);
    if (last) {
      total = seen.size;
      end = call.id;
    }
    walks.set(call.id, {
      index,
      pages: calls.length,
      shown: seen.size,
      all: 0,
      repeated,
      same,
      gap,
      ends: last,
      reached: false,
    });
    before = ids;
  });
  // More distinct rows than the set had at its end: it changed while it was read.
  if (total !== null && seen.size > total) total = end = null;
  for (const one of walks.values()) {
    one.all = seen.size;
    one.reached = total !== null && one.shown < total;
  }
  return { walks, total, end };
}

/** Rows of this page were lost on the way, so that the distinct rows of its walk are not the set. */
function lost(call: ReadCall): boolean {
  const { returned, present, cut, otherView, resumes, markers, partial } = call.reading;
  if (
    cut !== null ||
    resumes !== null ||
    partial.length > 0 ||
    markers.some((marker) => marker.says === 'text' || marker.says === 'moved')
  )
    return true;
  return (returned !== null && returned.value > (present ?? 0)) || (otherView?.present ?? 0) > (present ?? 0);
}

/** Where a page begins: by offset or page number; a cursor continues where the pages before it stopped. */
function startOf(call: ReadCall, covered: number, previous: ReadCall | undefined): number {
  const paging = call.reading.paging;
  if (paging?.offset != null) return paging.offset;
  if (paging?.page != null) {
    const size = call.limit?.value ?? paging.limit ?? previous?.reading.present ?? call.reading.present ?? 0;
    const zeroBased = previous?.reading.paging?.page === 0;
    return Math.max(0, zeroBased ? paging.page : paging.page - 1) * size;
  }
  return paging?.cursor != null ? covered : 0;
}
