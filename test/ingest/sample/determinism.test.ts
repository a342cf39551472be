import { describe, expect, test } from 'vitest';
import { sampleMonth } from '@/ingest/sample';
import { median, readMonth, under } from './read-month';

describe('the seed', () => {
  test('one seed is one month, byte for byte; another seed is another month', () => {
    const hash = (seed: number): string => readMonth(sampleMonth({ seed, scale: 0.01 })).hash;
    expect(hash(1)).toBe(hash(1));
    expect(hash(1)).not.toBe(hash(2));
  });

  test('the figures belong to the distribution, not to the seed', () => {
    const month = readMonth(sampleMonth({ seed: 20_260_313 }));
    const today = under(25, month);
    const raised = under(500, month);
    expect([month.searches.length, today.unseen.length, median(today.unseen)]).toEqual([41_000, 4_900, 71]);
    expect([raised.unseen.length, median(raised.unseen), raised.accounts.length]).toEqual([160, 1_400, 92]);
    expect(Math.abs(raised.revenueShare - 0.31)).toBeLessThan(0.0005);
  }, 120_000);
});

describe('the scale', () => {
  test.each([0.001, 0.01, 0.05])('%f of a month is a valid month of about that size', (scale) => {
    const month = readMonth(sampleMonth({ scale }));
    expect(month.searches).toHaveLength(Math.round(41_000 * scale));
    expect(under(25, month).unseen.length).toBe(Math.round(4_900 * scale));
    expect(month.outOfOrder + month.repeatedIds).toBe(0);
    expect(month.searches.every(({ key, present }) => present < 25 || month.census.has(key))).toBe(true);
    for (const tool of ['list_incidents', 'search_files', 'list_customers', 'run_sql', 'export_invoices']) {
      expect(month.calls.get(tool), tool).toBeGreaterThan(0);
    }
  });

  test('is lazy: the first chunk costs no month', () => {
    const chunks = sampleMonth({ scale: 0.05 });
    const first = chunks.next();
    expect(first.done).toBe(false);
    expect(chunks.return(undefined).done).toBe(true);
  });
});
