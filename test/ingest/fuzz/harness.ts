import fc from 'fast-check';
import { damage, damaged } from './damage';
import { type Log, logs } from './logs';
import { detectedOf, type Outcome, readDamaged } from './reading';

/** What a run over damaged inputs came to. */
export interface Tally {
  inputs: number;
  bytes: number;
  records: number;
  skipped: number;
  quarantined: number;
  unrecognised: number;
  /** The slowest input, in ms. */
  slowest: number;
  slowestName: string;
}

export function emptyTally(): Tally {
  const none = { inputs: 0, bytes: 0, records: 0, skipped: 0, quarantined: 0, unrecognised: 0 };
  return { ...none, slowest: 0, slowestName: '' };
}

/** Damages the logs of one format `inputs` times and reads them. Throws fast-check's report of the smallest failing input. */
export function fuzzFormat(format: string, all: readonly Log[], inputs: number, seed: number, tally: Tally): void {
  const own = all.filter((log) => log.format === format);
  fc.assert(
    fc.property(fc.constantFrom(...own), damage, fc.integer({ min: 1, max: 5 }), (log, changes, restartEvery) => {
      const bytes = damaged(log, changes, all);
      count(tally, readDamaged(bytes, detectedOf(format, log.text), restartEvery), log.name);
    }),
    { numRuns: inputs, seed, interruptAfterTimeLimit: undefined },
  );
}

function count(tally: Tally, outcome: Outcome, name: string): void {
  tally.inputs++;
  for (const key of ['bytes', 'records', 'skipped', 'quarantined'] as const) tally[key] += outcome[key];
  if (!outcome.recognised) tally.unrecognised++;
  if (outcome.milliseconds <= tally.slowest) return;
  tally.slowest = outcome.milliseconds;
  tally.slowestName = name;
}

export { logs };
