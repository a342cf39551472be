import { sql } from 'drizzle-orm';
import { CAPPED } from '@/lib/verdict/types';
import type { Filter } from '../filter';
import type { Store } from '../store';
import { cappedBy } from './accounts';
import { every, list, wholeHours } from './calls-where';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export interface KindsAt {
  start: number;
  flagged: number;
  silent: number;
  stale: number;
  /** The part of the three that a walk made good. */
  recovered: number;
  calls: number;
}

/** Capped calls of one account by kind over time (UTC hours up to two days, else UTC days), empty steps included. */
export async function accountKinds(store: Store, filter: Filter, id: string): Promise<{ step: number; at: KindsAt[] }> {
  const { from, to } = wholeHours(filter);
  const step = to - from <= 2 * DAY ? HOUR : DAY;
  const first = Math.floor(from / step) * step;
  const where = every([
    sql`r.grain = ${step === HOUR ? 'hour' : 'day'} and r.start >= ${first} and r.start < ${to} and r.account = ${id}`,
    ...(filter.tools.length > 0 ? [sql`r.tool in ${list(filter.tools)}`] : []),
  ]);
  const rows = await store.all<{ start: number; verdict: string; recovered: number; capped: number; calls: number }>(
    sql`select r.start, r.verdict, r.recovered, ${cappedBy(filter)} as capped, sum(r.calls) as calls
      from rollups r where ${where} group by 1, 2, 3, 4`,
  );
  const at: KindsAt[] = [];
  for (let start = first; start < to; start += step)
    at.push({ start, flagged: 0, silent: 0, stale: 0, recovered: 0, calls: 0 });
  for (const row of rows) {
    const slot = at[(row.start - first) / step];
    if (!slot) continue;
    slot.calls += row.calls;
    const kind = CAPPED.find((verdict) => verdict === row.verdict);
    if (row.capped === 1 && row.recovered === 1) slot.recovered += row.calls;
    if (row.capped === 1 && kind) slot[kind as 'flagged' | 'silent' | 'stale'] += row.calls;
  }
  return { step, at };
}
