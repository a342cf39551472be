import { describe, expect, it } from 'vitest';
import { findClaims } from '@/lib/claims/find';
import { judgeClaims } from '@/lib/claims/judge';
import { call, records } from '../judging';
import { answer, evidence, judgeText, verdicts } from './judging';

const page = (n = 50) => call('list_invoices', { limit: n }, { invoices: records(n), has_more: true });
const declared = () =>
  call('list_invoices', { limit: 50 }, { total: 340, returned: 50, has_more: true, invoices: records(50) });
const whole = () => call('list_invoices', { limit: 100 }, { invoices: records(17), has_more: false, total: 17 });
const empty = () => call('list_invoices', { limit: 100 }, { invoices: [], has_more: false, total: 0 });
const count = (n: number, table = 'invoices') =>
  call('execute_sql', { sql: `SELECT COUNT(*) AS n FROM ${table}` }, { rows: [{ n }] });
const states = (open: number, paid: number, more: boolean) =>
  call(
    'list_invoices',
    { limit: open + paid + (more ? 0 : 50) },
    {
      invoices: records(open + paid).map((one, i) => ({ ...one, status: i < open ? 'open' : 'paid' })),
      has_more: more,
    },
  );

describe('a number of a set', () => {
  it.each([
    ['There are 50 invoices.', [page()], 'false_total'],
    ['I found 50 invoices.', [page()], 'false_total'],
    ['There are 340 invoices.', [declared()], 'supported'],
    ['There are 50 invoices.', [declared()], 'false_total'],
    ['There are 17 invoices.', [whole()], 'supported'],
    ['There are 18 invoices.', [whole()], 'false_total'],
    ['There are 340 invoices.', [page(), count(340)], 'supported'],
    ['There are 50 invoices.', [page(), count(340)], 'false_total'],
    ['There are 400 invoices.', [page()], 'unsupported'],
    ['There are at least 50 invoices.', [page()], 'hedged'],
    ['There are at least 17 invoices.', [whole()], 'needless_hedge'],
    ['There are 50 invoices.', [], 'unsupported'],
    ['12 invoices remaining.', [page()], 'unsupported'],
    ['There are 290 more invoices.', [declared()], 'supported'],
    ['There are 12 more invoices.', [declared()], 'false_total'],
    ['50 of 340 invoices are shown.', [declared()], 'supported'],
  ] as const)('%s', (text, calls, verdict) => {
    expect(verdicts(text, ...calls)).toEqual([verdict]);
  });

  it('a part counted on a page', () =>
    expect(verdicts('There are 50 invoices and 30 of them are open.', states(30, 20, true))).toEqual([
      'false_total',
      'false_total',
    ]));
  it('a part that is larger than the page, and yet of the set that was cut', () => {
    const cut = call(
      'list_shifts',
      {},
      `{"count":276,"shifts":${JSON.stringify(records(164)).slice(0, -60)}... [TRUNCATED]`,
    );
    expect(verdicts('There are 276 shifts and 254 of them are unassigned.', cut)).toEqual(['supported', 'false_total']);
  });
  it('a ranking beside a total is another statement', () => {
    const bugs = call('search_issues', { q: 'bug', per_page: 100 }, { total_count: 1649, items: records(100) });
    expect(verdicts('There are 1,649 bugs; the 100 most recent are listed.', bugs)[0]).toBe('supported');
    expect(verdicts('There are 100 bugs; the 10 most recent are listed.', bugs)[0]).toBe('false_total');
  });
  it('a part counted on a whole list, right and wrong', () => {
    expect(verdicts('There are 12 open invoices.', states(12, 20, false))).toEqual(['supported']);
    expect(verdicts('There are 13 open invoices.', states(12, 20, false))).toEqual(['false_total']);
  });
  it('two counts of one set that disagree', () => {
    const [claim] = judgeText('There are 340 invoices.', count(340), count(355));
    expect(claim?.verdict).toBe('unsupported');
    expect(claim?.path.at(-1)?.rule).toBe('censuses disagree');
  });
  it('the right number of another path', () => {
    const listed = call(
      'Glob',
      { pattern: '*.md', path: 'content/blog' },
      records(17)
        .map(({ id }) => `content/blog/${id}.md`)
        .join('\n'),
    );
    expect(verdicts('There are 17 files in content/news.', listed)).toEqual(['wrong_set']);
    expect(verdicts('There are 17 files in content/blog.', listed)).toEqual(['supported']);
  });
});

describe('what the agent did and what was counted elsewhere', () => {
  const roles = () =>
    call(
      'run_sql',
      { sql: 'select role, count(*) n from users group by role' },
      {
        rows: [
          { role: 'admin', n: 40 },
          { role: 'member', n: 60 },
        ],
      },
    );
  it.each([
    ['There are 40 admins.', [roles()], 'supported'],
    ['There are 100 users.', [roles()], 'prose_arithmetic'],
    ['I created 2 tickets.', ['a', 'b'].map((title) => call('create_ticket', { title }, { id: title })), 'supported'],
    ['All 214 tests are green.', [call('Bash', { command: 'npm test' }, 'Tests  214 passed (214)')], 'supported'],
    [
      'There are 14 sessions in the default profile.',
      [call('list_sessions', { profile: 'liam' }, { sessions: records(14), total: 14 })],
      'wrong_set',
    ],
    ['acct-2 has 340 invoices.', [call('count_invoices', { account: 'acct-1' }, { count: 340 })], 'wrong_set'],
    ['There are 5 open tickets.', [call('count_tickets', { status: 'open' }, { count: 7 })], 'false_total'],
    ['No ticket is disputed.', [call('count_tickets', { status: 'open' }, { count: 7 })], 'unsupported'],
    ['There are 12 options for the export.', [page()], 'unsupported'],
  ] as const)('%s', (text, calls, verdict) => {
    expect(verdicts(text, ...calls)).toEqual([verdict]);
  });

  it('what came after the answer is named as learned later', () => {
    const [first, later] = evidence([page(), count(340)]);
    if (first === undefined || later === undefined) throw new Error('two calls were made');
    const text = 'There are 340 invoices.';
    const [claim] = judgeClaims(answer(text), findClaims(text, null), [first], [first, later]);
    expect(claim?.path.map(({ rule }) => rule)).toContain('learned later');
  });

  it('a page that was read on only after the answer was a page when it was spoken of', () => {
    const pages = evidence([
      call('list_invoices', { limit: 10 }, { invoices: records(10), has_more: true, next_cursor: 'x' }),
      call('list_invoices', { limit: 10, cursor: 'x' }, { invoices: records(4, 11), has_more: false }),
    ]);
    const text = 'There are no overdue invoices.';
    const found = findClaims(text, null);
    expect(judgeClaims(answer(text), found, pages.slice(0, 1), pages).map(({ verdict }) => verdict)).toEqual([
      'false_absence',
    ]);
    expect(judgeClaims(answer(text), found, pages, pages).map(({ verdict }) => verdict)).toEqual(['supported']);
  });
});

describe('an absence', () => {
  it.each([
    ['There are no overdue invoices.', [page()], 'false_absence'],
    ['There are no invoices.', [empty()], 'supported'],
    [
      'There are no invoices.',
      [call('list_invoices', {}, 'Error: request timed out', { error: true })],
      'false_absence',
    ],
    ['No invoice is disputed.', [whole()], 'supported'],
  ] as const)('%s', (text, calls, verdict) => {
    expect(verdicts(text, ...calls)).toEqual([verdict]);
  });
  it('of a word that the whole file holds', () => {
    const read = () => call('Read', { file_path: 'src/a.ts' }, '1\tconst a = 1\n2\t// TODO fix\n3\t// 0 errors');
    expect(verdicts('There are no TODOs in src/a.ts.', read())).toEqual(['false_absence']);
    expect(verdicts('There are no warnings in src/a.ts.', read())).toEqual(['supported']);
  });
  it('of a value that the whole list shows', () =>
    expect(verdicts('There are no open invoices.', states(12, 20, false))).toEqual(['false_absence']));
});

describe('every row', () => {
  it.each([
    ['All invoices are open.', [states(50, 0, true)], 'sample_as_whole'],
    ['All invoices are open.', [states(12, 0, false)], 'supported'],
    ['All invoices are open.', [states(12, 20, false)], 'false_total'],
    ['The oldest invoice is r-1.', [page()], 'sample_as_whole'],
    ['The only open invoice is r-1.', [page()], 'false_absence'],
    ['60% of the invoices are open.', [states(30, 20, true)], 'sample_as_whole'],
    ['60% of the invoices are open.', [states(30, 20, false)], 'prose_arithmetic'],
    ['On average an invoice is 120 EUR.', [page()], 'sample_as_whole'],
  ] as const)('%s', (text, calls, verdict) => {
    expect(verdicts(text, ...calls)).toEqual([verdict]);
  });
});
