import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { detect } from '@/ingest/formats';
import { describeShared, sharedPath } from '../../shared';
import { readLog } from './read';

/** Every JSON value of a log, without any of our code: lines, or the whole file where it is one value. */
function values(text: string): { values: unknown[]; broken: number } {
  try {
    return { values: [JSON.parse(text)], broken: 0 };
  } catch {
    const found: unknown[] = [];
    let broken = 0;
    for (const line of text.split('\n')) {
      if (line.trim() === '') continue;
      try {
        found.push(JSON.parse(line));
      } catch {
        broken++;
      }
    }
    return { values: found, broken };
  }
}

type Fields = Record<string, unknown>;

/** Walks a value and calls back for every object in it, but not into payloads. */
function walk(value: unknown, see: (object: Fields) => boolean): void {
  if (Array.isArray(value)) for (const item of value) walk(item, see);
  else if (value !== null && typeof value === 'object' && see(value as Fields))
    for (const item of Object.values(value)) walk(item, see);
}

/** Distinct tool_use blocks of a Claude Code log. */
function toolUses(text: string): number {
  const ids = new Set<unknown>();
  let without = 0;
  walk(values(text).values, (object) => {
    if (object.type !== 'tool_use' || typeof object.name !== 'string') return object.type !== 'tool_result';
    if (typeof object.id === 'string') ids.add(object.id);
    else without++;
    return false;
  });
  return ids.size + without;
}

/** tools/call requests of an MCP log, or, where it holds no requests, its tool results. */
function toolCalls(text: string): number {
  let asked = 0;
  let answered = 0;
  walk(values(text).values, (object) => {
    if (object.method === 'tools/call') asked++;
    const result = object.result as Fields | undefined;
    if (object.jsonrpc && result && Array.isArray(result.content)) answered++;
    return true;
  });
  return Math.max(asked, answered);
}

describeShared('real logs', () => {
  for (const [folder, count] of [
    ['claude_code', toolUses],
    ['mcp', toolCalls],
  ] as const) {
    for (const file of readdirSync(sharedPath('corpus', folder))) {
      test(`${folder}/${file}: every call once, and every line read, skipped or quarantined`, () => {
        const text = readFileSync(sharedPath('corpus', folder, file), 'utf8');
        const log = readLog(text);
        expect(log.format).toBe(folder === 'mcp' ? 'mcp' : 'claude-code');
        const ids = log.calls.map((call) => call.id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.length).toBe(count(text));
        const unreadable = values(text).values.filter((value) => value === null || typeof value !== 'object');
        expect(log.reasons.length).toBeGreaterThanOrEqual(unreadable.length + values(text).broken);
        for (const reason of log.reasons) expect(reason.length).toBeGreaterThan(10);
      });
    }
  }

  test('logs of other agents are not taken for one of ours', () => {
    for (const folder of readdirSync(sharedPath('corpus'), { withFileTypes: true })) {
      if (!folder.isDirectory() || folder.name === 'claude_code' || folder.name === 'mcp') continue;
      for (const file of readdirSync(sharedPath('corpus', folder.name), { withFileTypes: true })) {
        if (!file.isFile() || /\.(db|gz|zip|eval|zst)$/.test(file.name)) continue;
        const text = readFileSync(sharedPath('corpus', folder.name, file.name), 'utf8');
        const detected = detect({ text: text.slice(0, 65_536), whole: text.length <= 65_536 });
        expect(['claude-code', 'mcp', 'native'], `${folder.name}/${file.name}`).not.toContain(detected?.format.id);
      }
    }
  });
});
