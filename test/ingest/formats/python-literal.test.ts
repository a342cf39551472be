import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pythonCall, pythonLiteral } from '@/ingest/formats/python-literal';

describe('Python literals', () => {
  test('become the JSON of the same value', () => {
    const literal = `{'a': [1, -2.5, True, None], "it's": 'a \\'b\\' \\n \\x41', 3: ()}`;
    expect(JSON.parse(pythonLiteral(literal)?.json ?? '')).toEqual({
      a: [1, -2.5, true, null],
      "it's": "a 'b' \n A",
      3: [],
    });
  });

  test('what is cut gives what was there, and says so', () => {
    expect(pythonLiteral("[{'a': 1}, {'b")).toEqual({ json: '[{"a":1},{}]', end: 14, whole: false });
  });

  test('calls: named and numbered arguments', () => {
    expect(pythonCall("fs.cd('x', depth=2)")).toEqual({ tool: 'fs.cd', args: '{"0":"x","depth":2}' });
    expect(pythonCall('no call')).toBeNull();
  });

  test('any text ends, and any call has arguments that are JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...`{}[]()'"\\,:= a1TrueNone.x`) }), (text) => {
        pythonLiteral(text);
        const call = pythonCall(`f(${text}`);
        if (call) JSON.parse(call.args);
      }),
      { numRuns: 3_000 },
    );
  });
});
