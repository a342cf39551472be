import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InspectedCall } from '@/lib/inspect';
import type { CallRecord, LogRecord } from '@/lib/records';
import { call, census, judged, records } from '../judging';

const lines = (count: number): string =>
  Array.from({ length: count }, (_, i) => `src/part-${i}.ts:${i + 1}:x`).join('\n');
const page = (from: number, count: number, more: boolean): object => ({ data: records(count, from), has_more: more });

/** One of everything that is judged by more than its own payload. */
const LOG: readonly LogRecord[] = [
  call('list_a', { limit: 10 }, page(1, 10, true)),
  call('list_a', { limit: 10, starting_after: 'r-10' }, page(11, 10, true)),
  call('list_a', { limit: 10, starting_after: 'r-20' }, page(21, 4, false)),
  call('list_b', { limit: 5, offset: 0 }, { items: records(5) }),
  call('list_b', { limit: 5, offset: 5 }, { items: [] }),
  call('search_c', { q: 'x', limit: 15 }, { total: 15, items: records(15) }),
  call('search_c', { q: 'x', limit: 400 }, { total: 93, items: records(93) }),
  call('search_orders', { a: 1 }, { orders: records(12) }),
  call('count_orders', { a: 1 }, { count: 40 }),
  call('count_docs', { q: 1 }, { count: 90 }),
  call('list_docs', { q: 1, limit: 5 }, page(1, 5, false)),
  call('list_docs', { q: 2, limit: 5 }, page(1, 5, false)),
  call('list_invoices', { account: 7 }, { invoices: [{ number: 'INV-2041', created_at: '2026-02-01' }] }),
  call('find_invoice_by_number', { account: 7, number: 'INV-2041' }, { invoices: [] }),
  call('l', { k: 'a', limit: 300 }, { items: records(100) }),
  call('l', { k: 'b', limit: 500 }, { items: records(100, 500) }),
  call('l', { k: 'c', limit: 300 }, { items: records(7) }, { session: 'other' }),
  ...Array.from({ length: 70 }, (_, i) =>
    call('fetch_tasks', { q: i }, { tasks: records(1 + (i % 30)) }, { session: `s-${i % 5}` }),
  ),
  ...Array.from({ length: 9 }, (_, i) => call('fetch_tasks', { q: 100 + i }, { tasks: records(40) })),
  call('Bash', { command: 'grep -rn x src | head -30' }, lines(30)),
  call('Bash', { command: 'cat a.log' }, `${lines(9)}\n... [27 lines truncated] ...`),
  call('list_y', { a: 1, limit: 5 }, { items: records(5) }),
  census('list_y', { a: 1 }, 12),
];

const byId = (calls: readonly InspectedCall[]): Map<string, InspectedCall> =>
  new Map(calls.map((one) => [one.id, one]));

describe('the order in which records arrive', () => {
  it('never changes a judgement, in one session or over several', () => {
    const expected = byId(judged(...LOG));
    expect(new Set([...expected.values()].map((one) => one.verdict))).toEqual(
      new Set(['complete', 'flagged', 'silent', 'stale']),
    );
    const places = LOG.map((_, place) => place);
    fc.assert(
      fc.property(fc.shuffledSubarray(places, { minLength: places.length }), (order) => {
        expect(byId(judged(...order.flatMap((place) => LOG[place] ?? [])))).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  it('a record that comes twice counts once', () => expect(byId(judged(...LOG, ...LOG))).toEqual(byId(judged(...LOG))));
});

const results: fc.Arbitrary<CallRecord['result']> = fc.oneof(
  fc.integer({ min: 0, max: 60 }).map((count) => JSON.stringify({ items: records(count, 1000) })),
  fc
    .record({ total: fc.integer({ min: 0, max: 500 }), rows: fc.integer({ min: 0, max: 50 }), more: fc.boolean() })
    .map(({ total, rows, more }) => JSON.stringify({ total, has_more: more, items: records(rows, 2000) })),
  fc.integer({ min: 0, max: 90 }).map((count) => JSON.stringify({ count })),
  fc.integer({ min: 1, max: 40 }).map((count) => lines(count)),
  fc.constantFrom('No matches found', 'Error: timeout', '', 'Done.', null),
);

describe('unrelated calls', () => {
  it('of other tools, in the same session and in others, never change a judgement', () => {
    const expected = byId(judged(...LOG));
    const unrelated = fc.record({
      tool: fc.constantFrom('zeta_list', 'zeta_search', 'zeta_count', 'yotta_get', 'mcp__theta__list_thetas'),
      args: fc.record({
        q: fc.integer({ max: 5 }),
        limit: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
      }),
      result: results,
      sent: fc.option(results, { nil: null }),
      session: fc.constantFrom('s', 's-1', 'elsewhere'),
      account: fc.constantFrom('acct-1', 'acct-2', null),
      error: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(unrelated, { maxLength: 12 }), fc.boolean(), (others, first) => {
        const added = others.map(({ tool, args, result, ...more }) => call(tool, args, result, more));
        const got = byId(judged(...(first ? [...added, ...LOG] : [...LOG, ...added])));
        for (const [id, one] of expected) expect(got.get(id)).toEqual(one);
      }),
      { numRuns: 60 },
    );
  });
});
