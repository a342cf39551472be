import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');
const executable = join(root, 'dist/capwatch.js');

function run(
  home: string,
  args: readonly string[],
  preload: readonly string[] = [],
  env: Record<string, string> = {},
): ChildProcess {
  return spawn(process.execPath, [...preload, executable, ...args], {
    cwd: home,
    env: { ...process.env, CAPWATCH_HOME: home, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Ingests a file into a fresh data folder with the built executable. Milliseconds of the whole process, and its peak memory in bytes. */
export async function ingest(home: string, file: string): Promise<{ ms: number; peak: number }> {
  const peakFile = join(home, 'peak');
  const preload = ['--import', pathToFileURL(join(root, 'bench/peak-memory.mjs')).href];
  const start = performance.now();
  const child = run(home, ['ingest', file], preload, { BENCH_PEAK: peakFile });
  const words = collected(child);
  const [code] = await once(child, 'exit');
  const ms = performance.now() - start;
  if (code !== 0) throw new Error(`capwatch ingest ended with ${code}: ${words()}`);
  return { ms, peak: Number(readFileSync(peakFile, 'utf8')) };
}

/** The server over a data folder; `stop` ends it and waits. */
export async function serve(home: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const child = run(home, ['start', '--port', String(port), '--host', '127.0.0.1', '--no-open', '--no-sample']);
  const words = collected(child);
  const url = `http://127.0.0.1:${port}/`;
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error(`capwatch start ended with ${child.exitCode}: ${words()}`);
    const answer = await fetch(url).catch(() => null);
    await answer?.text();
    if (answer?.ok) return { url, stop };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await stop();
  throw new Error(`capwatch start did not answer within a minute: ${words()}`);
}

function collected(child: ChildProcess): () => string {
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-2000);
  });
  return () => words.trim();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}
