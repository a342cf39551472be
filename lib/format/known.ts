import type { Known, Median } from '../stats/types';
import type { Unseen } from '../verdict/types';
import { count } from './number';

/** The one way a number with its standing is written: `71`, `≥ 71`, `71–140`, `unknown`. */
export function knownText(known: Known, write: (n: number) => string = count): string {
  switch (known.kind) {
    case 'exact':
      return write(known.value);
    case 'at_least':
      return `≥ ${write(known.low)}`;
    case 'interval':
      return `${write(known.low)}–${write(known.high)}`;
    case 'unknown':
      return 'unknown';
  }
}

/** The same in words, for screen readers and titles. */
export function knownWords(known: Known, write: (n: number) => string = count): string {
  switch (known.kind) {
    case 'exact':
      return `exactly ${write(known.value)}`;
    case 'at_least':
      return `at least ${write(known.low)}`;
    case 'interval':
      return `between ${write(known.low)} and ${write(known.high)}`;
    case 'unknown':
      return 'unknown';
  }
}

/**
 * A median of `report` as a number with its standing; an interval without an upper end is a lower bound, and
 * "at least 0" says nothing: unknown.
 */
export function medianKnown(median: Median): Known {
  if (median.kind === 'exact' && median.value !== null) return { kind: 'exact', value: median.value };
  if (median.kind === 'interval' && median.low !== null) {
    if (median.high === null) return median.low > 0 ? { kind: 'at_least', low: median.low } : { kind: 'unknown' };
    if (median.low === median.high) return { kind: 'exact', value: median.low };
    return { kind: 'interval', low: median.low, high: median.high, value: median.value };
  }
  return { kind: 'unknown' };
}

/** A count beside which something stands that could not be counted: a lower bound, and unknown where it is all there is. */
export function countedSoFar(n: number, more: boolean): Known {
  if (!more) return { kind: 'exact', value: n };
  return n === 0 ? { kind: 'unknown' } : { kind: 'at_least', low: n };
}

/** The unseen rows of one call as a number with its standing. */
export function unseenKnown(unseen: Pick<Unseen, 'kind' | 'rows'>): Known {
  if (unseen.kind === 'none') return { kind: 'exact', value: 0 };
  if (unseen.rows === null || unseen.kind === 'unknown') return { kind: 'unknown' };
  return unseen.kind === 'exact' ? { kind: 'exact', value: unseen.rows } : { kind: 'at_least', low: unseen.rows };
}

/** A sum over calls of which some are lower bounds or unknown: exact only when all are. */
export function sumKnown(total: number, allExact: boolean): Known {
  return allExact ? { kind: 'exact', value: total } : { kind: 'at_least', low: total };
}

/** Where a number may stand on an axis: its exact value or its lower end; null where nothing is known. */
export function knownLow(known: Known): number | null {
  if (known.kind === 'exact') return known.value;
  return known.kind === 'unknown' ? null : known.low;
}
