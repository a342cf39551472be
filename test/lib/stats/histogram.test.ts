import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { doublingBins, linearBins, type Tally } from '@/lib/stats/histogram';

const tallies: fc.Arbitrary<Tally[]> = fc.array(
  fc.record({ value: fc.oneof(fc.nat({ max: 50 }), fc.nat()), calls: fc.integer({ min: 1, max: 9 }) }),
  { maxLength: 20 },
);

describe.each([
  ['linearBins', linearBins],
  ['doublingBins', doublingBins],
])('%s', (_name, bins) => {
  test('every call is in exactly one column, and the columns touch', () => {
    fc.assert(
      fc.property(tallies, (list) => {
        const made = bins(list);
        for (const [i, bin] of made.entries()) {
          const inside = list.filter(({ value }) => value >= bin.from && value <= bin.to);
          expect(bin.calls).toBe(inside.reduce((sum, { calls }) => sum + calls, 0));
          if (i > 0) expect(bin.from).toBe((made[i - 1]?.to ?? 0) + 1);
        }
        expect(made.reduce((sum, { calls }) => sum + calls, 0)).toBe(list.reduce((sum, { calls }) => sum + calls, 0));
        expect(made.length).toBeLessThanOrEqual(40);
      }),
    );
  });
});

test('linear columns are single values while they fit, then round widths', () => {
  expect(
    linearBins([
      { value: 25, calls: 4 },
      { value: 27, calls: 1 },
    ]),
  ).toStrictEqual([
    { from: 25, to: 25, calls: 4 },
    { from: 26, to: 26, calls: 0 },
    { from: 27, to: 27, calls: 1 },
  ]);
  expect(
    linearBins(
      [
        { value: 3, calls: 1 },
        { value: 990, calls: 1 },
      ],
      10,
    ).map((bin) => bin.from),
  ).toStrictEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900]);
});
