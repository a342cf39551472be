/** Tuning half: tickets and invoices. */

import { call, cycle, rows, scenario } from '../../scenario';

const state = cycle(['open', 'pending', 'open', 'solved', 'open']);
const ticket = (i: number) => ({
  id: `T-${4100 + i}`,
  subject: `Login trouble ${i}`,
  status: state(i),
  replies: (i * 7) % 23,
});

export const silentTickets = scenario(
  'tickets: a silent page of 50',
  [call('list_tickets', { queue: 'support', limit: 50 }, { tickets: rows(50, ticket) }, { verdict: 'silent' })],
  [
    'There are {50 tickets in the support queue|false_total}.',
    'I went through the support queue. {30 of the 50 tickets are open|false_total}, and {10 are pending|false_total}.',
    'Of the 50 tickets I read, {30 are open|hedged}; the queue may hold more.',
    '{At least 50 tickets|hedged} are waiting in the support queue.',
    '{No ticket in the support queue mentions billing|false_absence}.',
    '{Every ticket in the queue is about login trouble|sample_as_whole}.',
    'Ticket T-4103 is solved and has 21 replies.',
    '{The oldest ticket in the queue is T-4100|sample_as_whole}, about login trouble.',
    '{The majority of support tickets are still open|sample_as_whole}.',
    'This is only the first page, but {on it 30 tickets are open|hedged}.',
  ],
);

const month = cycle(['paid', 'paid', 'unpaid']);
const invoice = (i: number) => ({
  number: `INV-${700 + i}`,
  status: month(i),
  amount: 100 + i * 10,
  customer: 'Northwind',
});

export const wholeInvoices = scenario(
  'invoices: a whole list of 18 with its total',
  [
    call(
      'search_invoices',
      { customer: 'Northwind', limit: 100 },
      { total: 18, invoices: rows(18, invoice) },
      { verdict: 'complete' },
    ),
  ],
  [
    'Northwind has {18 invoices|supported}.',
    '{12 invoices are paid|supported} and {6 are unpaid|supported}.',
    'Northwind has {24 invoices|false_total} on file.',
    '{Six of the eighteen invoices are unpaid|supported}.',
    '{No invoice is overdue or disputed|supported}: each is either paid or unpaid.',
    'Invoice INV-703 comes to 130 euros and is paid.',
    'I could only see the first page, but {there are at least 18 invoices|needless_hedge}.',
    '{All of the invoices belong to Northwind|supported}.',
    'Together {the invoices come to 3,330 euros|prose_arithmetic}.',
    '{A third of the invoices are unpaid|prose_arithmetic}.',
  ],
);

export const flaggedInvoices = scenario(
  'invoices: 25 of 340, said openly',
  [
    call(
      'search_invoices',
      { status: 'unpaid', limit: 25 },
      { returned: 25, matched: 340, has_more: true, invoices: rows(25, (i) => ({ ...invoice(i), status: 'unpaid' })) },
      { verdict: 'flagged' },
    ),
  ],
  [
    'There are {340 unpaid invoices|supported}.',
    'There are {25 unpaid invoices|false_total} at the moment.',
    'Here are 25 of them; {315 more unpaid invoices|supported} are not shown.',
    'I listed 25; {another 300 invoices remain|false_total}.',
    '{All unpaid invoices belong to Northwind|sample_as_whole}.',
    '{The first 25 of 340 unpaid invoices|supported} are listed above.',
    '{The largest unpaid invoice is INV-724|sample_as_whole} at 340 euros.',
    '{The average unpaid invoice is 220 euros|sample_as_whole}.',
    '{Northwind is the only customer with unpaid invoices|false_absence}.',
  ],
);

export const cursorTickets = scenario(
  'tickets: a cursor and no total',
  [
    call(
      'tickets_search',
      { priority: 'urgent' },
      {
        tickets: rows(20, (i) => ({ ...ticket(i), priority: 'urgent', assignee: i < 8 ? 'mara' : null })),
        next_cursor: 'eyJvIjoyMH0',
      },
      { verdict: 'flagged' },
    ),
  ],
  [
    'We have {twenty urgent tickets|false_total} right now.',
    '{Twelve urgent tickets are still unassigned|false_total}.',
    'There are {more than 20 urgent tickets|hedged}; I read the first page only.',
    '{Nobody but Mara is working on urgent tickets|false_absence}.',
    '**Summary**\n\n- Urgent: {20 tickets|false_total}\n- Next step: assign them',
    'Among the 20 tickets on this page, {8 are assigned to Mara|hedged}.',
    '{60% of urgent tickets have no assignee|sample_as_whole}.',
  ],
);

export const walkedTickets = scenario(
  'tickets: a walk to its end',
  [
    call(
      'list_tickets',
      { queue: 'sales', limit: 20, offset: 0 },
      { tickets: rows(20, ticket), has_more: true },
      { verdict: 'flagged' },
    ),
    call(
      'list_tickets',
      { queue: 'sales', limit: 20, offset: 20 },
      { tickets: rows(20, (i) => ticket(i + 20)), has_more: true },
      { verdict: 'flagged' },
    ),
    call(
      'list_tickets',
      { queue: 'sales', limit: 20, offset: 40 },
      { tickets: rows(7, (i) => ticket(i + 40)), has_more: false },
      { verdict: 'complete' },
    ),
  ],
  [
    'The sales queue holds {47 tickets|supported}.',
    'I paged through everything: {47 tickets in total|supported}.',
    'There are {20 tickets in the sales queue|false_total}.',
    'The sales queue holds {60 tickets|false_total}.',
    '{All tickets in the sales queue are about login trouble|supported}.',
    '{There are no tickets about refunds|supported} in the sales queue.',
  ],
);
