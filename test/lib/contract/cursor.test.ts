import { describe, expect, it } from 'vitest';
import { alone, brief, records } from '../judging';

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64');
const rows = records(14).map((row, i) => ({ ...row, seq: i + 1, opened_at: `2026-03-${String(28 - i)}T10:00:00Z` }));
const paged = (cursor: unknown): string => {
  const one = alone('list_y', {}, { items: rows, next_cursor: cursor });
  return `${one.verdict} ${one.findings[0]?.kind ?? '-'} ${brief(one).split(' ').slice(-2).join(' ')}`;
};
const STALE = 'stale cursor_resumes_elsewhere at_least 1';
const RIGHT = 'flagged more_declared at_least 1';

/** Requirement: the position that a cursor carries is compared with the last row present. */
describe('a cursor that says where it resumes', () => {
  it.each([
    ['base64 JSON, another row', base64({ id: 'r-20' }), STALE],
    ['base64 JSON, the last row', base64({ id: 'r-14' }), RIGHT],
    ['base64url without padding', base64({ id: 'r-20' }).replace(/=+$/, '').replaceAll('+', '-'), STALE],
    ['plain JSON', '{"id":"r-20"}', STALE],
    ['plain JSON, the last row', '{"id":"r-14","page":2}', RIGHT],
    ['a spelling of the key', base64({ last_id: 'r-20' }), STALE],
    ['"after"', base64({ after: 'r-20' }), STALE],
    ['a number', base64({ seq: 20 }), STALE],
    ['the number of the last row', base64({ seq: 14 }), RIGHT],
    ['a time in another spelling', base64({ opened_at: '2026-03-15T10:00:00.000Z' }), RIGHT],
    ['another time', base64({ opened_at: '2026-03-09T10:00:00Z' }), STALE],
    ['one position of two agrees', base64({ opened_at: '2026-03-15T10:00:00Z', id: 'r-14' }), RIGHT],
    ['a key that no row has', base64({ shard: 'b', token: 'r-99' }), RIGHT],
    ['a value of another type', base64({ id: 20 }), RIGHT],
    ['an opaque word', 'CAESEAoMCg0', RIGHT],
    ['base64 of no JSON', Buffer.from('offset:20').toString('base64'), RIGHT],
  ])('%s', (_, cursor, expected) => expect(paged(cursor)).toBe(expected));

  it('names both positions', () => {
    const one = alone('list_y', {}, { items: rows, next_cursor: base64({ id: 'r-20' }) });
    expect(one.findings[0]).toEqual({
      kind: 'cursor_resumes_elsewhere',
      evidence: [
        { path: 'result.next_cursor', value: 'r-20' },
        { path: 'result.items[13].id', value: 'r-14' },
      ],
      says: 'The cursor resumes after r-20, but the last row here is r-14: the next page skips rows.',
    });
  });
});
