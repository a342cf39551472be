import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Filter } from '@/db/filter';
import { alternatives } from '@/db/questions/caps-alternatives';
import { compareCaps, spansToCompare } from '@/db/questions/caps-compare';
import { alternativeSentences } from '@/lib/caps/alternatives/say';
import { countTokens } from '@/lib/tokens';
import { call, census, T0 } from '../../ingest/records';
import { type Engine, sqliteEngine } from '../engine';

const ALL: Filter = { from: 0, to: 1e15, tools: [], accounts: [], segments: [], verdicts: [], caps: 'imposed' };
const TOOL = 'search_invoices';

let engine: Engine;
beforeEach(() => {
  engine = sqliteEngine();
});
afterEach(() => engine.close());

/** Rows with an id of their own, and a status of three. */
function page(rows: number, from = 0): string {
  const invoices = Array.from({ length: rows }, (_, i) => ({ id: `inv-${from + i}`, status: (from + i) % 3 }));
  return JSON.stringify({ invoices });
}

test('each alternative has its number from the log', async () => {
  const wide = JSON.stringify({ q: 'all' });
  engine.write([
    call('c-1', { session: 'a', args: wide, result: page(25) }),
    census(110, { account: 'acct-1', args: wide }),
    call('c-2', { session: 'b', args: '{"q":"more"}', result: page(25) }),
    census(60, { account: 'acct-1', args: '{"q":"more"}' }),
    call('n-1', { session: 'c', args: '{"q":"all","status":"late"}', result: page(4) }),
    {
      type: 'answer',
      id: 'a-1',
      ts: T0 + 1000,
      session: 'a',
      account: 'acct-1',
      question: 'How many invoices are there?',
      text: 'There are 25.',
    },
  ]);
  const all = await alternatives(engine.store, ALL, TOOL);
  expect(all.capped).toBe(2);
  expect(all.declare.missing.map(({ part }) => part)).toEqual([
    'matched',
    'returned',
    'more',
    'cursor',
    'order',
    'filters',
  ]);
  expect(all.declare.example).toContain('"matched":110,"returned":25');
  expect(all.declare.tokens).toBe(countTokens(all.declare.example ?? ''));
  expect(all.filter.narrowing).toEqual([{ argument: 'status', complete: 1, capped: 0 }]);
  expect(all.filter.fields).toContainEqual({ field: 'status', values: 3, rows: 50 });
  expect(all.aggregate).toEqual({ sampled: 2, counts: 1, others: 0, unknown: 1 });
  // ceil(110 / 25) - 1 and ceil(60 / 25) - 1
  expect(all.pageOn).toMatchObject({ walks: 0, turns: null, known: 2, left: 2, furtherPages: 6 });
  expect(alternativeSentences(all)).toHaveLength(4);
});

test('a finished walk tells what its recovered calls cost', async () => {
  const args = (offset: number) => JSON.stringify({ q: 'w', offset });
  const pages = [page(25), page(25, 25), page(10, 50)];
  engine.write(
    pages.map((result, i) => call(`w-${i}`, { ts: T0 + i * 2000, session: 'w', args: args(i * 25), result })),
  );
  const { pageOn } = await alternatives(engine.store, ALL, TOOL);
  const tokens = pages.slice(1).reduce((n, text) => n + countTokens(text), 0);
  expect(pageOn.walks).toBe(1);
  expect(pageOn.turns).toBe(2 / pageOn.recovered);
  expect(pageOn.tokens).toBe(tokens / pageOn.recovered);
  expect(pageOn.seconds).toBe(4 / pageOn.recovered);
});

test('a tool without a capped call has nothing to offer', async () => {
  engine.write([call('n-1', { result: page(3) })]);
  expect(alternativeSentences(await alternatives(engine.store, ALL, TOOL))).toEqual([]);
});

test('a version is compared with the one before it, at its own cap', async () => {
  const day = 86_400_000;
  const calls = (version: string, at: number, rows: number) =>
    Array.from({ length: 10 }, (_, i) => {
      const args = JSON.stringify({ q: `${version}-${i}` });
      return [
        call(`${version}-${i}`, {
          ts: at + i,
          session: `${version}-${i}`,
          version,
          args,
          result: page(i < 4 ? rows : 3),
        }),
        census(i < 4 ? 200 : 3, { account: 'acct-1', args }),
      ];
    }).flat();
  engine.write([...calls('v1', T0, 25), ...calls('v2', T0 + day, 50)]);
  const range = { ...ALL, from: T0 - day, to: T0 + 2 * day };
  const spans = await spansToCompare(engine.store, range, TOOL, 'v2');
  if (spans === null) throw new Error('v2 is in the log');
  const asked: unknown[] = [];
  const compared = await compareCaps(engine.store, range, TOOL, spans, async (filter, tool, cap) => {
    asked.push([filter.to, tool, cap]);
    return null;
  });
  expect(asked).toEqual([[spans.after.from, TOOL, 50]]);
  expect(compared.before).toMatchObject({ calls: 10, capped: 4, cap: 25, unseenRows: 4 * 175 });
  expect(compared.after).toMatchObject({ calls: 10, capped: 4, cap: 50, unseenRows: 4 * 150, version: 'v2' });
  expect(await spansToCompare(engine.store, range, TOOL, 'v9')).toBeNull();
});
