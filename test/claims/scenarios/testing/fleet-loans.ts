/** Testing half: vehicles of a fleet, loans of a library, sensor readings. */

import { call, cycle, rows, scenario } from '../../scenario';

const depot = cycle(['Graz', 'Graz', 'Wels', 'Graz']);
const vehicle = (i: number) => ({
  plate: `G-${4100 + i}`,
  depot: depot(i),
  km: 12_000 + i * 731,
  service_due: i % 5 === 0,
});

export const vehiclesPage = scenario(
  'vehicles: a silent page of 60',
  [call('list_vehicles', { class: 'van', limit: 60 }, { vehicles: rows(60, vehicle) }, { verdict: 'silent' })],
  [
    'The fleet has {60 vans|false_total}.',
    '{Sixty vehicles|false_total} are vans.',
    '{45 vehicles are based in Graz|false_total}.',
    '{75 % of the vehicles are in Graz|sample_as_whole}.',
    '{No vehicle is based in Linz|false_absence}.',
    '{All vehicles are based in Graz or Wels|sample_as_whole}.',
    '{The oldest vehicle is G-4100|sample_as_whole}.',
    'Of the 60 vehicles I read, {45 are based in Graz|hedged}.',
    '{At least 60 vehicles|hedged} are vans.',
    'Vehicle G-4103 has run 14193 km.',
    'I booked a service for G-4105 on 2026-06-12.',
    'Please tell me whether you want the other classes too.',
  ],
);

export const loansWhole = scenario(
  'loans: a whole list that says so',
  [
    call(
      'list_loans',
      { member: 'M-77', limit: 100 },
      {
        loans: rows(9, (i) => ({ id: `L-${i}`, title: `Book ${i}`, status: i < 3 ? 'overdue' : 'current' })),
        total: 9,
        has_more: false,
      },
      { verdict: 'complete' },
    ),
  ],
  [
    'Member M-77 has {9 loans|supported}.',
    '{Nine loans|supported} are on the account.',
    '{3 loans are overdue|supported}.',
    '{No loan is lost|supported}.',
    'There are {11 loans|false_total}.',
    '{5 loans are overdue|false_total}.',
    '{All loans are overdue|false_total}.',
    'Book 4 is due next week.',
    'The library opens at 9:30.',
    'I renewed Book 2 for 21 days.',
  ],
);

export const loansFlagged = scenario(
  'reservations: 50 of 730',
  [
    call(
      'search_reservations',
      { branch: 'north', page_size: 50 },
      { reservations: rows(50, (i) => ({ id: `R-${i}`, title: `Book ${i % 7}` })), total_count: 730, has_next: true },
      { verdict: 'flagged' },
    ),
  ],
  [
    'Branch north has {730 reservations|supported}.',
    'Branch north has {50 reservations|false_total}.',
    '{50 reservations|false_total} wait at the branch.',
    'There are {700 more reservations|false_total} that I have not opened.',
    '{680 more reservations|supported} follow.',
    '{Every reservation is for one of seven books|sample_as_whole}.',
    '{Only seven titles are reserved|false_total}.',
    '{No reservation is for Book 9|false_absence}.',
    'The first page lists {50 reservations|hedged}.',
    'Reservation R-12 is for Book 5.',
    'Next, I would check the other branches.',
  ],
);

export const readingsSql = scenario(
  'readings: SQL with a limit, and a count',
  [
    call(
      'query_db',
      { sql: "SELECT sensor, value FROM readings WHERE site = 'dam' LIMIT 200" },
      { rows: rows(200, (i) => ({ sensor: `s${i % 12}`, value: i })), row_count: 200 },
      { verdict: 'silent' },
    ),
    call(
      'query_db',
      { sql: "SELECT count(*) AS sensors FROM sensors WHERE site = 'dam'" },
      { rows: [{ sensors: 31 }], row_count: 1 },
      { verdict: 'complete' },
    ),
  ],
  [
    'The dam has {31 sensors|supported}.',
    'The dam has {40 sensors|false_total}.',
    'There are {200 readings for the dam|false_total}.',
    '{All readings come from twelve sensors|sample_as_whole}.',
    'I limited the query to 200 rows, so {there may be more readings|hedged}.',
    'Sensor s3 showed 15.',
    '{31 sensors|supported} are installed at the dam.',
    'The table was last vacuumed on 3 May 2026.',
  ],
);
