import type { Known } from '@/lib/stats/types';

/** Rows that stayed unseen, summed over capped calls left, and for how many of these calls the count is known. */
export interface UnseenSum {
  total: Known;
  /** Calls whose unseen count is exact, a lower bound, or unknown. */
  exact: number;
  atLeast: number;
  unknown: number;
}

/** The sum is exact only if every call's count is; unknown only if no call says anything. */
export function unseenOf(sum: {
  knownRows: number;
  exactCalls: number;
  boundCalls: number;
  unknownCalls: number;
}): UnseenSum {
  const { knownRows, exactCalls, boundCalls, unknownCalls } = sum;
  const total: Known =
    boundCalls + unknownCalls === 0
      ? { kind: 'exact', value: knownRows }
      : exactCalls + boundCalls === 0
        ? { kind: 'unknown' }
        : { kind: 'at_least', low: knownRows };
  return { total, exact: exactCalls, atLeast: boundCalls, unknown: unknownCalls };
}
