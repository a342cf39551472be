import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { load } from '@/bench/otlp-load';
import { ensureDashboard } from '../../cli/run';

const home = mkdtempSync(join(tmpdir(), 'capwatch-load-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
beforeAll(ensureDashboard, 600_000);

const CALLS = 5_000;

test('four senders, batches sent twice, and kill -9 of server, worker and all: every acknowledged span is there once', async () => {
  const outcome = await load({
    home,
    calls: CALLS,
    spansPerRequest: 100,
    kills: [
      { at: 0.15, part: 'server' },
      { at: 0.4, part: 'worker' },
      { at: 0.7, part: 'whole product' },
    ],
  });
  expect(outcome.stored).toEqual({ calls: CALLS, distinct: CALLS, missing: 0, integrity: 'ok' });
  expect(outcome.killed).toEqual(['server', 'worker', 'whole product']);
  expect(outcome.met.rejected).toBe(0);
  expect(outcome.twice).toBeGreaterThan(0);
  // The kills were felt: otherwise this test proves nothing.
  expect(Object.keys(outcome.met.retries)).not.toEqual([]);
}, 180_000);
