import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formats } from '@/ingest/formats';
import type { FormatReader } from '@/ingest/formats/types';
import { fixture } from './read';

const LOGS = [
  'native/v1.ndjson',
  'claude-code/v1.0.jsonl',
  'claude-code/v2.0.jsonl',
  'claude-code/v2.1.jsonl',
  'claude-code/export.json',
  'mcp/raw.jsonl',
  'mcp/session.json',
  'mcp/proxy.log',
  'mcp/interceptor.jsonl',
].flatMap((name) => (name.endsWith('.json') ? [fixture(name)] : fixture(name).split('\n')));

/** JSON values that a log should not hold where it holds them. */
const odd = fc.constantFrom(
  'null',
  '0',
  '-1e400',
  '123456789012345678901234567890123456789',
  '""',
  '"\\ud800"',
  '[]',
  '{}',
  '[[]]',
  'true',
  '{"constructor":1,"__proto__":2}',
  '['.repeat(10_000),
  '{"a":'.repeat(10_000),
  `${'['.repeat(500)}${']'.repeat(500)}`,
  `${'{"calls":[{"request":'.repeat(200)}1${'}]}'.repeat(200)}`,
);

/** A line with some of its values, keys or bytes changed. */
const mutated = fc
  .tuple(fc.constantFrom(...LOGS), fc.array(fc.tuple(fc.nat(), fc.nat(4), odd), { minLength: 1, maxLength: 4 }))
  .map(([line, changes]) => changes.reduce((text, [at, kind, value]) => mutate(text, at, kind, value), line));

function mutate(text: string, at: number, kind: number, value: string): string {
  const place = text.length === 0 ? 0 : at % text.length;
  if (kind === 0) return text.slice(0, place);
  if (kind === 1) return text.slice(0, place) + String.fromCharCode(at % 0x3000) + text.slice(place + 1);
  const values = [...text.matchAll(/(?<=:\s*)("(?:[^"\\]|\\.)*"|[\d.eE+-]+|true|false|null|\{\}|\[\])/g)];
  const found = values[at % Math.max(1, values.length)];
  if (kind === 2 && found) return text.slice(0, found.index) + value + text.slice(found.index + found[0].length);
  const keys = [...text.matchAll(/"[A-Za-z_]+"\s*:/g)];
  const key = keys[at % Math.max(1, keys.length)];
  if (kind === 3 && key) return `${text.slice(0, key.index)}"gone":${text.slice(key.index + key[0].length)}`;
  return key ? text.slice(0, key.index) + text.slice(key.index + key[0].length) : text + value;
}

function accountedFor(reader: FormatReader, unit: string, offset: number): boolean {
  const step = reader.read(unit, offset);
  for (const record of step.records)
    if (record.type === 'call' && (record.tool === '' || record.id === '')) return false;
  return true;
}

describe.each(formats.map((format) => [format.id, format] as const))('%s', (_, format) => {
  test('never throws, and every state can be stored and taken up again', () => {
    fc.assert(
      fc.property(fc.array(mutated, { minLength: 1, maxLength: 6 }), (units) => {
        let reader = format.open({ fingerprint: 'f', path: 'p' }, null);
        for (const [i, unit] of units.entries()) {
          expect(accountedFor(reader, unit, i * 1000)).toBe(true);
          reader = format.open({ fingerprint: 'f', path: 'p' }, JSON.parse(JSON.stringify(reader.state())));
        }
        reader.pending();
        const head = { text: units.join('\n').slice(0, 65_536), whole: false };
        const { certainty } = format.recognise(head);
        expect(certainty).toBeGreaterThanOrEqual(0);
        expect(certainty).toBeLessThanOrEqual(1);
      }),
      { numRuns: 1_500 },
    );
  });

  test('stopping after every line gives the same records as reading on', () => {
    const context = { fingerprint: 'f', path: 'p' };
    const whole = format.open(context, null);
    let broken = format.open(context, null);
    const [a, b] = [[] as unknown[], [] as unknown[]];
    for (const [i, line] of LOGS.entries()) {
      a.push(...whole.read(line, i * 1000).records);
      b.push(...broken.read(line, i * 1000).records);
      broken = format.open(context, JSON.parse(JSON.stringify(broken.state())));
    }
    expect([...b, ...broken.pending()]).toEqual([...a, ...whole.pending()]);
  });
});
