import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWriter } from '@/db/sqlite/open';
import { Pipeline } from '@/ingest/pipeline';
import { readFile } from '@/ingest/sources/file';

/**
 * Reads one very long line or document through file, format and store, and prints what it came to and the most memory that
 * this process took. `npx tsx test/ingest/fuzz/long.ts <case>`; without a case it names them.
 */

const MIB = 1024 * 1024;
const call = (result: string) => ['{"type":"call","tool":"list","session":"s","result":', result, '}\n'];
const short = call('[1]').join('');
const text = (size: number) => ['"', 'x', '"', size] as const;
const rows = (size: number) => ['[', '{"id":1},', '{}]', size] as const;
const nested = (size: number) => ['', '[', '', size] as const;

type Filling = readonly [open: string, unit: string, close: string, size: number];

/** What stands before and after a value that is repeated until it has its size. */
const CASES: Record<string, { before: string; filling: Filling; after: string }> = {
  'text-100': {
    before: `${short}{"type":"call","tool":"list","result":`,
    filling: text(100 * MIB),
    after: `}\n${short}`,
  },
  'text-60': {
    before: `${short}{"type":"call","tool":"list","result":`,
    filling: text(60 * MIB),
    after: `}\n${short}`,
  },
  'rows-60': {
    before: `${short}{"type":"call","tool":"list","result":`,
    filling: rows(60 * MIB),
    after: `}\n${short}`,
  },
  'nested-60': {
    before: `${short}{"type":"call","tool":"list","result":`,
    filling: nested(60 * MIB),
    after: `\n${short}`,
  },
  'chat-document-100': {
    before:
      '[\n{"role":"user","content":"q"},\n{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]},\n{"role":"tool","tool_call_id":"c","content":',
    filling: text(100 * MIB),
    after: '},\n{"role":"assistant","content":"a"}\n]\n',
  },
  'spans-60': {
    before: '{"resourceSpans":[{"scopeSpans":[{"spans":[',
    filling: ['', `${span()},`, span(), 60 * MIB],
    after: ']}]}]}\n',
  },
};

function span(): string {
  const attributes = [
    ['gen_ai.operation.name', 'execute_tool'],
    ['gen_ai.tool.name', 't'],
  ].map(([key, stringValue]) => ({ key, value: { stringValue } }));
  return JSON.stringify({ traceId: 'a1'.repeat(16), spanId: 'b2'.repeat(8), name: 't', attributes });
}

function write(path: string, { before, filling: [open, unit, close, size], after }: (typeof CASES)[string]): void {
  const file = openSync(path, 'w');
  const piece = unit.repeat(Math.ceil(MIB / unit.length));
  writeSync(file, before + open);
  for (let written = 0; written < size; written += piece.length) writeSync(file, piece);
  writeSync(file, close + after);
  closeSync(file);
}

async function run(name: string): Promise<void> {
  const wanted = CASES[name];
  if (!wanted) throw new Error(`cases: ${Object.keys(CASES).join(', ')}`);
  const folder = mkdtempSync(join(tmpdir(), 'capwatch-long-'));
  try {
    const path = join(folder, 'log');
    write(path, wanted);
    const writer = openWriter(join(folder, 'own.db'));
    const before = Math.round(process.resourceUsage().maxRSS / 1024);
    const start = performance.now();
    const outcome = await readFile(path, writer, new Pipeline(writer), { final: true });
    const ms = Math.round(performance.now() - start);
    writer.close();
    const memoryMiB = Math.round(process.resourceUsage().maxRSS / 1024);
    console.log(JSON.stringify({ case: name, size: statSync(path).size, ms, before, memoryMiB, outcome }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await run(process.argv[2] ?? '');
