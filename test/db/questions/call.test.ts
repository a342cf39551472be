import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call } from '@/db/questions/call';
import { neighbours } from '@/db/questions/neighbours';
import { account, call as callRecord, T0 } from '../../ingest/records';
import { type Engine, sqliteEngine } from '../engine';

let engine: Engine;
beforeEach(() => {
  engine = sqliteEngine();
});
afterEach(() => engine.close());

const incidents = (returned: number, rows: number) =>
  JSON.stringify({
    matched: 340,
    returned,
    next_cursor: 'b2Zmc2V0OjIw',
    incidents: Array.from({ length: rows }, (_, i) => ({ id: `inc-${i}` })),
  });

describe('one call', () => {
  test('comes back with what it was asked, what it said and what was there', async () => {
    engine.write([
      account('acct-1', { name: 'Nordwind', revenue: 10, currency: 'EUR' }),
      callRecord('c-1', { tool: 'list_incidents', result: incidents(20, 20), sent: incidents(20, 14), version: 'v 2' }),
    ]);
    const found = await call(engine.store, 'c-1');
    expect(found).toMatchObject({
      tool: 'list_incidents',
      version: 'v 2',
      account: { id: 'acct-1', name: 'Nordwind', revenue: 10, currency: 'EUR' },
      judgement: { verdict: 'stale', present: 14, unseen: { kind: 'exact', rows: 326, source: 'declared' } },
      reading: { rowsPath: 'sent.incidents', returned: { value: 20 } },
      source: { id: 1 },
    });
    expect(found?.judgement.findings[0]?.says).toContain('14');
    expect(found?.views.map((view) => view.view)).toEqual(['result', 'sent']);
    for (const view of found?.views ?? [])
      expect((await engine.store.payload('c-1', view.view))?.length).toBe(view.length);
  });

  test('an id that nobody has is null, also a hostile one', async () => {
    engine.write([callRecord('c-1')]);
    expect(await call(engine.store, "x' or '1'='1")).toBeNull();
  });

  test('a call without a result has no views', async () => {
    engine.write([callRecord('c-1', { result: null })]);
    expect(await call(engine.store, 'c-1')).toMatchObject({ views: [], judgement: { verdict: 'unreadable' } });
  });
});

describe('neighbours', () => {
  test('are the calls before and after in the session, and the pages of the walk', async () => {
    const page = (i: number) =>
      callRecord(`p-${i}`, {
        ts: T0 + i * 1000,
        session: 'walk',
        tool: 'list_customers',
        args: JSON.stringify({ region: 'north', limit: 10, offset: i * 10 }),
        result: JSON.stringify({
          total: 37,
          offset: i * 10,
          items: Array.from({ length: i === 3 ? 7 : 10 }, (_, j) => ({ id: i * 10 + j })),
        }),
      });
    engine.write([
      ...[0, 1, 2, 3].map(page),
      callRecord('other', { ts: T0 + 1500, session: 'walk' }),
      callRecord('elsewhere', { ts: T0 + 1500, session: 'not the walk' }),
    ]);
    const one = await call(engine.store, 'p-2');
    if (!one) throw new Error('p-2 is not there');
    const around = await neighbours(engine.store, one);
    expect(around).toMatchObject({ position: 4, of: 5, walkOf: 4 });
    expect(around.before.map((n) => n.id)).toEqual(['p-0', 'p-1', 'other']);
    expect(around.after.map((n) => n.id)).toEqual(['p-3']);
    expect(around.walk.map((p) => [p.id, p.offset, p.present])).toEqual([
      ['p-0', 0, 10],
      ['p-1', 10, 10],
      ['p-2', 20, 10],
      ['p-3', 30, 7],
    ]);
    expect(one.judgement.recovered).toBe(true);
  });

  test('calls of one time keep their order of arrival', async () => {
    engine.write(['a', 'b', 'c'].map((id, i) => callRecord(id, { args: `{"q":${i}}` })));
    const one = await call(engine.store, 'b');
    if (!one) throw new Error('b is not there');
    const around = await neighbours(engine.store, one, 1);
    expect([around.before[0]?.id, around.after[0]?.id, around.position]).toEqual(['a', 'c', 2]);
  });
});
