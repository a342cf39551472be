import { afterEach, beforeEach, expect, test } from 'vitest';
import { quarantine } from '@/db/questions/quarantine';
import { sources } from '@/db/questions/sources';
import { sourceFormats } from '@/db/questions/sources-formats';
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
  const row = (await sources(engine.store)).rows.find((s) => s.id === id);
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
  const { rows } = await sources(engine.store);
  expect(rows.find((s) => s.id === cutting.id)?.cutAt).toEqual({ length: 301, results: 3, tools: 1 });
  expect(rows.find((s) => s.id === honest.id)?.cutAt).toBeNull();
});

const ALL = { q: '', log: null, only: null };

/** Many sources of two formats, each with one call; every tenth in trouble. */
function many(n: number) {
  for (let i = 0; i < n; i++) {
    const path = `/logs/${i % 2 ? 'codex' : 'native'}-${String(i).padStart(4, '0')}.ndjson`;
    const { id } = engine.pipeline.open({
      kind: 'file',
      path,
      fingerprint: path,
      format: i % 2 ? 'codex' : 'native',
      size: 100,
    });
    engine.pipeline.write({
      source: id,
      records: [call(`c-${i}`, { session: `s-${i}`, ...(i % 4 === 0 ? { result: null } : {}) })],
      progress: { position: 100, size: 100, state: null, status: 'done', trouble: i % 10 === 0 ? 'no' : null },
      skipped: new Map([['ping', 2]]),
      sourceTime: T0,
    });
  }
}

test('a list of many sources is walked page by page, each once, and declares how many there are', async () => {
  many(123);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await sources(engine.store, { ...ALL, q: '/LOGS/' }, { cursor, limit: 50 });
    expect(page.matched).toBe(123);
    expect(page.returned).toBe(page.rows.length);
    expect(page.totals).toMatchObject({ sources: 123, calls: 123, quarantined: 0 });
    seen.push(...page.rows.map((row) => row.path));
    cursor = page.next;
  } while (cursor !== null);
  expect(seen).toHaveLength(123);
  expect(new Set(seen).size).toBe(123);
  const first = await sources(engine.store, { ...ALL, q: '/logs/' }, { limit: 13 });
  expect(first.rows.every((row) => row.trouble !== null)).toBe(true);
});

test('sources are chosen by path, by format and by what is wrong with them', async () => {
  many(40);
  const matched = async (over: Partial<typeof ALL> | object) =>
    (await sources(engine.store, { ...ALL, q: '/logs/', ...over })).matched;
  expect(await matched({ log: 'codex' })).toBe(20);
  expect(await matched({ log: '' })).toBe(0);
  expect(await matched({ only: 'trouble' })).toBe(4);
  expect(await matched({ only: 'quarantined' })).toBe(0);
  expect(await matched({ only: 'resultless' })).toBe(10);
  expect(await matched({ only: 'resultless', log: 'codex' })).toBe(0);
  expect(await matched({ q: 'NATIVE-0002' })).toBe(1);
  expect(await matched({ q: '%' })).toBe(0);
});

test('formats sum up their sources: what was taken, skipped, and never in the log', async () => {
  many(40);
  const formats = (await sourceFormats(engine.store)).filter((row) => row.calls > 0);
  expect(formats.map(({ format, kind, sources: n, calls }) => ({ format, kind, n, calls }))).toEqual([
    { format: 'codex', kind: 'file', n: 20, calls: 20 },
    { format: 'native', kind: 'file', n: 21, calls: 20 },
  ]);
  const native = formats.find((row) => row.format === 'native');
  expect(native).toMatchObject({ skipped: 40, resultless: 10, resultlessWhole: true, bytes: 2_000, cut: 0 });
  expect(native?.skippedTypes).toEqual([{ type: 'ping', records: 40 }]);
  const row = (await sources(engine.store, { ...ALL, q: 'native-0000' })).rows[0];
  expect(row).toMatchObject({ calls: 1, resultless: 1, resultlessWhole: true });
});
