import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Store } from '@/db/store';
import { MARK } from '@/lib/session';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Every figure that is kept beside the calls, counted again from the calls: nothing too much, nothing missing. */
export async function expectRollupsEqualRecount(store: Store): Promise<void> {
  const cube = (account: string, grain: string, span: number) =>
    sql.raw(`SELECT ${account} AS account, '${grain}' AS grain, ts / ${span} * ${span} AS start, tool, verdict, imposed,
      recovered, unseen_kind, CASE unseen_kind WHEN 'none' THEN 0 ELSE coalesce(unseen_rows, -1) END AS unseen_rows,
      count(*) AS calls FROM calls GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`);
  const recounted = await Promise.all([
    store.all(cube('account', 'hour', HOUR)),
    store.all(cube('account', 'day', DAY)),
    store.all(cube(`'*'`, 'hour', HOUR)),
    store.all(cube(`'*'`, 'day', DAY)),
  ]);
  const kept = await store.all(sql`SELECT account, grain, start, tool, verdict, imposed, recovered, unseen_kind,
    unseen_rows, calls FROM rollups`);
  expect(sorted(kept)).toEqual(sorted(recounted.flat()));

  const sizes = (account: string, grain: string, span: number) =>
    sql.raw(`SELECT tool, ${account} AS account, '${grain}' AS grain, ts / ${span} * ${span} AS start, imposed,
      coalesce(limit_value, present, 0) AS cap, recovered,
      CASE WHEN present IS NOT NULL AND unseen_kind IN ('none', 'exact') THEN 'exact' ELSE 'at_least' END AS standing,
      coalesce(present, 0) + CASE unseen_kind WHEN 'none' THEN 0 ELSE coalesce(unseen_rows, 0) END AS size,
      count(*) AS calls FROM calls WHERE verdict IN ('flagged', 'silent', 'stale') GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`);
  const resized = await Promise.all([
    store.all(sizes('account', 'hour', HOUR)),
    store.all(sizes('account', 'day', DAY)),
    store.all(sizes(`'*'`, 'hour', HOUR)),
    store.all(sizes(`'*'`, 'day', DAY)),
  ]);
  const keptSizes = await store.all(sql`SELECT tool, account, grain, start, imposed, cap, recovered, standing, size,
    sum(calls) AS calls FROM set_sizes GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`);
  expect(sorted(keptSizes)).toEqual(sorted(resized.flat()));
  const largest = sql`SELECT tool, ts / ${sql.raw(String(DAY))} * ${sql.raw(String(DAY))} AS day, account,
    max(present) AS present FROM calls WHERE verdict = 'complete' AND present > 0 GROUP BY 1, 2, 3`;
  const keptPages = await store.all(sql`SELECT tool, day, account, present FROM largest_pages WHERE present > 0`);
  expect(sorted(keptPages)).toEqual(sorted(await store.all(largest)));

  expect(sorted(await store.all(sql`SELECT * FROM row_counts`))).toEqual(
    sorted(
      await store.all(sql`SELECT ts / ${sql.raw(String(HOUR))} * ${sql.raw(String(HOUR))} AS start, tool, verdict,
        coalesce(present, -1) AS present, count(*) AS calls FROM calls GROUP BY 1, 2, 3, 4`),
    ),
  );
  expect(sorted(await store.all(sql`SELECT tool, version, first_ts, last_ts, calls FROM versions`))).toEqual(
    sorted(
      await store.all(sql`SELECT tool, version, min(ts) AS first_ts, max(ts) AS last_ts, count(*) AS calls FROM calls
        WHERE version IS NOT NULL GROUP BY 1, 2`),
    ),
  );
  const marks = Object.entries(MARK).filter(([mark]) => mark !== 'short' && mark !== 'over');
  const history = marks.map(([mark, bit]) =>
    store.all(sql`SELECT tool || coalesce('#' || dialect, '') AS contract, ${mark} AS mark,
      ${sql.raw(mark === 'served' || mark === 'proven' ? 'present' : '0')} AS present, count(*) AS calls
      FROM calls WHERE marks & ${bit} GROUP BY 1, 2, 3`),
  );
  expect(sorted(await store.all(sql`SELECT contract, mark, present, calls FROM tool_history`))).toEqual(
    sorted((await Promise.all(history)).flat()),
  );
  const timed = await store.get<{ n: number }>(sql`SELECT count(*) AS n FROM calls WHERE duration_ms IS NOT NULL`);
  const bucketed = await store.get<{ n: number }>(sql`SELECT coalesce(sum(calls), 0) AS n FROM latencies`);
  expect(bucketed).toEqual(timed);
}

/** What a store says, without what depends on how often it was written (sequence numbers, times of reading). */
export async function contents(store: Store): Promise<Record<string, unknown[]>> {
  const tables: Record<string, string> = {
    calls: 'SELECT * FROM calls ORDER BY seq',
    payloads: 'SELECT call_id, view, length, codec, hex(bytes) AS bytes FROM payloads ORDER BY call_id, view',
    answers: 'SELECT * FROM answers ORDER BY id',
    accounts: 'SELECT * FROM accounts ORDER BY id',
    census: 'SELECT * FROM census ORDER BY query',
    rollups:
      'SELECT * FROM rollups ORDER BY account, grain, start, tool, verdict, imposed, recovered, unseen_kind, unseen_rows',
    row_counts: 'SELECT * FROM row_counts ORDER BY start, tool, verdict, present',
    latencies: 'SELECT * FROM latencies ORDER BY start, tool, up_to',
    versions: 'SELECT * FROM versions ORDER BY tool, version',
    quarantine: 'SELECT source, "offset", length, reason, hex(bytes) AS bytes FROM quarantine ORDER BY id',
    tool_history: 'SELECT * FROM tool_history ORDER BY contract, mark, present',
    lessons: 'SELECT * FROM lessons ORDER BY contract',
    pending: 'SELECT * FROM pending ORDER BY kind, key',
    skipped: 'SELECT * FROM skipped ORDER BY source, type',
  };
  const entries = Object.entries(tables).map(async ([name, query]) => [name, await store.all(sql.raw(query))] as const);
  return Object.fromEntries(await Promise.all(entries));
}

function sorted(rows: readonly unknown[]): string[] {
  return rows.map((row) => JSON.stringify(Object.entries(row as object).sort(([a], [b]) => (a < b ? -1 : 1)))).sort();
}
