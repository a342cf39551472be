import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { capwatch, ensureBuilt, ownFolder, root } from './run';

const folder = ownFolder();
beforeAll(ensureBuilt);

const fixtures = join(root, 'test/fixtures');

describe('inspect --json', () => {
  test('has the documented shape, key for key', async () => {
    const { code, out } = await capwatch(['inspect', '--json', join(fixtures, 'native/v1.ndjson')]);
    expect(code).toBe(0);
    const inspected = JSON.parse(out);
    expect(Object.keys(inspected)).toEqual(['calls', 'answers', 'quarantined']);
    const [call] = inspected.calls;
    expect(Object.keys(call).sort()).toEqual(
      [
        'id',
        'tool',
        'session',
        'account',
        'verdict',
        'basis',
        'findings',
        'present',
        'declared',
        'limit',
        'unseen',
        'recovered',
        'dialect',
      ].sort(),
    );
    expect(Object.keys(call.declared)).toEqual(['returned', 'matched', 'relation']);
    expect(Object.keys(call.unseen)).toEqual(['kind', 'rows', 'source']);
    expect(Object.keys(inspected.answers[0])).toEqual(['id', 'session', 'text', 'claims']);
    expect(inspected.quarantined).toHaveLength(8);
    for (const { where, reason } of inspected.quarantined) {
      expect(where).toMatch(/v1\.ndjson at byte \d+$/);
      expect(reason).not.toBe('');
    }
  });

  test('reads standard input', async () => {
    const input = readFileSync(join(fixtures, 'claude-code/v2.1.jsonl'), 'utf8');
    const { code, out } = await capwatch(['inspect', '--json', '-'], { input });
    expect(code).toBe(0);
    expect(JSON.parse(out).calls.map((call: { tool: string }) => call.tool)).toContain('Grep');
  });

  test('several paths and folders are one log: a copied history counts once', async () => {
    const logs = join(folder, 'logs');
    mkdirSync(join(logs, 'deep'), { recursive: true });
    copyFileSync(join(fixtures, 'claude-code/v2.1.jsonl'), join(logs, 'a.jsonl'));
    copyFileSync(join(fixtures, 'claude-code/v2.1.jsonl'), join(logs, 'deep', 'copy.jsonl'));
    writeFileSync(join(logs, 'README.md'), '# no log\n');
    const { code, out, err } = await capwatch(['inspect', '--json', logs, join(fixtures, 'native/v1.ndjson')]);
    expect(code).toBe(0);
    const named = JSON.parse(out).calls.filter((call: { id: string }) => call.id.startsWith('toolu_'));
    expect(named).toHaveLength(5);
    expect(err).toContain('1 file in the folder is no log');
  });
});

describe('inspect for people', () => {
  test('lists what is capped and says how much of it is shown', async () => {
    const path = join(folder, 'capped.ndjson');
    const call = (n: number) =>
      `${JSON.stringify({ type: 'call', id: `c-${n}`, tool: 'list\u001b[31m', args: { n, limit: 3 }, result: { items: [1, 2, 3], has_more: true } })}\n`;
    writeFileSync(path, Array.from({ length: 5 }, (_, n) => call(n)).join(''));
    const { code, out } = await capwatch(['inspect', '--limit', '2', path]);
    expect(code).toBe(0);
    expect(out).toContain('5 calls, 5 capped');
    expect(out).toContain('2 of 5 capped calls shown');
    expect(out).toContain('list\\x1b[31m');
    expect(out).not.toContain('\u001b');
  });
});
