import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect, test } from 'vitest';
import { capwatch, ensureBuilt, executable, ownFolder } from './run';

const folder = ownFolder();
beforeAll(ensureBuilt);

const CALLS = 12_000;

test('killed at any instant, an ingest loses nothing and counts nothing twice', async () => {
  const home = join(folder, 'home');
  const log = join(folder, 'log.ndjson');
  const pad = 'p'.repeat(800);
  // Without ids: whether a line was read already is known by its place alone.
  const line = (n: number) =>
    `{"type":"call","tool":"t${n % 7}","session":"s${n % 500}","args":{"page_of":${n}},"result":{"items":[${n}],"note":"${pad}"}}\n`;
  writeFileSync(log, Array.from({ length: CALLS }, (_, n) => line(n)).join(''));
  let killed = 0;
  for (const after of [350, 500, 700, 900, 1_200]) {
    const child = spawn(process.execPath, [executable, 'ingest', log], {
      env: { ...process.env, CAPWATCH_HOME: home },
      stdio: 'ignore',
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), after);
    const signal = await new Promise((end) => child.on('close', (_, how) => end(how)));
    clearTimeout(timer);
    if (signal === 'SIGKILL') killed++;
  }
  expect(killed).toBeGreaterThan(0);
  expect(await capwatch(['ingest', log], { home })).toMatchObject({ code: 0 });
  const db = new Database(join(home, 'own.db'), { readonly: true });
  const one = (query: string) => db.prepare(query).get();
  expect(one('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
  expect(one('SELECT count(*) AS calls, count(DISTINCT args) AS distinct_calls FROM calls')).toEqual({
    calls: CALLS,
    distinct_calls: CALLS,
  });
  expect(one('SELECT calls, duplicates, quarantined, status FROM sources')).toEqual({
    calls: CALLS,
    duplicates: 0,
    quarantined: 0,
    status: 'done',
  });
  expect(one("SELECT sum(calls) AS calls FROM rollups WHERE account = '*' AND grain = 'day'")).toEqual({
    calls: CALLS,
  });
  db.close();
});
