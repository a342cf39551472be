import type { Unseen } from '../verdict/types';

/** One bar of the exact histogram of unseen counts. `rows` is null where unseen is unknown. */
export interface UnseenBar {
  kind: Unseen['kind'];
  rows: number | null;
  calls: number;
}

/**
 * A number with its standing. `exact`: a census. `at_least`: a lower bound. `interval`: between low and high, where
 * `high` null is unbounded. `unknown`: nothing is known. A bare number never reaches a screen.
 */
export type Known =
  | { kind: 'exact'; value: number }
  | { kind: 'at_least'; low: number }
  | { kind: 'interval'; low: number; high: number; value: number | null }
  | { kind: 'unknown' };

/** Shape of a median in `report --format json`: `value` is the exact median of the known. */
export interface Median {
  kind: 'exact' | 'interval' | 'unknown';
  value: number | null;
  low: number | null;
  high: number | null;
}
