import { expect } from 'vitest';

const timed = (work: () => void): number => {
  const start = performance.now();
  work();
  return performance.now() - start;
};

/** Asserts that twice the text costs about twice the time. The best of several rounds: a busy machine only ever adds time. */
export function expectLinear(make: (n: number) => string, run: (text: string) => void, n: number): void {
  const [small, large] = [make(n), make(2 * n)];
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
    if (round >= 2 && most / least < 3) break;
  }
  expect(most / least).toBeLessThan(3.5);
}
