import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { budgetOf, overheadShare, pageSize, pageTokens, resentOver, windowLeft, windowShare } from '@/lib/caps/budget';

const WINDOW = 200_000;
const ROWS_ONLY = { perRow: 298, overhead: 0 };

describe('the arithmetic of the document', () => {
  test('500 rows of 298 tokens are 149,000, and leave a little over 50,000 of 200,000', () => {
    const page = pageTokens(500, ROWS_ONLY);
    expect(page).toBe(149_000);
    expect(windowLeft(page, WINDOW)).toBe(51_000);
    expect(windowShare(page, WINDOW)).toBe(0.745);
    expect(windowLeft(pageTokens(1000, ROWS_ONLY), WINDOW)).toBe(-98_000);
  });

  test('60 tokens of contract are 1 % of 20 rows and a tenth of 2', () => {
    const cost = { perRow: 298, overhead: 60 };
    expect(overheadShare(20, cost)).toBeCloseTo(0.01, 3);
    expect(overheadShare(2, cost)).toBeCloseTo(0.1, 2);
    expect(pageTokens(20, cost)).toBe(6020);
  });

  test('a page sent on each of ten turns is paid ten times', () => {
    expect(resentOver(pageTokens(25, ROWS_ONLY), 10)).toBe(74_500);
  });

  test('a budget is a share of what the reserve leaves', () => {
    expect(budgetOf({ window: WINDOW, share: 0.25, reserve: 0 })).toBe(50_000);
    expect(budgetOf({ window: WINDOW, share: 0.25, reserve: 20_000 })).toBe(45_000);
    expect(budgetOf({ window: WINDOW, share: 0.25, reserve: 300_000 })).toBe(0);
    expect(pageSize(50_000, ROWS_ONLY)).toBe(167);
    expect(pageSize(149_000, ROWS_ONLY)).toBe(500);
    expect(pageSize(148_999, ROWS_ONLY)).toBe(499);
  });
});

describe('both ways', () => {
  const cost = fc.record({
    perRow: fc.double({ min: 0.5, max: 100_000, noNaN: true }),
    overhead: fc.double({ min: 0, max: 10_000, noNaN: true }),
  });

  test('a page of the size from a budget never exceeds it, and one more row would', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), cost, (budget, paid) => {
        const rows = pageSize(budget, paid) ?? Number.NaN;
        expect(Number.isInteger(rows)).toBe(true);
        if (rows > 0) expect(pageTokens(rows, paid)).toBeLessThanOrEqual(budget);
        expect(pageTokens(rows + 1, paid)).toBeGreaterThan(budget);
      }),
    );
  });

  test('the budget of a page buys that page', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), cost, (rows, paid) => {
        expect(pageSize(pageTokens(rows, paid), paid)).toBe(rows);
      }),
    );
  });

  test('rows that cost nothing have no size, and a budget below the contract buys none', () => {
    expect(pageSize(1000, { perRow: 0, overhead: 10 })).toBeNull();
    expect(pageSize(1000, { perRow: -1, overhead: 10 })).toBeNull();
    expect(pageSize(50, { perRow: 5, overhead: 60 })).toBe(0);
  });
});
