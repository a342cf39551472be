import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ensureDashboard, executable, ownFolder } from './run';

const folder = ownFolder();
beforeAll(ensureDashboard, 600_000);

let child: ChildProcess | null = null;
afterEach(() => {
  child?.kill('SIGKILL');
});

interface Running {
  url: string;
  said: () => string;
  ended: Promise<number | null>;
}

async function start(home: string, args: string[]): Promise<Running> {
  const started = spawn(process.execPath, [executable, 'start', '--no-open', '--port', '0', ...args], {
    env: { ...process.env, HOME: join(folder, 'nobody'), CAPWATCH_HOME: home },
  });
  child = started;
  let out = '';
  let err = '';
  started.stdout.on('data', (data) => (out += data));
  started.stderr.on('data', (data) => (err += data));
  const ended = new Promise<number | null>((end) => started.on('close', end));
  await vi.waitFor(() => expect(`${out}${err}`).toMatch(/at http:\S+/), { timeout: 30_000 });
  return { url: /http:\S+/.exec(out)?.[0] ?? '', said: () => err, ended };
}

function ask<T>(path: string, query: string): T[] {
  const db = new Database(path, { readonly: true });
  try {
    return db.prepare<[], T>(query).all();
  } finally {
    db.close();
  }
}

/** The process ids of the children of a process whose command names a file. */
function childrenOf(pid: number | undefined, name: string): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter((line) => line.includes(name))
    .map((line) => Number.parseInt(line, 10));
}

const line = (n: number) =>
  `{"type":"call","id":"c-${n}","ts":${1_772_000_000_000 + n},"tool":"watched_tool","result":[${n}]}\n`;

describe('start', () => {
  test('reads the watched folder and follows it; the worker comes back after a crash with the reason; SIGTERM ends it all', async () => {
    const home = join(folder, 'home');
    const logs = join(folder, 'logs');
    mkdirSync(logs);
    writeFileSync(join(logs, 'a.ndjson'), line(0));
    const { url, said, ended } = await start(home, ['--no-sample', '--watch', logs]);
    const own = join(home, 'own.db');
    const calls = () => ask<{ n: number }>(own, 'SELECT count(*) AS n FROM calls')[0]?.n;
    const status = () =>
      JSON.parse(ask<{ value: string }>(own, "SELECT value FROM meta WHERE key = 'worker'")[0]?.value ?? '{}');

    await vi.waitFor(() => expect(calls()).toBe(1), { timeout: 15_000 });
    expect((await fetch(url)).status).toBe(200);
    writeFileSync(join(logs, 'b.ndjson'), line(1));
    await vi.waitFor(() => expect(calls()).toBe(2), { timeout: 2_000 });

    const [worker = 0] = childrenOf(child?.pid, 'worker.js');
    expect(worker).toBeGreaterThan(0);
    process.kill(worker, 'SIGKILL');
    await vi.waitFor(() => expect(status()).toMatchObject({ state: 'restarting', restarts: 1 }), { timeout: 5_000 });
    expect(status().trouble).toContain('SIGKILL');
    expect(said()).toContain('The worker ended: it was ended by SIGKILL.');
    await vi.waitFor(() => expect(status()).toMatchObject({ state: 'watching', restarts: 1 }), { timeout: 10_000 });
    expect(status().lastCrash.reason).toContain('SIGKILL');
    expect(await (await fetch(url)).text()).toContain('SIGKILL');

    appendFileSync(join(logs, 'a.ndjson'), line(2));
    await vi.waitFor(() => expect(calls()).toBe(3), { timeout: 5_000 });
    child?.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(status().state).toBe('stopped');
    expect(childrenOf(child?.pid, 'dist/')).toEqual([]);
    expect(ask(own, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  });

  test('a load of the sample month that was stopped goes on at the next start, and is not repeated', async () => {
    const home = join(folder, 'home-sample');
    const sample = join(home, 'sample.db');
    const stored = () => {
      try {
        return ask<{ calls: number; duplicates: number; status: string }>(
          sample,
          'SELECT calls, duplicates, status FROM sources',
        )[0];
      } catch {
        return undefined;
      }
    };
    const first = await start(home, []);
    await vi.waitFor(() => expect(stored()?.calls).toBeGreaterThan(0), { timeout: 30_000 });
    child?.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    const before = stored();
    expect(before?.status).toBe('reading');
    await start(home, []);
    await vi.waitFor(() => expect(stored()?.calls).toBeGreaterThan(before?.calls ?? 0), { timeout: 30_000 });
    expect(stored()?.duplicates).toBe(0);
    child?.kill('SIGTERM');
  });
});
