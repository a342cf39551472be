import type { Known } from '../stats/types';
import type { Bounds } from './types';

/** Proven bounds as a number with its standing; "at least 0" without an upper end says nothing: unknown. */
export function boundsKnown({ low, high }: Bounds): Known {
  if (high === null) return low > 0 ? { kind: 'at_least', low } : { kind: 'unknown' };
  if (low === high) return { kind: 'exact', value: low };
  return { kind: 'interval', low, high, value: null };
}

/** The high end under the assumption about unknown sets, where it says more than the proven bounds; else null. */
export function assumedHigh({ low, high, assumed }: Bounds): number | null {
  return assumed === null || low === high || assumed === high ? null : assumed;
}

/**
 * How far a candidate is from today's cap, as bounds: two ranges differ by any amount between their ends. Null where
 * one of them has no upper end.
 */
export function differenceOf(candidate: Bounds, today: Bounds): Bounds | null {
  if (candidate.high === null || today.high === null) return null;
  return { low: candidate.low - today.high, high: candidate.high - today.low, assumed: null };
}

/** `−4,740`, `+1,329`, `±0`, `−4,900 to −4,200`: a difference always carries its sign. */
export function signed(difference: Bounds, write: (n: number) => string): string {
  const one = (n: number) => (n === 0 ? '±0' : `${n < 0 ? '−' : '+'}${write(Math.abs(n))}`);
  const { low, high } = difference;
  return high === null || low === high ? one(low) : `${one(low)} to ${one(high)}`;
}
