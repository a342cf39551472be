import { sql } from 'drizzle-orm';
import type { Verdict } from '@/lib/verdict/types';
import type { Filter } from '../filter';
import { rangeCondition } from '../rollup-range';
import type { Store } from '../store';
import { every, NO_SEARCH, rollupsFor, sliceOf } from './calls-where';

/** Calls per verdict under the filter without its verdicts: what each choice of a verdict would list. */
export async function callKinds(store: Store, filter: Filter): Promise<Partial<Record<Verdict, number>>> {
  const open = { ...filter, verdicts: [] };
  const where = every([rangeCondition(filter.from, filter.to), ...sliceOf(open, NO_SEARCH, 'r')]);
  const narrowed =
    filter.caps === 'both'
      ? sql`1`
      : sql`(r.verdict not in ('flagged', 'silent', 'stale') or r.imposed = ${filter.caps === 'imposed' ? 1 : 0})`;
  const rows = await store.all<{ verdict: Verdict; calls: number }>(
    sql`select r.verdict, sum(r.calls) as calls from ${rollupsFor(filter)} where ${where} and ${narrowed} group by r.verdict`,
  );
  return Object.fromEntries(rows.map((row) => [row.verdict, row.calls]));
}
