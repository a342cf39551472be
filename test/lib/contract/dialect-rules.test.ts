import { describe, expect, it } from 'vitest';
import { type Dialect, readCall } from '@/lib/contract';
import { Registry } from '@/lib/contract/dialects/registry';
import { inspect } from '@/lib/inspect';
import type { CallRecord } from '@/lib/records';
import { callOf, type DialectCase, rows } from '../../fixtures/dialects/kit';

type Part = Pick<DialectCase, 'tool' | 'args' | 'result'>;

function log(calls: readonly Part[]): CallRecord[] {
  return calls.map((one, i) => ({
    ...callOf({ dialect: '', name: '', expect: { verdict: 'unknown' }, ...one }),
    id: `c-${i}`,
    ts: Date.UTC(2026, 2, 1, 0, 0, i),
  }));
}

function listing(page: number, after: string | null): Part {
  const children = rows(100, (i) => ({ kind: 't3', data: { id: `p${page}-${i}` }, id: `p${page}-${i}` }));
  return {
    tool: 'reddit_new',
    args: { subreddit: 'kites', limit: 100, ...(page === 0 ? {} : { after: `t3_${page}` }) },
    result: { kind: 'Listing', data: { after, dist: 100, children } },
  };
}

describe('rows that can be fetched at all', () => {
  it('an end at the reach of an API ends no walk', () => {
    const { calls } = inspect(log(rows(10).map((_, page) => listing(page, page === 9 ? null : `t3_${page + 1}`))));
    expect(calls.at(-1)).toMatchObject({ verdict: 'silent', present: 100, limit: { value: 100 } });
    expect(calls.every((call) => !call.recovered)).toBe(true);
  });

  it('an end before it does', () => {
    const { calls } = inspect(log(rows(3).map((_, page) => listing(page, page === 2 ? null : `t3_${page + 1}`))));
    expect(calls.at(-1)).toMatchObject({ verdict: 'complete' });
    expect(calls[0]).toMatchObject({ verdict: 'flagged', recovered: true, unseen: { kind: 'exact', rows: 200 } });
  });

  it('more matches than can be fetched are named', () => {
    const result = { total_count: 4210, incomplete_results: false, items: rows(30) };
    const [call] = inspect(log([{ tool: 'gh_find', args: { q: 'x' }, result }])).calls;
    expect(call?.findings.map(({ kind }) => kind)).toContain('out_of_reach');
  });
});

describe('limits from memory', () => {
  const orders = (count: number, i: number): Part => ({
    tool: 'shopify_orders',
    args: { status: `s${i}` },
    result: { orders: rows(count, (j) => ({ id: i * 1000 + j, admin_graphql_api_id: `gid://shopify/Order/${j}` })) },
  });

  it('do not stand in the way of a limit that the history shows', () => {
    const counts = [...Array<number>(20).fill(40), ...rows(60).map((_, i) => 3 + (i % 12))];
    const { calls } = inspect(log(counts.map((count, i) => orders(count, i))));
    expect(calls[0]).toMatchObject({ verdict: 'silent', limit: { value: 40, source: 'learned' } });
  });
});

describe('statements of a dialect', () => {
  const dialect: Dialect = {
    id: 'probe',
    title: 'A probe',
    source: 'this test',
    standing: 'own',
    has: [['body.list', 'list']],
    rows: { path: ['body.list', 'list'], also: ['more\\.rows'] },
    says: [
      { path: 'state', when: { matches: '^part' }, says: 'partial' },
      { path: 'left', when: { above: 0 }, says: 'more' },
      { path: 'left', when: 0, says: 'no_more' },
      { path: 'mark', when: { sameAsArg: 'page.mark' }, says: 'no_more' },
    ],
    limit: { args: ['page.*.size'], written: { arg: 'q', pattern: '\\btake (\\d+)' } },
  };
  const read = (args: object, result: object) =>
    readCall(
      {
        ...callOf({ dialect: '', name: '', tool: 't', args: {}, result: '', expect: { verdict: 'unknown' } }),
        args: JSON.stringify(args),
        result: JSON.stringify(result),
      },
      0,
      new Registry([dialect]),
    );

  it('the strongest statement about the rest counts', () => {
    expect(read({}, { list: rows(2), left: 3, mark: 'a' }).reading.more).toMatchObject({
      value: true,
      strength: 'exact',
      at: { path: 'result.left', value: 3 },
    });
    expect(read({}, { list: rows(2), left: 0 }).reading.more).toMatchObject({ value: false });
    expect(read({ page: { mark: 'a' } }, { list: rows(2), mark: 'a' }).reading.more).toMatchObject({ value: false });
    expect(read({ page: { mark: 'b' } }, { list: rows(2), mark: 'a' }).reading.more).toBeNull();
    expect(read({}, { list: rows(2), state: 'partly done' }).reading.partial).toEqual([
      { path: 'result.state', value: 'partly done' },
    ]);
  });

  it('rows stand in several lists, under keys with dots', () => {
    expect(read({}, { list: rows(2), 'more.rows': rows(3) }).reading.present).toBe(5);
    expect(read({}, { body: { list: rows(4) } }).reading.present).toBe(4);
  });

  it('limits stand deep in the arguments and inside a text', () => {
    expect(read({ page: { a: { size: 7 } } }, { list: rows(2) }).limit).toMatchObject({ value: 7, source: 'argument' });
    expect(read({ q: 'events | take 20' }, { list: rows(2) }).limit).toMatchObject({
      value: 20,
      at: { path: 'args.q' },
    });
  });
});
