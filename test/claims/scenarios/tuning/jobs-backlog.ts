/** Tuning half: build jobs, a search in code, a count by SQL. */

import { call, cycle, rows, scenario } from '../../scenario';

const outcome = cycle(['passed', 'passed', 'failed', 'passed']);
const job = (i: number) => ({ id: 9000 + i, name: `build-${i}`, outcome: outcome(i), minutes: 2 + (i % 9) });

export const jobsPage = scenario(
  'jobs: a page with a cursor',
  [
    call(
      'list_jobs',
      { branch: 'main', per_page: 20 },
      { jobs: rows(20, job), next_cursor: 'p2-7f31ac' },
      { verdict: 'flagged' },
    ),
  ],
  [
    '{20 jobs ran on main|false_total}.',
    'On main {five jobs failed|false_total}.',
    '{A quarter of the jobs failed|sample_as_whole}.',
    '{All failed jobs were builds|sample_as_whole}.',
    'Of the 20 jobs I read, {5 failed|hedged}.',
    'This is the first page: {20 jobs|hedged}, and a cursor says that there are more.',
    'Job 9002 failed after 4 minutes.',
    'I restarted job 9002.',
    'If a job fails again, I will open a ticket.',
    '{The longest job took 10 minutes|sample_as_whole}.',
  ],
);

export const sqlCount = scenario(
  'orders: counted by SQL',
  [
    call(
      'run_sql',
      { query: "SELECT count(*) AS orders FROM orders WHERE status = 'open'" },
      { rows: [{ orders: 1874 }], row_count: 1 },
      { verdict: 'complete' },
    ),
  ],
  [
    'There are {1,874 open orders|supported}.',
    '{1874 orders|supported} are open.',
    'There are {1,900 open orders|false_total}.',
    'The query ran against the replica.',
    'I can break this down by week if you like.',
    'You have {1,874 open orders|supported}, as of today.',
  ],
);

export const searchWhole = scenario(
  'code: a search that found nothing, and one that was cut',
  [
    call(
      'search_code',
      { query: 'legacyHook' },
      { total_count: 0, incomplete_results: false, items: [] },
      { verdict: 'complete' },
    ),
    call(
      'search_code',
      { query: 'useCart', per_page: 30 },
      {
        total_count: 88,
        incomplete_results: false,
        items: rows(30, (i) => ({ path: `src/cart/part${i}.ts`, repository: 'shop' })),
      },
      { verdict: 'flagged' },
    ),
  ],
  [
    '{legacyHook is not used anywhere|supported}.',
    '{useCart appears in 30 files|false_total}.',
    '{useCart appears in 88 files|supported}.',
    '{Every use of useCart is under src/cart|sample_as_whole}.',
    'I changed src/cart/part3.ts and ran the tests.',
    'The hook was added in version 2.4.1 on 2026-02-03.',
    '{useCart is used only in src/cart|false_absence}.',
    'There are {88 results|supported} for useCart; I looked at the first 30.',
  ],
);
