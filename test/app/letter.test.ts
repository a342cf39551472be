import { describe, expect, test } from 'vitest';
import { letter } from '@/app/accounts/[id]/letter';

const FACTS = {
  from: Date.UTC(2026, 2, 1),
  to: Date.UTC(2026, 3, 1),
  zone: 'UTC',
  calls: 209,
  left: 52,
  recovered: 3,
  known: 37,
  median: { kind: 'interval' as const, value: 14, low: 3, high: 22 },
  tools: [
    { tool: 'search_invoices', left: 40 },
    { tool: 'list_incidents', left: 12 },
    { tool: 'get_status', left: 0 },
  ],
};

describe('what support can send', () => {
  test('says when, how many of how many, by which tools, and how much of it is known', () => {
    expect(letter(FACTS)).toBe(
      'In the period 1 to 31 Mar 2026 your assistant made 209 look-ups; in 52 of them it received only a part of what matched, or nothing proves that it received all: search_invoices (40), list_incidents (12). We know of 37 of these how many entries were missing; the typical (median) number is 3 to 22. Answers that it gave from these results may leave something out.',
    );
  });

  test('invents no number where none is known', () => {
    const words = letter({ ...FACTS, known: 0, median: { kind: 'unknown', value: null, low: null, high: null } });
    expect(words).toContain('How many entries were missing is not known.');
    expect(words).not.toContain('median');
  });

  test('a bound is said to be one', () => {
    expect(letter({ ...FACTS, median: { kind: 'interval', value: 14, low: 3, high: null } })).toContain('at least 3');
  });

  test('an account that lost nothing is told so, with what came in parts', () => {
    expect(letter({ ...FACTS, left: 0 })).toBe(
      'In the period 1 to 31 Mar 2026 none of your assistant’s 209 look-ups is known to have been cut short. 3 results came in parts, and it read all of the parts.',
    );
    expect(letter({ ...FACTS, calls: 0, left: 0 })).toContain('looked nothing up');
  });
});
