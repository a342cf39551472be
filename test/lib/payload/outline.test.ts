import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openDoc, resolve } from '@/lib/payload/document';
import { type Line, outline, type RowsLine } from '@/lib/payload/outline';
import { indexAt, ROW_SHOWN, rowWindow } from '@/lib/payload/rows';

const drawn = (text: string, rowsPath: string | null = null, wanted: string[] = [], root = 'result') =>
  outline(openDoc(text), { rowsPath, wanted }, root);
const rowsAt = (lines: Line[], path: string) =>
  lines.find((line): line is RowsLine => line.kind === 'rows' && line.path === path);

describe('a folded payload', () => {
  test('shows the envelope line by line and of the rows the first and last', () => {
    const items = Array.from({ length: 20 }, (_, id) => ({ id, note: 'x'.repeat(20) }));
    const { lines, json } = drawn(JSON.stringify({ matched: 340, items, next: null }), 'result.items');
    expect(json).toBe(true);
    expect(lines.map((line) => line.kind)).toEqual(['open', 'value', 'rows', 'value', 'close']);
    const rows = rowsAt(lines, 'result.items');
    expect(rows).toMatchObject({ count: 20, main: true });
    expect(rows?.head.map((row) => JSON.parse(row.text))).toEqual([items[0]]);
    expect(rows?.tail.map((row) => [row.index, JSON.parse(row.text)])).toEqual([[19, items[19]]]);
  });

  test('opens JSON inside strings of content blocks where something is marked', () => {
    const inner = JSON.stringify({ total: 40, items: [1, 2, 3, 4, 5].map((id) => ({ id, memo: 'm'.repeat(30) })) });
    const text = JSON.stringify({ content: [{ type: 'text', text: inner }], isError: false });
    const { lines } = drawn(text, 'result.content[0].text.items', ['result.content[0].text.total']);
    expect(rowsAt(lines, 'result.content[0].text.items')).toMatchObject({ count: 5, main: true });
    expect(lines).toContainEqual(
      expect.objectContaining({ kind: 'value', path: 'result.content[0].text.total', text: '40' }),
    );
  });

  test('says where a text that was cut stops, and keeps what stood there', () => {
    const { lines } = drawn('{"matched":300,"items":[{"id":1},{"id":2},{"id":3,"na', 'result.items');
    expect(rowsAt(lines, 'result.items')).toMatchObject({ count: 2 });
    expect(lines.at(-1)).toMatchObject({ kind: 'cut', at: 53, rest: '{"id":3,"na' });
  });

  test('shows prose around JSON apart, and plain text as lines', () => {
    const prose = drawn(
      `Here you are, as asked:\n${JSON.stringify({ results: [1, 2].map((id) => ({ id })) })}\nShowing 2 of 9.`,
    );
    expect(prose.before?.text).toContain('as asked');
    expect(prose.after?.text).toContain('2 of 9');
    const plain = drawn(Array.from({ length: 500 }, (_, i) => `line ${i}`).join('\n'));
    expect(plain.lines).toMatchObject([{ kind: 'rows', of: 'lines', path: 'lines', count: 500 }]);
  });

  test('stays small on hostile shapes', () => {
    const wide = JSON.stringify(
      Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, { a: 'v'.repeat(200) }])),
    );
    expect(drawn(wide).lines.length).toBeLessThan(900);
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    expect(drawn(deep).lines.length).toBeLessThan(100);
    expect(drawn(`"${'x'.repeat(1_000_000)}"`).lines[0]).toMatchObject({ kind: 'value', length: 1_000_002 });
  });

  test('never throws, and never gives more text than a screen holds', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.json().map((t) => t.slice(0, t.length / 2)),
        ),
        (text) => {
          const { lines } = drawn(text, 'result.a', ['result.b[0]']);
          expect(JSON.stringify(lines).length).toBeLessThan(12 * text.length + 4000);
        },
      ),
    );
  });
});

describe('rows on demand', () => {
  test('every element of any array is reachable, in order, whole', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 40 }), fc.nat(50), fc.nat(50), (items, from, count) => {
        const index = indexAt(openDoc(JSON.stringify({ items })), 'result.items');
        const page = index && rowWindow('result.items', index, from, count);
        expect(page?.matched).toBe(items.length);
        for (const row of page?.rows ?? []) expect(row.text).toBe(JSON.stringify(items[row.index]));
        if (items.length > 0) expect(page?.rows.length).toBeGreaterThan(0);
      }),
    );
  });

  test('rows of a sent view are found under its own name', () => {
    expect(indexAt(openDoc('{"items":[1,2]}'), 'sent.items')?.starts.length).toBe(2);
    expect(indexAt(openDoc('{"items":[1,2]}'), 'sent.nothing')).toBeNull();
  });

  test('lines keep their text but not their ends', () => {
    const index = indexAt(openDoc('a\r\nb\n\nc'), 'lines');
    const page = index && rowWindow('lines', index, 0, 10);
    expect(page?.rows.map((row) => row.text)).toEqual(['a', 'b', '', 'c']);
  });

  test('a long row is given in part and says how long it is', () => {
    const index = indexAt(openDoc(JSON.stringify([['x'.repeat(50_000)]])), 'result');
    const row = index && rowWindow('result', index, 0, 1).rows[0];
    expect(row?.text.length).toBe(ROW_SHOWN);
    expect(row?.length).toBe(50_004);
  });

  test('twenty megabytes open, and every page costs the same, in well under a second', () => {
    const text = JSON.stringify({
      items: Array.from({ length: 68_000 }, (_, id) => ({ id, note: 'lorem '.repeat(45) })),
    });
    expect(text.length).toBeGreaterThan(19_000_000);
    const start = performance.now();
    const doc = openDoc(text);
    outline(doc, { rowsPath: 'result.items', wanted: [] });
    const index = indexAt(doc, 'result.items');
    expect(performance.now() - start).toBeLessThan(3_000);
    if (!index) throw new Error('no rows');
    const page = performance.now();
    expect(rowWindow('result.items', index, 67_950, 50).rows.at(-1)?.index).toBe(67_999);
    expect(performance.now() - page).toBeLessThan(500);
  });
});

test('a path finds its value also where keys look like paths', () => {
  const doc = openDoc('{"a.b":1,"a":{"b":2,"c[0]":3},"c":[[4,5]]}');
  const at = (path: string) => {
    const place = resolve(doc, path);
    return place ? place.text.slice(place.node.start, place.node.end) : null;
  };
  expect(at('result.c[0][1]')).toBe('5');
  expect(at('result.a.c[0]')).toBe('3');
  expect(at('result.a.b')).toBe('1');
  expect(at('result.nothing')).toBeNull();
});
