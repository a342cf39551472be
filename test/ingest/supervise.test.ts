import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { type Supervised, supervise } from '@/ingest/supervise';
import type { Crash } from '@/ingest/worker-status';

const folder = mkdtempSync(join(tmpdir(), 'capwatch-supervise-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const patience = { first: 20, longest: 80, healthy: 60_000, end: 500 };

function script(name: string, code: string): () => ReturnType<typeof fork> {
  const path = join(folder, name);
  writeFileSync(path, code);
  return () => fork(path, [], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
}

describe('supervise', () => {
  test('starts again after a crash, with growing pauses, and tells the reason', async () => {
    const crashes: [Crash, number, number][] = [];
    const child: Supervised = supervise(
      script('crash.cjs', 'throw new RangeError("the log is too odd")'),
      { onCrash: (crash, restarts, delay) => crashes.push([crash, restarts, delay]) },
      patience,
    );
    await vi.waitFor(() => expect(crashes.length).toBeGreaterThanOrEqual(3), { timeout: 5_000 });
    await child.stop();
    expect(crashes.slice(0, 3).map(([crash, restarts, delay]) => [crash.reason, restarts, delay])).toEqual([
      ['RangeError: the log is too odd', 1, 20],
      ['RangeError: the log is too odd', 2, 40],
      ['RangeError: the log is too odd', 3, 80],
    ]);
  });

  test('a stop is no crash; a child that does not listen is ended', async () => {
    const crashes: Crash[] = [];
    const stubborn = supervise(
      script('stubborn.cjs', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); process.send("up")'),
      { onCrash: (crash) => crashes.push(crash) },
      patience,
    );
    await vi.waitFor(() => expect(stubborn.current()?.pid).toBeGreaterThan(0));
    await new Promise((up) => stubborn.current()?.once('message', up));
    await stubborn.stop();
    expect(stubborn.current()?.signalCode ?? 'SIGKILL').toBe('SIGKILL');
    expect(crashes).toEqual([]);
  });
});
