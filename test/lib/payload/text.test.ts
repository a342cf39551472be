import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { missingRows, runsText } from '@/lib/payload/compare';
import { findIn, textWindow } from '@/lib/payload/find';
import { indent } from '@/lib/payload/indent';
import { indexLines } from '@/lib/payload/rows';
import { pieces, visibleText } from '@/lib/payload/visible';

describe('hostile text', () => {
  test.each([
    ['\u001b[31mred', '⟨ESC⟩[31mred'],
    ['\u202egnp.exe\u202c', '⟨U+202E⟩gnp.exe⟨U+202C⟩'],
    ['zero\u200bwidth', 'zero⟨U+200B⟩width'],
    ['a\u2066b\u2069', 'a⟨U+2066⟩b⟨U+2069⟩'],
    ['\ud800!', '⟨U+D800⟩!'],
    ['\u{e0041}tag', '⟨U+E0041⟩tag'],
    ['bell\u0007', 'bell⟨BEL⟩'],
    ['\ufeffmark', '⟨U+FEFF⟩mark'],
    ['over\rwrite', 'over⟨CR⟩write'],
  ])('%j is shown as %s', (text, shown) => {
    expect(visibleText(text)).toBe(shown);
    expect(pieces(text).some((piece) => piece.odd !== null)).toBe(true);
  });

  test.each(['plain', 'tab\tand\nline', '👨‍👩‍👧 ❤️', 'نمی‌خواهم', 'Grüße', '日本語'])('%s stays as it is', (text) => {
    expect(visibleText(text)).toBe(text);
    expect(pieces(text).every((piece) => piece.odd === null)).toBe(true);
  });

  test('line ends of two characters are one line end', () => {
    expect(visibleText('a\r\nb')).toBe('a\nb');
  });

  test('nothing that reorders or controls is left in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(visibleText(text)).not.toMatch(/(?![\n\t])[\p{Cc}\p{Bidi_Control}\p{Cs}]/u);
      }),
    );
  });
});

describe('search in a payload', () => {
  test('counts every place and gives them a page at a time', () => {
    const text = 'Needle '.repeat(130);
    const first = findIn(text, 'nEEDLE');
    expect(first).toMatchObject({ matched: 130, returned: 50, next: 350 });
    const second = findIn(text, 'needle', first.next ?? 0);
    expect(second).toMatchObject({ matched: 130, returned: 50 });
    expect(second.hits[0]?.at).toBe(350);
    expect(findIn(text, 'needle', 700)).toMatchObject({ returned: 30, next: null });
  });

  test('what is searched is text, never a pattern', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), fc.string(), (before, needle, after) => {
        const { hits, matched } = findIn(before + needle + after, needle);
        expect(matched).toBeGreaterThan(0);
        expect(hits.map((hit) => hit.hit.toLowerCase())).toContain(needle.toLowerCase());
      }),
    );
  });

  test('windows cover the whole text and never split a character', () => {
    const text = '😀'.repeat(1000);
    let at = 0;
    let read = '';
    while (at < text.length) {
      const window = textWindow(text, at, 77);
      expect(window.text).not.toMatch(/\p{Surrogate}/u);
      read += window.text;
      at = window.to;
    }
    expect(read).toBe(text);
    expect(textWindow(text, 1).from).toBe(0);
    expect(textWindow('', 5)).toEqual({ from: 0, to: 0, total: 0, text: '' });
  });
});

describe('indentation', () => {
  const shown = (source: string, flat = false) =>
    indent(source, flat)
      .map((token) => token.text)
      .join('');

  test('changes nothing but space', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const source = JSON.stringify(value);
        expect(JSON.parse(shown(source))).toEqual(JSON.parse(source));
        expect(shown(source, true)).toBe(source);
      }),
    );
  });

  test('keeps digits that a number type would lose, and text that was cut', () => {
    expect(shown('{"id":12345678901234567890.10}')).toContain('12345678901234567890.10');
    expect(shown('{"id":1,"na')).toBe('{\n  "id": 1,\n  "na');
  });

  test('is linear on hostile source', () => {
    const start = performance.now();
    for (const source of ['['.repeat(4000), '"\\'.repeat(2000), '{"a":'.repeat(800), '-'.repeat(4000)]) shown(source);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

describe('rows that did not reach the model', () => {
  const lines = (text: string) => indexLines(text);

  test('are named by their numbers', () => {
    const missing = missingRows(lines('a\nb\nc\nd\ne'), lines('a\nc'));
    expect(missing).toEqual([1, 3, 4]);
    expect(runsText(missing ?? [])).toBe('2, 4–5');
  });

  test('equal rows count one by one, and rewritten rows are not called removed', () => {
    expect(missingRows(lines('a\na\na'), lines('a\na'))).toEqual([2]);
    expect(missingRows(lines('a\nb'), lines('x\ny'))).toBeNull();
    expect(missingRows(lines('a\nb'), lines(''))).toEqual([0, 1]);
  });

  test('many runs are cut with the count of the rest', () => {
    expect(runsText([0, 2, 4, 6, 8, 10, 12])).toBe('1, 3, 5, 7, 9 and 2 more');
  });
});
