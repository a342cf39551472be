import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll } from 'vitest';

export const root = resolve(import.meta.dirname, '../..');
export const executable = join(root, 'dist/capwatch.js');

/** Builds the dashboard too, when there is none; `npm test` has built a fresh one before. Takes a minute or two. */
export function ensureDashboard(): void {
  build(existsSync(join(root, '.next/BUILD_ID')) ? ['--cli-only', '--if-needed'] : ['--if-needed']);
}

/** Builds the executable when its sources changed. */
export function ensureBuilt(): void {
  build(['--cli-only', '--if-needed']);
}

/** Test files that run side by side take turns. */
function build(flags: string[]): void {
  const turn = join(root, 'dist/.building');
  mkdirSync(join(root, 'dist'), { recursive: true });
  for (let tries = 0; ; tries++) {
    try {
      mkdirSync(turn);
      break;
    } catch {
      if (tries > 3_000) throw new Error(`${turn} is left over from a run that was killed; remove it`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
  try {
    const built = spawnSync(process.execPath, ['scripts/build.mjs', ...flags], { cwd: root });
    if (built.status !== 0) throw new Error(`the product could not be built: ${built.stderr}`);
  } finally {
    rmdirSync(turn);
  }
}

/** A folder of this test file's own, removed when it is done. */
export function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'capwatch-cli-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const nowhere = join(tmpdir(), 'capwatch-nowhere');

export interface Ran {
  code: number | null;
  out: string;
  err: string;
}

/** Runs the built executable to its end. */
export function capwatch(
  args: string[],
  options: { home?: string; input?: string | Buffer; env?: Record<string, string> } = {},
): Promise<Ran> {
  const { NO_COLOR: _colour, FORCE_COLOR: _force, ...inherited } = process.env;
  const child = spawn(process.execPath, [executable, ...args], {
    // Nobody's home: logs of whoever runs the tests are not even looked at.
    env: { ...inherited, HOME: nowhere, CAPWATCH_HOME: options.home ?? nowhere, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ran: Ran = { code: null, out: '', err: '' };
  child.stdout.on('data', (data) => (ran.out += data));
  child.stderr.on('data', (data) => (ran.err += data));
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  return new Promise((done) => child.on('close', (code) => done({ ...ran, code })));
}
