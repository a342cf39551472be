import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureDashboard, root } from './cli/run';

const MINUTES = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'capwatch-pack-'));
const app = join(folder, 'elsewhere');
const env: NodeJS.ProcessEnv = { ...process.env, CAPWATCH_HOME: join(folder, 'home') };
let child: ChildProcess | null = null;

function run(command: string, args: string[], cwd: string): string {
  const ran = spawnSync(command, args, { cwd, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (ran.status !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${ran.status}: ${ran.stderr}\n${ran.stdout}`);
  return ran.stdout;
}

/** The compiled SQLite binding, so that the installation need not compile it again for a minute. */
function lendBinary(): void {
  const built = 'node_modules/better-sqlite3/build/Release/better_sqlite3.node';
  mkdirSync(resolve(app, built, '..'), { recursive: true });
  cpSync(join(root, built), join(app, built));
}

beforeAll(() => {
  ensureDashboard();
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], root)) as [
    { filename: string },
  ];
  mkdirSync(app);
  writeFileSync(join(app, 'package.json'), '{"name":"elsewhere","private":true}');
  const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev'];
  run('npm', ['install', ...flags, join(folder, packed.filename)], app);
  lendBinary();
}, 10 * MINUTES);

afterAll(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}, MINUTES);

describe('the packed package, installed elsewhere', () => {
  test('npx capwatch --version', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(run('npx', ['--no-install', 'capwatch', '--version'], app)).toBe(`${version}\n`);
  });

  test('holds what runs and no sources or tests', () => {
    const installed = join(app, 'node_modules/capwatch');
    for (const part of [
      'dist/capwatch.js',
      'dist/worker.js',
      'dist/server.js',
      'dist/ahead-thread.js',
      'dist/sample-thread.js',
      '.next/BUILD_ID',
      'db/sqlite/migrations',
      'LICENSE',
    ])
      expect(existsSync(join(installed, part)), part).toBe(true);
    for (const part of ['test', 'cli', 'lib', 'app', '.git', 'docs'])
      expect(existsSync(join(installed, part)), part).toBe(false);
  });

  test('inspect --json and ingest read a log', () => {
    const log = join(folder, 'log.ndjson');
    writeFileSync(
      log,
      '{"type":"call","id":"c-1","tool":"list","args":{"limit":2},"result":{"items":[1,2],"has_more":true}}\n',
    );
    const { calls } = JSON.parse(run('npx', ['--no-install', 'capwatch', 'inspect', '--json', log], app));
    expect(calls).toEqual([expect.objectContaining({ id: 'c-1', verdict: 'flagged', present: 2 })]);
    run('npx', ['--no-install', 'capwatch', 'ingest', log], app);
    expect(JSON.parse(run('npx', ['--no-install', 'capwatch', 'report', '--format', 'json'], app)).tools[0].tool).toBe(
      'list',
    );
  });

  test(
    'start serves the dashboard, and ends cleanly on SIGTERM',
    async () => {
      const executable = join(app, 'node_modules/capwatch/dist/capwatch.js');
      child = spawn(process.execPath, [executable, 'start', '--no-open', '--no-sample', '--port', '0'], {
        cwd: app,
        env,
      });
      let out = '';
      let err = '';
      child.stdout?.on('data', (data) => (out += data));
      child.stderr?.on('data', (data) => (err += data));
      const ended = new Promise<number | null>((end) => child?.on('close', end));
      while (!/http:\S+/.test(out) && child.exitCode === null) await new Promise((next) => setTimeout(next, 100));
      const [url = ''] = /http:\S+/.exec(out) ?? [];
      expect(url, err).not.toBe('');
      const response = await fetch(url);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('list');
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    },
    2 * MINUTES,
  );
});
