import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rewrite, table } from '@/bench/document';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'capwatch-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('figures are replaced between their markers, again and again, and nothing else', () => {
  const path = join(folder, 'figures.md');
  writeFileSync(path, 'a\n<!-- bench:x -->\n<!-- /bench:x -->\nb\n<!-- bench:y -->\nkept\n<!-- /bench:y -->\n');
  rewrite(path, 'x', 'old');
  rewrite(path, 'x', table(['', 'ms'], [['page', '3']]));
  expect(readFileSync(path, 'utf8')).toBe(
    'a\n<!-- bench:x -->\n\n|  | ms |\n| --- | ---: |\n| page | 3 |\n\n<!-- /bench:x -->\nb\n<!-- bench:y -->\nkept\n<!-- /bench:y -->\n',
  );
  expect(() => rewrite(path, 'z', '')).toThrow('no place for the figures of "z"');
});
