import fc from 'fast-check';
import type { Log } from './logs';

/** JSON that a log should not hold where it holds it. */
const ODD: readonly string[] = [
  'null',
  'true',
  '0',
  '-1',
  '-1e400',
  '1e-999999999',
  '340282366920938463463374607431768211456',
  `${'9'.repeat(400)}`,
  '""',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u0000"',
  '"[[[["',
  '"{\\"messages\\":[{\\"role\\":1}]}"',
  '"<tool_call>{<function=a><parameter=b>"',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '{"id":{}}',
  '[[],[null],{"role":"tool"}]',
  '{"constructor":1,"__proto__":{"type":"call"},"hasOwnProperty":3}',
];

/** Deeper than any stack, in the shapes that readers descend into. They are rarer: each is tens of kilobytes. */
const DEEP: readonly string[] = [
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  '['.repeat(10_000),
  '{"a":'.repeat(10_000),
  ...[
    ['{"next":[{"children":[', ']}]}'],
    ['{"messages":[', ']}'],
    ['{"spans":[', ']}'],
    ['{"content":[', ']}'],
    ['{"child_runs":[', ']}'],
    ['{"data":{"message":', '1}}'],
    ['{"calls":[{"request":', '1}]}'],
    ['{"kvlistValue":{"values":[{"key":"a","value":', '1}]}}'],
  ].map(([open, close]) => `${open?.repeat(2_000)}${close?.replace(/^1/, '').repeat(2_000)}`),
  `"${'<function=a><parameter=b>'.repeat(500)}"`,
  `"${'<tool_call>{'.repeat(500)}"`,
  JSON.stringify(`${'{"content":['.repeat(3_000)}${']}'.repeat(3_000)}`),
  JSON.stringify(`${'['.repeat(10_000)}`),
];

const KINDS = [
  'cut the end',
  'cut the beginning',
  'cut a piece',
  'repeat a piece',
  'flip bits',
  'NUL byte',
  'byte that is no UTF-8',
  'odd character',
  'key gone',
  'key doubled',
  'key is __proto__',
  'key empty',
  'value of another type',
  'value before a list or object',
  'structure byte gone',
  'line doubled',
  'lines swapped',
  'line of another format',
  'whole log of another format',
  'line breaks of another system',
  'spaces',
  'too deep',
] as const;

/** One change: what, where, and with which of the odd values. */
export interface Change {
  kind: (typeof KINDS)[number];
  at: number;
  pick: number;
}

/** One to six changes. The rare deep values come once in a while, so that most inputs stay small. */
export const damage: fc.Arbitrary<Change[]> = fc.array(
  fc.record({ kind: fc.constantFrom(...KINDS), at: fc.nat(), pick: fc.nat() }),
  { minLength: 1, maxLength: 6 },
);

const KEY = /"(?:[^"\\]|\\.)*"(?=\s*:)/g;
const VALUE = /(?<=:\s*)(?:"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)/g;
const OPENING = /(?<=:\s*)[[{]/g;
const STRUCTURE = /[[\]{},:"]/g;

/** The bytes of a log after the changes. `others` are the logs that lines of other formats are taken from. */
export function damaged(log: Log, changes: readonly Change[], others: readonly Log[]): Buffer {
  let bytes: Buffer = Buffer.from(log.text);
  for (const change of changes)
    bytes = inBytes(bytes, change) ?? Buffer.from(inText(bytes.toString('utf8'), change, others));
  return bytes;
}

function inBytes(bytes: Buffer, { kind, at, pick }: Change): Buffer | null {
  const place = bytes.length === 0 ? 0 : at % bytes.length;
  const upTo = Math.min(bytes.length, place + 1 + (pick % 200));
  if (kind === 'cut the end') return Buffer.from(bytes.subarray(0, place));
  if (kind === 'cut the beginning') return Buffer.from(bytes.subarray(place));
  if (kind === 'cut a piece') return Buffer.concat([bytes.subarray(0, place), bytes.subarray(upTo)]);
  if (kind === 'repeat a piece')
    return Buffer.concat([bytes.subarray(0, upTo), bytes.subarray(place, upTo), bytes.subarray(upTo)]);
  const byte = { 'flip bits': (bytes[place] ?? 0) ^ (1 + (pick % 255)), 'NUL byte': 0, 'byte that is no UTF-8': 0xff };
  if (!(kind in byte) || bytes.length === 0) return null;
  const changed = Buffer.from(bytes);
  changed[place] = byte[kind as keyof typeof byte];
  return changed;
}

function inText(text: string, { kind, at, pick }: Change, others: readonly Log[]): string {
  const odd = pickOf(ODD, pick);
  if (kind === 'odd character') {
    const place = at % (text.length + 1);
    return text.slice(0, place) + String.fromCharCode(pick % 0x10000) + text.slice(place + 1);
  }
  if (kind === 'key gone') return replaced(text, KEY, at, () => '"gone"');
  if (kind === 'key doubled') return replaced(text, KEY, at, (key) => `${key}:${odd},${key}`);
  if (kind === 'key is __proto__') return replaced(text, KEY, at, () => '"__proto__"');
  if (kind === 'key empty') return replaced(text, KEY, at, () => '""');
  if (kind === 'value of another type') return replaced(text, VALUE, at, () => odd);
  if (kind === 'value before a list or object') return replaced(text, OPENING, at, (open) => `${odd},"rest":${open}`);
  if (kind === 'structure byte gone') return replaced(text, STRUCTURE, at, () => '');
  if (kind === 'too deep') return replaced(text, pick % 2 ? VALUE : OPENING, at, () => pickOf(DEEP, pick >> 1));
  if (kind === 'line breaks of another system') return text.replaceAll('\n', pick % 2 ? '\r\n' : '\r');
  if (kind === 'spaces') return replaced(text, STRUCTURE, at, (one) => `${one}${'\t \u00a0'[pick % 3]?.repeat(500)}`);
  if (kind === 'whole log of another format') {
    const other = pickOf(others, pick).text;
    return at % 2 ? `${text}\n${other}` : `${other}\n${text}`;
  }
  return inLines(text.split('\n'), { kind, at, pick }, others).join('\n');
}

function inLines(lines: string[], { kind, at, pick }: Change, others: readonly Log[]): string[] {
  const [one, two] = [at % lines.length, pick % lines.length];
  if (kind === 'line doubled') return lines.toSpliced(two, 0, lines[one] ?? '');
  if (kind === 'lines swapped') return lines.with(one, lines[two] ?? '').with(two, lines[one] ?? '');
  const foreign = pickOf(others, pick).text.split('\n');
  return kind === 'line of another format' ? lines.toSpliced(one, 0, pickOf(foreign, at)) : lines;
}

function pickOf<T>(from: readonly T[], at: number): T {
  const found = from[at % from.length];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}

/** The text with its n-th match, counted around, written anew. */
function replaced(text: string, pattern: RegExp, at: number, by: (hit: string) => string): string {
  const found = [...text.matchAll(pattern)];
  const hit = found[at % Math.max(1, found.length)];
  if (!hit) return text;
  return text.slice(0, hit.index) + by(hit[0]) + text.slice(hit.index + hit[0].length);
}
