import { describe, expect, it } from 'vitest';
import { alone, brief, call, census, judged, records } from '../judging';

const bash = (command: string, output: string): string => brief(alone('Bash', { command }, output));
const found = (rows: number, words: number): string =>
  `Web search results for "x"\n\nLinks: ${JSON.stringify(records(rows).map((row) => ({ ...row, url: `https://acme.example/${'p'.repeat(60)}` })))}\n\n${'An account of them. '.repeat(words)}`;

/** What reading real logs by eye turned up: each was judged otherwise before. */
describe('the output of a command', () => {
  it('counts lines that would be an envelope elsewhere', () => {
    expect(bash('npm install | tail -4', '14 packages\n  run fund\n---\nfound 0 vulnerabilities')).toBe(
      'silent 4 /4 unknown',
    );
    expect(bash('grep -rn x src', 'No matches found')).toBe('complete 0 /- none');
  });
  it('one line short of its limit, with blank lines in it, proves nothing', () => {
    expect(bash('lint | tail -5', 'took 1 s\nclean\n\nsee --help')).toBe('unknown 4 /5 unknown');
    expect(bash('lint | tail -5', 'took 1 s\nclean\nsee --help\nend')).toBe('complete 4 /5 none');
    expect(bash('lint | tail -50', 'took 1 s\nclean\n\nsee --help')).toBe('complete 4 /50 none');
  });
  it('proves nothing where a limit stands before a command that filters', () => {
    expect(bash('head -50 log.txt | grep ERROR', 'ERROR a\nERROR b')).toBe('unknown 2 /- unknown');
    expect(bash('grep ERROR log.txt | head -50', 'ERROR a\nERROR b')).toBe('complete 2 /50 none');
    expect(bash('head -50 log.txt | sort', 'a\nb')).toBe('complete 2 /50 none');
  });
});

describe('matches before a note that text was cut', () => {
  const lines = Array.from({ length: 9 }, (_, i) => `src/part-${i}.ts:${i + 1}:x`).join('\n');
  const cut = (text: string): string => brief(alone('Grep', { pattern: 'x', output_mode: 'content' }, text));
  it('are stale where the last is a fragment, which is no row', () => {
    expect(cut(`${lines}\nsrc/par\n\n... [27 lines truncated] ...`)).toBe('stale 9 /250 at_least 27');
    expect(cut(`${lines}\n\n... [27 lines truncated] ...`)).toBe('flagged 9 /250 at_least 27');
    expect(cut(`${lines}\nsrc/par`)).toBe('complete 10 /250 none');
  });
});

describe('an error in a tag', () => {
  it('is an error, although the log does not call it one', () => {
    const words = '<tool_use_error>Path does not exist: lib</tool_use_error>';
    expect(alone('Grep', { pattern: 'x', output_mode: 'content' }, words).verdict).toBe('error');
    expect(alone('Grep', { pattern: 'x', output_mode: 'content' }, `a.ts:1: ${words}`).verdict).toBe('complete');
  });
});

describe('a count', () => {
  it('below the rows that it counts is contradicted by them', () => {
    const one = alone(
      'Grep',
      { pattern: 'x', output_mode: 'count' },
      '20\n\nFound 0 total occurrences across 0 files.',
    );
    expect([one.verdict, one.findings[0]?.kind]).toEqual(['stale', 'matched_below_present']);
  });
  it('below the rows of another call settles nothing about it', () => {
    const page = call('list_y', { a: 1, limit: 5 }, { items: records(5) });
    expect(brief(judged(page, census('list_y', { a: 1 }, 3))[0])).toBe('silent 5 /5 unknown');
    expect(brief(judged(page, call('count_y', { a: 1 }, { count: 3 }))[0])).toBe('silent 5 /5 unknown');
  });
});

describe('a list in a longer account of it', () => {
  it('is the list', () => {
    const { present, verdict } = alone('WebSearch', { query: 'x' }, found(10, 110));
    expect([verdict, present]).toEqual(['unknown', 10]);
  });
  it('is quoted where the account is far longer', () =>
    expect(alone('WebSearch', { query: 'x' }, found(10, 300)).present).toBeNull());
});
