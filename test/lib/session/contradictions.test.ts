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

describe('an empty list under plain conditions', () => {
  const MARCH = Date.UTC(2026, 2, 1);
  const row = { number: 'INV-2041', po_ref: 'PO-7731', status: 'paid', created_at: '2026-01-12' };
  const shown = (args: object = { account: 7 }, one: object = row, tool = 'search_invoices'): ReturnType<typeof call> =>
    call(tool, args, { invoices: [one] }, { ts: MARCH });
  const empty = (args: object = { account: 7, po: 'PO-7731' }): ReturnType<typeof call> =>
    call('find_invoice_by_po', args, { invoices: [] }, { ts: MARCH + 60_000 });
  const verdict = (...log: ReturnType<typeof call>[]): string | undefined =>
    judged(...log).find((one) => one.tool === 'find_invoice_by_po')?.verdict;

  it('is silent when another call showed the row, before or dated before', () => {
    expect(verdict(shown(), empty())).toBe('silent');
    expect(verdict(shown({ account: 7, po: 'PO-7731' }), empty())).toBe('silent');
    expect(verdict({ ...shown(), ts: MARCH + 120_000 }, empty())).toBe('silent');
    expect(verdict(shown({}), empty({ po: 'PO-7731' }))).toBe('silent');
  });

  it.each([
    ['another account', [{ ...shown(), account: 'acct-2' }, empty()]],
    ['another value', [shown(), empty({ account: 7, po: 'PO-7732' })]],
    ['a condition that the row does not show', [shown(), empty({ account: 7, po: 'PO-7731', region: 'north' })]],
    ['another condition of the call that showed it', [shown({ account: 8 }), empty()]],
    [
      'a filter of its own, which may include what the other leaves out',
      [shown({ account: 7, archived: 'all' }), empty()],
    ],
    ['a row that tools leave out', [shown(undefined, { ...row, status: 'archived' }), empty()]],
    ['a value that fits many rows', [shown(), empty({ account: 7, status: 'paid' })]],
    ['a wildcard', [shown(), empty({ account: 7, po: 'PO-77*' })]],
    ['something else', [shown(undefined, row, 'search_payments'), empty()]],
    [
      'a change in between',
      [shown(), call('delete_invoice', { number: 'INV-2041' }, 'Deleted.', { ts: MARCH + 1 }), empty()],
    ],
    [
      'a row shown afterwards that is new',
      [{ ...shown(undefined, { ...row, created_at: '2026-03-01' }), ts: MARCH + 120_000 }, empty()],
    ],
    [
      'a row shown afterwards without a date',
      [{ ...shown(undefined, { po_ref: 'PO-7731' }), ts: MARCH + 120_000 }, empty()],
    ],
    ['a later page', [shown(), empty({ account: 7, po: 'PO-7731', offset: 40 })]],
  ])('is unknown by %s', (_, log) => expect(verdict(...log)).toBe('unknown'));
});
