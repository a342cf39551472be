import type { Median, UnseenBar } from './types';

/** Calls and rows of a histogram of unseen counts, by how they are known. */
export interface UnseenTotals {
  /** Calls whose unseen count is exact. */
  known: number;
  /** Calls of whose unseen count nothing is known. */
  unknown: number;
  /** Calls of which only a lower bound is known. */
  at_least: number;
  /** Rows, summed over the exact. */
  total: number;
  /** Rows, summed over the lower bounds. */
  atLeastTotal: number;
}

/** A value and how many calls have it, in ascending order of value. */
type Weighted = readonly [value: number, calls: number];

const isExact = (bar: UnseenBar): boolean => bar.kind === 'none' || (bar.kind === 'exact' && bar.rows !== null);

/** Counts calls and sums rows; `none` counts as an exact zero. */
export function unseenTotals(bars: readonly UnseenBar[]): UnseenTotals {
  const totals: UnseenTotals = { known: 0, unknown: 0, at_least: 0, total: 0, atLeastTotal: 0 };
  for (const bar of bars) {
    if (isExact(bar)) {
      totals.known += bar.calls;
      totals.total += (bar.rows ?? 0) * bar.calls;
    } else if (bar.kind === 'at_least' && bar.rows !== null) {
      totals.at_least += bar.calls;
      totals.atLeastTotal += bar.rows * bar.calls;
    } else totals.unknown += bar.calls;
  }
  return totals;
}

/**
 * The median of unseen rows per call, and how far the calls without an exact count could move it: one with a lower bound
 * n may hide n to infinity, one of which nothing is known zero to infinity. `value` is the median of the exact ones alone
 * (the mean of the two middle ones when their number is even); `high` null is unbounded. When nothing could move it, it is
 * `exact` and all three are the one median.
 */
export function medianUnseen(bars: readonly UnseenBar[]): Median {
  const known: Weighted[] = [];
  const lowest: Weighted[] = [];
  const highest: Weighted[] = [];
  for (const bar of bars) {
    const exact = isExact(bar);
    const low: Weighted = [bar.kind === 'unknown' ? 0 : (bar.rows ?? 0), bar.calls];
    lowest.push(low);
    highest.push(exact ? low : [Number.POSITIVE_INFINITY, bar.calls]);
    if (exact) known.push(low);
  }
  const value = middle(known);
  const low = middle(lowest);
  const high = middle(highest);
  if (low === null || high === null || (value === null && low === 0)) {
    return { kind: 'unknown', value: null, low: null, high: null };
  }
  // Lower bounds can settle the middle too, away from the median of the exact ones alone.
  if (low === high) return { kind: 'exact', value: low, low, high };
  return { kind: 'interval', value, low, high: Number.isFinite(high) ? high : null };
}

/** The median of weighted values; null when there are none. */
function middle(values: Weighted[]): number | null {
  const calls = values.reduce((sum, [, weight]) => sum + weight, 0);
  if (calls === 0) return null;
  const sorted = values.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const lower = atRank(sorted, Math.ceil(calls / 2));
  const upper = atRank(sorted, Math.floor(calls / 2) + 1);
  return lower === upper ? lower : (lower + upper) / 2;
}

function atRank(sorted: readonly Weighted[], rank: number): number {
  let passed = 0;
  for (const [value, calls] of sorted) {
    passed += calls;
    if (passed >= rank) return value;
  }
  return Number.NaN;
}
