import { describe, expect, test } from 'vitest';
import { score } from './score';

// The whole run (200 tools, 50,000 calls) is part of `npm run bench`; its figures stand in BENCHMARKS.md.
describe.each([1, 2, 3])('judgement against a world whose truth is known, seed %i', (seed) => {
  const result = score(seed, 60, 12_000);

  test('no exact number of unseen rows is wrong, and no lower bound is above the truth', () => {
    expect(result.wrong).toEqual([]);
    expect(result.unseen.exact).toBeGreaterThan(1_000);
    expect(result.unseen.atLeastRight).toBe(result.unseen.atLeast);
    expect(result.unseen.atLeast).toBeGreaterThan(500);
  });

  test('capped is found, and hardly ever said of a complete call, where the limit can be known', () => {
    expect(result.capped.precision).toBeGreaterThanOrEqual(0.99);
    expect(result.capped.recall).toBeGreaterThanOrEqual(0.97);
  });

  test('a stale contract is found, and no true one is called stale', () => {
    expect(result.stale.precision).toBeGreaterThanOrEqual(0.99);
    expect(result.stale.recall).toBeGreaterThanOrEqual(0.97);
  });
});
