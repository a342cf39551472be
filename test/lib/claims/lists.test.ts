import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyIs, listsIn } from '@/lib/claims/evidence/lists';

/** Every list under a key, by plain recursion. */
function expected(value: unknown, out: [string, number][] = []): [string, number][] {
  if (Array.isArray(value)) for (const one of value) if (!Array.isArray(one)) expected(one, out);
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    for (const [key, inner] of Object.entries(value)) {
      if (Array.isArray(inner)) out.push([key, inner.length]);
      expected(inner, out);
    }
  return out;
}

const tree = fc.letrec((of) => ({
  value: fc.oneof({ maxDepth: 4 }, fc.integer(), fc.boolean(), of('list'), of('record')),
  list: fc.array(of('value'), { maxLength: 4 }),
  record: fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), of('value'), { maxKeys: 4 }),
})).record;

const found = (text: string) => listsIn(text).map(({ key, size }): [string, number] => [key, size]);

test('lists inside a record are found with their sizes, alone and inside a text', () => {
  fc.assert(
    fc.property(tree, (record) => {
      const text = JSON.stringify(record);
      expect(found(text).sort()).toEqual(expected(record).sort());
      const wrapped = JSON.stringify({ text });
      expect(found(wrapped).sort()).toEqual(expected(record).sort());
    }),
  );
});

test('a place is one of the payload, or none', () => {
  const text = '{"id": 1, "passengers": [{"bags": [1, 2]}, {}]}';
  expect(listsIn(text)).toEqual([
    { key: 'passengers', size: 2, at: text.indexOf('[{') },
    { key: 'bags', size: 2, at: text.indexOf('[1') },
  ]);
  expect(listsIn(JSON.stringify({ text })).map(({ at }) => at)).toEqual([null, null]);
  expect(listsIn('no JSON at all')).toEqual([]);
});

test('a key is called by its noun in any spelling', () => {
  expect(keyIs('reservation_ids', ['reservation'])).toBe(true);
  expect(keyIs('bookedFlights', ['flight'])).toBe(true);
  expect(keyIs('passengers', ['flight'])).toBe(false);
});
