import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Filter } from '@/db/filter';
import { rowCosts } from '@/db/questions/row-costs';
import { openStore } from '@/db/sqlite/open';
import { loadSample } from '@/ingest/sample-month';
import { pageTokens, windowLeft } from '@/lib/caps/budget';
import { scratch } from '../engine';

const MONTH: Filter = {
  from: Date.UTC(2026, 2, 1),
  to: Date.UTC(2026, 3, 1),
  tools: [],
  accounts: [],
  segments: [],
  verdicts: [],
  caps: 'imposed',
};

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

test('a row of search_invoices costs 298 tokens: 500 leave a little over 50,000 of 200,000', async () => {
  const started = performance.now();
  const found = await rowCosts(store, MONTH, 'search_invoices', 'o200k_base');
  expect(performance.now() - started).toBeLessThan(3_000);
  expect(found?.ofCalls).toBe(41_000);
  const perRow = Math.round(found?.mean ?? 0);
  expect(perRow).toBe(298);
  const page = pageTokens(500, { perRow, overhead: 0 });
  expect(page).toBe(149_000);
  expect(windowLeft(page, 200_000)).toBe(51_000);
  const again = performance.now();
  expect(await rowCosts(store, MONTH, 'search_invoices', 'o200k_base')).toBe(found);
  expect(performance.now() - again).toBeLessThan(500);
});

test.each(['search_files', 'list_incidents'])('%s has a cost too', async (tool) => {
  const found = await rowCosts(store, MONTH, tool, 'o200k_base');
  expect(found?.mean).toBeGreaterThan(1);
});
