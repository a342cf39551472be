import Database from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { openStore, openWriter } from '@/db/sqlite/open';
import { adopt, readOtherwise } from '@/ingest/declared';
import { Pipeline } from '@/ingest/pipeline';
import { rereadAll } from '@/ingest/reread';
import { type Declared, declareDialects, parseDialects } from '@/lib/contract';
import type { LogRecord } from '@/lib/records';
import { openSource, SOURCE_TIME, scratch } from '../db/engine';
import { expectRollupsEqualRecount } from '../db/recount';
import { teachingLog } from './history-log';
import { call, census, T0 } from './records';

const NONE: Declared = { dialects: [], tools: {} };
const own = {
  id: 'own_tasks',
  title: 'tasks',
  source: 'operator',
  standing: 'own',
  tool: 'list_tasks',
  limit: { default: 8 },
};
const DECLARED: Declared = {
  dialects: parseDialects([own]).dialects,
  tools: {
    fetch_orders: { limit: 40, filtersAfterLimit: true },
    list_events: { maximum: 20 },
    list_docs: { limitArguments: ['size_of_page'] },
    search_notes: { relation: 'exact' },
  },
};

const NOTHING = {
  proven: null,
  usual: null,
  clamped: null,
  ignored: null,
  exceeded: false,
  moved: false,
  noMoreWrong: false,
};

const open: { close(): void }[] = [];
afterEach(() => {
  declareDialects(NONE);
  for (const one of open.splice(0).reverse()) one.close();
});

function fresh() {
  const { folder, remove } = scratch();
  const writer = openWriter(`${folder}/own.db`);
  const store = openStore(writer.path, 'own');
  open.push({ close: remove }, writer, store);
  const pipeline = new Pipeline(writer, () => T0);
  const source = openSource(pipeline).id;
  const progress = { position: 0, size: 0, state: null, status: 'reading' } as const;
  const write = async (records: readonly LogRecord[]) => {
    adopt(writer, {}, T0);
    pipeline.write({ source, records, progress, sourceTime: SOURCE_TIME });
    await pipeline.settle();
  };
  return { writer, store, pipeline, write };
}

type Opened = ReturnType<typeof fresh>;

/** Everything that was read, judged and counted. */
async function state({ store }: Opened): Promise<unknown> {
  const all = (query: string) => store.all(sql.raw(query));
  return {
    calls: await all('SELECT * FROM calls ORDER BY seq'),
    census: await all('SELECT * FROM census ORDER BY query'),
    rollups: await all(
      'SELECT * FROM rollups ORDER BY account, grain, start, tool, verdict, imposed, recovered, unseen_kind, unseen_rows',
    ),
    rows: await all('SELECT * FROM row_counts ORDER BY start, tool, verdict, present'),
    history: await all('SELECT * FROM tool_history ORDER BY contract, mark, present'),
    // One that was taken back says as little as none.
    lessons: await all(`SELECT * FROM lessons WHERE lesson <> '${JSON.stringify(NOTHING)}' ORDER BY contract`),
    pending: await all('SELECT * FROM pending'),
  };
}

const LOG: LogRecord[] = [
  ...teachingLog(),
  call('d-1', { tool: 'list_docs', session: 'd-1', args: '{"q":7,"size_of_page":25}' }),
  call('d-2', { tool: 'list_docs', session: 'd-2', args: '{"q":7,"size_of_page":30}', account: 'acct-2' }),
  call('d-3', { tool: 'list_docs', session: 'd-3', args: '{"q":8,"size_of_page":25}' }),
  census(40, { tool: 'list_docs', args: '{"q":8}' }),
  census(60, { tool: 'list_docs', args: '{"q":7,"size_of_page":25}' }),
];

test('a store that is read again equals one that was read with these dialects from the start', async () => {
  declareDialects(DECLARED);
  const first = fresh();
  await first.write(LOG);
  declareDialects(NONE);
  const later = fresh();
  await later.write(LOG);
  expect(await readOtherwise(later.store)).toBe(false);
  const before = await state(later);

  declareDialects(DECLARED);
  expect(await readOtherwise(later.store)).toBe(true);
  expect(await rereadAll(later.writer, later.pipeline)).toBeGreaterThan(70);
  await later.pipeline.settle();
  expect(await readOtherwise(later.store)).toBe(false);
  await expectRollupsEqualRecount(later.store);
  const wanted = await state(first);
  expect(wanted).not.toEqual(before);
  expect(await state(later)).toEqual(wanted);

  declareDialects(NONE);
  await rereadAll(later.writer, later.pipeline);
  await later.pipeline.settle();
  expect(await state(later)).toEqual(before);
});

test('reading again what has not changed changes nothing', async () => {
  const one = fresh();
  await one.write(LOG);
  const before = await state(one);
  expect(await rereadAll(one.writer, one.pipeline)).toBe(0);
  await one.pipeline.settle();
  expect(await state(one)).toEqual(before);
});

test('a call whose payload has expired keeps its reading', async () => {
  const one = fresh();
  await one.write([call('a', { tool: 'fetch_orders' }), call('b', { tool: 'fetch_orders' })]);
  const db = new Database(one.writer.path);
  db.exec("DELETE FROM payloads WHERE call_id = 'a'");
  db.close();
  declareDialects(DECLARED);
  expect(await rereadAll(one.writer, one.pipeline)).toBe(1);
  expect(await one.store.all(sql`SELECT id, limit_source AS source FROM calls ORDER BY id`)).toEqual([
    { id: 'a', source: null },
    { id: 'b', source: 'operator' },
  ]);
});

test('a store says that its calls were read otherwise until all of them were read again', async () => {
  const declared = fc.constantFrom<Declared>(NONE, DECLARED, { dialects: [], tools: { fetch_orders: { limit: 9 } } });
  const step = fc.record({ declared, does: fc.constantFrom('write', 'reread') });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
      const one = fresh();
      /** What the stored calls were read with. */
      let read: Declared[] = [];
      for (const [i, { declared: now, does }] of steps.entries()) {
        declareDialects(now);
        if (does === 'write') await one.write([call(`c-${i}`)]);
        else await rereadAll(one.writer, one.pipeline);
        read = does === 'write' ? [...read, now] : read.map(() => now);
        expect(await readOtherwise(one.store)).toBe(read.some((it) => it !== now));
      }
    }),
    { numRuns: 30 },
  );
});
