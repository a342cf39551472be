import { valuesAt } from '../dialects/paths';
import type { Dialect } from '../dialects/schema';
import { argsOf, type SplitArgs } from '../limits/args';
import type { LimitFact, Traits } from '../types';

/**
 * What follows where a tool filters after its limit, by its dialect: this call filtered, so it looked at only as many
 * rows as the limit that applied. Null for a call without a filter, and where nobody says so.
 */
export function filteredLate(
  dialect: Dialect | null,
  split: SplitArgs,
  limit: LimitFact | null,
):
  | Pick<Traits, 'window' | 'windowAt'>
  | (Pick<Traits, 'window' | 'windowAt' | 'hazardAt'> & { hazard: string })
  | null {
  const filters = dialect?.filtersAfterLimit;
  if (dialect === null || filters === undefined || dialect.standing === 'memory') return null;
  const names = filters === true ? Object.keys(argsOf(split.rest)) : filters;
  if (!names.some((name) => valuesAt(split.values, name).some((value) => value !== null && value !== ''))) return null;
  const windowAt = dialect.operator?.filtersAfterLimit ?? `dialect ${dialect.id}`;
  return limit === null
    ? { window: null, windowAt, hazard: 'its filter runs after a limit that nothing states', hazardAt: windowAt }
    : { window: limit.value, windowAt };
}
