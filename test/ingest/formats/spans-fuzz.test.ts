import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatById } from '@/ingest/formats';
import type { Format, Step } from '@/ingest/formats/types';
import { read } from '@/lib/json';
import { fixture } from './read';

const LOGS: Record<string, string[]> = {
  'otlp-json': [
    'otlp-json/genai-current.jsonl',
    'otlp-json/genai-older.jsonl',
    'otlp-json/ai-sdk-agentops-mcp.jsonl',
    'otlp-json/logs.jsonl',
  ],
  tempo: ['tempo/trace.json'],
  jaeger: ['jaeger/trace.json'],
  langfuse: ['langfuse/trace.json', 'langfuse/trace-older.json', 'langfuse/observations.jsonl'],
  langsmith: ['langsmith/run-tree.json', 'langsmith/runs.jsonl'],
  phoenix: ['phoenix/spans.json', 'phoenix/nested.json', 'phoenix/table.jsonl'],
  'any-agent': ['any-agent/trace.json'],
  'otel-spans': ['otel-spans/capture.json', 'otel-spans/console.json'],
};

const CONTEXT = { fingerprint: 'f', path: 'p' };

function unitsOf(name: string): string[] {
  const text = fixture(name);
  return name.endsWith('l') ? text.split('\n').filter((line) => line !== '') : [text];
}

/** Values of every type where the log holds another: also deep ones, big integers and lone surrogates. */
const odd = fc.constantFrom(
  'null',
  'true',
  '0',
  '-1e400',
  '340282366920938463463374607431768211455',
  '""',
  '"\\ud800"',
  '"[[[["',
  '"{\\"messages\\":[{\\"role\\":1}]}"',
  '[]',
  '{}',
  '[[],[null],{"role":"tool"}]',
  '{"__proto__":{"a":1},"constructor":2}',
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  `${'{"messages":['.repeat(3_000)}${']}'.repeat(3_000)}`,
  `${'{"spans":['.repeat(3_000)}${']}'.repeat(3_000)}`,
  `${'{"kvlistValue":{"values":[{"key":"a","value":'.repeat(2_000)}1${'}]}}'.repeat(2_000)}`,
  JSON.stringify(`${'{"content":['.repeat(3_000)}${']}'.repeat(3_000)}`),
);

const change = fc.tuple(fc.nat(), fc.nat(4), odd);

function mutate(text: string, [at, kind, value]: [number, number, string]): string {
  const place = text.length === 0 ? 0 : at % text.length;
  if (kind === 0) return text.slice(0, place);
  if (kind === 1) return text.slice(0, place) + String.fromCharCode(at % 0xffff) + text.slice(place + 1);
  const values = [...text.matchAll(/(?<=:\s*)("(?:[^"\\]|\\.)*"|[\d.eE+-]+|true|false|null)/g)];
  const found = values[at % Math.max(1, values.length)];
  if (kind === 2 && found) return text.slice(0, found.index) + value + text.slice(found.index + found[0].length);
  const keys = [...text.matchAll(/"[A-Za-z_.0-9]+"\s*:/g)];
  const key = keys[at % Math.max(1, keys.length)];
  if (!key) return text + value;
  return kind === 3 ? `${text.slice(0, key.index)}"gone":${text.slice(key.index + key[0].length)}` : text + value;
}

/** Whether what a unit gave can be stored, and a broken unit is told to be broken. */
function sound(step: Step, unit: string): boolean {
  const named = step.records.every((record) => record.type !== 'call' || (record.id !== '' && record.tool !== ''));
  return (
    named && (isJson(unit) || (step.quarantine ?? []).length + step.records.length + (step.skipped ?? []).length > 0)
  );
}

/** Whether a unit is JSON values, one after the other; raw control characters in strings are let pass. */
function isJson(text: string): boolean {
  for (let at = 0; text.slice(at).trim() !== ''; ) {
    const { state, stop } = read(text, at);
    if (state !== 'whole') return false;
    at = stop;
  }
  return true;
}

describe.each(Object.entries(LOGS))('%s', (id, names) => {
  const format = formatById(id) as Format;
  const units = names.flatMap(unitsOf);

  test('no change of its logs makes the reader throw or lose its state', () => {
    fc.assert(
      fc.property(fc.constantFrom(...units), fc.array(change, { minLength: 1, maxLength: 4 }), (unit, changes) => {
        const text = changes.reduce(mutate, unit);
        let reader = format.open(CONTEXT, null);
        const step = reader.read(text, 0);
        expect(sound({ ...step, records: [...step.records, ...reader.pending()] }, text)).toBe(true);
        reader = format.open(CONTEXT, JSON.parse(JSON.stringify(reader.state())));
        reader.read(unit, text.length);
        for (const record of reader.pending()) JSON.stringify(record);
        const { certainty } = format.recognise({ text: text.slice(0, 65_536), whole: text.length <= 65_536 });
        expect(certainty >= 0 && certainty <= 1).toBe(true);
      }),
      { numRuns: 800 },
    );
  });

  test('read twice, every call and answer is still one', () => {
    const reader = format.open(CONTEXT, null);
    const readAll = () => units.flatMap((unit) => reader.read(unit, 0).records);
    const once = [...readAll(), ...reader.pending()].map((record) => ('id' in record ? record.id : ''));
    const twice = [...readAll(), ...reader.pending()].map((record) => ('id' in record ? record.id : ''));
    expect(new Set(once).size).toBe(once.length);
    expect(twice.filter((one) => !once.includes(one))).toEqual([]);
  });
});

describe('spans in any order', () => {
  const lines = unitsOf('langsmith/runs.jsonl');

  test('one run a line, shuffled, with a restart after each: the same calls, the same results', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(lines, { minLength: lines.length }), (shuffled) => {
        const format = formatById('langsmith') as Format;
        let reader = format.open(CONTEXT, null);
        const records = shuffled.flatMap((line) => {
          const step = reader.read(line, 0);
          reader = format.open(CONTEXT, JSON.parse(JSON.stringify(reader.state())));
          return step.records;
        });
        const calls = [...records, ...reader.pending()].filter((record) => record.type === 'call');
        expect(calls.map(({ tool, result }) => [tool, result]).sort()).toEqual([
          ['find_orders', '[1,2,3,4,5]'],
          ['ship', "ToolException('no')"],
        ]);
      }),
      { numRuns: 200 },
    );
  });
});
