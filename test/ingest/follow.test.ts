import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { RACY } from '@/ingest/sources/stamp';
import { FollowHome, HOUR_AGO, line, sleep, soon } from './follow-home';

let at: FollowHome;

afterEach(() => at.end());

/** Two seconds are promised of a machine that has time: a busy one gets another try. */
const PROMPT = { retry: 2 };

/** A file that nobody has written to for an hour. */
function rested(path: string, text: string): void {
  writeFileSync(path, text);
  utimesSync(path, HOUR_AGO, HOUR_AGO);
}

describe.each([
  ['told of changes', {}],
  ['looking by itself, where no folder can be watched', { mostWatches: 0 }],
])('following a folder, %s', (_, options) => {
  test(
    'reads what is there, then new files, growth, rotation and deletion, each within two seconds',
    PROMPT,
    async () => {
      at = new FollowHome(options);
      const path = at.path('a.ndjson');
      writeFileSync(path, line(0) + line(1));
      await at.follower.watch([at.folder]);
      expect(at.calls()).toBe(2);

      appendFileSync(path, line(2) + line(3).slice(0, 20));
      await soon(() => expect(at.calls()).toBe(3));
      appendFileSync(path, line(3).slice(20));
      await soon(() => expect(at.calls()).toBe(4));

      mkdirSync(at.path('deep'));
      writeFileSync(at.path('deep', 'b.ndjson'), line(10));
      await soon(() => expect(at.calls()).toBe(5));

      renameSync(path, at.path('a.1.ndjson'));
      writeFileSync(path, line(20));
      await soon(() => expect(at.calls()).toBe(6));

      rmSync(at.path('deep', 'b.ndjson'));
      await soon(() =>
        expect(at.all('SELECT path, status FROM sources ORDER BY path')).toEqual([
          { path: at.path('a.1.ndjson'), status: 'following' },
          { path, status: 'following' },
          { path: at.path('deep', 'b.ndjson'), status: 'gone' },
        ]),
      );
      expect(at.all('SELECT sum(duplicates) AS d, sum(quarantined) AS q FROM sources')).toEqual([{ d: 0, q: 0 }]);
    },
  );

  test('a folder that is moved, removed and made again', PROMPT, async () => {
    at = new FollowHome(options);
    mkdirSync(at.path('one', 'two'), { recursive: true });
    writeFileSync(at.path('one', 'two', 'a.ndjson'), line(1));
    await at.follower.watch([at.folder]);
    renameSync(at.path('one'), at.path('moved'));
    await soon(() =>
      expect(at.all('SELECT path, status FROM sources')).toEqual([
        { path: at.path('moved', 'two', 'a.ndjson'), status: 'following' },
      ]),
    );
    appendFileSync(at.path('moved', 'two', 'a.ndjson'), line(2));
    await soon(() => expect(at.calls()).toBe(2));

    rmSync(at.folder, { recursive: true });
    await soon(() => expect(at.all('SELECT status FROM sources')).toEqual([{ status: 'gone' }]));
    mkdirSync(at.path('one'), { recursive: true });
    writeFileSync(at.path('one', 'b.ndjson'), line(3));
    await soon(() => expect(at.calls()).toBe(3));
    appendFileSync(at.path('one', 'b.ndjson'), line(4));
    await soon(() => expect(at.calls()).toBe(4));
    expect(at.troubles.filter(({ reason }) => !reason.includes('watched'))).toEqual([]);
  });

  test('a file that was named itself, and one behind a link', PROMPT, async () => {
    at = new FollowHome(options);
    const [named, target] = [`${at.home}/named.ndjson`, `${at.home}/target.ndjson`];
    writeFileSync(named, line(1));
    writeFileSync(target, line(2));
    symlinkSync(target, at.path('link.ndjson'));
    symlinkSync(at.home, at.path('loop'));
    await at.follower.watch([at.folder, named, `${at.home}/later.ndjson`]);
    expect(at.calls()).toBe(2);
    appendFileSync(named, line(3));
    appendFileSync(target, line(4));
    writeFileSync(`${at.home}/later.ndjson`, line(5));
    await soon(() => expect(at.calls()).toBe(5));
    rmSync(named);
    await soon(() =>
      expect(at.all(`SELECT status FROM sources WHERE path = '${named}'`)).toEqual([{ status: 'gone' }]),
    );
  });
});

describe('what does not change', () => {
  test('is not opened again, whether it is a log or not, also by the next start', async () => {
    at = new FollowHome();
    for (let i = 0; i < 20; i++) rested(at.path(`${i}.ndjson`), line(i));
    rested(at.path('notes.txt'), 'no log at all\n');
    await sleep(RACY + 100);
    await at.follower.watch([at.folder]);
    expect([at.calls(), at.opened(), at.opened('notes.txt')]).toEqual([20, 21, 1]);
    await at.follower.lookEverywhere();
    await at.follower.lookEverywhere();
    expect(at.opened()).toBe(21);

    await at.restart();
    rmSync(at.path('0.ndjson'));
    appendFileSync(at.path('7.ndjson'), line(100));
    await at.follower.watch([at.folder]);
    expect([at.calls(), at.opened('.ndjson'), at.opened('7.ndjson')]).toEqual([21, 1, 1]);
    expect(at.all('SELECT status, count(*) AS n FROM sources GROUP BY 1')).toEqual([
      { status: 'following', n: 19 },
      { status: 'gone', n: 1 },
    ]);
  });

  test('nor is a database that is no log, while its write-ahead log stands beside it unchanged', async () => {
    at = new FollowHome();
    const db = new Database(at.path('other.db'));
    try {
      db.pragma('journal_mode = WAL');
      db.exec('CREATE TABLE other (n); INSERT INTO other VALUES (1)');
      await sleep(RACY + 100);
      await at.follower.watch([at.folder]);
      await at.follower.lookEverywhere();
      const opened = at.opened('other.db');
      for (let i = 0; i < 3; i++) await at.follower.lookEverywhere();
      expect(at.opened('other.db')).toBe(opened);
      db.exec('INSERT INTO other VALUES (2)');
      await soon(() => expect(at.opened('other.db')).toBeGreaterThan(opened));
    } finally {
      db.close();
    }
  });

  test('a file of the same size and time is another when its entry was replaced', async () => {
    at = new FollowHome();
    rested(at.path('a.ndjson'), line(1));
    await at.follower.watch([at.folder]);
    await sleep(RACY + 100);
    await at.follower.lookEverywhere();
    rested(`${at.home}/b`, line(2));
    renameSync(`${at.home}/b`, at.path('a.ndjson'));
    await soon(() => expect(at.calls()).toBe(2));
  });
});

describe('the first look', () => {
  test('takes the newest first, and a change meanwhile before the rest of a long file', async () => {
    at = new FollowHome();
    const rows = JSON.stringify(Array.from({ length: 400 }, (_, id) => ({ id, note: 'x'.repeat(30) })));
    const lines = Array.from({ length: 3_000 }, (_, n) => line(n).replace('[1]', rows));
    rested(at.path('long.ndjson'), lines.join(''));
    writeFileSync(at.path('new.ndjson'), line(1_000_000));
    for (const [i, name] of ['older.ndjson', 'oldest.ndjson'].entries()) {
      rested(at.path(name), line(2_000_000 + i));
      const time = new Date(HOUR_AGO.getTime() - (i + 1) * 60_000);
      utimesSync(at.path(name), time, time);
    }
    const whole = at.follower.watch([at.folder]);
    await vi.waitFor(() => expect(at.opened('new.ndjson')).toBe(1), { timeout: 20_000, interval: 25 });
    appendFileSync(at.path('new.ndjson'), line(1_000_001));
    // How long that takes is the machine's affair; that it comes before the rest of the long file is not.
    await vi.waitFor(() => expect(at.opened('new.ndjson')).toBe(2), { timeout: 20_000, interval: 25 });
    expect(at.opened('older.ndjson')).toBe(0);
    await whole;
    expect(at.calls()).toBe(3_004);
    const order = at.reads.map(({ path }) => path.split('/').at(-1));
    expect(order[0]).toBe('new.ndjson');
    expect(order.slice(-3)).toEqual(['long.ndjson', 'older.ndjson', 'oldest.ndjson']);
    const shares = at.progress.map(([, , share]) => share);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.some((share) => share > 0.1 && share < 0.9)).toBe(true);
  });
});

describe('the program that follows', () => {
  test('goes on while nothing happens to the one file that it was told to follow', async () => {
    at = new FollowHome();
    const path = at.path('a.ndjson');
    rested(path, line(1));
    const program = ['--import', 'tsx', 'bench/follow-process.ts', `${at.home}/other.db`, path];
    const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
    const told: string[] = [];
    child.stdout.on('data', (text) => told.push(String(text)));
    const ended = once(child, 'exit');
    try {
      await vi.waitFor(() => expect(told.join('')).toContain('"watching"'), { timeout: 30_000, interval: 50 });
      await sleep(1_500);
      told.length = 0;
      appendFileSync(path, line(2));
      await vi.waitFor(() => expect(told.join('')).toContain('"read"'), { timeout: 10_000, interval: 50 });
    } finally {
      child.kill('SIGTERM');
    }
    expect(await ended).toEqual([0, null]);
  });
});
