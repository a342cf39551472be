import { medianUnseen } from '../stats/median';
import type { Known, Median, UnseenBar } from '../stats/types';
import type { SetSize } from './set-size';
import type { Bounds } from './types';

/** Capped calls of today with one set size. `cap` is the limit that applied; where `imposed` is false, the agent's own. */
export interface SetTally extends SetSize {
  imposed: boolean;
  cap: number;
  recovered: boolean;
  calls: number;
}

/** Capped calls whose set is at least `least` rows, and as large as `assumed` if it is like the known ones. */
export interface UnsureTally {
  least: number;
  assumed: number;
  recovered: boolean;
  calls: number;
}

/** Calls that nothing cut, by rows present. */
export interface PageTally {
  present: number;
  calls: number;
}

export interface Sets {
  tallies: readonly SetTally[];
  /** The tallies of imposed caps whose size is not exact, each with its assumption. */
  unsure: readonly UnsureTally[];
  pages: readonly PageTally[];
}

/** What a cap would have done to calls. */
export interface Cut {
  capped: Bounds;
  recovered: Bounds;
  left: Bounds;
  /** Over the calls left. */
  median: Median;
  totalUnseen: Bounds;
}

/** Sums of certain, possible and assumed members. */
class Range {
  private certain = 0;
  private possible = 0;
  private likely = 0;

  sure(n: number): void {
    this.certain += n;
  }

  maybe(n: number): void {
    this.possible += n;
  }

  assume(n: number): void {
    this.likely += n;
  }

  bounds(): Bounds {
    const assumed = this.certain + this.likely;
    return { low: this.certain, high: this.certain + this.possible, assumed };
  }
}

/**
 * What a cap of `cap` rows would have done to calls: each would have returned its set, or `cap` rows of it. A call under the
 * agent's own limit is cut only by a cap below that limit. Sizes that are not exact give bounds (low: none of them cut,
 * high: all of them); no bound is ever narrower than the log proves.
 */
export function whatIf({ tallies, unsure, pages }: Sets, cap: number): Cut {
  const left = new Range();
  const recovered = new Range();
  const bars: UnseenBar[] = [];
  let rows = 0;
  let unbounded = false;
  const sure = (t: { recovered: boolean; calls: number }) => (t.recovered ? recovered : left).sure(t.calls);
  for (const t of tallies) {
    if (!t.imposed && t.cap <= cap) continue;
    const exact = t.standing === 'exact';
    if (t.size > cap) {
      sure(t);
      if (t.recovered) continue;
      rows += (t.size - cap) * t.calls;
      bars.push({ kind: exact ? 'exact' : 'at_least', rows: t.size - cap, calls: t.calls });
    } else if (!exact && t.imposed) {
      (t.recovered ? recovered : left).maybe(t.calls);
      if (!t.recovered) bars.push({ kind: 'at_least', rows: 1, calls: t.calls });
    } else continue;
    if (!exact && !t.recovered) unbounded = true;
  }
  let assumedRows = 0;
  for (const { least, assumed, recovered: made, calls } of unsure) {
    if (assumed > cap && least <= cap) (made ? recovered : left).assume(calls);
    if (!made) assumedRows += Math.max(0, assumed - Math.max(cap, least)) * calls;
  }
  for (const { present, calls } of pages) {
    if (present <= cap) continue;
    left.sure(calls);
    rows += (present - cap) * calls;
    bars.push({ kind: 'exact', rows: present - cap, calls });
  }
  return {
    capped: plus(left.bounds(), recovered.bounds()),
    recovered: recovered.bounds(),
    left: left.bounds(),
    median: medianUnseen(bars),
    totalUnseen: { low: rows, high: unbounded ? null : rows, assumed: rows + assumedRows },
  };
}

export function exactly(n: number): Bounds {
  return { low: n, high: n, assumed: n };
}

export function plus(a: Bounds, b: Bounds): Bounds {
  return {
    low: a.low + b.low,
    high: a.high === null || b.high === null ? null : a.high + b.high,
    assumed: a.assumed === null || b.assumed === null ? null : a.assumed + b.assumed,
  };
}

/** Bounds as parts of a whole; 0 of nothing. */
export function partOf({ low, high, assumed }: Bounds, whole: number): Bounds {
  const part = (n: number) => (whole === 0 ? 0 : n / whole);
  return { low: part(low), high: high === null ? null : part(high), assumed: assumed === null ? null : part(assumed) };
}

/** `whole` less what bounds hold. */
export function lessThan(whole: number, { low, high, assumed }: Bounds): Bounds {
  return {
    low: high === null ? 0 : whole - high,
    high: whole - low,
    assumed: assumed === null ? null : whole - assumed,
  };
}

/** Frequency × severity: calls left times their median of unseen rows, with the standing of both. */
export function product(left: Bounds, median: Median): Known {
  if (left.high === 0) return { kind: 'exact', value: 0 };
  if (median.kind === 'unknown' || median.low === null) return { kind: 'unknown' };
  const low = left.low * median.low;
  if (left.high === null || median.high === null) return low > 0 ? { kind: 'at_least', low } : { kind: 'unknown' };
  const high = left.high * median.high;
  return low === high ? { kind: 'exact', value: low } : { kind: 'interval', low, high, value: null };
}
