/** Tuning half: numbers counted in another scope, sums and averages, and longer answers. */

import { call, cycle, rows, scenario } from '../../scenario';

export const otherPath = scenario(
  'scope: a count of another folder',
  [
    call('Bash', { command: "find packages/api -name '*.ts' | wc -l" }, '128', { verdict: 'complete' }),
    call('Bash', { command: "find packages/ui -name '*.ts' | wc -l" }, '341', { verdict: 'complete' }),
  ],
  [
    'packages/api holds {128 TypeScript files|supported}.',
    'packages/ui holds {128 TypeScript files|wrong_set}.',
    'There are {341 TypeScript files|supported} in packages/ui and {128|supported} in packages/api.',
    'Together both packages hold {469 TypeScript files|prose_arithmetic}.',
    'There are {341 TypeScript files in packages/api|wrong_set}.',
  ],
);

export const computed = scenario(
  'sums: computed by the tool',
  [
    call(
      'run_query',
      {
        query:
          'SELECT AVG(minutes) AS mean_minutes, SUM(minutes) AS all_minutes, COUNT(*) AS n FROM calls WHERE week = 10',
      },
      { rows: [{ mean_minutes: 7.5, all_minutes: 4320, n: 576 }] },
      { verdict: 'complete' },
    ),
  ],
  [
    'In week 10 there were {576 calls|supported}.',
    '{The average call took 7.5 minutes|supported}.',
    '{All calls together took 4,320 minutes|supported}.',
    'Week 10 had {600 calls|false_total}.',
    '| measure | value |\n|---|---|\n| calls | {576|supported} |\n| minutes | 4320 |',
    'That is three days of talking, from 2 to 8 March.',
  ],
);

const shift = (i: number) => ({
  day: `2026-03-${String(1 + (i % 28)).padStart(2, '0')}`,
  nurse: i % 5 === 0 ? null : cycle(['Ada', 'Ben', 'Cleo'])(i),
  hours: 8,
});

export const shiftsTotal = scenario(
  'shifts: 60 of 84 with the total',
  [
    call(
      'get_shifts',
      { month: '2026-03', limit: 60 },
      { total_count: 84, shifts: rows(60, shift) },
      { verdict: 'flagged' },
    ),
  ],
  [
    'March has {84 shifts|supported}.',
    '{12 shifts have no nurse|false_total}.',
    'Of the first 60 shifts, {12 have no nurse|hedged}.',
    '{24 more shifts|supported} were not read.',
    '{Every shift lasts eight hours|sample_as_whole}.',
    '{60 of the 84 shifts|supported} are on this page.',
    '{The average shift lasts 8 hours|sample_as_whole}.',
    '{Only Ada, Ben and Cleo work in March|false_absence}.',
    'Ada works on 2 March from 8:00 on.',
    '{Nobody is assigned to night shifts|false_absence}.',
    '{One in five shifts is unassigned|sample_as_whole}.',
    'March has {90 shifts|false_total}.',
  ],
);

export const chatty = scenario(
  'account: one row, and its two subscriptions',
  [
    call(
      'get_customer',
      { id: 'cus_88' },
      { id: 'cus_88', name: 'Orchard Ltd', seats: 14, since: '2023-05-01', balance: 1290.5 },
      {
        verdict: 'not_a_list',
      },
    ),
    call(
      'list_subscriptions',
      { customer: 'cus_88', limit: 10 },
      {
        data: [
          { id: 'sub_1', plan: 'team', status: 'active' },
          { id: 'sub_2', plan: 'archive', status: 'canceled' },
        ],
        has_more: false,
      },
      { verdict: 'complete' },
    ),
  ],
  [
    'Orchard Ltd has been with us since 1 May 2023 and owes 1,290.50 euros.',
    'They have {two subscriptions|supported}, of which {one is canceled|supported}.',
    "Good news! I've found the account **Orchard Ltd** (cus_88). It has 14 seats. {Only one of its subscriptions is active|supported}, the team plan.",
    'The customer has {3 subscriptions|false_total}.',
    '> Why am I billed twice?\n\n{None of the subscriptions is past due|supported}, so I see no double billing.',
    'Step 1: open sub_1. Step 2: choose "team". Step 3: save. It takes 5 minutes.',
    '{Both subscriptions|supported} belong to cus_88.',
    '{Neither subscription is active|false_absence}.',
    'Their plan allows 20 seats per workspace at 12 euros each; version 3.1 of the contract says so.',
  ],
);

const issue = (i: number) => ({ node: { number: 210 - i, title: `Crash ${i}`, labels: cycle(['bug', 'ui'])(i) } });

export const graph = scenario(
  'graph: edges with totalCount and hasNextPage',
  [
    call(
      'graphql',
      {
        query:
          '{ tasks(first: 25, filter: {open: true}) { totalCount pageInfo { hasNextPage endCursor } edges { node { number title labels } } } }',
      },
      {
        data: {
          tasks: {
            totalCount: 133,
            pageInfo: { hasNextPage: true, endCursor: 'Y3Vyc29yOjI1' },
            edges: rows(25, issue),
          },
        },
      },
      { verdict: 'flagged' },
    ),
  ],
  [
    '{133 tasks|supported} are open.',
    '{25 tasks|false_total} are open.',
    'I have looked at 25 of the 133 open tasks: {13 of those are bugs|hedged}.',
    '{108 tasks|supported} remain unread.',
    '{All open tasks are crashes|sample_as_whole}.',
    '{About half of the open tasks are bugs|hedged}.',
    '{The oldest open task is number 186|sample_as_whole}.',
    'Task 204 is titled "Crash 6".',
    '## Open tasks\n\n* open in total: **{133|supported}**\n* read so far: 25',
    '{No open task concerns login|false_absence}.',
  ],
);
