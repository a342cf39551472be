import { sql } from 'drizzle-orm';
import type { Verdict } from '@/lib/verdict/types';
import type { Filter } from '../filter';
import type { Store } from '../store';
import { KINDS, type Kind } from './figures';

const HOUR = 3_600_000;

/** How many calls of a tool held exactly this many rows, and how many of them were capped, by kind. */
export interface RowsTally extends Record<Kind, number> {
  present: number;
  calls: number;
  capped: number;
}

export interface ToolRows {
  /** By rows present, ascending. */
  tallies: RowsTally[];
  /** Calls whose rows cannot be counted: not a list, errors, refusals. */
  uncounted: number;
}

/** Histogram of rows returned by one tool. Kept for all accounts together and for imposed and asked caps alike. */
export async function toolRows(store: Store, filter: Pick<Filter, 'from' | 'to'>, tool: string): Promise<ToolRows> {
  const from = Math.floor(filter.from / HOUR) * HOUR;
  const rows = await store.all<{ present: number; verdict: Verdict; calls: number }>(
    sql`SELECT present, verdict, sum(calls) AS calls FROM row_counts
      WHERE start >= ${from} AND start < ${filter.to} AND tool = ${tool} GROUP BY 1, 2 ORDER BY 1`,
  );
  const byRows = new Map<number, RowsTally>();
  let uncounted = 0;
  for (const row of rows) {
    if (row.present < 0) {
      uncounted += row.calls;
      continue;
    }
    const tally = byRows.get(row.present) ?? {
      present: row.present,
      calls: 0,
      capped: 0,
      flagged: 0,
      silent: 0,
      stale: 0,
    };
    tally.calls += row.calls;
    const kind = KINDS.find((k) => k === row.verdict);
    if (kind) {
      tally[kind] += row.calls;
      tally.capped += row.calls;
    }
    byRows.set(row.present, tally);
  }
  return { tallies: [...byRows.values()], uncounted };
}
