/** Tuning half: SQL and logs. */

import { call, cycle, rows, scenario } from '../../scenario';

const game = (i: number) => ({ id: i + 1, title: `Game ${i}`, year: 2024, genre: cycle(['puzzle', 'racing'])(i) });

export const limitInQuery = scenario(
  'sql: the limit in the query',
  [
    call(
      'execute_sql',
      { sql: 'SELECT id, title, year, genre FROM games WHERE year = 2024 LIMIT 20' },
      { row_count: 20, rows: rows(20, game) },
      { verdict: 'silent' },
    ),
  ],
  [
    '{Exactly 20 games|false_total} came out in 2024.',
    '{Twenty games were released in 2024|false_total}, split evenly between puzzle and racing.',
    'The 20 games that I fetched are {half puzzle, half racing|hedged}; there may be more.',
    '{No strategy games came out in 2024|false_absence}.',
    '{50 % of the 2024 releases are puzzle games|sample_as_whole}.',
    'The database holds {20 games|false_total} for that year.',
    '| genre | games |\n|---|---|\n| puzzle | {10|false_total} |\n| racing | {10|false_total} |',
    '"Game 4" is a puzzle game from 2024.',
  ],
);

export const countedRows = scenario(
  'sql: counted by the database',
  [
    call(
      'execute_sql',
      { sql: "SELECT COUNT(*) AS n FROM orders WHERE state = 'late'" },
      { rows: [{ n: 2318 }] },
      { verdict: 'complete' },
    ),
    call(
      'execute_sql',
      { sql: "SELECT region, COUNT(*) AS n FROM orders WHERE state = 'late' GROUP BY region" },
      {
        rows: [
          { region: 'north', n: 1203 },
          { region: 'south', n: 805 },
          { region: 'west', n: 310 },
        ],
      },
      { verdict: 'complete' },
    ),
  ],
  [
    '{2,318 orders are late|supported}.',
    'There are {2318 late orders|supported}: 1203 in the north, 805 in the south and 310 in the west.',
    '{1,203 late orders are in the north|supported}.',
    'There are {2,400 late orders|false_total}.',
    'North and south together have {2,008 late orders|prose_arithmetic}.',
    '{Most late orders are in the north|supported}.',
    '{52% of the late orders are in the north|prose_arithmetic}.',
    'By region:\n\n| region | late orders |\n|---|---|\n| north | {1203|supported} |\n| south | {805|supported} |\n| west | {310|supported} |',
  ],
);

export const logSearch = scenario(
  'logs: a total that is a lower bound',
  [
    call(
      'search_logs',
      { query: 'level:error service:checkout', size: 10 },
      {
        took: 12,
        timed_out: false,
        hits: {
          total: { value: 10000, relation: 'gte' },
          hits: rows(10, (i) => ({
            _id: `l${i}`,
            _source: { level: 'error', service: 'checkout', message: `card declined ${i}` },
          })),
        },
      },
      { verdict: 'flagged' },
    ),
  ],
  [
    'Checkout logged {10,000 errors|lower_bound_as_total}.',
    'Checkout logged {at least 10,000 errors|hedged}.',
    '{All checkout errors are declined cards|sample_as_whole}.',
    'There were {10 errors in checkout|false_total}.',
    '{More than ten thousand errors|hedged} were logged; the count stops there.',
    '{There are no timeouts among the errors|false_absence}.',
    'In total {10000 error lines|lower_bound_as_total} match the search.',
    'The ten lines shown are {all declined cards|hedged}.',
  ],
);

export const timedOut = scenario(
  'logs: a search that timed out, another that was declined',
  [
    call(
      'search_events',
      { query: 'payment failed', since: '2026-03-01' },
      { events: [], total_count: 0, truncated: true, limit_reason: 'search_timeout' },
      { verdict: 'flagged' },
    ),
    call(
      'export_events',
      { since: '2026-03-01' },
      'Error: result (897,234 tokens) exceeds maximum allowed tokens (25000).',
      {
        verdict: 'refused',
        error: true,
      },
    ),
  ],
  [
    '{No payments failed since 1 March|false_absence}.',
    '{There were zero payment failures|false_absence} in March.',
    'The search timed out, so I cannot say whether payments failed.',
    'The export was too large to be returned; please narrow the dates.',
    '{Nothing failed in March|false_absence}: the event search is empty.',
    'I could not complete the search. It stopped at its time limit before anything was found.',
  ],
);

export const censusDisagrees = scenario(
  'counts: two counts of one set',
  [
    call('count_users', { active: true }, { count: 410 }, { verdict: 'complete' }),
    call('count_users', { active: true }, { count: 433 }, { verdict: 'complete' }),
  ],
  [
    'There are {410 active users|unsupported}.',
    '{433 users are active|unsupported}.',
    'Two counts disagree, 410 and 433, so I would not rely on either.',
    'There are {500 active users|false_total}.',
  ],
);
