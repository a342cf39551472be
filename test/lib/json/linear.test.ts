import { describe, test } from 'vitest';
import { canonical, decoded, locate, sequence, skeleton, tailElements } from '@/lib/json';
import { expectLinear } from './linear';

const hostile: [string, (n: number) => string][] = [
  ['open lists', (n) => '['.repeat(n)],
  ['open braces', (n) => '{'.repeat(n)],
  ['nested objects', (n) => '{"a":'.repeat(n / 4)],
  ['lists that break', (n) => '[[[[[[[["a",x '.repeat(n / 8)],
  ['quoted brackets', (n) => '["'.repeat(n / 2)],
  ['objects that break', (n) => '{"a":{"b":[{"c":"d"} x'.repeat(n / 16)],
  ['one long string', (n) => `["${'a\\"'.repeat(n)}`],
  ['nested, then broken', (n) => `${'[{"a":'.repeat(n / 8)}x${'{"b":1},'.repeat(n / 8)}`],
  ['brackets and one brace', (n) => `${'[x '.repeat(n / 2)}{`],
  ['spaces, small objects, spaces', (n) => `x${' '.repeat(n / 4)}${'{"a":1} x '.repeat(n / 20)}${' '.repeat(n / 4)}x`],
  ['backslashes', (n) => `{"a":"${'\\'.repeat(n)}`],
];

describe('linear time', () => {
  for (const [name, make] of hostile) {
    test(`skeleton: ${name}`, () => expectLinear(make, (text) => skeleton(text), 400_000));
    test(`locate: ${name}`, () => expectLinear(make, (text) => locate(`see ${text}`), 400_000));
    test(`tail, sequence, decoded: ${name}`, () =>
      expectLinear(
        make,
        (text) => {
          tailElements(text, 0);
          sequence(text);
          const outer = `"{${text.replaceAll(/["\\]/g, '\\$&')}`;
          decoded(outer, { kind: 'string', start: 0, end: outer.length, closed: false });
        },
        200_000,
      ));
  }

  test('canonical: nested lists', () =>
    expectLinear(
      (n) => '['.repeat(n) + ']'.repeat(n),
      (text) => canonical(text),
      200_000,
    ));
  test('canonical: nested objects', () =>
    expectLinear(
      (n) => `${'{"a":'.repeat(n)}1${'}'.repeat(n)}`,
      (text) => canonical(text),
      100_000,
    ));
});
