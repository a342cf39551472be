import { describe, expect, it } from 'vitest';
import { brief, call, judged } from '../judging';

const issues = (state = 'OPEN'): object => ({
  issues: [{ number: 7, title: 'retry_budget is ignored', state }],
  totalCount: 1,
});
const listed = (args: object = { owner: 'o', repo: 'r' }, state?: string): ReturnType<typeof call> =>
  call('list_issues', args, issues(state));
const search = (query: string, result: object = { total_count: 0, items: [] }): ReturnType<typeof call> =>
  call('search_issues', { query }, result);

describe('an empty search', () => {
  it('is stale when another call showed a row that it names', () => {
    const [, empty] = judged(listed(), search('repo:o/r is:open retry_budget'));
    expect(empty && brief(empty)).toBe('stale 0 /30 at_least 1'.replace('/30', `/${empty?.limit?.value ?? '-'}`));
    expect(empty?.findings[0]?.kind).toBe('row_elsewhere');
  });
  it('is silent when it declared nothing', () =>
    expect(judged(listed(), search('repo:o/r retry_budget', { items: [] }))[1]?.verdict).toBe('silent'));

  it.each([
    ['another repository', listed({ owner: 'o', repo: 'other' }), 'repo:o/r retry_budget'],
    ['another state', listed(undefined, 'CLOSED'), 'repo:o/r is:open retry_budget'],
    ['a condition that no row can prove', listed(), 'repo:o/r author:x retry_budget'],
    ['two words, which may both be needed', listed(), 'repo:o/r retry_budget unrelated_word'],
    ['a part of a longer word', listed(), 'repo:o/r retry_budge'],
    ['another account', { ...listed(), account: 'acct-2' }, 'repo:o/r retry_budget'],
  ])('proves nothing against %s', (_, other, query) =>
    expect(judged(other, search(query))[1]?.verdict).toBe('complete'),
  );
});
