import { sql } from 'drizzle-orm';
import { CAPPED } from '@/lib/verdict/types';
import type { Filter } from '../filter';
import type { Store } from '../store';

const HOUR = 3_600_000;

/** The number of rows that capped calls of each tool held most often: where its cap stands. All accounts together. */
export async function typicalPages(store: Store, filter: Filter): Promise<Map<string, number>> {
  const from = Math.floor(filter.from / HOUR) * HOUR;
  const rows = await store.all<{ tool: string; present: number }>(
    sql`SELECT tool, present, max(calls) AS calls FROM (
        SELECT tool, present, sum(calls) AS calls FROM row_counts
        WHERE start >= ${from} AND start < ${filter.to} AND verdict IN ${[...CAPPED]} AND present >= 0
        GROUP BY tool, present
      ) GROUP BY tool`,
  );
  return new Map(rows.map((r) => [r.tool, r.present]));
}
