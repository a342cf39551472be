import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, openWriter } from '@/db/sqlite/open';
import { scratch } from './engine';
import { contents, expectRollupsEqualRecount } from './recount';

const CHILD = join(import.meta.dirname, 'child-writer.ts');
const SIZE = 1500;

let folder: string;
let remove: () => void;
beforeEach(() => {
  ({ folder, remove } = scratch());
});
afterEach(() => remove());

function child(path: string, pauseMs: number): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', CHILD, path, String(SIZE), String(pauseMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Lets the child write for a while after it began, then kills it. Returns whether it was done before that. */
async function killAfter(process: ChildProcess, ms: number): Promise<boolean> {
  const closed = once(process, 'close');
  let said = '';
  process.stdout?.on('data', (data) => {
    if (said === '') setTimeout(() => process.kill('SIGKILL'), ms);
    said += data;
  });
  await closed;
  return said.includes('done');
}

async function run(process: ChildProcess): Promise<number> {
  process.stdout?.resume();
  const [code] = (await once(process, 'close')) as [number];
  return code;
}

test('killed at any moment, a store is whole and goes on to the same contents as one clean run', async () => {
  const [path, clean] = [join(folder, 'killed.db'), join(folder, 'clean.db')];
  expect(await run(child(clean, 0))).toBe(0);

  let kills = 0;
  for (const ms of [3, 11, 29, 47, 83, 120]) {
    if (await killAfter(child(path, 2), ms)) break;
    kills++;
    const db = new Database(path, { readonly: true });
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    db.close();
    const store = openStore(path, 'own');
    await expectRollupsEqualRecount(store);
    store.close();
  }
  expect(kills).toBeGreaterThanOrEqual(3);
  expect(await run(child(path, 0))).toBe(0);

  const [a, b] = [openStore(path, 'own'), openStore(clean, 'own')];
  expect(await contents(a)).toEqual(await contents(b));
  a.close();
  b.close();
});

test('a reader sees whole batches only, while another process writes', async () => {
  const path = join(folder, 'own.db');
  openWriter(path).close();
  const store = openStore(path, 'own');
  const writing = child(path, 1);
  const closed = once(writing, 'close');
  writing.stdout?.resume();
  let looks = 0;
  let growing = 0;
  let last = 0;
  while (writing.exitCode === null) {
    const row = await store.get<{ calls: number; counted: number; position: number | null }>(
      sql`SELECT (SELECT count(*) FROM calls) AS calls,
        (SELECT coalesce(sum(calls), 0) FROM rollups WHERE account = '*' AND grain = 'day') AS counted,
        (SELECT position FROM sources) AS position`,
    );
    expect(row?.counted).toBe(row?.calls);
    if ((row?.calls ?? 0) > last) growing++;
    last = row?.calls ?? 0;
    looks++;
    await new Promise((next) => setTimeout(next, 2));
  }
  await closed;
  expect(growing).toBeGreaterThan(3);
  expect(looks).toBeGreaterThan(growing);
  store.close();
});

test('a second writer is refused with the holder named; one whose process was killed holds nothing', async () => {
  const path = join(folder, 'own.db');
  const writing = child(path, 1000);
  await once(writing.stdout as NodeJS.ReadableStream, 'data');
  expect(() => openWriter(path)).toThrow(new RegExp(`written by another Capwatch \\(process ${writing.pid}, since `));
  const closed = once(writing, 'close');
  writing.kill('SIGKILL');
  await closed;
  openWriter(path).close();
});
