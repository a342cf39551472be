import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CallRow, calls } from '@/db/questions/calls';
import { callKinds } from '@/db/questions/calls-kinds';
import { parseSearch, writeSearch } from '@/db/questions/calls-search';
import { NO_SEARCH } from '@/db/questions/calls-where';
import { account, call, census, invoices, T0 } from '../../ingest/records';
import { type Engine, sqliteEngine } from '../engine';
import { ALL } from './filters';

let engine: Engine;
beforeEach(() => {
  engine = sqliteEngine();
  engine.write([
    account('big', { revenue: 5_000_000, currency: 'USD', segment: 'enterprise' }),
    account('small', { revenue: 10_000, currency: 'USD', segment: 'small' }),
    ...Array.from({ length: 40 }, (_, i) =>
      call(`c-${String(i).padStart(2, '0')}`, {
        // Five calls share each time, so that only their order of arrival tells them apart.
        ts: T0 + Math.floor(i / 5) * 3_600_000,
        session: i < 3 ? 's "quoted" 100%' : `s-${i}`,
        account: [null, 'big', 'small'][i % 3] ?? null,
        args: JSON.stringify({ q: `invoice_${i}`, ...(i % 8 === 7 ? { limit: 25 } : {}) }),
        result: invoices(i % 4 === 3 ? 25 : 3),
      }),
    ),
    census(96, { args: '{"q":"invoice_3"}', account: null }),
  ]);
});
afterEach(() => engine.close());

async function walkAll(order: 'newest' | 'oldest', limit: number): Promise<CallRow[]> {
  const found: CallRow[] = [];
  let cursor: string | null = null;
  do {
    const page = await calls(engine.store, ALL, NO_SEARCH, { cursor, limit, order });
    expect(page.matched).toBe(40);
    expect(page.returned).toBe(page.rows.length);
    found.push(...page.rows);
    cursor = page.next;
  } while (cursor);
  return found;
}

describe('the list of calls', () => {
  test('pages hold every call once, in order, also where times are equal', async () => {
    const newest = await walkAll('newest', 7);
    expect(newest.map((row) => row.id)).toEqual([...newest.map((row) => row.id)].sort().reverse());
    expect(newest).toHaveLength(40);
    const oldest = await walkAll('oldest', 40);
    expect(oldest.map((row) => row.id)).toEqual(newest.map((row) => row.id).reverse());
  });

  test('a mistyped cursor begins at the beginning', async () => {
    const page = await calls(engine.store, ALL, NO_SEARCH, { cursor: "1' or 1=1", limit: 2 });
    expect(page.rows[0]?.id).toBe('c-39');
  });

  test('the count is exact for every filter, whatever the page holds', async () => {
    const count = async (over: object, search = NO_SEARCH) => {
      const page = await calls(engine.store, { ...ALL, ...over }, search, { limit: 1 });
      const whole = await calls(engine.store, { ...ALL, ...over }, search, { limit: 5000 });
      expect(whole.rows).toHaveLength(page.matched ?? -1);
      return page.matched;
    };
    expect(await count({ accounts: [''] })).toBe(14);
    expect(await count({ accounts: ['big', 'small'] })).toBe(26);
    expect(await count({ segments: ['enterprise'] })).toBe(13);
    expect(await count({ tools: ['nothing of the kind'] })).toBe(0);
    expect(await count({ from: T0 - (T0 % 3_600_000), to: T0 + 1 })).toBe(5);
    expect(await count({ verdicts: ['silent'] })).toBe(5);
    expect(await count({ verdicts: ['silent'], caps: 'asked' })).toBe(5);
    expect(await count({ verdicts: ['silent'], caps: 'both' })).toBe(10);
    expect(await count({ caps: 'asked' })).toBe(5);
    expect(await count({}, { ...NO_SEARCH, left: true })).toBe(5);
    expect(await count({}, { ...NO_SEARCH, rows: [25, 25] })).toBe(10);
    expect(await count({ accounts: ['big'] }, { ...NO_SEARCH, rows: [20, 30] })).toBe(3);
    expect(await count({}, { ...NO_SEARCH, unseen: [70, 80] })).toBe(1);
    expect(await count({}, { ...NO_SEARCH, session: 's "quoted" 100%' })).toBe(3);
  });

  test('a row carries the sentence of its first finding and what is known of its unseen rows', async () => {
    const { rows } = await calls(engine.store, ALL, { ...NO_SEARCH, unseen: [1, 1000] });
    expect(rows).toMatchObject([
      { id: 'c-03', verdict: 'silent', present: 25, unseen: { kind: 'exact', rows: 71, source: 'census' } },
    ]);
    expect(rows[0]?.says).toContain('25');
  });

  test('text is looked for as it stands: % and _ mean themselves', async () => {
    const search = (text: string) => calls(engine.store, ALL, { ...NO_SEARCH, text });
    expect((await search('INVOICE_1')).matched).toBe(11);
    expect((await search('invoice%1')).matched).toBe(0);
    expect((await search('100%')).matched).toBe(3);
    const page = await calls(engine.store, ALL, { ...NO_SEARCH, text: 'invoice_' }, { limit: 4 });
    expect(page).toMatchObject({ matched: 40, returned: 4, searched: { calls: 40, of: 40 } });
    const next = await calls(engine.store, ALL, { ...NO_SEARCH, text: 'invoice_' }, { limit: 4, cursor: page.next });
    expect(next.rows[0]?.id).toBe('c-35');
  });

  test('choices of a verdict say how many calls each would list', async () => {
    expect(await callKinds(engine.store, { ...ALL, verdicts: ['stale'] })).toEqual(
      Object.fromEntries(
        await Promise.all(
          (['complete', 'silent'] as const).map(async (verdict) => [
            verdict,
            (await calls(engine.store, { ...ALL, verdicts: [verdict] }, NO_SEARCH)).matched,
          ]),
        ),
      ),
    );
  });
});

describe('what is typed into the search', () => {
  test('session: and is:left narrow, the rest is text', () => {
    expect(parseSearch('overdue  session:s-1 is:left b')).toEqual({
      ...NO_SEARCH,
      session: 's-1',
      left: true,
      text: 'overdue b',
    });
    expect(parseSearch('session:"a b" is:odd')).toMatchObject({ session: 'a b', text: 'is:odd' });
  });

  test('is written back as it was meant', () => {
    for (const session of ['s-1', 'two words', null])
      for (const left of [true, false])
        for (const text of ['', 'overdue inv'])
          expect(parseSearch(writeSearch({ ...NO_SEARCH, session, left, text }))).toEqual({
            ...NO_SEARCH,
            session,
            left,
            text,
          });
  });
});
