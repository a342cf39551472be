import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalQuantile, quotas, Random, strata } from '@/ingest/sample/random';

describe('random', () => {
  test('one seed and label is one stream; another label is another', () => {
    const draw = (random: Random): number[] => Array.from({ length: 5 }, () => random.next());
    expect(draw(new Random(7, 'a'))).toEqual(draw(new Random(7, 'a')));
    expect(draw(new Random(7, 'a'))).not.toEqual(draw(new Random(7, 'b')));
    expect(draw(new Random(7, 'a'))).not.toEqual(draw(new Random(8, 'a')));
  });

  test('draws are uniform enough: each tenth of the range gets its tenth', () => {
    const random = new Random(3, 'uniform');
    const tenths = new Array<number>(10).fill(0);
    for (let i = 0; i < 100_000; i += 1) {
      const tenth = random.int(10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    for (const count of tenths) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });

  test('quotas are whole, add up, and stay within one of the exact share', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 50_000 }),
        fc.array(fc.double({ min: 0.01, max: 10, noNaN: true }), { minLength: 1, maxLength: 31 }),
        (total, weights) => {
          const parts = quotas(total, weights);
          const sum = weights.reduce((left, right) => left + right, 0);
          expect(parts.reduce((left, right) => left + right, 0)).toBe(total);
          parts.forEach((part, k) => {
            expect(Math.abs(part - (total * (weights[k] ?? 0)) / sum)).toBeLessThan(1);
          });
        },
      ),
    );
  });

  test('the normal quantile agrees with the table', () => {
    expect(normalQuantile(0.5)).toBeCloseTo(0, 9);
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963985, 7);
    expect(normalQuantile(0.001)).toBeCloseTo(-3.090232306, 7);
    for (const p of strata(200)) expect(normalQuantile(p)).toBeCloseTo(-normalQuantile(1 - p), 7);
  });
});
