/** Testing half: employees, contacts of a CRM and deals. */

import { call, cycle, rows, scenario } from '../../scenario';

const NAMES = ['Ana', 'Ben', 'Cleo', 'Dirk', 'Ella', 'Finn', 'Gro', 'Hugo', 'Ines', 'Jan', 'Kaya', 'Leo'];

export const supportTeam = scenario(
  'people: the whole support team',
  [
    call(
      'list_employees',
      { department: 'Support', limit: 50 },
      {
        total: 12,
        has_more: false,
        employees: NAMES.map((name, i) => ({
          id: `E-${100 + i}`,
          name,
          office: cycle(['Graz', 'Oslo', 'Lyon'])(i),
          remote: i < 3,
          contract: 'full-time',
          joined: `${2018 + (i % 6)}-04-01`,
        })),
      },
      { verdict: 'complete' },
    ),
  ],
  [
    'Support has {twelve people|supported}.',
    '{4 of the 12 employees|supported} sit in Oslo.',
    '{Nobody in Support works from Madrid|supported}.',
    'Headcount in Support: **{14 employees|false_total}**.',
    '{33% of the team is in Lyon|prose_arithmetic}.',
    '{At least 12 people|needless_hedge} work in Support.',
    '{Everyone in Support is full-time|supported}, so you can use the standard form.',
    '{Three people work remotely|supported}: Ana, Ben and Cleo.',
    'Ben joined on 2019-04-01 (employee id E-101).',
    '{5 employees are based in Graz|false_total}.',
    'Graz ({4 people|supported}) and Oslo ({4 people|supported}) make {8 people|prose_arithmetic} together.',
  ],
);

export const customers = scenario(
  'crm: 50 of 864 customers',
  [
    call(
      'search_contacts',
      { filter: { lifecyclestage: 'customer' }, limit: 50 },
      {
        total: 864,
        results: rows(50, (i) => ({
          id: String(9000 + i),
          email: `customer${i}@example.com`,
          country: cycle(['Austria', 'Switzerland'])(i),
          seats: cycle([2, 4])(i),
          opted_out: false,
        })),
        paging: { next: { after: '50' } },
      },
      { verdict: 'flagged' },
    ),
  ],
  [
    {
      question: 'How many customers do we have in the CRM?',
      answer: "You've got {864 customers|supported}.",
    },
    'You have {50 customers|false_total} in the CRM.',
    '- {25 customers in Austria|false_total}\n- {25 customers in Switzerland|false_total}',
    '{None of your customers has opted out|false_absence}, so go ahead with the mailing.',
    'I pulled one page of 50; {814 more contacts|supported} are waiting behind it.',
    '{Austria and Switzerland are the only countries we sell to|false_absence}.',
    'On the page I read, {half of the contacts are Swiss|hedged}.',
    '{On average a customer has 3 seats|sample_as_whole}.',
    "customer7@example.com has 4 seats; I've updated the phone number on that record.",
    "The CRM reports {864 matching contacts|supported}. I've looked at {the first 50|hedged}.",
  ],
);

export const deals = scenario(
  'crm: deals by SQL with a limit, leads counted',
  [
    call(
      'run_query',
      { sql: "SELECT id, name, stage, amount FROM deals WHERE stage <> 'lost' ORDER BY amount DESC LIMIT 25" },
      {
        rows: rows(25, (i) => ({
          id: `D-${i + 1}`,
          name: `Deal ${i + 1}`,
          stage: cycle(['proposal', 'negotiation', 'demo', 'contract', 'qualified'])(i),
          amount: 90_000 - i * 1000,
        })),
      },
      { verdict: 'silent' },
    ),
    call(
      'run_query',
      { sql: "SELECT COUNT(*) AS n FROM leads WHERE status = 'new'" },
      { rows: [{ n: 417 }] },
      { verdict: 'complete' },
    ),
  ],
  [
    'The database holds {417 new leads|supported}.',
    "There are {25 deals|false_total} that aren't lost.",
    'Below are {the 25 largest deals|hedged}, by amount.',
    '{The biggest deal is Deal 1|supported}, at 90,000.',
    '{The smallest deal is worth 66,000|sample_as_whole}.',
    '{Five deals are in negotiation|false_total}.',
    'We got {25 new leads|false_total}.',
    '{Roughly 400 new leads|hedged} are waiting to be called.',
    '{No deal is below 60k|false_absence}.',
    'The query had a limit of 25, so there may be deals beyond {these 25|hedged}.',
    'Deal 3 (id D-3) sits in the demo stage. Shall I move it on?',
  ],
);
