import { describe, expect, test } from 'vitest';
import { formats } from '@/ingest/formats';
import { emptyTally, fuzzFormat, logs } from './harness';

/** Damaged logs of each format in the suite; `npx tsx test/ingest/fuzz/run.ts` tries as many as it is told. */
const INPUTS = 50;

const all = logs();

describe('damaged logs through recognition, units and restarts', () => {
  test.each(formats.map(({ id }) => id))('%s: no throw, no hang, every byte accounted for', (format) => {
    const tally = emptyTally();
    fuzzFormat(format, all, INPUTS, Date.now() % 0x7fffffff, tally);
    expect(tally.inputs).toBe(INPUTS);
    expect(tally.records + tally.skipped + tally.quarantined).toBeGreaterThan(0);
  });
});
