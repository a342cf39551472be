import { sql } from 'drizzle-orm';
import type { Verdict } from '@/lib/verdict/types';
import type { Filter } from '../filter';
import { oneGrain, slice } from '../rollup-range';
import type { Store } from '../store';
import { counts, KINDS, type Kind } from './figures';

/** Calls of one tool at one start of an hour or a UTC day. Capped ones under the filter's caps; others in `calls` only. */
export interface KindsAt extends Record<Kind, number> {
  start: number;
  tool: string;
  calls: number;
  recovered: number;
}

/**
 * Calls by kind over time, at the finest grain that a chart needs: 'day' reads UTC days and is right only for viewers
 * in UTC; 'hour' can be summed to the days of any zone whose offset is whole hours.
 */
export async function kindsOverTime(store: Store, filter: Filter, grain: 'hour' | 'day'): Promise<KindsAt[]> {
  const all = slice({ ...filter, verdicts: [] }, oneGrain(filter.from, filter.to, grain));
  const rows = await store.all<{
    start: number;
    tool: string;
    verdict: Verdict;
    imposed: number;
    recovered: number;
    calls: number;
  }>(
    sql`SELECT r.start, r.tool, r.verdict, r.imposed, r.recovered, sum(r.calls) AS calls
      FROM ${all.from} WHERE ${all.where} GROUP BY 1, 2, 3, 4, 5`,
  );
  const at = new Map<string, KindsAt>();
  for (const row of rows) {
    const key = `${row.start} ${row.tool}`;
    let slot = at.get(key);
    if (!slot) {
      slot = { start: row.start, tool: row.tool, calls: 0, recovered: 0, flagged: 0, silent: 0, stale: 0 };
      at.set(key, slot);
    }
    slot.calls += row.calls;
    if (!counts(filter, row.verdict, row.imposed === 1)) continue;
    const kind = KINDS.find((k) => k === row.verdict);
    if (!kind) continue;
    slot[kind] += row.calls;
    if (row.recovered === 1) slot.recovered += row.calls;
  }
  return [...at.values()].sort((a, b) => a.start - b.start);
}
