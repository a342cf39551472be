import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The built product, started as its user would start it, in a data folder of its own. */
export interface Product {
  url: string;
  home: string;
  stop: () => Promise<void>;
  /** Everything that it printed so far. */
  said: () => string;
}

const executable = resolve(import.meta.dirname, '../../dist/capwatch.js');

export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address && typeof address === 'object' ? done(address.port) : fail(new Error('no port'))));
    });
  });
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => child.once('close', () => done()));
}

/** Variables that lead to logs of whoever runs the tests. */
const PROGRAMS =
  /^(CLAUDE_CONFIG_DIR|CODEX_HOME|COPILOT_HOME|PI_CODING_AGENT_DIR|OPENCLAW_STATE_DIR|HERMES_HOME|XDG_.*)$/;

function withoutPrograms(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const rest = { ...env };
  for (const name of Object.keys(rest)) if (PROGRAMS.test(name)) delete rest[name];
  return rest;
}

interface Start {
  /** The data folder; made anew, and removed at the end, where none is given. */
  home?: string;
  /** The person's own home folder, where agents leave their logs; else an empty one. */
  person?: string;
}

/** Starts `capwatch start` and waits until the page answers; `args` are further flags. */
export async function startProduct(args: string[] = [], given: Start = {}): Promise<Product> {
  const home = given.home ?? mkdtempSync(join(tmpdir(), 'capwatch-home-'));
  const port = await freePort();
  const child = spawn(process.execPath, [executable, 'start', '--no-open', '--port', String(port), ...args], {
    env: withoutPrograms({ ...process.env, CAPWATCH_HOME: home, HOME: given.person ?? join(home, 'nobody') }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout?.on('data', (data) => (said += data));
  child.stderr?.on('data', (data) => (said += data));
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill('SIGTERM');
    await ended(child);
    if (given.home === undefined) rmSync(home, { recursive: true, force: true });
  };
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`capwatch start ended with ${child.exitCode}: ${said}`);
    const answered = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return { url, home, stop, said: () => said };
    await new Promise((next) => setTimeout(next, 200));
  }
  await stop();
  throw new Error(`capwatch start did not answer within a minute: ${said}`);
}
