import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Filter } from '@/db/filter';
import { alternatives } from '@/db/questions/caps-alternatives';
import { compareCaps, spansToCompare } from '@/db/questions/caps-compare';
import { hits } from '@/db/questions/hits';
import { openStore } from '@/db/sqlite/open';
import { loadSample } from '@/ingest/sample-month';
import { scratch } from '../engine';

const TOOL = 'search_invoices';
const MONTH: Filter = {
  from: Date.UTC(2026, 2, 1),
  to: Date.UTC(2026, 3, 1),
  tools: [TOOL],
  accounts: [],
  segments: [],
  verdicts: [],
  caps: 'imposed',
};
const CAPPED = sql`tool = ${TOOL} AND imposed = 1 AND verdict IN ('flagged', 'silent', 'stale')`;

const { folder, remove } = scratch();
const path = join(folder, 'sample.db');
let store: ReturnType<typeof openStore>;
beforeAll(async () => {
  await loadSample(path);
  store = openStore(path, 'sample');
}, 240_000);
afterAll(() => {
  store.close();
  remove();
});

test('the alternatives of search_invoices, beside the same numbers straight from the calls', async () => {
  const all = await alternatives(store, MONTH, TOOL);
  const pages = await store.get<{ calls: number; further: number }>(
    sql`SELECT count(*) AS calls, sum((present + unseen_rows + 24) / 25 - 1) AS further FROM calls
      WHERE ${CAPPED} AND recovered = 0 AND unseen_kind IN ('exact', 'none')`,
  );
  expect(pages).toEqual({ calls: 4_900, further: 35_963 });
  expect(all.capped).toBe(4_900);
  expect(all.pageOn).toMatchObject({ walks: 0, known: 4_900, left: 4_900, furtherPages: 35_963 });
  const newest = sql`SELECT session, ts, args FROM calls WHERE ${CAPPED} ORDER BY ts DESC, seq DESC LIMIT 500`;
  const counted = await store.get<{ n: number }>(
    sql`SELECT count(*) AS n FROM (${newest}) c WHERE (SELECT question FROM answers a
      WHERE a.session = c.session AND a.ts >= c.ts ORDER BY a.ts, a.seq LIMIT 1) LIKE 'How many %'`,
  );
  expect(counted?.n).toBe(295);
  expect(all.aggregate).toEqual({ sampled: 500, counts: 295, others: 205, unknown: 0 });
  const byCustomer = await store.get<{ n: number }>(
    sql`SELECT count(*) AS n FROM (${newest}) c WHERE json_extract(c.args, '$.customer') IS NOT NULL`,
  );
  expect(all.filter.narrowing.find((one) => one.argument === 'customer')?.capped).toBe(byCustomer?.n);
  expect(all.filter.narrowing[0]).toEqual({ argument: 'number', complete: 254, capped: 0 });
});

test('the deploy of the month left the cap as it was: both sides as the calls say', async () => {
  const spans = await spansToCompare(store, MONTH, TOOL, null);
  if (spans === null) throw new Error('the month has a deploy');
  const compared = await compareCaps(store, MONTH, TOOL, spans, async () => null);
  const sides = await store.all<{ calls: number; capped: number }>(
    sql`SELECT count(*) AS calls, sum(imposed = 1 AND verdict IN ('flagged', 'silent', 'stale')) AS capped
      FROM calls WHERE tool = ${TOOL} GROUP BY ts >= ${spans.after.from} ORDER BY ts >= ${spans.after.from}`,
  );
  expect(sides).toEqual([
    { calls: 22_833, capped: 2_740 },
    { calls: 18_167, capped: 2_160 },
  ]);
  expect(compared).toMatchObject({ before: { ...sides[0], cap: 25 }, after: { ...sides[1], cap: 25 } });
  expect(compared.says.join(' ')).toContain('The cap did not change');
});

test('one currency: exposure is a plain sum, and nothing is said of rates', async () => {
  const row = await store.get<{ hit: number; whole: number }>(
    sql`SELECT (SELECT sum(revenue) FROM accounts) AS whole, sum(revenue) AS hit FROM accounts
      WHERE id IN (SELECT account FROM calls WHERE ${CAPPED} AND recovered = 0)`,
  );
  const { exposure } = await hits(store, MONTH);
  expect(row).toEqual({ hit: 764_403_000, whole: 911_975_000 });
  expect(exposure.share).toBe((row?.hit ?? 0) / (row?.whole ?? 1));
  expect(Object.keys(exposure)).not.toContain('byCurrency');
});
