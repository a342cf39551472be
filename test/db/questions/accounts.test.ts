import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { account, accountSessions } from '@/db/questions/account';
import { accountKinds } from '@/db/questions/account-kinds';
import { accounts } from '@/db/questions/accounts';
import { accountsTrend } from '@/db/questions/accounts-trend';
import { account as accountRecord, call, census, invoices, T0 } from '../../ingest/records';
import { type Engine, sqliteEngine } from '../engine';
import { ALL } from './filters';

const DAY = 86_400_000;

let engine: Engine;
beforeEach(() => {
  engine = sqliteEngine();
  let n = 0;
  const made = (who: string | null, over: { rows?: number; matched?: number; tool?: string; day?: number }) => {
    const id = `c-${n++}`;
    const args = JSON.stringify({ q: id });
    const tool = over.tool ?? 'search_invoices';
    return [
      call(id, {
        account: who,
        tool,
        args,
        session: `s-${Math.floor(n / 3)}`,
        ts: T0 + (over.day ?? 0) * DAY,
        result: invoices(over.rows ?? 25),
      }),
      ...(over.matched === undefined ? [] : [census(over.matched, { account: who, tool, args })]),
    ];
  };
  engine.write([
    accountRecord('rich', { name: 'Rich & Sons', revenue: 9_000_000, currency: 'USD', segment: 'enterprise' }),
    accountRecord('mid', { revenue: 400_000, currency: 'USD' }),
    accountRecord('unhurt', { revenue: 8_000_000, currency: 'USD' }),
    accountRecord('idle', { revenue: 1, currency: 'USD' }),
    ...made('mid', { matched: 96 }),
    ...made('mid', { matched: 40, day: 2 }),
    ...made('rich', { matched: 1025 }),
    ...made('rich', {}),
    ...made('unhurt', { rows: 2 }),
    ...made('named only by a call', { matched: 30 }),
    ...made(null, { matched: 26 }),
    ...made(null, { rows: 1 }),
  ]);
});
afterEach(() => engine.close());

describe('whom to call first', () => {
  test('hit accounts by revenue, then those of unknown revenue, then the unhurt; no account has a row', async () => {
    const page = await accounts(engine.store, ALL);
    expect(page.rows.map((row) => row.id)).toEqual(['rich', 'mid', '', 'named only by a call', 'unhurt']);
    expect(page).toMatchObject({ matched: 5, returned: 5, silent: 1, next: null });
    expect(page.rows[0]).toMatchObject({ name: 'Rich & Sons', segment: 'enterprise', calls: 2, left: 2, capped: 2 });
  });

  test('unseen rows are exact only where every capped call tells', async () => {
    const { rows } = await accounts(engine.store, ALL);
    const unseen = Object.fromEntries(rows.map((row) => [row.id, row.unseen]));
    expect(unseen.mid).toEqual({ total: { kind: 'exact', value: 86 }, exact: 2, atLeast: 0, unknown: 0 });
    expect(unseen.rich).toEqual({ total: { kind: 'at_least', low: 1000 }, exact: 1, atLeast: 0, unknown: 1 });
    expect(unseen.unhurt).toEqual({ total: { kind: 'exact', value: 0 }, exact: 0, atLeast: 0, unknown: 0 });
  });

  test('revenue that is not known is null, never zero', async () => {
    const { rows } = await accounts(engine.store, ALL);
    expect(rows.find((row) => row.id === '')).toMatchObject({ revenue: null, segment: null });
  });

  test.each(['exposure', 'revenue', 'left', 'unseen', 'capped', 'calls', 'name'] as const)(
    'pages by %s hold every account once, both ways',
    async (sort) => {
      for (const dir of ['asc', 'desc'] as const) {
        const whole = (await accounts(engine.store, ALL, { sort, dir })).rows.map((row) => row.id);
        const paged: string[] = [];
        let cursor: string | null = null;
        do {
          const page = await accounts(engine.store, ALL, { sort, dir, cursor, limit: 2 });
          expect(page.matched).toBe(5);
          paged.push(...page.rows.map((row) => row.id));
          cursor = page.next;
        } while (cursor);
        expect(paged).toEqual(whole);
        expect(new Set(paged).size).toBe(5);
      }
    },
  );

  test('a segment narrows to its accounts; a cursor of another sort begins at the beginning', async () => {
    const page = await accounts(engine.store, { ...ALL, segments: ['enterprise'] }, { cursor: '["a","b"]' });
    expect(page.rows.map((row) => row.id)).toEqual(['rich', 'unhurt']);
  });

  test('the trend adds up to the calls left', async () => {
    const filter = { ...ALL, from: T0 - DAY, to: T0 + 4 * DAY };
    const trends = await accountsTrend(engine.store, filter, ['mid', 'rich']);
    const sum = (points: number[] | undefined) => points?.reduce((a, b) => a + b, 0);
    expect(sum(trends.get('mid')?.left)).toBe(2);
    expect(trends.get('mid')?.left.filter((n) => n > 0)).toEqual([1, 1]);
    expect(sum(trends.get('rich')?.calls)).toBe(2);
  });
});

describe('one account', () => {
  test('its figures are those of its row in the list, and its tools add up to them', async () => {
    const { rows } = await accounts(engine.store, ALL);
    for (const row of rows) {
      const report = await account(engine.store, ALL, row.id);
      expect(report).toMatchObject({ calls: row.calls, capped: row.capped, left: row.left, unseen: row.unseen });
      expect(report.tools.reduce((n, tool) => n + tool.left, 0)).toBe(row.left);
      const kinds = await accountKinds(engine.store, { ...ALL, from: T0 - DAY, to: T0 + 4 * DAY }, row.id);
      expect(kinds.at.reduce((n, at) => n + at.flagged + at.silent + at.stale, 0)).toBe(row.capped);
    }
  });

  test('the median is over the capped calls left, with bounds where some do not tell', async () => {
    expect((await account(engine.store, ALL, 'mid')).median).toMatchObject({ kind: 'exact' });
    expect((await account(engine.store, ALL, 'rich')).median.kind).not.toBe('exact');
  });

  test('exposure is its part of all known revenue', async () => {
    const { exposure } = await account(engine.store, ALL, 'rich');
    expect(exposure).toEqual({ kind: 'exact', value: 9_000_000 / 17_400_001 });
    expect((await account(engine.store, ALL, '')).exposure).toEqual({ kind: 'unknown' });
  });

  test('an account that nothing names is not known', async () => {
    expect((await account(engine.store, ALL, 'nobody')).facts.known).toBe(false);
    expect((await account(engine.store, ALL, '')).facts.known).toBe(true);
    expect((await account(engine.store, ALL, 'idle')).facts).toMatchObject({ known: true, lastSeen: null });
  });

  test('sessions say how many of how many', async () => {
    const page = await accountSessions(engine.store, ALL, 'mid', { limit: 1 });
    expect(page.returned).toBe(1);
    expect(page.matched).toBeGreaterThanOrEqual(1);
    expect(page.rows[0]).toMatchObject({ left: expect.any(Number) });
  });

  test('page after page reaches every session once', async () => {
    const later = [0, 1, 1, 2, 3].map((day, i) =>
      call(`later-${i}`, { account: 'rich', session: `z-${i}`, ts: T0 + day * DAY }),
    );
    engine.write(later);
    const whole = await accountSessions(engine.store, ALL, 'rich', { limit: 1_000 });
    expect(whole.next).toBeNull();
    expect(whole.returned).toBe(whole.matched);
    expect(whole.returned).toBe(6);
    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await accountSessions(engine.store, ALL, 'rich', { limit: 1, cursor });
      walked.push(...page.rows.map((row) => row.session));
      cursor = page.next;
    } while (cursor !== null);
    expect(walked).toEqual(whole.rows.map((row) => row.session));
  });
});
