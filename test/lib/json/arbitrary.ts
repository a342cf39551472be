import fc from 'fast-check';

const space = fc.constantFrom('', '', ' ', '\n', '\t', '\r\n  ');

/** String literals as writers spell them: raw, escaped, escaped needlessly, lone surrogates, marks of JSON itself. */
const literal = fc.oneof(
  fc.string({ unit: 'binary' }).map((s) => JSON.stringify(s)),
  fc.string({ unit: 'grapheme' }).map((s) => JSON.stringify(s)),
  // Long ones, with what ends or breaks a string far from its start.
  fc
    .array(fc.tuple(fc.constantFrom('a', 'é', '日', '"', '\\', '\n'), fc.nat({ max: 150 })), { maxLength: 4 })
    .map((runs) => JSON.stringify(runs.map(([unit, times]) => unit.repeat(times)).join('"'))),
  fc.constantFrom(
    '""',
    '"\\u0061"',
    '"\\/"',
    '"\\ud800"',
    '"\ud800"',
    '"\\\\"',
    '"\\\\\\""',
    '"{\\"a\\":[1]}"',
    '"[,]"',
    '"__proto__"',
  ),
);
const key = fc.oneof(literal, fc.constantFrom('"a"', '"b"', '"items"', '"total"', '"\\u0061"'));
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => JSON.stringify(x)),
  fc.integer().map(String),
  fc.constantFrom('-0', '0', '1e400', '-1E+400', '1e-999', '12345678901234567890', '0.1e1', '5E0', '1.10'),
);
const scalar = fc.oneof(literal, number, fc.constantFrom('true', 'false', 'null'));

const joined = (open: string, close: string, parts: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(space, space, space, fc.array(parts, { maxLength: 5 }))
    .map(([a, b, c, list]) => `${open}${a}${list.join(`${b},${c}`)}${a}${close}`);

/** JSON texts (not values): whitespace, spelling and repeated keys vary as no serialiser would. */
export const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    joined('[', ']', tie('value')),
    joined(
      '{',
      '}',
      fc.tuple(key, space, space, tie('value')).map(([k, a, b, v]) => `${k}${a}:${b}${v}`),
    ),
  ),
})).value;

/** Texts whose envelope is an object or a list. */
export const containerText = jsonText.filter((text) => text.startsWith('{') || text.startsWith('['));

const longNoise = fc
  .tuple(
    fc.nat({ max: 200 }),
    fc.constantFrom('"', '\n', '\u0000', '\\x', '\\u00g0', '\\', '\\"', '\u001f"', '\u007f"'),
    fc.nat({ max: 200 }),
  )
  .map(([before, mark, after]) => `"${'x'.repeat(before)}${mark}${'y'.repeat(after)}"`);

/** Anything at all, biased to look like JSON. */
export const anyText = fc.oneof(
  longNoise,
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        '"',
        ':',
        ',',
        '\\',
        'u12',
        '1',
        '-',
        '.',
        'e',
        'true',
        'nul',
        ' ',
        '\n',
        'a',
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join('')),
  fc.tuple(jsonText, fc.nat(), fc.string({ maxLength: 3 })).map(([text, at, noise]) => {
    const cut = at % (text.length + 1);
    return text.slice(0, cut) + noise + text.slice(cut);
  }),
);
