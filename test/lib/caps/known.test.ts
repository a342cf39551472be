import { expect, test } from 'vitest';
import { assumedHigh, boundsKnown, differenceOf, signed } from '@/lib/caps/known';

const bounds = (low: number, high: number | null, assumed = high) => ({ low, high, assumed });

test('bounds are drawn as what they prove', () => {
  expect(boundsKnown(bounds(71, 71))).toEqual({ kind: 'exact', value: 71 });
  expect(boundsKnown(bounds(71, 140))).toEqual({ kind: 'interval', low: 71, high: 140, value: null });
  expect(boundsKnown(bounds(71, null))).toEqual({ kind: 'at_least', low: 71 });
  expect(boundsKnown(bounds(0, null))).toEqual({ kind: 'unknown' });
});

test('an assumption is shown only where it says more than the bounds', () => {
  expect(assumedHigh(bounds(71, 71))).toBeNull();
  expect(assumedHigh(bounds(71, 140, 140))).toBeNull();
  expect(assumedHigh(bounds(71, null, 90))).toBe(90);
});

test('a difference of two ranges has the widest ends, and a sign', () => {
  const write = (n: number) => String(n);
  expect(signed(differenceOf(bounds(160, 160), bounds(4900, 4900)) ?? bounds(0, 0), write)).toBe('−4740');
  expect(differenceOf(bounds(10, 30), bounds(20, 25))).toMatchObject({ low: -15, high: 10 });
  expect(signed(bounds(-15, 10), write)).toBe('−15 to +10');
  expect(signed(bounds(0, 0), write)).toBe('±0');
  expect(differenceOf(bounds(10, null), bounds(20, 25))).toBeNull();
});
