import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { openStore, openWriter } from '@/db/sqlite/open';
import type { Store } from '@/db/store';
import { Pipeline } from '@/ingest/pipeline';
import { inspect } from '@/lib/inspect';
import type { LogRecord } from '@/lib/records';
import journal from '../../db/sqlite/migrations/meta/_journal.json' with { type: 'json' };
import { openSource, SOURCE_TIME, scratch } from '../db/engine';
import { expectRollupsEqualRecount } from '../db/recount';
import { teachingLog } from './history-log';
import { call, T0 } from './records';

const open: { close(): void }[] = [];
const closeAll = () => {
  for (const one of open.splice(0).reverse()) one.close();
};
afterEach(closeAll);

const SOURCES = 2;

/** A store with two sources; a session belongs to one of them. */
function fresh() {
  const { folder, remove } = scratch();
  const path = join(folder, 'own.db');
  const writer = openWriter(path);
  const store = openStore(path, 'own');
  const pipeline = new Pipeline(writer, () => T0);
  const sources = Array.from({ length: SOURCES }, (_, i) => openSource(pipeline, `f-${i}`).id);
  open.push({ close: remove }, writer, store);
  const write = (records: readonly LogRecord[], source = sources[0] ?? 0) =>
    pipeline.write({
      source,
      records,
      progress: { position: 0, size: 0, state: null, status: 'reading' },
      sourceTime: SOURCE_TIME,
    });
  return { path, folder, store, pipeline, sources, write };
}

/** Everything that was judged and counted, without what tells of the order of arrival. */
async function judged(store: Store): Promise<unknown> {
  const all = (query: string) => store.all(sql.raw(query));
  return {
    calls:
      await all(`SELECT id, verdict, basis, findings, present, returned, matched, relation, limit_value, limit_source,
      imposed, unseen_kind, unseen_rows, unseen_source, recovered, marks, cut, text_length FROM calls ORDER BY id`),
    rollups: await all(`SELECT * FROM rollups ORDER BY account, grain, start, tool, verdict, imposed, recovered,
      unseen_kind, unseen_rows`),
    rows: await all('SELECT * FROM row_counts ORDER BY start, tool, verdict, present'),
    history: await all('SELECT * FROM tool_history ORDER BY contract, mark, present'),
    lessons: await all('SELECT * FROM lessons ORDER BY contract'),
    cuts: await all('SELECT source, length, cut FROM piles WHERE cut ORDER BY source, length'),
    pending: await all('SELECT * FROM pending'),
  };
}

const verdicts = async (store: Store) =>
  Object.fromEntries(
    (
      await store.all<{ id: string; judged: string }>(
        sql`SELECT id, verdict || ' ' || coalesce(limit_value, '-') || ' ' || coalesce(limit_source, '-') AS judged FROM calls`,
      )
    ).map(({ id, judged: is }) => [id, is]),
  );

describe('what later calls teach changes what was judged before', () => {
  test('a total that once exceeds its page makes earlier full pages complete, across sessions', async () => {
    const { store, pipeline, write } = fresh();
    const page = (total: number) => JSON.stringify({ total, items: Array.from({ length: 5 }, (_, i) => ({ id: i })) });
    write([call('a', { tool: 'find_notes', args: '{"q":1,"limit":5}', result: page(5) })]);
    expect(await verdicts(store)).toEqual({ a: 'silent 5 argument' });
    write([call('b', { session: 's-2', tool: 'find_notes', args: '{"q":2,"limit":5}', result: page(9) })]);
    expect((await verdicts(store)).a).toBe('silent 5 argument');
    expect(await pipeline.settle()).toBe(true);
    expect(await verdicts(store)).toEqual({ a: 'complete 5 argument', b: 'flagged 5 argument' });
    await expectRollupsEqualRecount(store);
    expect(pipeline.settleSome()).toBe(false);
  });

  test('taking back what a call showed takes back the lesson', async () => {
    const { store, pipeline, write } = fresh();
    const page = (total: number) => JSON.stringify({ total, items: Array.from({ length: 5 }, (_, i) => ({ id: i })) });
    const late = call('b', { session: 's-2', tool: 'find_notes', args: '{"q":2,"limit":5}', result: page(9) });
    write([call('a', { tool: 'find_notes', args: '{"q":1,"limit":5}', result: page(5) }), late]);
    expect((await verdicts(store)).a).toBe('complete 5 argument');
    write([{ ...late, sent: page(5) }]);
    await pipeline.settle();
    expect(await verdicts(store)).toMatchObject({ a: 'silent 5 argument' });
    expect(await store.all(sql`SELECT * FROM tool_history WHERE mark = 'exceeded'`)).toEqual([]);
    await expectRollupsEqualRecount(store);
  });

  test('a length at which the log turns out to cut is judged again however many results lie there', async () => {
    const { store, pipeline, write } = fresh();
    const cut = (id: number, q: number) =>
      call(`c-${id}`, {
        session: `s-${id}`,
        ts: T0 + id,
        tool: 'get_report',
        args: JSON.stringify({ q }),
        result: `{"q":${q},"items":["${'x'.repeat(300)}`.slice(0, 137),
      });
    write(Array.from({ length: 650 }, (_, i) => cut(i, i % 2)));
    const unreadable = () => store.get(sql`SELECT count(*) AS n FROM calls WHERE verdict = 'unreadable'`);
    expect(await unreadable()).toEqual({ n: 0 });
    write([cut(650, 2)]);
    expect(await unreadable()).toEqual({ n: 1 });
    expect([pipeline.settleSome(), pipeline.settleSome(), pipeline.settleSome()]).toEqual([true, true, true]);
    expect(pipeline.settleSome()).toBe(false);
    expect(await unreadable()).toEqual({ n: 651 });
    await expectRollupsEqualRecount(store);
  });

  test('settling goes on where a stop cut it short, in another process too', async () => {
    const { path, store, pipeline, write } = fresh();
    for (const record of teachingLog()) write([record]);
    expect(pipeline.settleSome()).toBe(true);
    expect(await store.get(sql`SELECT count(*) > 0 AS waits FROM pending`)).toEqual({ waits: 1 });
    open.splice(1, 1)[0]?.close();
    const writer = openWriter(path);
    open.push(writer);
    await new Pipeline(writer).settle();
    const whole = fresh();
    whole.write(teachingLog());
    await whole.pipeline.settle();
    expect(await judged(store)).toEqual(await judged(whole.store));
  });
});

describe('the final state', () => {
  test('teaches every lesson of the log', async () => {
    const { store, pipeline, write } = fresh();
    write(teachingLog());
    await pipeline.settle();
    const found = await verdicts(store);
    const of = (id: number) => found[`h-${String(id).padStart(3, '0')}`];
    expect(of(70)).toBe('silent 40 learned');
    expect(of(71)).toBe('silent 20 learned');
    expect(of(75)).toBe('complete 5 argument');
    expect([of(77), of(79)]).toEqual(['stale 5 argument', 'silent 5 argument']);
    expect([of(81), of(82)]).toEqual(['stale 5 argument', 'silent 5 argument']);
    expect([of(83), of(84)]).toEqual(['silent 8 learned', 'silent 8 learned']);
    expect([of(85), of(86), of(87)].map((is) => is?.split(' ')[0])).toEqual(Array(3).fill('unreadable'));
    expect(of(88)).toMatch(/^complete/);
    expect([of(89), of(90), of(91)].map((is) => is?.split(' ')[0])).toEqual(Array(3).fill('unreadable'));
    expect(await store.all(sql`SELECT length FROM piles WHERE cut ORDER BY length`)).toEqual([
      { length: 200 },
      { length: 300 },
    ]);
  });

  test('is what inspect says of the same log', async () => {
    const { store, pipeline, write } = fresh();
    for (const record of teachingLog()) write([record]);
    await pipeline.settle();
    const rows = await store.all<{ id: string; verdict: string; findings: string }>(
      sql`SELECT id, verdict, findings FROM calls ORDER BY id`,
    );
    const stored = rows.map((row) => ({ ...row, findings: JSON.parse(row.findings) as unknown }));
    const inspected = inspect(teachingLog()).calls.map(({ id, verdict, findings }) => ({ id, verdict, findings }));
    expect(stored).toEqual(inspected.sort((a, b) => (a.id < b.id ? -1 : 1)));
  });

  test('does not depend on the order of records, batches or files', async () => {
    const log = teachingLog();
    const sourceOf = (record: LogRecord) => ('session' in record ? record.session.length % SOURCES : 0);
    const state = async (order: readonly LogRecord[], sizes: readonly number[], settleEvery: number) => {
      const { store, pipeline, sources, write } = fresh();
      let at = 0;
      for (let i = 0; at < order.length; i++) {
        const batch = order.slice(at, at + (sizes[i % sizes.length] ?? 1));
        at += batch.length;
        for (const [n, source] of sources.entries()) {
          const part = batch.filter((record) => sourceOf(record) === n);
          if (part.length > 0) write(part, source);
        }
        if (i % settleEvery === 0) pipeline.settleSome();
      }
      await pipeline.settle();
      await expectRollupsEqualRecount(store);
      return judged(store);
    };
    const expected = await state(log, [log.length], 1);
    const orders = fc.shuffledSubarray(log, { minLength: log.length });
    const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc
        .asyncProperty(orders, sizes, fc.integer({ min: 1, max: 9 }), async (order, cuts, every) => {
          expect(await state(order, cuts, every)).toEqual(expected);
        })
        .afterEach(closeAll),
      { numRuns: 15 },
    );
  });
});

test('a store from before there was a history is weighed and judged again', async () => {
  const { path, folder, store, pipeline, write } = fresh();
  write(teachingLog());
  await pipeline.settle();
  const old = join(folder, 'old.db');
  const db = new Database(old);
  const first = journal.entries[0];
  db.exec(
    readFileSync(join('db/sqlite/migrations', `${first?.tag}.sql`), 'utf8').replaceAll('--> statement-breakpoint', ''),
  );
  db.exec('CREATE TABLE __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)');
  db.prepare("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('first', ?)").run(first?.when);
  db.pragma('user_version = 1');
  db.prepare('ATTACH ? AS new').run(path);
  for (const table of ['calls', 'payloads', 'census', 'sources', 'accounts', 'rollups', 'row_counts']) {
    const names = db.prepare<[], { name: string }>(`SELECT name FROM pragma_table_info('${table}')`).all();
    const columns = names.map(({ name }) => `"${name}"`).join(', ');
    db.exec(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM new.${table}`);
  }
  db.close();
  const writer = openWriter(old);
  const migrated = openStore(old, 'own');
  open.push(migrated, writer);
  expect(await migrated.get(sql`SELECT count(*) AS n FROM calls WHERE marks IS NULL`)).toEqual({ n: 91 });
  await new Pipeline(writer).settle();
  expect(await judged(migrated)).toEqual(await judged(store));
});
