import { expect } from 'vitest';

const timed = (work: () => void): number => {
  const start = performance.now();
  work();
  return performance.now() - start;
};

const TIMES = 8;

/**
 * Asserts that eight times the text costs about eight times the time; quadratic work would cost sixty-four times. The best of
 * several rounds: a busy machine only ever adds time.
 */
export function expectLinear(make: (n: number) => string, run: (text: string) => void, n: number): void {
  const [small, large] = [make(n / 4), make((n / 4) * TIMES)];
  run(small);
  let [least, most] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 12; round++) {
    least = Math.min(
      least,
      timed(() => run(small)),
    );
    most = Math.min(
      most,
      timed(() => run(large)),
    );
    if (round >= 2 && most / least < TIMES * 2) break;
  }
  expect(most / least).toBeLessThan(TIMES * 5);
}
