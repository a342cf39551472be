import { sql } from 'drizzle-orm';
import type { Reading } from '@/lib/contract/types';
import type { Filter } from '../filter';
import type { Store } from '../store';
import { every, NO_SEARCH, sliceOf } from './calls-where';

/** One recent call of a tool as far as its contract goes. */
export interface RecentReading {
  id: string;
  ts: number;
  verdict: string;
  reading: Reading;
  limit: { value: number; source: string; imposed: boolean } | null;
  dialect: string | null;
}

interface Raw {
  id: string;
  ts: number;
  verdict: string;
  reading: string;
  limitValue: number | null;
  limitSource: string | null;
  imposed: number;
  dialect: string | null;
}

/** The newest readings of one tool in the slice, at most `limit` of them; their number is what figures from them rest on. */
export async function recentReadings(
  store: Store,
  filter: Filter,
  tool: string,
  limit = 1_000,
): Promise<RecentReading[]> {
  const slice = sliceOf({ ...filter, tools: [tool], verdicts: [], caps: 'both' }, NO_SEARCH, 'c');
  const rows = await store.all<Raw>(
    sql`SELECT c.id, c.ts, c.verdict, c.reading, c.limit_value AS limitValue, c.limit_source AS limitSource, c.imposed, c.dialect
      FROM calls c WHERE ${every([...slice, sql`c.ts >= ${filter.from} AND c.ts < ${filter.to}`])}
      ORDER BY c.ts DESC, c.seq DESC LIMIT ${limit}`,
  );
  return rows.map(({ reading, limitValue, limitSource, imposed, ...row }) => ({
    ...row,
    reading: JSON.parse(reading) as Reading,
    limit:
      limitValue === null || limitSource === null
        ? null
        : { value: limitValue, source: limitSource, imposed: imposed === 1 },
  }));
}
