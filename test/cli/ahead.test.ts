import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { beforeAll, expect, test } from 'vitest';
import { storePath } from '@/db/paths';
import { openWriter } from '@/db/sqlite/open';
import { Pipeline } from '@/ingest/pipeline';
import { sampleMonth } from '@/ingest/sample';
import { readFile } from '@/ingest/sources/file';
import { RACY } from '@/ingest/sources/stamp';
import { capwatch, ensureBuilt, ownFolder, root } from './run';

const folder = ownFolder();
beforeAll(ensureBuilt);

/** All that is stored but when it was read, in an order that does not depend on the file's layout. */
function contents(path: string): Record<string, unknown[]> {
  const db = new Database(path, { readonly: true });
  const tables = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  const stored = tables.filter((name) => !/^(sqlite|__drizzle)|^meta$/.test(name));
  const rows = stored.map((name) => {
    const columns = db.prepare<[], { name: string }>(`SELECT name FROM pragma_table_info('${name}')`).all();
    const kept = columns
      .filter((column) => !/_read_at$|^at$/.test(column.name))
      .map((column) => (column.name === 'bytes' ? 'hex(bytes)' : `"${column.name}"`));
    return [name, db.prepare(`SELECT ${kept.join(', ')} FROM ${name} ORDER BY ${kept.join(', ')}`).all()] as const;
  });
  db.close();
  return Object.fromEntries(rows);
}

/** Calls that are unlike the sample's: no account, text, errors, two views, one id twice, lone surrogates, long results. */
function* oddCalls(): Generator<string> {
  const long = { items: Array.from({ length: 900 }, (_, id) => ({ id, name: `item ${id}` })), total: 1200 };
  const results: unknown[] = [
    null,
    'Found 3 files\na.ts\nb.ts\nc.ts',
    '{"items":[{"id":1}],"has_more":true}',
    long,
    JSON.stringify(long).slice(0, 20_000),
    { text: 'half a pair: \ud800', rows: [1, 2] },
    'ünïcode → \ud800 and \u0000',
    [],
  ];
  for (let n = 0; n < 400; n++) {
    const call = {
      type: 'call',
      id: `odd-${n % 390}`,
      session: `odd-${n % 40}`,
      tool: `tool_${n % 5}\u0000`,
      error: n % 9 === 0,
    };
    const views = n % 7 === 0 ? { sent: results[(n + 2) % results.length] } : {};
    yield `${JSON.stringify({ ...call, args: { limit: n % 4 }, result: results[n % results.length], ...views })}\n`;
  }
}

test('what the other thread does ahead is what is done in place', async () => {
  expect(existsSync(join(root, 'dist/ahead-thread.js'))).toBe(true);
  const log = join(folder, 'log.ndjson');
  writeFileSync(log, [...sampleMonth({ scale: 0.03 }), ...oddCalls()].join(''));
  // Both reads then keep the file's stamp: one that is younger may still change and keeps none.
  await pause(RACY + 100);
  const home = join(folder, 'threads');
  expect((await capwatch(['ingest', log], { home })).code).toBe(0);

  // From the sources there is no thread.
  const path = storePath('own', join(folder, 'in-place'));
  const writer = openWriter(path);
  const pipeline = new Pipeline(writer);
  await readFile(log, writer, pipeline, { final: true });
  await pipeline.settle();
  writer.close();
  const there = contents(storePath('own', home));
  const here = contents(path);
  expect(here.calls?.length).toBeGreaterThan(1_500);
  for (const [table, rows] of Object.entries(here)) expect(there[table], table).toEqual(rows);
  expect(Object.keys(there)).toEqual(Object.keys(here));
}, 120_000);
