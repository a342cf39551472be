/** What a tool has done over many calls: folded in any order, merged in any order. */

import { contractKey, countable, MARK, marksOf, pageOf } from './marks';
import type { KnownCount, ReadCall, ToolHistory } from './types';

export { contractKey, countsByScope, firstPage } from './marks';

const KEPT = 8;

/** A history without calls. */
export function emptyHistory(): ToolHistory {
  return {
    calls: 0,
    served: {},
    short: {},
    over: {},
    proven: {},
    totalExceeded: 0,
    totalMoved: 0,
    noMoreFull: 0,
    noMoreWrong: 0,
  };
}

/** The union of two histories; neither is changed. */
export function mergeHistories(a: ToolHistory, b: ToolHistory): ToolHistory {
  return {
    calls: a.calls + b.calls,
    served: added(a.served, b.served),
    short: united(a.short, b.short),
    over: united(a.over, b.over),
    proven: added(a.proven, b.proven),
    totalExceeded: a.totalExceeded + b.totalExceeded,
    totalMoved: a.totalMoved + b.totalMoved,
    noMoreFull: a.noMoreFull + b.noMoreFull,
    noMoreWrong: a.noMoreWrong + b.noMoreWrong,
  };
}

function added(a: Record<string, number>, b: Record<string, number>): Record<string, number> {
  const out = { ...a };
  for (const [key, count] of Object.entries(b)) out[key] = (out[key] ?? 0) + count;
  return out;
}

/** Smallest hashes first, so that the union does not depend on order. */
function united(a: Record<string, string[]>, b: Record<string, string[]>): Record<string, string[]> {
  const out: Record<string, string[]> = { ...a };
  for (const [key, list] of Object.entries(b))
    out[key] = [...new Set([...(out[key] ?? []), ...list])].sort().slice(0, KEPT);
  return out;
}

/** Histories of all contracts in these calls, of any sessions. `census` gives counts of a query known from elsewhere. */
export function foldHistories(
  calls: readonly ReadCall[],
  census: (query: string) => KnownCount | null,
): Map<string, ToolHistory> {
  const out = new Map<string, ToolHistory>();
  for (const session of bySession(calls)) {
    const marks = marksOf(session, census);
    for (const call of session) {
      if (!countable(call)) continue;
      const key = contractKey(call);
      const history = out.get(key) ?? emptyHistory();
      out.set(key, history);
      fold(history, call, marks.get(call.id) ?? 0);
    }
  }
  return out;
}

function bySession(calls: readonly ReadCall[]): Iterable<ReadCall[]> {
  const out = new Map<string, ReadCall[]>();
  for (const call of calls) {
    const list = out.get(call.session);
    if (list === undefined) out.set(call.session, [call]);
    else list.push(call);
  }
  return out.values();
}

function fold(history: ToolHistory, call: ReadCall, marks: number): void {
  const present = call.reading.present ?? 0;
  const page = pageOf(call.reading);
  history.calls++;
  if (marks & MARK.served) history.served[page] = (history.served[page] ?? 0) + 1;
  if (marks & MARK.proven) history.proven[page] = (history.proven[page] ?? 0) + 1;
  if (marks & MARK.short) keep(history.short, present, call.query);
  if (marks & MARK.over) keep(history.over, present, call.query);
  if (marks & MARK.exceeded) history.totalExceeded++;
  if (marks & MARK.moved) history.totalMoved++;
  if (marks & MARK.noMoreFull) history.noMoreFull++;
  if (marks & MARK.noMoreWrong) history.noMoreWrong++;
}

function keep(map: Record<string, string[]>, present: number, query: string): void {
  const list = map[present] ?? [];
  if (!list.includes(query)) map[present] = [...list, query].sort().slice(0, KEPT);
}
