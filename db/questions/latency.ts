import { sql } from 'drizzle-orm';
import type { Filter } from '../filter';
import type { Store } from '../store';

const HOUR = 3_600_000;

/** 95 of 100 calls of a tool took at most this many ms: an upper bound, from buckets of two significant digits. */
export type LatencyBounds = Map<string, number>;

/** By tool, over whole hours of the range. Latency is kept for all accounts together, so account filters do not apply. */
export async function p95(store: Store, filter: Filter): Promise<LatencyBounds> {
  const from = Math.floor(filter.from / HOUR) * HOUR;
  const rows = await store.all<{ tool: string; upTo: number; calls: number }>(
    sql`SELECT l.tool, l.up_to AS upTo, sum(l.calls) AS calls FROM latencies l
      WHERE l.start >= ${from} AND l.start < ${filter.to} GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  const total = new Map<string, number>();
  for (const row of rows) total.set(row.tool, (total.get(row.tool) ?? 0) + row.calls);
  const bounds: LatencyBounds = new Map();
  const passed = new Map<string, number>();
  for (const row of rows) {
    const below = (passed.get(row.tool) ?? 0) + row.calls;
    passed.set(row.tool, below);
    if (!bounds.has(row.tool) && below >= Math.ceil((total.get(row.tool) ?? 0) * 0.95)) bounds.set(row.tool, row.upTo);
  }
  return bounds;
}
