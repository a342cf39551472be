import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Rates } from '@/db/currencies';
import type { Filter } from '@/db/filter';
import { account } from '@/db/questions/account';
import { accounts } from '@/db/questions/accounts';
import { hits } from '@/db/questions/hits';
import { report } from '@/db/questions/report';
import { amountIn, revenueOf } from '@/db/questions/revenue';
import { call, census, account as given, invoices } from '../../ingest/records';
import { type Engine, sqliteEngine } from '../engine';

const ALL: Filter = { from: 0, to: 1e15, tools: [], accounts: [], segments: [], verdicts: [], caps: 'imposed' };
const RATES: Rates = { base: 'USD', rates: { EUR: 1.1, GBP: 1.25 }, asOf: '2026-11-01' };

let engine: Engine;
beforeEach(() => {
  engine = sqliteEngine();
  engine.write([
    given('us', { revenue: 1_000_000, currency: 'USD' }),
    given('fr', { revenue: 2_000_000, currency: 'EUR' }),
    given('de', { revenue: 3_000_000, currency: 'EUR' }),
    given('who', { currency: 'EUR' }),
    ...['us', 'fr', 'who'].flatMap((who) => {
      const args = JSON.stringify({ q: who });
      return [
        call(who, { account: who, session: who, args, result: invoices(25) }),
        census(40, { account: who, args }),
      ];
    }),
  ]);
});
afterEach(() => engine.close());

function configure(currencies: Rates): void {
  engine.configure({ currencies });
}

describe('revenue in several currencies', () => {
  test('without rates: nothing is added, each currency stands apart', async () => {
    const { exposure } = await hits(engine.store, ALL);
    expect(exposure).toMatchObject({
      share: null,
      reason: 'revenue is in 2 currencies, which do not add up',
      revenue: { hit: null, all: null, currency: null },
      unknownRevenue: { hit: 1, all: 1 },
      byCurrency: {
        USD: { accounts: 1, hit: 1_000_000, all: 1_000_000, share: 1 },
        EUR: { accounts: 2, hit: 2_000_000, all: 5_000_000, share: 0.4 },
      },
    });
    expect((await account(engine.store, ALL, 'fr')).exposure).toEqual({ kind: 'unknown' });
    expect((await report(engine.store, ALL)).tools[0]?.exposure.by_currency).toEqual(exposure.byCurrency);
  });

  test('with rates: converted, and said so with the day; bands follow', async () => {
    configure(RATES);
    const { exposure } = await hits(engine.store, ALL);
    expect(exposure.reason).toBeNull();
    // (1,000,000 + 2,000,000 × 1.1) ÷ (1,000,000 + 5,000,000 × 1.1)
    expect(exposure.share).toBeCloseTo(3.2 / 6.5, 12);
    expect(exposure.revenue).toEqual({ hit: 3_200_000, all: 6_500_000, currency: 'USD' });
    expect(exposure.converted).toEqual({ base: 'USD', asOf: '2026-11-01' });
    expect(exposure.bySegment.enterprise?.accounts).toBe(2);
    const french = (await account(engine.store, ALL, 'fr')).exposure;
    expect(french.kind === 'exact' && french.value).toBeCloseTo(2.2 / 6.5, 12);
    expect((await report(engine.store, ALL)).tools[0]?.exposure.converted).toEqual({
      base: 'USD',
      as_of: '2026-11-01',
    });
  });

  test('a currency without a rate is named and nothing is added', async () => {
    configure({ base: 'USD', rates: { GBP: 1.25 }, asOf: '2026-11-01' });
    const { exposure } = await hits(engine.store, ALL);
    expect(exposure.share).toBeNull();
    expect(exposure.reason).toBe('revenue is in 2 currencies, and the rate table of 2026-11-01 has no rate for EUR');
    expect(exposure.converted).toBeUndefined();
  });

  test('accounts are ranked by what their revenue is worth', async () => {
    configure({ ...RATES, rates: { EUR: 0.25 } });
    const page = await accounts(engine.store, ALL, { sort: 'revenue' });
    expect(page.rows.map((row) => row.id)).toEqual(['us', 'fr', 'who']);
    expect(page.converted?.asOf).toBe('2026-11-01');
  });
});

test('bands are in the base currency where a rate is given, and silent where not', async () => {
  const segments = async () =>
    Object.fromEntries(
      (await engine.store.all<{ id: string; segment: string | null }>(sql`SELECT id, segment FROM accounts`)).map(
        ({ id, segment }) => [id, segment],
      ),
    );
  expect(await segments()).toEqual({ us: null, fr: null, de: null, who: null });
  configure({ ...RATES, rates: { EUR: 0.4 } });
  expect(await segments()).toEqual({ us: 'enterprise', fr: 'mid-market', de: 'enterprise', who: null });
  configure({ ...RATES, rates: { GBP: 1.25 } });
  expect(await segments()).toEqual({ us: 'enterprise', fr: null, de: null, who: null });
});

test('any amounts: shares of currencies that have rates add up to one', () => {
  const amount = fc.record({
    currency: fc.constantFrom('USD', 'EUR', 'GBP'),
    accounts: fc.integer({ min: 1, max: 9 }),
    revenue: fc.integer({ min: 1, max: 1e9 }),
    unknown: fc.constant(0),
  });
  fc.assert(
    fc.property(fc.uniqueArray(amount, { minLength: 1, maxLength: 3, selector: (a) => a.currency }), (amounts) => {
      const all = revenueOf(amounts, RATES);
      const parts = amounts.map((one) => (amountIn(all, [one]) ?? 0) / (all.sum ?? 0));
      expect(parts.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9);
      const bare = revenueOf(amounts, null);
      expect(bare.sum === null).toBe(amounts.length > 1);
    }),
  );
});
