import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AnswerRecord } from '@/lib/records';
import { type Engine, openSource, SOURCE_TIME, sqliteEngine } from '../db/engine';
import { contents, expectRollupsEqualRecount } from '../db/recount';
import { account, call, census, invoices, T0 } from './records';

let engine: Engine;
beforeEach(() => {
  engine = sqliteEngine();
});
afterEach(async () => {
  await expectRollupsEqualRecount(engine.store);
  engine.close();
});

interface Seen {
  id: string;
  verdict: string;
  unseen: string;
}

async function seen(): Promise<Seen[]> {
  return engine.store.all<Seen>(
    sql`SELECT id, verdict, unseen_kind || coalesce(' ' || unseen_rows, '') AS unseen FROM calls ORDER BY seq`,
  );
}

async function unseenOf(id: string): Promise<string | undefined> {
  return (await seen()).find((row) => row.id === id)?.unseen;
}

describe('one answer, once', () => {
  const said: AnswerRecord = {
    type: 'answer',
    id: 'a-1',
    ts: T0,
    session: 's-1',
    account: null,
    question: null,
    text: '20 incidents.',
  };

  test('a resumed session that copies an answer adds none', () => {
    expect(engine.write([said])).toMatchObject({ answers: 1 });
    expect(engine.write([{ ...said, session: 's-2' }])).toMatchObject({ answers: 0, duplicates: 1 });
  });

  test('the same words at another time in another session are an answer of their own', () => {
    engine.write([said]);
    expect(engine.write([{ ...said, session: 's-2', ts: T0 + 1 }])).toMatchObject({ answers: 1, duplicates: 0 });
  });
});

describe('one call, once', () => {
  test('the same record again is a duplicate and changes nothing', async () => {
    expect(engine.write([call('c-1'), call('c-1')])).toMatchObject({ calls: 1, duplicates: 1 });
    expect(engine.write([call('c-1')])).toMatchObject({ calls: 0, duplicates: 1 });
    expect(await seen()).toHaveLength(1);
  });

  test('a call that waited for its result is completed and judged again', async () => {
    engine.write([call('c-1', { result: null })]);
    expect(await seen()).toMatchObject([{ id: 'c-1', verdict: 'unreadable' }]);
    expect(engine.write([call('c-1', { durationMs: 40 })])).toMatchObject({ calls: 0, duplicates: 0 });
    const [row] = await seen();
    expect(row?.verdict).not.toBe('unreadable');
    expect(await engine.store.payload('c-1', 'result')).toBe(invoices(25));
  });

  test('a call that still waits is no duplicate', () => {
    engine.write([call('c-1', { result: null })]);
    expect(engine.write([call('c-1', { result: null })])).toMatchObject({ calls: 0, duplicates: 0 });
  });

  test('another call under the same id is kept under an id of its own, the same on every reading', async () => {
    const other = call('c-1', { session: 's-2', ts: T0 + 1, args: '{"q":"paid"}' });
    expect(engine.write([call('c-1'), other])).toMatchObject({ calls: 2, duplicates: 0 });
    const ids = (await seen()).map((row) => row.id);
    expect(ids).toEqual(['c-1', expect.stringMatching(/^c-1~[0-9a-f]{12}$/)]);
    expect(engine.write([other, call('c-1')])).toMatchObject({ calls: 0, duplicates: 2 });
    expect((await seen()).map((row) => row.id)).toEqual(ids);
  });

  test.each([
    ['time', { ts: T0 + 1 }],
    ['tool', { tool: 'list_incidents' }],
    ['arguments', { args: '{"q":"paid"}' }],
    ['account', { account: 'acct-2' }],
    ['session and result', { session: 's-2', result: invoices(3) }],
  ])('a different %s makes another call', (_, over) => {
    expect(engine.write([call('c-1'), call('c-1', over)])).toMatchObject({ calls: 2, duplicates: 0 });
  });

  test('a resumed session that copies its past does not count it twice', () => {
    expect(engine.write([call('c-1'), call('c-1', { session: 's-2' })])).toMatchObject({ calls: 1, duplicates: 1 });
  });
});

describe('census', () => {
  test.each(['before', 'with', 'after'])('one that comes %s its call settles what was unseen', async (when) => {
    const count = census(96);
    if (when === 'before') engine.write([count]);
    engine.write(when === 'with' ? [call('c-1'), count] : [call('c-1')]);
    if (when === 'after') engine.write([count]);
    expect(await unseenOf('c-1')).toBe('exact 71');
  });

  test('without an account it applies while one account makes the query, and no longer', async () => {
    engine.write([call('c-1'), census(96)]);
    expect(await unseenOf('c-1')).toBe('exact 71');
    engine.write([call('c-2', { account: 'acct-2', session: 's-2' })]);
    expect(await unseenOf('c-1')).not.toBe('exact 71');
    expect(await unseenOf('c-2')).not.toBe('exact 71');
  });

  test('with an account it speaks of that account only', async () => {
    engine.write([call('c-1'), call('c-2', { account: 'acct-2', session: 's-2' })]);
    engine.write([census(96, { account: 'acct-1' })]);
    expect(await unseenOf('c-1')).toBe('exact 71');
    expect(await unseenOf('c-2')).not.toBe('exact 71');
  });

  test('the newest stands, whatever the order of arrival', async () => {
    engine.write([call('c-1'), census(96, { ts: T0 + 10 })]);
    expect(engine.write([census(60, { ts: T0 + 5 })])).toMatchObject({ census: 0, duplicates: 1 });
    expect(await unseenOf('c-1')).toBe('exact 71');
    engine.write([census(98, { ts: T0 + 20 })]);
    expect(await unseenOf('c-1')).toBe('exact 73');
  });
});

describe('a very long session', () => {
  const long = Array.from({ length: 2300 }, (_, i) =>
    call(`c-${i}`, { ts: T0 + i * 1000, args: `{"q":${i % 40}}`, result: invoices(i % 26) }),
  );

  test('is reviewed in parts of a thousand calls, wherever batches end', async () => {
    engine.write(long);
    const parts = await engine.store.all(sql`SELECT part, count(*) AS calls FROM calls GROUP BY part ORDER BY part`);
    expect(parts).toEqual([
      { part: 0, calls: 1000 },
      { part: 1, calls: 1000 },
      { part: 2, calls: 300 },
    ]);
    const other = sqliteEngine();
    for (let at = 0; at < long.length; at += 170) other.write(long.slice(at, at + 170));
    expect(await contents(other.store)).toEqual(await contents(engine.store));
    other.close();
  });
});

describe('what is stored', () => {
  test('payloads come back unit by unit, lone surrogates and NUL included', async () => {
    const texts = ['', 'short', '\ud800 lone \udc00', 'a\u0000b', 'x'.repeat(100_000), `é${'\udfff'.repeat(500)}`];
    engine.write(texts.map((result, i) => call(`c-${i}`, { result, sent: i === 1 ? 'cut' : null })));
    for (const [i, result] of texts.entries()) expect(await engine.store.payload(`c-${i}`, 'result')).toBe(result);
    expect(await engine.store.payload('c-1', 'sent')).toBe('cut');
    expect(await engine.store.payload('c-2', 'sent')).toBeNull();
  });

  test('a call without a time has the time of its source, and says so', async () => {
    engine.write([call('c-1', { ts: null }), call('c-2')]);
    expect(await engine.store.all(sql`SELECT ts, ts_known FROM calls ORDER BY seq`)).toEqual([
      { ts: SOURCE_TIME, ts_known: 0 },
      { ts: T0, ts_known: 1 },
    ]);
  });

  test('accounts: given segments stay, others follow from revenue in one currency, unknown revenue stays unknown', async () => {
    engine.write([
      account('a', { revenue: 1_000_000, currency: 'USD' }),
      account('b', { revenue: 999_999, currency: 'USD' }),
      account('c', { revenue: 99_999, currency: 'USD' }),
      account('d', { revenue: 5, currency: 'USD', segment: 'partner' }),
      call('c-1', { account: 'e' }),
    ]);
    const segments = () => engine.store.all(sql`SELECT id, revenue, segment FROM accounts ORDER BY id`);
    expect(await segments()).toEqual([
      { id: 'a', revenue: 1_000_000, segment: 'enterprise' },
      { id: 'b', revenue: 999_999, segment: 'mid-market' },
      { id: 'c', revenue: 99_999, segment: 'small' },
      { id: 'd', revenue: 5, segment: 'partner' },
      { id: 'e', revenue: null, segment: null },
    ]);
    engine.write([account('e', { revenue: 7, currency: 'EUR' })]);
    expect((await segments()).map((row) => (row as { segment: string | null }).segment)).toEqual([
      null,
      null,
      null,
      'partner',
      null,
    ]);
  });

  test('a later account record fills in and replaces, and leaves what it does not say', async () => {
    engine.write([account('a', { name: 'Acme', revenue: 10, currency: 'USD' })]);
    engine.write([account('a', { revenue: 20 })]);
    expect(await engine.store.all(sql`SELECT name, revenue, currency FROM accounts`)).toEqual([
      { name: 'Acme', revenue: 20, currency: 'USD' },
    ]);
  });

  test('the source tells what it yielded, position included', async () => {
    const source = openSource(engine.pipeline, 'f-2');
    engine.pipeline.write({
      source: source.id,
      records: [call('c-1'), call('c-1'), census(96), account('acct-1')],
      progress: { position: 812, size: 900, state: { open: [1] }, status: 'following' },
      skipped: new Map([['summary', 3]]),
      quarantined: [{ offset: 700, length: 12, reason: 'not JSON', bytes: Buffer.from('{"type":"cal') }],
      sourceTime: SOURCE_TIME,
    });
    expect(openSource(engine.pipeline, 'f-2')).toEqual({
      id: source.id,
      position: 812,
      state: { open: [1] },
      status: 'following',
    });
    const row = await engine.store.get(
      sql`SELECT calls, answers, accounts, census, duplicates, quarantined, longest_result FROM sources WHERE id = ${source.id}`,
    );
    expect(row).toEqual({
      calls: 1,
      answers: 0,
      accounts: 1,
      census: 1,
      duplicates: 1,
      quarantined: 1,
      longest_result: invoices(25).length,
    });
    expect(await engine.store.all(sql`SELECT type, records FROM skipped`)).toEqual([{ type: 'summary', records: 3 }]);
    expect(await engine.store.all(sql`SELECT "offset", reason FROM quarantine`)).toEqual([
      { offset: 700, reason: 'not JSON' },
    ]);
  });

  test("an account that is called '*' is not all accounts", async () => {
    engine.write([call('c-1', { account: '*' }), call('c-2', { account: null, ts: T0 + 1 })]);
    const rows = await engine.store.all(
      sql`SELECT account, sum(calls) AS calls FROM rollups WHERE grain = 'day' GROUP BY account ORDER BY account`,
    );
    expect(rows).toEqual([
      { account: '', calls: 1 },
      { account: '*', calls: 2 },
      { account: '＊', calls: 1 },
    ]);
  });
});
