import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { beforeAll, expect, test } from 'vitest';
import { addMessages, addSession, hermesDb, turn } from '../ingest/sources/wrapping/hermes-db';
import { zip } from '../ingest/sources/wrapping/zip-bytes';
import { rawZstd } from '../ingest/sources/wrapping/zstd-bytes';
import { capwatch, ensureBuilt, executable, ownFolder } from './run';

const folder = ownFolder();
beforeAll(ensureBuilt);

const line = (n: number, pad = '') =>
  `{"type":"call","tool":"t${n % 7}","session":"s${n % 500}","args":{"page_of":${n}},"result":{"items":[${n}],"note":"${pad}"}}\n`;
const lines = (from: number, to: number, pad = '') =>
  Array.from({ length: to - from }, (_, i) => line(from + i, pad)).join('');

function logsIn(logs: string): void {
  mkdirSync(logs, { recursive: true });
  writeFileSync(join(logs, 'a.jsonl.gz'), gzipSync(lines(0, 30)));
  writeFileSync(join(logs, 'b.jsonl.zst'), rawZstd(lines(100, 120)));
  const log = JSON.parse(readFileSync(resolve(import.meta.dirname, '../fixtures/inspect-ai/v2.json'), 'utf8'));
  const samples = log.samples.map((sample: object, i: number) => ({
    name: `samples/${i}_epoch_1.json`,
    content: Buffer.from(JSON.stringify(sample)),
  }));
  const header = { name: 'header.json', content: Buffer.from(JSON.stringify({ eval: log.eval })) };
  writeFileSync(join(logs, 'run.eval'), zip([...samples, header]));
  const db = hermesDb(join(logs, 'state.db'));
  addSession(db, 's');
  for (let n = 0; n < 5; n++) addMessages(db, turn(n));
  db.close();
}

test('inspect and ingest read a folder of packed logs, and one from standard input', async () => {
  const home = join(folder, 'home');
  const logs = join(folder, 'logs');
  logsIn(logs);
  const inspected = await capwatch(['inspect', '--json', logs], { home });
  expect(inspected.code).toBe(0);
  expect(JSON.parse(inspected.out).calls).toHaveLength(30 + 20 + 6 + 5);
  for (const [name, calls] of [
    ['a.jsonl.gz', 30],
    ['b.jsonl.zst', 20],
    ['run.eval', 6],
    ['state.db', 5],
  ] as const) {
    const one = await capwatch(['inspect', '--json', join(logs, name)], { home });
    expect([name, JSON.parse(one.out).calls.length]).toEqual([name, calls]);
    const piped = await capwatch(['inspect', '--json', '-'], { home, input: readFileSync(join(logs, name)) });
    expect([name, JSON.parse(piped.out).calls.length]).toEqual([name, calls]);
  }
  expect(await capwatch(['ingest', logs], { home })).toMatchObject({ code: 0 });
  expect(await capwatch(['ingest', '-'], { home, input: gzipSync(lines(500, 510)) })).toMatchObject({ code: 0 });
  const db = new Database(join(home, 'own.db'), { readonly: true });
  expect(db.prepare('SELECT count(*) AS calls FROM calls').get()).toEqual({ calls: 71 });
  expect(db.prepare('SELECT count(*) AS n FROM quarantine').get()).toEqual({ n: 0 });
  db.close();
}, 120_000);

test('killed at any instant, an ingest of a packed log loses nothing and counts nothing twice', async () => {
  const home = join(folder, 'killed');
  const log = join(folder, 'log.gz');
  const CALLS = 12_000;
  writeFileSync(log, gzipSync(lines(0, CALLS, 'p'.repeat(800))));
  let killed = 0;
  for (const after of [400, 600, 800, 1_000, 1_400]) {
    const env = { ...process.env, CAPWATCH_HOME: home };
    const child = spawn(process.execPath, [executable, 'ingest', log], { env, stdio: 'ignore' });
    const timer = setTimeout(() => child.kill('SIGKILL'), after);
    const signal = await new Promise((end) => child.on('close', (_, how) => end(how)));
    clearTimeout(timer);
    if (signal === 'SIGKILL') killed++;
  }
  expect(killed).toBeGreaterThan(0);
  expect(await capwatch(['ingest', log], { home })).toMatchObject({ code: 0 });
  const db = new Database(join(home, 'own.db'), { readonly: true });
  const one = (query: string) => db.prepare(query).get();
  expect(one('SELECT count(*) AS calls, count(DISTINCT args) AS args FROM calls')).toEqual({
    calls: CALLS,
    args: CALLS,
  });
  expect(one('SELECT calls, duplicates, quarantined, status FROM sources')).toEqual({
    calls: CALLS,
    duplicates: 0,
    quarantined: 0,
    status: 'done',
  });
  db.close();
}, 120_000);
