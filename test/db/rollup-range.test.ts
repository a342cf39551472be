import fc from 'fast-check';
import { expect, test } from 'vitest';
import { grainRanges } from '@/db/rollup-range';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const T0 = Date.UTC(2026, 1, 25);
const time = fc.integer({ min: T0, max: T0 + 12 * DAY });

test('each hour that a range touches is covered once, whole days by days', () => {
  fc.assert(
    fc.property(time, time, (from, to) => {
      const covered = grainRanges(from, to).flatMap((range) => {
        const step = range.grain === 'day' ? DAY : HOUR;
        expect(range.from % step).toBe(0);
        expect(range.to % step).toBe(0);
        return Array.from({ length: (range.to - range.from) / HOUR }, (_, i) => range.from + i * HOUR);
      });
      const hours: number[] = [];
      for (let hour = Math.floor(from / HOUR) * HOUR; hour < to; hour += HOUR) if (from < to) hours.push(hour);
      expect(covered).toEqual(hours);
    }),
  );
});

test('a month is one range, and an odd one at most three', () => {
  expect(grainRanges(Date.UTC(2026, 2, 1), Date.UTC(2026, 3, 1))).toHaveLength(1);
  fc.assert(fc.property(time, time, (from, to) => grainRanges(from, to).length <= 3));
});

test('nothing for an empty or reversed range', () => {
  expect(grainRanges(T0, T0)).toEqual([]);
  expect(grainRanges(T0 + DAY, T0)).toEqual([]);
});
