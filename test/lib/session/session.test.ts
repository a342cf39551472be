import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCall } from '@/lib/contract';
import { emptyHistory, foldHistories, mergeHistories, reviewSession } from '@/lib/session';
import { brief, call, judged, records } from '../judging';

const page = (from: number, count: number, more: boolean): object => ({ data: records(count, from), has_more: more });

describe('walks', () => {
  it('reach the end: what each page did not show, and that it was made good', () => {
    const log = judged(
      call('list', { limit: 10 }, page(1, 10, true)),
      call('list', { limit: 10, starting_after: 'r-10' }, page(11, 10, true)),
      call('list', { limit: 10, starting_after: 'r-20' }, page(21, 4, false)),
    );
    expect(log.map(brief)).toEqual(['flagged 10 /10 exact 14', 'flagged 10 /10 exact 4', 'complete 4 /10 none']);
    expect(log.map((one) => one.recovered)).toEqual([true, true, false]);
    expect(log.at(-1)?.basis).toBe('walk');
  });

  it('by offset, ended by an empty page', () => {
    const log = judged(
      call('list', { limit: 5, offset: 0 }, { items: records(5) }),
      call('list', { limit: 5, offset: 5 }, { items: records(5, 6) }),
      call('list', { limit: 5, offset: 10 }, { items: [] }),
    );
    expect(log.map(brief)).toEqual(['silent 5 /5 exact 5', 'complete 5 /5 none', 'complete 0 /5 none']);
  });

  it('by page number', () => {
    const log = judged(
      call('list', { per_page: 5, page: 1 }, { items: records(5) }),
      call('list', { per_page: 5, page: 2 }, { items: records(3, 6), last_page: true }),
    );
    expect(log.map(brief)).toEqual(['silent 5 /5 exact 3', 'complete 3 /5 none']);
    expect(log[0]?.recovered).toBe(true);
  });

  it('with a gap, end in nothing known', () => {
    const log = judged(
      call('list', { limit: 5 }, { items: records(5) }),
      call('list', { limit: 5, offset: 50 }, { items: [] }),
    );
    expect(log.map(brief)).toEqual(['silent 5 /5 unknown', 'unknown 0 /5 unknown']);
  });

  it('without progress count no row twice', () => {
    const log = judged(
      call('list', { limit: 10 }, page(1, 10, true)),
      call('list', { limit: 10, starting_after: 'r-10' }, page(1, 10, true)),
    );
    expect(log.map(brief)).toEqual(['flagged 10 /10 at_least 1', 'flagged 10 /10 at_least 1']);
    expect(log[1]?.findings.map((one) => one.kind)).toContain('walk_without_progress');
    expect(log[1]?.recovered).toBe(false);
  });

  it('whose pages overlap are judged by distinct rows', () => {
    const overlap = judged(
      call('list', { limit: 3 }, { total: 6, items: records(3) }),
      call('list', { limit: 3, offset: 3 }, { total: 6, items: records(3, 3) }),
    );
    expect(overlap.map(brief)).toEqual(['flagged 3 /3 exact 3', 'flagged 3 /3 exact 1']);
    expect(overlap[1]?.findings.map((one) => one.kind)).toContain('overlapping_pages');
  });

  it('"no more" on a page, and a later page with more, is stale', () => {
    const log = judged(
      call('list', { limit: 5 }, page(1, 5, false)),
      call('list', { limit: 5, offset: 5 }, page(6, 5, false)),
    );
    expect(log[0]?.verdict).toBe('stale');
  });

  it('of rows that a guard trimmed are never whole', () => {
    const trimmed = (from: number, next: string | null): object => ({
      matched: 40,
      returned: 20,
      next_cursor: next,
      incidents: records(14, from),
    });
    const log = judged(
      call('list_incidents', {}, trimmed(1, 'a')),
      call('list_incidents', { cursor: 'a' }, trimmed(21, null)),
    );
    expect(log.map(brief)).toEqual(['stale 14 /- exact 26', 'stale 14 /- exact 12']);
    expect(log.some((one) => one.recovered)).toBe(false);
  });

  it('a later, larger page that says that it is whole recovers a smaller one', () => {
    const log = judged(
      call(
        'search_files',
        { pattern: '*.md', target: 'files' },
        { total_count: 51, truncated: true, files: records(50).map((one) => one.id) },
      ),
      call(
        'search_files',
        { pattern: '*.md', target: 'files', limit: 2000 },
        { total_count: 635, files: records(635).map((one) => one.id) },
      ),
    );
    expect(log.map(brief)).toEqual(['flagged 50 /50 exact 585', 'complete 635 /2000 none']);
    expect(log[0]?.recovered).toBe(true);
  });

  it('keep accounts and queries apart', () => {
    const log = judged(
      call('list', { q: 'a', limit: 5 }, page(1, 5, true)),
      call('list', { q: 'b', limit: 5, offset: 5 }, page(6, 2, false)),
      call('list', { q: 'a', limit: 5, offset: 5 }, page(6, 2, false), { account: 'other' }),
    );
    expect(log[0]?.recovered).toBe(false);
  });
});

describe('a count in the session', () => {
  it('of the same arguments settles a grep, in its unit', () => {
    const log = judged(
      call(
        'Grep',
        { pattern: 'x', output_mode: 'count' },
        'a.ts:2\nb.ts:3\n\nFound 5 total occurrences across 2 files.',
      ),
      call(
        'Grep',
        { pattern: 'x', output_mode: 'content', head_limit: 3 },
        'a.ts:1:x\na.ts:2:x\nb.ts:1:x\n\n[Showing results with pagination = limit: 3]',
      ),
    );
    expect(log.map(brief)).toEqual(['complete 2 /250 none', 'flagged 3 /3 exact 2']);
  });
  it('over the same table and conditions settles a select', () => {
    const log = judged(
      call('execute_sql', { sql: 'SELECT id FROM t WHERE a = 1' }, records(200)),
      call('execute_sql', { sql: 'SELECT count(*) AS n FROM t WHERE a = 1' }, [{ n: 912 }]),
      call('execute_sql', { sql: 'SELECT id FROM u' }, records(200)),
    );
    expect(log.map(brief)).toEqual(['silent 200 /200 exact 712', 'complete 1 /- none', 'silent 200 /200 unknown']);
    expect(log[2]?.limit?.source).toBe('learned');
  });
});

describe('what a tool has done before', () => {
  const learnable = (capped: number): ReturnType<typeof call>[] => [
    ...Array.from({ length: 70 }, (_, i) => call('fetch_orders', { q: i }, { orders: records(1 + (i % 30)) })),
    ...Array.from({ length: capped }, (_, i) => call('fetch_orders', { q: 1000 + i }, { orders: records(40) })),
  ];

  it('teaches a limit when many calls stand at the largest count, and says so', () => {
    const last = judged(...learnable(12)).at(-1);
    expect(last && brief(last)).toBe('silent 40 /40 unknown');
    expect(last?.limit).toEqual({ value: 40, source: 'learned', imposed: true });
  });
  it('teaches none from a few, nor from a tool whose count never varies', () => {
    expect(judged(...learnable(4)).at(-1)?.verdict).toBe('complete');
    const same = Array.from({ length: 80 }, (_, i) => call('list_regions', { q: i }, { regions: records(12) }));
    expect(judged(...same).at(-1)?.verdict).toBe('complete');
  });
  it('makes "no more" worthless once it was wrong on a full page', () => {
    const log = judged(
      call('count_docs', { q: 1 }, { count: 90 }),
      call('list_docs', { q: 1, limit: 5 }, page(1, 5, false)),
      call('list_docs', { q: 2, limit: 5 }, page(1, 5, false)),
      call('list_docs', { q: 3, limit: 5 }, page(1, 2, false)),
    );
    expect(log.map((one) => one.verdict)).toEqual(['complete', 'stale', 'silent', 'complete']);
  });

  it('is the same in any order and however it is split', () => {
    const calls = [
      ...learnable(9),
      call('l', { k: 1, limit: 30 }, { total: 9, items: records(9) }),
      call('l', { k: 2, limit: 3 }, { total: 9, items: records(3) }),
    ].map((record, i) => readCall(record, i));
    const none = (): null => null;
    const whole = foldHistories(calls, none);
    fc.assert(
      fc.property(
        fc.shuffledSubarray(calls, { minLength: calls.length }),
        fc.integer({ min: 0, max: calls.length }),
        (order, at) => {
          const [a, b] = [foldHistories(order.slice(0, at), none), foldHistories(order.slice(at), none)];
          for (const [key, history] of whole)
            expect(mergeHistories(a.get(key) ?? emptyHistory(), b.get(key) ?? emptyHistory())).toEqual(history);
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('a session', () => {
  it('is judged alike whatever the order in which its calls arrive, from readings that went through JSON', () => {
    const log = [
      call('list', { limit: 10 }, page(1, 10, true)),
      call('list', { limit: 10, starting_after: 'r-10' }, page(11, 4, false)),
      call('b', { limit: 5 }, { items: records(5) }),
    ];
    const knowledge = { census: () => null };
    const calls = log.map((record, i) => readCall(record, i));
    const expected = reviewSession(calls, knowledge);
    const stored = calls
      .map((one) => ({
        ...one,
        reading: JSON.parse(JSON.stringify(one.reading)),
        limit: JSON.parse(JSON.stringify(one.limit)),
      }))
      .reverse();
    for (const [id, judgement] of reviewSession(stored, knowledge)) expect(judgement).toEqual(expected.get(id));
  });
});
