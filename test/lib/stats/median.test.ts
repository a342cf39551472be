import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { medianUnseen, unseenTotals } from '@/lib/stats/median';
import type { UnseenBar } from '@/lib/stats/types';

const bar = fc.oneof(
  fc.record({ kind: fc.constant('exact' as const), rows: fc.nat({ max: 9 }), calls: fc.nat({ max: 3 }) }),
  fc.record({ kind: fc.constant('at_least' as const), rows: fc.nat({ max: 9 }), calls: fc.nat({ max: 2 }) }),
  fc.record({ kind: fc.constant('unknown' as const), rows: fc.constant(null), calls: fc.nat({ max: 2 }) }),
  fc.record({ kind: fc.constant('none' as const), rows: fc.constantFrom(0, null), calls: fc.nat({ max: 2 }) }),
);
const bars: fc.Arbitrary<UnseenBar[]> = fc.array(bar, { maxLength: 6 });

const perCall = (list: UnseenBar[]): UnseenBar[] =>
  list.flatMap((one) => Array.from({ length: one.calls }, () => ({ ...one, calls: 1 })));

/** The textbook median, by sorting every call. */
function textbook(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

const exactRows = (list: UnseenBar[]): number[] =>
  perCall(list)
    .filter((one) => one.kind === 'exact' || one.kind === 'none')
    .map((one) => one.rows ?? 0);

describe('medianUnseen', () => {
  test('the value of an interval is the textbook median of the exact calls', () => {
    fc.assert(
      fc.property(bars, (list) => {
        const median = medianUnseen(list);
        if (median.kind === 'interval') expect(median.value).toBe(textbook(exactRows(list)));
        else if (median.kind === 'unknown') expect(exactRows(list)).toStrictEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  test('whatever the uncounted calls really hid, the true median lies within the bounds', () => {
    fc.assert(
      fc.property(
        bars,
        fc.infiniteStream(fc.oneof(fc.nat({ max: 12 }), fc.constantFrom(0, 1_000_000))),
        (list, hidden) => {
          const truth = perCall(list).map((one) => {
            if (one.kind === 'exact' || one.kind === 'none') return one.rows ?? 0;
            const more = Number(hidden.next().value);
            return one.kind === 'at_least' ? (one.rows ?? 0) + more : more;
          });
          const median = medianUnseen(list);
          const real = textbook(truth);
          if (real === null) expect(median.kind).toBe('unknown');
          else {
            expect(median.low ?? 0).toBeLessThanOrEqual(real);
            expect(median.high ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(real);
          }
          if (median.kind === 'exact')
            expect(median).toStrictEqual({ kind: 'exact', value: real, low: real, high: real });
        },
      ),
      { numRuns: 3000 },
    );
  });

  test('the bounds are tight: the least and the most that the uncounted calls allow', () => {
    fc.assert(
      fc.property(bars, (list) => {
        const median = medianUnseen(list);
        if (median.kind === 'unknown') return;
        const calls = perCall(list);
        const huge = 1e9;
        const most = calls.map((one) => (one.kind === 'exact' || one.kind === 'none' ? (one.rows ?? 0) : huge));
        expect(median.low).toBe(textbook(calls.map((one) => one.rows ?? 0)));
        const high = textbook(most) ?? huge;
        expect(median.high).toBe(high >= huge / 2 ? null : high);
      }),
      { numRuns: 2000 },
    );
  });

  test.each<[string, UnseenBar[], ReturnType<typeof medianUnseen>]>([
    ['no calls', [], { kind: 'unknown', value: null, low: null, high: null }],
    [
      'nothing known',
      [{ kind: 'unknown', rows: null, calls: 7 }],
      { kind: 'unknown', value: null, low: null, high: null },
    ],
    [
      'even count',
      [
        { kind: 'exact', rows: 10, calls: 1 },
        { kind: 'exact', rows: 15, calls: 1 },
      ],
      { kind: 'exact', value: 12.5, low: 12.5, high: 12.5 },
    ],
    [
      'a lower bound alone',
      [{ kind: 'at_least', rows: 5, calls: 3 }],
      { kind: 'interval', value: null, low: 5, high: null },
    ],
    [
      'one unknown among many equal',
      [
        { kind: 'exact', rows: 71, calls: 100 },
        { kind: 'unknown', rows: null, calls: 1 },
      ],
      { kind: 'exact', value: 71, low: 71, high: 71 },
    ],
    [
      'one unknown between two values',
      [
        { kind: 'exact', rows: 1, calls: 1 },
        { kind: 'exact', rows: 9, calls: 1 },
        { kind: 'unknown', rows: null, calls: 1 },
      ],
      { kind: 'interval', value: 5, low: 1, high: 9 },
    ],
    [
      'more unknown than known',
      [
        { kind: 'exact', rows: 9, calls: 1 },
        { kind: 'unknown', rows: null, calls: 2 },
      ],
      { kind: 'interval', value: 9, low: 0, high: null },
    ],
  ])('%s', (_name, list, expected) => {
    expect(medianUnseen(list)).toStrictEqual(expected);
  });

  test('a lower bound that cannot move the middle leaves it exact', () => {
    const list: UnseenBar[] = [
      { kind: 'exact', rows: 3, calls: 5 },
      { kind: 'at_least', rows: 40, calls: 2 },
    ];
    expect(medianUnseen(list)).toStrictEqual({ kind: 'exact', value: 3, low: 3, high: 3 });
  });
});

test('unseenTotals counts calls and sums rows', () => {
  const list: UnseenBar[] = [
    { kind: 'exact', rows: 10, calls: 3 },
    { kind: 'none', rows: 0, calls: 2 },
    { kind: 'at_least', rows: 7, calls: 4 },
    { kind: 'unknown', rows: null, calls: 5 },
  ];
  expect(unseenTotals(list)).toStrictEqual({ known: 5, unknown: 5, at_least: 4, total: 30, atLeastTotal: 28 });
});
