import { afterEach, beforeEach, expect, test } from 'vitest';
import { quarantine } from '@/db/questions/quarantine';
import { sources } from '@/db/questions/sources';
import { call, invoices, T0 } from '../../ingest/records';
import { type Engine, sqliteEngine } from '../engine';

let engine: Engine;
beforeEach(() => {
  engine = sqliteEngine();
});
afterEach(() => engine.close());

function source(path: string) {
  return engine.pipeline.open({ kind: 'file', path, fingerprint: path, format: 'native', size: 5_000 });
}

test('a source says how far it is, what it skipped and what it could not read', async () => {
  const { id } = source('march.ndjson');
  engine.pipeline.write({
    source: id,
    records: [call('c-1'), call('c-1'), call('c-2')],
    progress: { position: 4_000, size: 5_000, state: null, status: 'following' },
    skipped: new Map([
      ['summary', 3],
      ['ping', 9],
    ]),
    quarantined: Array.from({ length: 45 }, (_, i) => ({
      offset: i * 10,
      length: 500,
      reason: 'not JSON',
      bytes: Buffer.from(`{"n":${i},\u202e`),
    })),
    sourceTime: T0,
  });
  const row = (await sources(engine.store)).find((s) => s.id === id);
  expect(row).toMatchObject({
    position: 4_000,
    size: 5_000,
    calls: 2,
    duplicates: 1,
    quarantined: 45,
    status: 'following',
    cutAt: null,
  });
  expect(row?.skipped).toEqual([
    { type: 'ping', records: 9 },
    { type: 'summary', records: 3 },
  ]);

  const first = await quarantine(engine.store, id);
  expect(first).toMatchObject({ matched: 45, returned: 20 });
  expect(first.rows[0]).toMatchObject({ offset: 0, reason: 'not JSON', text: '{"n":0,\u202e', shown: 10, length: 500 });
  const second = await quarantine(engine.store, id, { cursor: first.next });
  expect(second.rows[0]?.offset).toBe(200);
  const third = await quarantine(engine.store, id, { cursor: second.next });
  expect(third).toMatchObject({ returned: 5, next: null });
});

test('a log that cuts is named only when that is provable', async () => {
  const cutting = source('cut.ndjson');
  const honest = source('honest.ndjson');
  const cut = (id: string, length: number) =>
    call(id, { session: id, args: JSON.stringify({ q: id }), result: invoices(40, { memo: id }).slice(0, length) });
  const write = (id: number, records: ReturnType<typeof call>[]) =>
    engine.pipeline.write({
      source: id,
      records,
      progress: { position: 1, size: 1, state: null, status: 'done' },
      sourceTime: T0,
    });
  write(cutting.id, [cut('a', 301), cut('b', 301), cut('c', 301)]);
  write(honest.id, [cut('d', 303), cut('e', 307), cut('f', 311), call('g', { session: 'g' })]);
  const rows = await sources(engine.store);
  expect(rows.find((s) => s.id === cutting.id)?.cutAt).toEqual({ length: 301, results: 3, tools: 1 });
  expect(rows.find((s) => s.id === honest.id)?.cutAt).toBeNull();
});
