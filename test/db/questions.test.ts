import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Filter } from '@/db/filter';
import { dataSpan } from '@/db/questions/data-span';
import { hits, hitsByTool } from '@/db/questions/hits';
import { report } from '@/db/questions/report';
import type { AccountRecord } from '@/lib/records';
import { account, call, census, invoices } from '../ingest/records';
import { type Engine, sqliteEngine } from './engine';

const ALL: Filter = { from: 0, to: 1e15, tools: [], accounts: [], segments: [], verdicts: [], caps: 'imposed' };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MARCH = Date.UTC(2026, 2, 1);

let engine: Engine;
beforeEach(() => {
  engine = sqliteEngine();
});
afterEach(() => engine.close());

/** A capped call of an account, with a census that says so. */
function capped(id: string, who: string | null, tool = 'search_invoices') {
  const args = JSON.stringify({ q: id });
  return [
    call(id, { account: who, session: id, tool, args, result: invoices(25) }),
    census(40, { account: who, tool, args }),
  ];
}

function money(id: string, revenue: number | null, over: Partial<AccountRecord> = {}): AccountRecord {
  return account(id, { revenue, currency: 'USD', ...over });
}

describe('accounts hit and exposure', () => {
  test('calls that name no account make it a lower bound, and unknown where they are all there is', async () => {
    engine.write([
      money('big', 3_000_000),
      money('idle', 1_000_000),
      ...capped('c-1', 'big'),
      ...capped('c-2', null),
      ...capped('c-3', null, 'list_incidents'),
    ]);
    expect(await hits(engine.store, ALL)).toMatchObject({ accounts: 1, unnamed: 2, exposure: { share: 0.75 } });
    const byTool = await hitsByTool(engine.store, ALL);
    expect(byTool.get('search_invoices')).toMatchObject({ accounts: 1, unnamed: 1, exposure: { share: 0.75 } });
    expect(byTool.get('list_incidents')).toMatchObject({
      accounts: 0,
      unnamed: 1,
      exposure: { share: null, reason: 'the capped calls name no account' },
    });
    expect(await hits(engine.store, { ...ALL, accounts: ['big'] })).toMatchObject({ accounts: 1, unnamed: 0 });
  });

  test('is revenue of the accounts hit over revenue of all, and segments add up to it', async () => {
    engine.write([
      money('big', 3_000_000),
      money('mid', 600_000),
      money('idle', 400_000),
      ...capped('c-1', 'big'),
      ...capped('c-2', 'big'),
      ...capped('c-3', 'mid', 'list_payments'),
      call('c-4', { account: 'idle', session: 's-9', args: '{"q":"other"}', result: invoices(2) }),
    ]);
    const { accounts, exposure } = await hits(engine.store, ALL);
    expect(accounts).toBe(2);
    expect(exposure).toEqual({
      share: 0.9,
      reason: null,
      revenue: { hit: 3_600_000, all: 4_000_000, currency: 'USD' },
      unknownRevenue: { hit: 0, all: 0 },
      bySegment: { enterprise: { accounts: 1, share: 0.75 }, 'mid-market': { accounts: 1, share: 0.15 } },
    });
    const byTool = await hitsByTool(engine.store, ALL);
    expect([...byTool].map(([tool, hit]) => [tool, hit.accounts, hit.exposure.share]).sort()).toEqual([
      ['list_payments', 1, 0.15],
      ['search_invoices', 1, 0.75],
    ]);
    const { exposure: narrow } = await hits(engine.store, { ...ALL, segments: ['mid-market'] });
    expect(narrow.share).toBe(0.15);
  });

  test('unknown revenue is told and not taken for zero', async () => {
    engine.write([money('known', 100), money('silent', 300), money('hidden', null), ...capped('c-1', 'hidden')]);
    const { accounts, exposure } = await hits(engine.store, ALL);
    expect(accounts).toBe(1);
    expect(exposure).toMatchObject({
      share: 0,
      unknownRevenue: { hit: 1, all: 1 },
      bySegment: { unknown: { accounts: 1, share: null } },
    });
  });

  test.each([
    ['several currencies', [money('a', 5), money('b', 5, { currency: 'EUR' })], /2 currencies/],
    ['no revenue at all', [money('a', null)], /no revenue is known/],
  ])('%s: no share, and the reason', async (_, accounts, reason) => {
    engine.write([...accounts, ...capped('c-1', 'a')]);
    const { exposure } = await hits(engine.store, ALL);
    expect(exposure.share).toBeNull();
    expect(exposure.reason).toMatch(reason);
  });

  test('calls without an account hit no account', async () => {
    engine.write(capped('c-1', null));
    expect((await hits(engine.store, ALL)).accounts).toBe(0);
  });
});

describe('report', () => {
  test('covers the hours that a range touches and no others', async () => {
    const at = (hours: number) => MARCH + hours * HOUR + 60_000;
    const hours = [0, 23, 24, 47, 48, 71];
    engine.write(hours.map((h) => call(`c-${h}`, { ts: at(h), args: `{"q":${h}}`, session: `s-${h}` })));
    const calls = async (from: number, to: number) =>
      (await report(engine.store, { ...ALL, from, to })).tools.reduce((sum, tool) => sum + tool.calls, 0);
    expect(await calls(MARCH, MARCH + 3 * DAY)).toBe(6);
    expect(await calls(at(23), at(48))).toBe(4);
    expect(await calls(at(24), at(24) + 1)).toBe(1);
    expect(await calls(MARCH + HOUR, MARCH + 23 * HOUR)).toBe(0);
  });

  test('keeps the shape that other programs read', async () => {
    engine.write([
      money('acct-1', 100),
      ...capped('c-1', 'acct-1'),
      call('c-2', { result: invoices(3), args: '{"q":"z"}' }),
    ]);
    const told = await report(engine.store, ALL);
    expect(told).toMatchObject({
      from: '2026-03-13T09:00:00.000Z',
      to: '2026-03-13T10:00:00.000Z',
      as_of: '2026-04-01T00:00:00.000Z',
      matched: 1,
      returned: 1,
    });
    expect(told.tools[0]).toEqual({
      tool: 'search_invoices',
      calls: 2,
      capped: 1,
      flagged: 0,
      silent: 1,
      stale: 0,
      recovered: 0,
      asked: 0,
      share: 0.5,
      unseen: {
        known: 1,
        unknown: 0,
        at_least: 0,
        total: 15,
        median: { kind: 'exact', value: 15, low: 15, high: 15 },
      },
      accounts: 1,
      exposure: {
        share: 1,
        by_segment: { small: { accounts: 1, share: 1 } },
        reason: null,
        unknown_revenue: { hit: 0, all: 0 },
        unnamed_calls: 0,
      },
    });
  });
});

describe('data span', () => {
  test('opens on the thirty most recent days that hold data, across a gap', async () => {
    const days = [...Array.from({ length: 20 }, (_, i) => i), ...Array.from({ length: 15 }, (_, i) => 50 + i)];
    engine.write(
      days.map((d) => call(`c-${d}`, { ts: MARCH + d * DAY + HOUR, args: `{"q":${d}}`, session: `s-${d}` })),
    );
    const span = await dataSpan(engine.store);
    expect(span.recent).toEqual({ from: MARCH + 5 * DAY, to: MARCH + 65 * DAY, days: 30 });
    expect(span.all).toEqual({ from: MARCH + HOUR, to: MARCH + 64 * DAY + 2 * HOUR });
    expect([span.first, span.last]).toEqual([MARCH + HOUR, MARCH + 64 * DAY + HOUR]);
  });

  test('data is arriving while a worker said so within half a minute', async () => {
    expect(await dataSpan(engine.store, 100_000)).toMatchObject({ arriving: false, recent: null, all: null });
    engine.beat(100_000);
    expect((await dataSpan(engine.store, 120_000)).arriving).toBe(true);
    expect((await dataSpan(engine.store, 140_000)).arriving).toBe(false);
  });
});
