import { describe, expect, test } from 'vitest';
import { arrivingOf } from '@/app/arriving';
import { latest, readWorker } from '@/app/worker';

const NOW = 1_000_000;
const beat = (status: object, at = NOW) => ({ value: JSON.stringify(status), at });

describe('the worker as screens see it', () => {
  test('is alive while it writes, and not when it fell silent or stopped', () => {
    expect(readWorker(beat({ state: 'watching' }), NOW)?.alive).toBe(true);
    expect(readWorker(beat({ state: 'watching' }, NOW - 21_000), NOW)?.alive).toBe(false);
    expect(readWorker(beat({ state: 'stopped' }), NOW)?.alive).toBe(false);
  });

  test('a store that shows the sample hears of the worker through the user’s own', () => {
    const [own, sample] = [beat({ state: 'idle' }), beat({ state: 'loading', progress: 0.4 }, NOW - 60_000)];
    expect(latest(own, sample)).toBe(own);
    expect(latest(null, sample)).toBe(sample);
    expect(latest(undefined, undefined)).toBeNull();
  });

  test('what is no status is none, and data is arriving only from a worker that is alive', () => {
    expect(readWorker({ value: '{"state":', at: NOW }, NOW)).toBeNull();
    expect(readWorker(beat({ progress: 2 }), NOW)).toBeNull();
    expect(arrivingOf(beat({ state: 'loading', progress: 0.5, says: 'Loading.' }), false, NOW)).toEqual({
      now: true,
      watched: false,
      progress: 0.5,
      says: 'Loading.',
      trouble: false,
    });
    expect(arrivingOf(beat({ state: 'loading' }, NOW - 60_000), false, NOW).now).toBe(false);
  });
});
