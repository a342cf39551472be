import { sql } from 'drizzle-orm';
import type { Filter } from '../filter';
import type { Store } from '../store';
import { cappedBy } from './accounts';
import { every, list, wholeHours } from './calls-where';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Capped calls left and all calls per step of time; `left` and `calls` run from `from` in steps of `step` ms. */
export interface AccountTrend {
  from: number;
  step: number;
  left: number[];
  calls: number[];
}

/** Trends of these accounts: by hour up to two days, by day up to 60, else by week. */
export async function accountsTrend(
  store: Store,
  filter: Filter,
  ids: readonly string[],
): Promise<Map<string, AccountTrend>> {
  const trends = new Map<string, AccountTrend>();
  if (ids.length === 0) return trends;
  const { from, to } = wholeHours(filter);
  const step = to - from <= 2 * DAY ? HOUR : to - from <= 60 * DAY ? DAY : 7 * DAY;
  const grain = step === HOUR ? 'hour' : 'day';
  const first = Math.floor(from / (step === HOUR ? HOUR : DAY)) * (step === HOUR ? HOUR : DAY);
  const steps = Math.max(1, Math.ceil((to - first) / step));
  const where = every([
    sql`r.grain = ${grain} and r.start >= ${first} and r.start < ${to} and r.account in ${list(ids)}`,
    ...(filter.tools.length > 0 ? [sql`r.tool in ${list(filter.tools)}`] : []),
  ]);
  const rows = await store.all<{ id: string; at: number; calls: number; left: number }>(
    sql`select r.account as id, (r.start - ${first}) / ${step} as at, sum(r.calls) as calls,
      coalesce(sum(case when ${cappedBy(filter)} and r.recovered = 0 then r.calls else 0 end), 0) as "left"
      from rollups r where ${where} group by 1, 2`,
  );
  for (const id of ids) {
    trends.set(id, { from: first, step, left: Array(steps).fill(0), calls: Array(steps).fill(0) });
  }
  for (const row of rows) {
    const trend = trends.get(row.id);
    if (!trend || row.at >= steps) continue;
    trend.left[row.at] = row.left;
    trend.calls[row.at] = row.calls;
  }
  return trends;
}
