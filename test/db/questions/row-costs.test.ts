import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Filter } from '@/db/filter';
import { rowCosts } from '@/db/questions/row-costs';
import { declareDialects, parseDialects } from '@/lib/contract';
import { countTokens } from '@/lib/tokens';
import { call, T0 } from '../../ingest/records';
import { type Engine, sqliteEngine } from '../engine';

const ALL: Filter = { from: 0, to: 1e15, tools: [], accounts: [], segments: [], verdicts: [], caps: 'imposed' };
const TOOL = 'search_invoices';

let engine: Engine;
beforeEach(() => {
  engine = sqliteEngine();
});
afterEach(() => engine.close());

const row = (i: number) => ({ id: `inv-${i}`, memo: 'paid late '.repeat(1 + (i % 5)) });
const page = (rows: number, from: number) =>
  JSON.stringify({ total: 900, invoices: Array.from({ length: rows }, (_, i) => row(from + i)) });
const write = (pages: number, at = 0) =>
  engine.write(
    Array.from({ length: pages }, (_, i) =>
      call(`c-${at + i}`, { ts: T0 + (at + i) * 60_000, session: `s-${at + i}`, args: '{}', result: page(5, i) }),
    ),
  );
const costs = (filter = ALL) => rowCosts(engine.store, filter, TOOL, 'o200k_base');

function expire(where: string): void {
  const db = new Database(engine.store.path);
  db.prepare(`DELETE FROM payloads WHERE ${where}`).run();
  db.close();
}

test('all rows of few payloads are counted, and fields add up to a row', async () => {
  write(4);
  const found = await costs();
  const each = Array.from({ length: 4 }, (_, i) => Array.from({ length: 5 }, (_, k) => row(i + k)))
    .flat()
    .map((one) => countTokens(JSON.stringify(one)));
  expect(found).toMatchObject({ tokenizer: 'o200k_base', payloads: 4, ofCalls: 4, rows: 20, ofRows: 20 });
  expect(found?.mean).toBeCloseTo(each.reduce((a, b) => a + b) / 20, 9);
  expect(found?.overhead).toBe(countTokens('{"total":900,"invoices":[]}'));
  expect(found?.fields.map(({ name }) => name)).toEqual(['memo', 'id']);
});

test('expired payloads are left out and said; with none left nothing is known', async () => {
  write(6);
  expire(`call_id IN ('c-0', 'c-1', 'c-2', 'c-3')`);
  expect(await costs()).toMatchObject({ payloads: 2, ofCalls: 6, rows: 10 });
  expire('1');
  write(1, 10);
  expect(await costs()).toMatchObject({ payloads: 1, ofCalls: 7 });
  expire('1');
  expect(await costs({ ...ALL, to: T0 + 3_600_000 })).toBeNull();
  expect(await costs({ ...ALL, to: 1 })).toBeNull();
  expect(await rowCosts(engine.store, ALL, 'no_such_tool', 'o200k_base')).toBeNull();
});

test('an answer is remembered until a call of the range comes, per tokenizer', async () => {
  write(2);
  const first = await costs();
  expect(await costs()).toBe(first);
  const other = await rowCosts(engine.store, ALL, TOOL, 'cl100k_base');
  expect(other).toMatchObject({ tokenizer: 'cl100k_base', rows: 10 });
  write(1, 5);
  expect(await costs()).toMatchObject({ payloads: 3 });
});

test('of many calls an even sample is read, the newest where older payloads have expired', async () => {
  write(600);
  const found = await costs();
  expect(found).toMatchObject({ payloads: 120, ofCalls: 600, rows: 600 });
  expire(`call_id NOT IN ('c-596', 'c-597', 'c-598', 'c-599')`);
  write(1, 600);
  expect(await costs()).toMatchObject({ payloads: 5, ofCalls: 601 });
});

test('what the model was sent is what counts', async () => {
  engine.write([call('c-1', { session: 's', args: '{}', result: page(5, 0), sent: page(2, 0) })]);
  expect(await costs()).toMatchObject({ payloads: 1, rows: 2 });
});

test('rows that only the operator’s dialect finds are counted where it is not known', async () => {
  const { dialects } = parseDialects([
    { id: 'odd', source: 'a test', standing: 'own', title: 'odd', tool: 'odd_tool', rows: { path: 'meta.extra' } },
  ]);
  const text = JSON.stringify({ items: [{ id: 1 }], meta: { extra: [row(1), row(2), row(3)] } });
  declareDialects({ dialects, tools: {} });
  engine.write([call('o-1', { tool: 'odd_tool', session: 's', args: '{}', result: text })]);
  declareDialects({ dialects: [], tools: {} });
  expect(await rowCosts(engine.store, ALL, 'odd_tool', 'o200k_base')).toMatchObject({ rows: 3 });
});
