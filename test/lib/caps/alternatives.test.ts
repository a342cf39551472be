import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aggregating, isOnlyCount } from '@/lib/caps/alternatives/aggregate';
import { fewValues, filtering } from '@/lib/caps/alternatives/filter';
import { pagingOn } from '@/lib/caps/alternatives/page-on';
import { type CapPeriod, compareCapPeriods } from '@/lib/caps/compare';
import type { Bounds, Candidate } from '@/lib/caps/types';

describe('an answer that is only a count', () => {
  test.each([
    [true, 'How many invoices are overdue?', 'There are 25 overdue invoices, the oldest of March.'],
    [true, null, 'There are 25 overdue invoices.'],
    [true, 'Overdue?', '25'],
    [true, 'number of open tickets', 'It is 7.'],
    [false, 'How many are overdue, and which are the largest?', '25, the largest is inv-3.'],
    [false, 'Which invoices are overdue?', 'inv-1, inv-2 and inv-3 are overdue.'],
    [false, null, 'There are 25 overdue invoices. The largest is inv-3 with EUR 900.'],
  ])('%s: %s / %s', (only, question, text) => expect(isOnlyCount({ question, text })).toBe(only));

  test('no answer in the log is unknown, never "no"', () => {
    expect(aggregating([null, null, { question: 'How many?', text: '3' }])).toEqual({
      sampled: 3,
      counts: 1,
      others: 0,
      unknown: 2,
    });
  });
});

describe('filters', () => {
  test('names arguments that complete calls carry and capped ones do not, without paging and empty values', () => {
    const complete = [
      '{"q":"a","status":"open","limit":25}',
      '{"q":"b","filters":{"from":"2026-01-01"},"status":"late"}',
    ];
    const capped = ['{"q":"a","status":"","offset":25}', '{"q":"b","status":"open"}'];
    expect(filtering(complete, capped)).toEqual({
      complete: 2,
      capped: 2,
      narrowing: [
        { argument: 'filters.from', complete: 1, capped: 0 },
        { argument: 'status', complete: 2, capped: 1 },
      ],
    });
  });

  test('fields with few values, and neither constants nor ids', () => {
    const rows = Array.from({ length: 50 }, (_, i) => ({
      id: i,
      status: i % 3,
      unit: 'EUR',
      note: i < 9 ? 'x' : null,
    }));
    expect(fewValues(rows)).toEqual([{ field: 'status', values: 3, rows: 50 }]);
  });
});

test('paging on: any sizes need as many pages as a loop reads', () => {
  const sizes = fc.array(fc.record({ size: fc.nat(5000), cap: fc.integer({ min: 1, max: 500 }), calls: fc.nat(9) }));
  fc.assert(
    fc.property(sizes, (all) => {
      let pages = 0;
      for (const { size, cap, calls } of all)
        for (let i = 0; i < calls; i++) for (let seen = cap; seen < size; seen += cap) pages++;
      expect(pagingOn([], all, 0).furtherPages).toBe(pages);
    }),
  );
});

test('paging on: costs are per recovered call, of the walks that tell them', () => {
  const walks = [
    { pages: 4, recovered: 3, tokens: 900, seconds: 6 },
    { pages: 2, recovered: 1, tokens: null, seconds: 2 },
  ];
  expect(pagingOn(walks, [], 5)).toMatchObject({ walks: 2, recovered: 4, turns: 1, tokens: 300, seconds: 2, known: 0 });
});

describe('promised and delivered', () => {
  const exact = (n: number): Bounds => ({ low: n, high: n, assumed: n });
  const period = (calls: number, capped: number, cap: number | null): CapPeriod => ({
    ...{ from: 0, to: 1, version: null, calls, capped, left: capped, cap, unseenRows: 0, unseenUnsure: 0 },
    median: { kind: 'unknown', value: null, low: null, high: null },
  });
  /** Only what the comparison reads. */
  const promise = (share: Bounds) => ({ cap: 500, share, totalUnseen: exact(0) }) as unknown as Candidate;

  test.each([
    ['kept', exact(0.004), 8],
    ['worse', exact(0.004), 60],
    ['better', exact(0.12), 8],
    ['kept', { low: 0.004, high: null, assumed: 0.1 }, 60],
  ] as const)('%s', (verdict, share, capped) => {
    const compared = compareCapPeriods('t', period(1000, 120, 25), period(2000, capped, 500), promise(share));
    expect(compared.verdict).toBe(verdict);
    expect(compared.promised?.capped.low).toBeCloseTo(share.low * 2000, 9);
  });

  test('a period without capped calls has no cap to be asked about, and says so', () => {
    const compared = compareCapPeriods('t', period(1000, 120, 25), period(2000, 0, null), null);
    expect(compared.verdict).toBe('cannot say');
    expect(compared.says.join(' ')).toContain('its cap is not in the log');
  });
});
