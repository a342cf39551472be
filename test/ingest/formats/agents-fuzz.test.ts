import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detect, formatById } from '@/ingest/formats';
import type { Format } from '@/ingest/formats/types';
import { UnitReader } from '@/ingest/sources/units';
import { fixture } from './read';

const FORMATS = [
  'codex',
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini-cli',
  'copilot-cli',
  'cline',
  'hermes',
  'pi',
  'goose',
  'opencode',
  'vercel-ai',
  'antigravity',
];

/** JSON values that a log should not hold where it holds them. */
const odd = fc.constantFrom(
  'null',
  '0',
  '-1e400',
  '123456789012345678901234567890123456789',
  '""',
  '"\\ud800"',
  '"{\\"a\\":"',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '[1,"x"]',
  'true',
  '{"type":"text","text":7}',
  '{"constructor":1,"__proto__":2}',
  '['.repeat(10_000),
  '{"a":'.repeat(10_000),
  `${'['.repeat(500)}${']'.repeat(500)}`,
  `${'{"messages":[{"content":'.repeat(200)}1${'}]}'.repeat(200)}`,
  `${'[{"messages":'.repeat(2_000)}1${'}]'.repeat(2_000)}`,
  `${'[{"items":'.repeat(2_000)}1${'}]'.repeat(2_000)}`,
);

function unitsOf(id: string): string[] {
  const folder = resolve(import.meta.dirname, '../../fixtures', id);
  return readdirSync(folder).flatMap((file) => {
    const text = fixture(`${id}/${file}`);
    return file.endsWith('.json') ? [text, JSON.stringify(JSON.parse(text))] : text.trim().split('\n');
  });
}

function mutate(text: string, at: number, kind: number, value: string): string {
  const place = text.length === 0 ? 0 : at % text.length;
  if (kind === 0) return text.slice(0, place);
  if (kind === 1) return text.slice(0, place) + String.fromCharCode(at % 0x3000) + text.slice(place + 1);
  const values = [...text.matchAll(/(?<=:\s*)("(?:[^"\\]|\\.)*"|[\d.eE+-]+|true|false|null|\{\}|\[\])/g)];
  const found = values[at % Math.max(1, values.length)];
  if (kind === 2 && found) return text.slice(0, found.index) + value + text.slice(found.index + found[0].length);
  const keys = [...text.matchAll(/"[A-Za-z_$]+"\s*:/g)];
  const key = keys[at % Math.max(1, keys.length)];
  if (kind === 3 && key) return `${text.slice(0, key.index)}"gone":${text.slice(key.index + key[0].length)}`;
  const opening = [...text.matchAll(/(?<=:\s*)[[{]/g)][at % 7];
  return opening ? `${text.slice(0, opening.index)}${value},"x":${text.slice(opening.index)}` : text + value;
}

function mutatedUnits(id: string) {
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(4), odd), { minLength: 0, maxLength: 3 });
  const unit = fc
    .tuple(fc.constantFrom(...unitsOf(id)), changes)
    .map(([text, list]) => list.reduce((now, [at, kind, value]) => mutate(now, at, kind, value), text));
  return fc.array(unit, { minLength: 1, maxLength: 8 });
}

function isStructured(unit: string): boolean {
  try {
    return typeof JSON.parse(unit) === 'object' && unit.trim() !== 'null';
  } catch {
    return false;
  }
}

const CONTEXT = { fingerprint: 'print', path: 'test' };

describe.each(FORMATS)('%s, changed at random', (id) => {
  const format = formatById(id) as Format;

  test('never throws; what cannot be read is refused with a reason; stopping after any unit changes nothing', () => {
    fc.assert(
      fc.property(mutatedUnits(id), (units) => {
        const whole = format.open(CONTEXT, null);
        let broken = format.open(CONTEXT, null);
        for (const [i, unit] of units.entries()) {
          const step = whole.read(unit, i * 1000);
          expect(broken.read(unit, i * 1000)).toEqual(step);
          // What is no object or list of JSON can only be refused, and a refusal says why.
          if (!isStructured(unit)) expect(step.quarantine?.length, unit.slice(0, 300)).toBe(1);
          for (const reason of step.quarantine ?? []) expect(reason.length).toBeGreaterThan(10);
          for (const record of step.records) {
            if (record.type === 'call') expect(record.tool !== '' && record.id !== '').toBe(true);
            if (record.type === 'answer') expect(record.id !== '' && record.text.trim() !== '').toBe(true);
          }
          broken = format.open(CONTEXT, JSON.parse(JSON.stringify(broken.state())));
        }
        expect(broken.pending()).toEqual(whole.pending());
        const { certainty } = format.recognise({ text: units.join('\n').slice(0, 65_536), whole: false });
        expect(certainty >= 0 && certainty <= 1).toBe(true);
      }),
      { numRuns: 1_500 },
    );
  });

  test('bytes cut and flipped anywhere in the file: nothing is lost between the units', () => {
    const files = readdirSync(resolve(import.meta.dirname, '../../fixtures', id));
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }),
        fc.nat(),
        (file, flips, cut) => {
          const bytes = Buffer.from(fixture(`${id}/${file}`));
          for (const [at, value] of flips) bytes[at % bytes.length] = value;
          const kept = bytes.subarray(0, 1 + (cut % bytes.length));
          const text = kept.toString('utf8');
          const unit = file.endsWith('.json') ? 'document' : 'line';
          const reader = new UnitReader({ format, unit }, CONTEXT, { position: 0, state: null });
          if (unit === 'document') reader.document(kept);
          else reader.push(kept);
          reader.finish();
          reader.settle();
          expect(reader.take().position).toBe(kept.length);
          detect({ text, whole: true });
        },
      ),
      { numRuns: 300 },
    );
  });
});
