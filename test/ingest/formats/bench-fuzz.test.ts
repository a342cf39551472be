import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatById } from '@/ingest/formats';
import type { FormatReader } from '@/ingest/formats/types';
import { fixture } from './read';

const IDS = [
  'swe-agent',
  'mini-swe-agent',
  'openhands',
  'atif',
  'inspect-ai',
  'tau-bench',
  'tau2-bench',
  'toolbench',
  'bfcl',
  'sharegpt',
];

/** The units of a format's fixtures: documents whole, lines one by one. */
function unitsOf(id: string): string[] {
  return readdirSync(resolve(import.meta.dirname, '../../fixtures', id)).flatMap((name) => {
    const text = fixture(`${id}/${name}`);
    return name.endsWith('.jsonl') ? text.trim().split('\n') : [JSON.stringify(JSON.parse(text))];
  });
}

/** JSON that a log should not hold where it holds it; one of them is deeper than any stack. */
const ODD = [
  'null',
  '0',
  '-1e400',
  '340282366920938463463374607431768211456',
  '""',
  '"\\ud800"',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '{"id":{}}',
  'true',
  '{"constructor":1,"__proto__":2,"hasOwnProperty":3}',
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  `${'{"next":[{"children":['.repeat(1_000)}${']}]}'.repeat(1_000)}`,
  `"${'<function=a><parameter=b>'.repeat(500)}"`,
  `"${'<tool_call>{'.repeat(500)}"`,
];

type Change = [kind: number, at: number, odd: number];

const changes = fc.array(fc.tuple(fc.nat(6), fc.nat(), fc.nat(ODD.length - 1)), { minLength: 1, maxLength: 5 });

function mutate(text: string, [kind, at, odd]: Change): string {
  const place = text.length === 0 ? 0 : at % text.length;
  const value = ODD[odd] ?? 'null';
  if (kind === 0) return text.slice(0, place);
  if (kind === 1) return text.slice(0, place) + String.fromCharCode(at % 0x10000) + text.slice(place + 1);
  if (kind === 2) return replaced(text, /"(?:[^"\\]|\\.)*"\s*:/g, at, '"gone":');
  if (kind === 3) return replaced(text, /(?<=:\s*)(?:"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)/g, at, value);
  if (kind === 4) return replaced(text, /(?<=:\s*)[[{]/g, at, `${value},"rest":$&`);
  if (kind === 5) return replaced(text, /[[\]{},:]/g, at, '');
  return text.slice(0, place) + text.slice(Math.max(place - 40, 0));
}

function replaced(text: string, pattern: RegExp, at: number, by: string): string {
  const found = [...text.matchAll(pattern)];
  const hit = found[at % Math.max(1, found.length)];
  if (!hit) return text;
  return text.slice(0, hit.index) + by.replace('$&', () => hit[0]) + text.slice(hit.index + hit[0].length);
}

/** Reads a unit and says whether it is accounted for: records, a skipped type, a reason, or something kept for later. */
function accounted(reader: FormatReader, unit: string, offset: number): boolean {
  const before = JSON.stringify(reader.state());
  const step = reader.read(unit, offset);
  for (const record of step.records) {
    expect('id' in record && record.id !== '').toBe(true);
    if (record.type === 'call') expect(record.tool).not.toBe('');
    if (record.type === 'call' || record.type === 'answer') expect(record.session).not.toBe('');
  }
  const told = step.records.length + (step.skipped ?? []).length + (step.quarantine ?? []).length;
  return told > 0 || JSON.stringify(reader.state()) !== before;
}

describe.each(IDS)('%s', (id) => {
  const format = formatById(id);
  const units = unitsOf(id);
  const context = { fingerprint: 'f', path: 'p' };

  test('damaged logs never throw, never hang, and every unit is accounted for', () => {
    if (!format) throw new Error(`${id} is not registered`);
    fc.assert(
      fc.property(fc.constantFrom(...units), changes, (unit, damage) => {
        const text = damage.reduce(mutate, unit);
        const reader = format.open(context, null);
        expect(accounted(reader, text, 0)).toBe(true);
        const again = format.open(context, JSON.parse(JSON.stringify(reader.state())));
        again.read(unit, 1_000);
        expect(again.pending().length).toBeLessThan(10_000);
        const { certainty } = format.recognise({ text: text.slice(0, 65_536), whole: text.length <= 65_536 });
        expect(certainty >= 0 && certainty <= 1).toBe(true);
      }),
      { numRuns: 1_500 },
    );
  });

  test('units of the other formats do no harm', () => {
    for (const other of IDS.flatMap(unitsOf)) {
      const reader = format?.open(context, null);
      if (reader) expect(accounted(reader, other, 0)).toBe(true);
    }
  });

  test('stopping after every unit gives the same records as reading on', () => {
    const whole = format?.open(context, null);
    let broken = format?.open(context, null);
    const [a, b] = [[] as unknown[], [] as unknown[]];
    for (const [i, unit] of units.entries()) {
      a.push(...(whole?.read(unit, i * 1_000).records ?? []));
      b.push(...(broken?.read(unit, i * 1_000).records ?? []));
      broken = format?.open(context, JSON.parse(JSON.stringify(broken?.state() ?? null)));
    }
    expect([...b, ...(broken?.pending() ?? [])]).toEqual([...a, ...(whole?.pending() ?? [])]);
    expect(a.length).toBeGreaterThan(0);
  });
});
