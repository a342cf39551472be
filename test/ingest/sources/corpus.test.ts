import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openWriter } from '@/db/sqlite/open';
import { Pipeline } from '@/ingest/pipeline';
import { readFile } from '@/ingest/sources/file';
import { filesBelow } from '@/ingest/sources/folder';
import { describeShared, sharedPath } from '../../shared';

/**
 * Distinct calls over all Claude Code files, counted without our code: by id and arguments (two of the files use one
 * made-up id for two different calls), plus the one call without an id.
 */
function distinctCalls(): number {
  const seen = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (value !== null && typeof value === 'object') {
      const block = value as Record<string, unknown>;
      if (block.type === 'tool_result') return;
      if (block.type === 'tool_use' && block.name) seen.add(JSON.stringify([block.id, block.input]));
      else Object.values(block).forEach(visit);
    }
  };
  for (const file of readdirSync(sharedPath('corpus', 'claude_code'))) {
    const text = readFileSync(sharedPath('corpus', 'claude_code', file), 'utf8');
    const units = file.endsWith('.json') ? [text] : text.split('\n');
    for (const unit of units) {
      try {
        visit(JSON.parse(unit));
      } catch {
        // A broken line holds no call that could be counted.
      }
    }
  }
  return seen.size;
}

describeShared('real logs in the store', () => {
  test('every call of all files once, also those that resumed sessions and sub-agents repeat', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'capwatch-corpus-'));
    const path = join(folder, 'own.db');
    const writer = openWriter(path);
    const pipeline = new Pipeline(writer);
    const files = [...filesBelow(sharedPath('corpus', 'claude_code')), ...filesBelow(sharedPath('corpus', 'mcp'))];
    const sum = { calls: 0, duplicates: 0, quarantined: 0 };
    for (const file of files) {
      const outcome = await readFile(file, writer, pipeline, { final: true });
      if (outcome.kind !== 'read') throw new Error(`${file}: ${outcome.kind}`);
      for (const key of ['calls', 'duplicates', 'quarantined'] as const) sum[key] += outcome[key];
    }
    for (const file of files)
      expect(await readFile(file, writer, pipeline, { final: true })).toEqual({ kind: 'unchanged' });
    writer.close();
    const db = new Database(path, { readonly: true });
    const MCP_CALLS = 4;
    expect(db.prepare('SELECT count(*) AS calls FROM calls').get()).toEqual({ calls: distinctCalls() + MCP_CALLS });
    expect(sum.calls).toBe(distinctCalls() + MCP_CALLS);
    expect(sum.duplicates).toBeGreaterThanOrEqual(29);
    const bad = db
      .prepare<[], { reason: string; offset: number; length: number }>(
        'SELECT reason, "offset", length FROM quarantine',
      )
      .all();
    expect(bad).toHaveLength(sum.quarantined);
    for (const { reason, length } of bad) expect([reason.length > 10, length > 0]).toEqual([true, true]);
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });
});
