import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canonical,
  elements,
  find,
  get,
  numberAt,
  rowsAt,
  scalarAt,
  sequence,
  skeleton,
  stringAt,
  tailElements,
  valueAt,
} from '@/lib/json';
import { anyText, containerText, jsonText } from './arbitrary';

describe('access', () => {
  const text =
    '{"n":-0,"big":12345678901234567890,"inf":1e400,"s":"a\\u0062\\n","t":true,"z":null,"list":[1,"x",{"a":[]}],"o":{"p":{"q":"r"}}}';
  const node = skeleton(text);
  const at = (key: string) => get(node, key) ?? { kind: 'null' as const, start: 0, end: 0, closed: false };

  test('scalars are what JSON.parse makes of them', () => {
    expect(scalarAt(text, at('n'))).toBe(-0);
    expect(numberAt(text, at('big'))).toBe(12345678901234567000);
    expect(numberAt(text, at('inf'))).toBe(Number.POSITIVE_INFINITY);
    expect(stringAt(text, at('s'))).toBe('ab\n');
    expect([scalarAt(text, at('t')), scalarAt(text, at('z'))]).toStrictEqual([true, null]);
    expect(numberAt(text, at('s'))).toBeNaN();
    expect(scalarAt(text, at('list'))).toBeNull();
    expect(stringAt(text, at('o'))).toBe('{"p":{"q":"r"}}');
  });

  test('paths, rows and spans', () => {
    const q = find(node, 'o', 'p', 'q');
    expect(q === null ? '' : stringAt(text, q)).toBe('r');
    expect(find(node, 'o', 'nothing', 'q')).toBeNull();
    expect(rowsAt(text, at('list'), 1, 5)).toStrictEqual(['x', { a: [] }]);
    expect(rowsAt(text, at('list'), 0, 1)).toStrictEqual([1]);
    expect([...elements(text, at('n'))]).toStrictEqual([]);
    expect(valueAt(text, { start: 0, end: 5 })).toBeNull();
  });

  test.each([
    ['"ab', 'ab'],
    ['"ab\\', 'ab'],
    ['"ab\\\\', 'ab\\'],
    ['"ab\\u00', 'ab'],
    ['"ab\\u0062', 'abb'],
    ['"\\u006', ''],
    ['"a\\\\u006', 'a\\u006'],
    ['"', ''],
  ])('a cut string %s keeps what stood before the cut', (source, expected) => {
    const cut = skeleton(source);
    expect(cut === null ? null : stringAt(source, cut)).toBe(expected);
  });
});

describe('canonical', () => {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (value === null || typeof value !== 'object') return value;
    const map = new Map(Object.entries(value));
    return [...map.keys()].sort().map((key) => [key, sorted(map.get(key))]);
  };

  test('equals itself, means the same, and is one spelling of it', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const once = canonical(text);
        expect(canonical(once)).toBe(once);
        expect(canonical(` \n${text}\t`)).toBe(once);
        const same = (value: unknown): string => JSON.stringify(sorted(value));
        expect(same(JSON.parse(once))).toBe(same(JSON.parse(text)));
      }),
      { numRuns: 1500 },
    );
  });

  test('the order of keys does not matter', () => {
    const pairs = fc.uniqueArray(fc.tuple(fc.string(), jsonText), { selector: ([key]) => key, maxLength: 6 });
    fc.assert(
      fc.property(pairs, fc.func(fc.nat()), (list, rank) => {
        const write = (some: [string, string][]): string =>
          `{${some.map(([key, value]) => `${JSON.stringify(key)} : ${value}`).join(',')}}`;
        expect(canonical(write(list.toSorted((a, b) => rank(a[0]) - rank(b[0]))))).toBe(canonical(write(list)));
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['{"b":1.0,"a":-0}', '{"a":0,"b":1}'],
    ['{"a":1,"a":2}', '{"a":2}'],
    ['["\\u0061", 1E2, 12345678901234567891, 1e400]', '["a",100,12345678901234567891,1e400]'],
    ['{"__proto__":1,"":[{}]}', '{"":[{}],"__proto__":1}'],
    ['  not json ', 'not json'],
    ['{"a":1', '{"a":1'],
    ['', ''],
  ])('%s is %s', (text, expected) => {
    expect(canonical(text)).toBe(expected);
  });

  test('integers that a double cannot tell apart stay apart', () => {
    expect(canonical('{"id":12345678901234567890}')).not.toBe(canonical('{"id":12345678901234567891}'));
  });
});

describe('sequence', () => {
  test('values one after another are one list', () => {
    fc.assert(
      fc.property(
        fc.array(containerText, { minLength: 2, maxLength: 6 }),
        fc.constantFrom('\n', '', '\r\n\n'),
        (list, between) => {
          const text = list.join(between) + between;
          const node = sequence(text);
          expect([node?.count, node?.closed]).toStrictEqual([list.length, true]);
          expect([...elements(text, node)].map((span) => valueAt(text, span))).toStrictEqual(
            list.map((one) => JSON.parse(one)),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  test('a last value that was cut is not counted', () => {
    const node = sequence('{"a":1}\n{"a":2}\n{"a":');
    expect([node?.count, node?.closed]).toStrictEqual([2, false]);
  });

  test.each(['', '{"a":1}', '1 2 3', '{"a":1}\nDone.', '{"a":1},{"a":2}', '{"a":1} {a}'])('%j is none', (text) => {
    expect(sequence(text)).toBeNull();
  });
});

describe('the tail of a middle cut', () => {
  const row = fc.record(
    {
      id: fc.nat(),
      title: fc.string(),
      tags: fc.array(fc.record({ name: fc.string() }), { maxLength: 3 }),
      nested: fc.record({ x: fc.nat() }),
    },
    { requiredKeys: ['id', 'title'] },
  );

  test('counts the whole rows after the cut, wherever in a row it fell', () => {
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 3, maxLength: 8 }),
        fc.nat(),
        fc.constantFrom(1, 2),
        (rows, seed, depth) => {
          const json = JSON.stringify(rows);
          const text =
            depth === 1 ? json : `{"items":${json},"links":[{"rel":"next"},{"rel":"last"}],"total":${rows.length}}`;
          const starts: number[] = [];
          for (const span of elements(text, depth === 1 ? skeleton(text) : get(skeleton(text), 'items')))
            starts.push(span.start);
          const first = starts[0] ?? 0;
          const lastStart = starts.at(-1) ?? 0;
          const at = first + 1 + (seed % (lastStart - first));
          // Inside a string, quotes look the other way round: the tail may then lose rows, and must not invent any.
          const whole = starts.filter((start) => start >= at);
          const found = tailElements(text, at, depth);
          const spans = [...elements(text, found)].map((span) => span.start);
          expect(spans.every((start) => whole.includes(start))).toBe(true);
          expect(spans).toStrictEqual(whole.slice(whole.length - spans.length));
          expect(spans.length).toBeGreaterThanOrEqual(whole.length - 1);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test.each<[string, number | undefined, number]>([
    ['ld","id":5},{"id":6},{"id":7}],"total":9}', undefined, 2],
    ['{"id":6},{"id":7}]}', 2, 2],
    ['"tags":[{"t":1},{"t":2},{"t":3}]},{"id":6}]}', 2, 1],
    ['"tags":[{"t":1},{"t":2},{"t":3}]},{"id":6}]}', 4, 3],
    ['"x":{"y":1}}]}', undefined, 0],
    ['no rows here', undefined, 0],
    ['},{"id":6},{"id":', undefined, 1],
    ['', undefined, 0],
  ])('%s at depth %s holds %i', (text, depth, count) => {
    expect(tailElements(text, 0, depth)?.count ?? 0).toBe(count);
  });

  test('never throws', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.nat({ max: 50 }),
        (text, from) => [tailElements(text, from), sequence(text)].length === 2,
      ),
    );
  });
});
