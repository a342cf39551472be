import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { countTokens } from '@/lib/tokens';

describe('countTokens', () => {
  // Counts of OpenAI's own tiktoken for o200k_base.
  test.each([
    ['', 0],
    ['hello world', 2],
    ['tiktoken is great!', 6],
    ['antidisestablishmentarianism', 6],
    ['2 + 2 = 4', 7],
    ['お誕生日おめでとう', 8],
  ])('%j is %i tokens', (text, tokens) => {
    expect(countTokens(text)).toBe(tokens);
  });

  test('names of special tokens are plain text', () => {
    expect(countTokens('<|endoftext|>')).toBeGreaterThan(1);
  });

  test('windows change nothing on JSON, prose and code longer than a window', () => {
    const row = fc.record({
      id: fc.nat(),
      name: fc.lorem({ maxCount: 8 }),
      amount: fc.double({ noNaN: true }),
      open: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(row, { minLength: 30, maxLength: 80 }), fc.constantFrom(0, 2), (rows, indent) => {
        const text = JSON.stringify(rows, null, indent);
        expect(countTokens(text)).toBe(encode(text).length);
      }),
      { numRuns: 40 },
    );
  });

  test.each([' ', 'a', '\ud800', '\n', '😀'])('a megabyte of %j is counted in seconds, never throws', (unit) => {
    const started = performance.now();
    expect(countTokens(unit.repeat(1_000_000 / unit.length))).toBeGreaterThan(1000);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
