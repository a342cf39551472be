import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Line, LineCutter } from '@/ingest/sources/lines';

function cut(bytes: Buffer, sizes: readonly number[], limit?: number): Line[] {
  const cutter = new LineCutter(0, limit);
  const lines: Line[] = [];
  let from = 0;
  for (let i = 0; from < bytes.length; i++) {
    const size = Math.max(1, sizes[i % sizes.length] ?? bytes.length);
    lines.push(...cutter.push(Buffer.from(bytes.subarray(from, from + size))));
    from += size;
  }
  const rest = cutter.rest();
  return rest ? [...lines, rest] : lines;
}

describe('LineCutter', () => {
  test('lines are the same however the bytes arrive, and every byte belongs to one', () => {
    const part = fc.oneof(fc.constantFrom('\n', '\r\n', '', '{"a":1}', 'é', '🎉'), fc.string());
    fc.assert(
      fc.property(fc.array(part), fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), (parts, sizes) => {
        const text = `x${parts.join('')}`;
        const bytes = Buffer.from(text);
        const lines = cut(bytes, sizes);
        const expected = bytes.toString().split('\n');
        if (expected.at(-1) === '') expected.pop();
        expect(lines.map((line) => line.text)).toEqual(expected.map((line) => line.replace(/\r$/, '')));
        let at = 0;
        for (const line of lines) {
          expect(line.offset).toBe(at);
          at += line.length;
        }
        expect(at).toBe(bytes.length);
      }),
    );
  });

  test('a line over the limit is skipped with its place and first bytes; the next one is read', () => {
    const long = `{"long":"${'y'.repeat(5_000)}"}`;
    const lines = cut(Buffer.from(`short\n${long}\nafter\n`), [700], 2_000);
    expect(lines.map(({ offset, length, text }) => ({ offset, length, text }))).toEqual([
      { offset: 0, length: 6, text: 'short' },
      { offset: 6, length: long.length + 1, text: null },
      { offset: 6 + long.length + 1, length: 6, text: 'after' },
    ]);
    expect(lines[1]?.head.toString()).toBe(long.slice(0, 1024));
  });

  test('what is incomplete is not given out before `rest`', () => {
    const cutter = new LineCutter(100);
    expect([...cutter.push(Buffer.from('half'))]).toEqual([]);
    expect(cutter.position).toBe(100);
    expect(cutter.rest()).toMatchObject({ offset: 100, length: 4, text: 'half' });
    expect(cutter.rest()).toBeNull();
  });
});
