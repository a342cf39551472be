import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decoded, elements, get, type JsonValue, locate, type Node, valueAt } from '@/lib/json';
import { anyText, containerText, jsonText } from './arbitrary';

const prose = fc
  .array(
    fc.constantFrom('Found', 'the', 'rows:', 'see', '(page 1)', 'Done.', '—', '日本語', '42', '\n', '- item', "it's"),
    { maxLength: 8 },
  )
  .map((words) => words.join(' '));

/** An object that nobody would take for prose. */
const payload = fc
  .array(jsonText, { maxLength: 4 })
  .map((list) => `{"items":[${list.join(',')}],"total":${list.length}}`);

const parsedFrom = (text: string): JsonValue => {
  const found = locate(text);
  if (found === null) throw new Error('nothing located');
  return valueAt(text, found.node);
};

const countOf = (node: Node | null): number => (node?.kind === 'array' ? node.count : -1);

describe('locate', () => {
  test('a text that is JSON is that value, with nothing around it', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const found = locate(` ${text}\n`);
        if (found === null) throw new Error('valid JSON was not located');
        expect(valueAt(` ${text}\n`, found.node)).toStrictEqual(JSON.parse(text));
        expect([found.before.start, found.before.end, found.after.start, found.after.end]).toStrictEqual([
          0,
          0,
          text.length + 2,
          text.length + 2,
        ]);
        expect(found.cut).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  test('prose before and after is found as such', () => {
    fc.assert(
      fc.property(prose, payload, prose, (before, json, after) => {
        const text = `${before}\n${json}\n${after}`;
        const found = locate(text);
        if (found === null) throw new Error('the payload was not located');
        expect(text.slice(found.node.start, found.node.end)).toBe(json);
        expect(text.slice(found.before.start, found.before.end).trim()).toBe(before.trim());
        expect(text.slice(found.after.start, found.after.end).trim()).toBe(after.trim());
        expect(found.cut).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  test('prose before a value that the end of the text cut', () => {
    fc.assert(
      fc.property(prose, payload, fc.nat(), (before, json, seed) => {
        const at = 10 + (seed % (json.length - 10));
        const text = `${before}\n${json.slice(0, at)}`;
        const found = locate(text);
        expect(found?.cut).toBe(true);
        expect(found?.node.start).toBe(before.length + 1);
        expect(found?.node.end).toBe(text.length);
      }),
      { numRuns: 1000 },
    );
  });

  test('never throws, and its spans tile the text', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        const found = locate(a + b);
        if (found === null) return;
        expect(found.before.end === 0 || found.before.end === found.node.start).toBe(true);
        expect(found.after.end).toBe((a + b).length);
        expect(found.after.start).toBeGreaterThanOrEqual(found.node.end);
        expect(found.cut).toBe(!found.node.closed);
      }),
      { numRuns: 3000 },
    );
  });

  test.each<[string, string, JsonValue]>([
    ['a fence', 'Here:\n```json\n{"items":[1,2]}\n```\nDone [1].', { items: [1, 2] }],
    ['a list in a fence', '```json\n[1, 2, 3]\n```', [1, 2, 3]],
    ['an empty list after a colon', 'Results: []', []],
    ['the larger of two', 'old {"a":1} new {"items":[{"id":1},{"id":2}]}', { items: [{ id: 1 }, { id: 2 }] }],
    ['after a time in brackets', '[2026-03-13 17:20] got {"a":[1]}', { a: [1] }],
    ['after template braces', 'Hi {{name}}, {"a":"b"}', { a: 'b' }],
    ['after a quote that swallows', 'call ["x to see {"items":[{"id":1}],"n":1}', { items: [{ id: 1 }], n: 1 }],
    ['a list of names', 'Files: ["a.ts","b.ts"] (2)', ['a.ts', 'b.ts']],
  ])('finds %s', (_name, text, value) => {
    expect(parsedFrom(text)).toStrictEqual(value);
  });

  test.each([
    '',
    '  ',
    'plain words',
    'see [1] and [2, 3].',
    'f(x) { return; }',
    '"quoted" is a word',
    '[truncated]',
    '{}} {name}',
    'true story',
    'a [x](y) b',
    '-',
    '[2026-03-13] started',
  ])('finds nothing in %j', (text) => {
    expect(locate(text)).toBeNull();
  });

  const code = 'const a = settings;\n'.repeat(60);
  test.each([
    ['an index', `${code}x = params["start_row"],\n${code}`],
    ['a literal in code', `${code}const base = {"a":[1]};\n${code}`],
    ['an example in a document', `${code}\`\`\`json\n{"a":[{"b":1}]}\n\`\`\`\n${code}`],
    ['an empty default', `${code}  list: []\n${code}`],
    ['a short index', 'x = params["start_row"]'],
  ])('does not take %s for the payload', (_name, text) => {
    expect(locate(text)).toBeNull();
  });

  test('a value at either end is taken however long the prose', () => {
    expect(parsedFrom(`${code}{"a":[1]}`)).toStrictEqual({ a: [1] });
    expect(parsedFrom(`{"a":[1]}\n${code}`)).toStrictEqual({ a: [1] });
  });

  test('a marker that breaks the JSON off leaves the whole rows, and begins what comes after', () => {
    const head = '{"total":340,"items":[{"id":1},{"id":2},{"id":';
    for (const marker of ['... [1200 characters truncated] ...', '\n<response clipped>\n', '…']) {
      const text = `${head}${marker}{"id":9}],"next":null}`;
      const found = locate(text);
      expect(countOf(get(found?.node ?? null, 'items'))).toBe(2);
      expect([found?.node.closed, found?.cut]).toStrictEqual([false, true]);
      expect(found === null ? '' : text.slice(found.after.start)).toContain(marker.trim());
    }
  });

  test('a line break inside a string is where a text was broken', () => {
    const text = '{"items":[{"id":1,"t":"whole"},{"id":2,"t":"bro\n\n[4 KB omitted]\n\nken"},{"id":7,"t":"x"}]}';
    const found = locate(text);
    expect(countOf(get(found?.node ?? null, 'items'))).toBe(1);
    expect(found?.node.end).toBe(text.indexOf('\n'));
  });
});

describe('JSON inside strings', () => {
  test('each level of encoding is read through', () => {
    fc.assert(
      fc.property(containerText, fc.integer({ min: 1, max: 3 }), (text, levels) => {
        let outer = text;
        for (let i = 0; i < levels; i++) outer = JSON.stringify(outer);
        let found = locate(outer);
        for (let i = 0; i < levels; i++) {
          if (found === null) throw new Error('not located');
          const inner = decoded(outer, found.node);
          if (inner === null) throw new Error(`level ${i} was not read`);
          outer = inner.text;
          found = inner.found;
        }
        expect(outer).toBe(text);
        expect(found?.node.kind).toBe(text.startsWith('{') ? 'object' : 'array');
      }),
      { numRuns: 600 },
    );
  });

  test('an encoded text that was cut keeps its whole rows', () => {
    const rows = Array.from({ length: 9 }, (_, id) => ({ id, name: `größe "${id}" \\ \n` }));
    const encoded = JSON.stringify(JSON.stringify({ items: rows, total: 9 }));
    for (let at = 14; at < encoded.length; at++) {
      const text = encoded.slice(0, at);
      const found = locate(text);
      const inner = found === null ? null : decoded(text, found.node);
      if (inner === null) throw new Error(`nothing decoded at ${at}`);
      expect(inner.found.node.closed && at < encoded.length - 1).toBe(false);
      const items = get(inner.found.node, 'items');
      const read = [...elements(inner.text, items)].map((span) => valueAt(inner.text, span));
      expect(read).toStrictEqual(rows.slice(0, read.length));
      expect(read.length).toBe(
        rows.filter((row) => encoded.indexOf(`\\"id\\":${row.id},`) >= 0 && endOf(encoded, row.id) <= at).length,
      );
    }
  });

  test.each([
    '"plain"',
    '"{name} is here"',
    '"see {\\"a\\":1}"',
    '"[x]"',
    '"{name} sent {\\"a\\":1}"',
    '"\\n text"',
    '12',
    '{"a":"b"}',
  ])('%s holds no JSON', (text) => {
    const found = locate(text);
    expect(found === null ? null : decoded(text, found.node)).toBeNull();
  });
});

/** Where the row with this id ends in the encoded text: after its closing brace. */
function endOf(encoded: string, id: number): number {
  const next = encoded.indexOf('}', encoded.indexOf(`\\"id\\":${id},`));
  return next + 1;
}
