import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ArrayNode,
  EXPANDED_DEPTH,
  elements,
  entries,
  get,
  type JsonValue,
  type Kind,
  type Node,
  read,
  scalarAt,
  skeleton,
  skeletonAt,
  valueAt,
} from '@/lib/json';
import { anyText, containerText, jsonText } from './arbitrary';

const kindIn = (value: JsonValue): Kind => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'object' || type === 'string' || type === 'number' ? type : 'boolean';
};

function tally(list: JsonValue[]): Partial<Record<Kind, number>> {
  const kinds: Partial<Record<Kind, number>> = {};
  for (const item of list) kinds[kindIn(item)] = (kinds[kindIn(item)] ?? 0) + 1;
  return kinds;
}

/** Everything that a skeleton says, against what JSON.parse built from the same text. */
function expectSame(text: string, node: Node, value: JsonValue): void {
  expect(node.closed).toBe(true);
  expect(node.kind).toBe(kindIn(value));
  expect(JSON.parse(text.slice(node.start, node.end))).toStrictEqual(value);
  expect(valueAt(text, node)).toStrictEqual(value);
  if (node.kind === 'array' && Array.isArray(value)) {
    expect(node.count).toBe(value.length);
    expect(node.kinds).toStrictEqual(tally(value));
    const spans = [...elements(text, node)];
    expect(spans.map((span) => valueAt(text, span))).toStrictEqual(value);
    expect(spans.map((span) => span.kind)).toStrictEqual(value.map(kindIn));
    expect(node.first).toStrictEqual(spans[0] ?? null);
    expect(node.last).toStrictEqual(spans.at(-1) ?? null);
    for (const [i, span] of spans.entries()) {
      const inner = skeletonAt(text, span);
      const item = value[i];
      if (inner === null || item === undefined) throw new Error('an element has no skeleton');
      expectSame(text, inner, item);
    }
  } else if (node.kind === 'object' && value !== null && typeof value === 'object' && !Array.isArray(value)) {
    expect(new Set(entries(node).map((entry) => entry.key))).toStrictEqual(new Set(Object.keys(value)));
    for (const key of Object.keys(value)) {
      const child = get(node, key);
      const item = value[key];
      if (child === null || item === undefined) throw new Error(`no node for ${key}`);
      expectSame(text, child, item);
    }
  } else expect(scalarAt(text, node)).toStrictEqual(value);
}

describe('skeleton against JSON.parse', () => {
  test('same kinds, keys, scalars, counts and spans on any JSON', () => {
    fc.assert(
      fc.property(jsonText, fc.constantFrom('', ' ', '\n\t'), (text, space) => {
        const source = space + text + space;
        const node = skeleton(source);
        if (node === null) throw new Error('valid JSON gave no skeleton');
        expect(source.slice(node.start, node.end)).toBe(text.trim());
        expectSame(source, node, JSON.parse(source));
      }),
      { numRuns: 1500 },
    );
  });

  test('accepts exactly what JSON.parse accepts', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        const result = read(text);
        const rest = /^[ \n\r\t]*$/.test(text.slice(result.stop));
        expect(result.state === 'whole' && rest).toBe(valid);
      }),
      { numRuns: 5000 },
    );
  });

  test('never throws, and its spans stay inside the text', () => {
    fc.assert(
      fc.property(anyText, fc.nat({ max: 70 }), (text, from) => {
        const { node, stop } = read(text, from);
        expect(stop).toBeLessThanOrEqual(text.length);
        if (node !== null)
          expect([node.start >= 0, node.end >= node.start, node.end <= text.length]).toStrictEqual([true, true, true]);
        skeleton(text, from);
      }),
      { numRuns: 3000 },
    );
  });

  test('the last of repeated keys wins, and all stay in order', () => {
    const text = '{"a":1,"\\u0061":2,"b":0,"a":3}';
    const node = skeleton(text);
    expect(entries(node).map((entry) => entry.key)).toStrictEqual(['a', 'a', 'b', 'a']);
    expect(valueAt(text, get(node, 'a') ?? { start: 0, end: 0 })).toBe(3);
  });
});

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** What is wrong with the skeleton of a cut text: something claims to be whole and is not, or the other way round. */
function faultOf(text: string, node: Node): string | null {
  if (node.closed) return `closed at ${node.end} of ${text.length}`;
  if (node.end !== text.length) return `ends at ${node.end} of ${text.length}`;
  for (const span of elements(text, node))
    if (!isJson(text.slice(span.start, span.end))) return `an element at ${span.start} is not whole`;
  const children = entries(node).map((entry) => entry.node);
  for (const [i, child] of children.entries()) {
    if (child.closed) {
      if (!isJson(text.slice(child.start, child.end))) return `a value at ${child.start} is not whole`;
    } else {
      const fault =
        i < children.length - 1 ? `a value before the last is open, at ${child.start}` : faultOf(text, child);
      if (fault !== null) return fault;
    }
  }
  return null;
}

describe('cut texts', () => {
  test('a container cut at any character is never closed and never called invalid', () => {
    fc.assert(
      fc.property(containerText, (text) => {
        const end = skeleton(text)?.end ?? 0;
        for (let at = 1; at < end; at++) {
          const part = text.slice(0, at);
          const { node, state } = read(part);
          if (state !== 'cut' || node === null) throw new Error(`cut at ${at}: ${state}`);
          const fault = faultOf(part, node);
          if (fault !== null) throw new Error(`cut at ${at}: ${fault}`);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('counts the whole elements of a cut list', () => {
    fc.assert(
      fc.property(fc.array(jsonText, { minLength: 1, maxLength: 6 }), fc.nat(), (parts, seed) => {
        const text = `[${parts.join(',')}]`;
        const at = 1 + (seed % (text.length - 1));
        let whole = 0;
        for (let i = 0, pos = 1; i < parts.length; i++, pos++) {
          const part = parts[i] ?? '';
          pos += part.length;
          // A scalar without an end of its own may go on after the cut, unless something stands behind it.
          const ends = /["\]}\s]$/.test(part);
          if (pos < at || (pos === at && ends)) whole = i + 1;
          else if (part.trimEnd().length < part.length && pos - part.length + part.trimEnd().length <= at)
            whole = i + 1;
        }
        const node = skeleton(text.slice(0, at));
        expect(node?.kind === 'array' ? node.count : -1).toBe(whole);
      }),
      { numRuns: 1500 },
    );
  });

  test.each([
    ['{"a":12', 'a'],
    ['{"a":"he', 'a'],
    ['{"a":"he\\', 'a'],
    ['{"a":"he\\u00', 'a'],
    ['{"a":tru', 'a'],
    ['{"a":-', 'a'],
    ['{"a":1e', 'a'],
    ['{"a":[', 'a'],
    ['{"a":{"b', 'a'],
  ])('%s ends inside the value of a', (text, key) => {
    expect(get(skeleton(text), key)?.closed).toBe(false);
  });

  test.each([
    '{a:1}',
    "{'a':1}",
    '[1,]',
    '[1 2]',
    '{"a" 1}',
    '{"a":1,}',
    '[01]',
    '[1.]',
    '[+1]',
    '["\n"]',
    '["\u001f"]',
    '["\\x"]',
    '[nul]',
    'nope',
    '[1}',
    '{"a":1]',
    '12x',
    '',
  ])('%j is not JSON', (text) => {
    expect(skeleton(text)).toBeNull();
  });

  test('what stood before the text stopped being JSON is kept by read', () => {
    const text = '{"total":9,"items":[{"id":1},{"id":2},… [3 items omitted] …';
    const result = read(text);
    expect([result.state, result.stop]).toStrictEqual(['invalid', text.indexOf('…')]);
    const items = get(result.node, 'items') as ArrayNode;
    expect([items.count, items.closed, items.end]).toStrictEqual([2, false, result.stop]);
  });
});

describe('hostile nesting', () => {
  const deep = 1_000_000;
  test.each([
    ['lists', '['.repeat(deep) + ']'.repeat(deep), 'whole'],
    ['open lists', '['.repeat(deep), 'cut'],
    ['objects', `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`, 'whole'],
    ['open objects', '{"a":'.repeat(deep), 'cut'],
    ['mixed', `${'[{"a":'.repeat(deep)}1${'}]'.repeat(deep)}`, 'whole'],
    ['wrong close', '['.repeat(deep) + '}'.repeat(deep), 'invalid'],
  ])('%s a million deep', (_name, text, state) => {
    expect(read(text).state).toBe(state);
  });

  test('objects beyond the expanded depth are closed and can be read on', () => {
    const text = `${'{"a":'.repeat(100)}7${'}'.repeat(100)}`;
    let node = skeleton(text);
    let depth = 0;
    let reread = 0;
    while (node !== null && node.kind === 'object') {
      expect(node.closed).toBe(true);
      depth++;
      if (node.entries.length === 0) {
        expect(depth % EXPANDED_DEPTH).toBe(1);
        node = skeletonAt(text, node);
        depth--;
        reread++;
      } else node = get(node, 'a');
    }
    expect([depth, reread]).toStrictEqual([100, 1]);
    expect(node === null ? null : scalarAt(text, node)).toBe(7);
  });
});
