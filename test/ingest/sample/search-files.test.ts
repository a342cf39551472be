import { describe, expect, test } from 'vitest';
import { Random } from '@/ingest/sample/random';
import { type FileArgs, searchFiles } from '@/ingest/sample/tools/search-files';
import { BLOG, makeFiles } from '@/ingest/sample/world/files';

const files = makeFiles(new Random(9, 'files'));
const NAMES: FileArgs = { pattern: '*.md', target: 'files', path: BLOG };
const LIAM: FileArgs = { pattern: 'series:liam', target: 'content', path: BLOG, output_mode: 'files_only' };

const call = (args: FileArgs): Record<string, unknown> =>
  JSON.parse(searchFiles(files, args).result) as Record<string, unknown>;

describe('search_files: the measurements', () => {
  test('the world holds 635 posts, 110 of them in the series liam, one of which matches twice', () => {
    const posts = files.filter((file) => file.path.startsWith(`${BLOG}/`));
    const matches = posts.map((file) => file.lines.filter((line) => /series:\s*liam/.test(line)).length);
    expect(posts).toHaveLength(635);
    expect(new Set(posts.map((file) => file.path)).size).toBe(635);
    expect(matches.filter((count) => count > 0)).toHaveLength(110);
    expect(matches.reduce((left, right) => left + right, 0)).toBe(111);
  });

  test.each([
    [undefined, 50, 51],
    [50, 50, 51],
    [200, 200, 201],
  ])('files, limit %s: %i rows, total_count %i, declared as a lower bound', (limit, rows, total) => {
    const payload = call({ ...NAMES, ...(limit === undefined ? {} : { limit }) });
    expect(payload).toMatchObject({ total_count: total, truncated: true, total_count_is_lower_bound: true });
    expect(payload.hint).toBe(`Results truncated. Use offset=${rows} to see more`);
    expect(payload.files).toHaveLength(rows);
  });

  test('files, limit 2000: all 635 and nothing else', () => {
    const payload = call({ ...NAMES, limit: 2_000 });
    expect(Object.keys(payload)).toEqual(['total_count', 'files']);
    expect(payload.total_count).toBe(635);
    expect(payload.files).toHaveLength(635);
  });

  test.each([
    [50, 50],
    [109, 109],
    [500, 110],
  ])('content, files_only, limit %i: %i, and nothing declared', (limit, rows) => {
    const payload = call({ ...LIAM, limit });
    expect(Object.keys(payload)).toEqual(['total_count', 'files']);
    expect(payload.total_count).toBe(rows);
    expect(payload.files).toHaveLength(rows);
  });

  test('count mode: 111 matches in 110 files', () => {
    const payload = call({ ...LIAM, output_mode: 'count', limit: 500 });
    expect(payload.total_count).toBe(111);
    expect(Object.keys(payload.counts as object)).toHaveLength(110);
  });

  test('pages by offset meet without gap or overlap', () => {
    const seen: string[] = [];
    let truncated = true;
    while (truncated) {
      const served = searchFiles(files, { ...NAMES, offset: seen.length });
      seen.push(...(JSON.parse(served.result) as { files: string[] }).files);
      truncated = served.truncated;
    }
    expect(seen).toHaveLength(635);
    expect(new Set(seen).size).toBe(635);
  });
});
