import { describe, expect, it } from 'vitest';
import { Random } from '@/ingest/sample/random';
import { type FileArgs, searchFiles } from '@/ingest/sample/tools/search-files';
import { BLOG, makeFiles } from '@/ingest/sample/world/files';
import type { CallRecord } from '@/lib/records';
import { call } from '../judging';
import { judgeText } from './judging';

/** The measured calls of one morning: two enumerators behind one name, and what may be said after each. */
describe('a dialogue over search_files', () => {
  const files = makeFiles(new Random(9, 'files'));
  const NAMES: FileArgs = { pattern: '*.md', target: 'files', path: BLOG };
  const LIAM: FileArgs = { pattern: 'series:liam', target: 'content', path: BLOG, output_mode: 'files_only' };
  const search = (args: FileArgs): CallRecord => {
    const { result, sent, error } = searchFiles(files, args);
    return call('search_files', args, result, { sent: sent ?? null, error: error ?? false });
  };

  it.each([
    ['The catalog holds 51 files.', [{ ...NAMES, limit: 50 }], 'lower_bound_as_total', 'lower bound'],
    ['The catalog holds 201 files.', [{ ...NAMES, limit: 200 }], 'lower_bound_as_total', 'lower bound'],
    ['The catalog holds 50 files.', [{ ...NAMES, limit: 50 }], 'false_total', 'page'],
    ['There are 635 posts.', [{ ...NAMES, limit: 2000 }], 'supported', 'matched'],
    ['There are 50 Liam posts.', [{ ...LIAM, limit: 50 }], 'false_total', 'page'],
    ['There are 109 Liam posts.', [{ ...LIAM, limit: 109 }], 'false_total', 'page'],
    ['There are 110 Liam posts.', [{ ...LIAM, limit: 500 }], 'supported', 'matched'],
    ['There are 111 Liam posts.', [{ ...LIAM, output_mode: 'count', limit: 500 }], 'wrong_cardinality', 'other unit'],
    ['There are 110 Liam posts.', [{ ...LIAM, output_mode: 'count', limit: 500 }], 'supported', 'census'],
    ['There are 111 occurrences.', [{ ...LIAM, output_mode: 'count', limit: 500 }], 'supported', 'census'],
    ['There are at least fifty Liam posts.', [{ ...LIAM, limit: 50 }], 'hedged', 'hedged'],
    ['There are 12 remaining.', [{ ...LIAM, limit: 50 }], 'unsupported', 'not offered'],
    ['There are 641 files.', [{ ...NAMES, limit: 2000 }], 'false_total', 'other total'],
  ] satisfies [string, FileArgs[], string, string][])('%s', (text, args, verdict, rule) => {
    const [claim] = judgeText(text, ...args.map(search));
    expect(claim && `${claim.verdict} by ${claim.path.at(-1)?.rule}`, JSON.stringify(claim)).toBe(
      `${verdict} by ${rule}`,
    );
    if (verdict !== 'unsupported') expect(claim?.evidence.length).toBeGreaterThan(0);
    else expect(claim?.missing).not.toBeNull();
  });

  it('all of them in one session: each sentence finds its own call', () => {
    const session = [
      { ...NAMES, limit: 50 },
      { ...NAMES, limit: 2000 },
      { ...LIAM, limit: 50 },
      { ...LIAM, output_mode: 'count', limit: 500 },
    ].map((args) => search(args as FileArgs));
    const said = ['51 files', '635 files', '50 Liam posts', '111 Liam posts']
      .map((what) => `There are ${what}.`)
      .join(' ');
    expect(judgeText(said, ...session).map(({ verdict }) => verdict)).toEqual([
      'lower_bound_as_total',
      'supported',
      'false_total',
      'wrong_cardinality',
    ]);
  });
});
