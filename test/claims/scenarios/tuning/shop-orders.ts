/** Tuning half: shops, products and orders. */

import { call, cycle, rows, scenario } from '../../scenario';

const order = (i: number) => ({
  order_no: `SO-${5000 + i}`,
  status: cycle(['shipped', 'shipped', 'packed', 'shipped'])(i),
  total: 40 + i * 5,
  currency: 'EUR',
});

export const twoShops = scenario(
  'orders: two shops under two accounts',
  [
    call(
      'list_orders',
      { shop: 'oslo', limit: 200 },
      { total: 36, orders: rows(36, order) },
      { account: 'acct-1', verdict: 'complete' },
    ),
    call(
      'list_orders',
      { shop: 'lisbon', limit: 200 },
      { total: 112, orders: rows(112, (i) => order(i + 1000)) },
      { account: 'acct-2', verdict: 'complete' },
    ),
  ],
  [
    'Oslo: {36 orders|supported}. Lisbon: {112 orders|supported}.',
    'The Oslo shop took {112 orders|wrong_set}.',
    'The Lisbon shop took {36 orders|wrong_set}.',
    'acct-2 has {112 orders|supported} on its books.',
    'acct-1 has {112 orders|wrong_set} on its books.',
    'Both shops together took {148 orders|prose_arithmetic}.',
    'Lisbon took {76 more orders than Oslo|prose_arithmetic}.',
    '{27 of the 36 Oslo orders have shipped|supported}.',
    '{No order in Lisbon was cancelled|supported}, and order SO-5002 in Oslo is packed.',
    'Order SO-5003 comes to 55 EUR. Do you want the invoice?',
  ],
);

const product = (i: number) => ({
  sku: `P-${i + 1}`,
  category: i < 10 ? 'lamps' : 'chairs',
  price: 19 + i,
  stock: i % 8 === 0 ? 0 : 12,
});

export const catalogue = scenario(
  'products: 40 with an exact total of 420',
  [
    call(
      'list_products',
      { per_page: 40, page: 1 },
      { total_count: 420, products: rows(40, product) },
      { verdict: 'flagged' },
    ),
  ],
  [
    'The shop sells {420 products|supported}.',
    'The catalogue has {40 products|false_total}.',
    '{Five products are out of stock|false_total}.',
    'Here is page 1, with {40 of 420 products|supported}; {380 more products|supported} follow on later pages.',
    '{A quarter of the products are lamps|sample_as_whole}.',
    '{The cheapest product is P-1|sample_as_whole} at 19 euros.',
    '{No product costs more than 58 euros|false_absence}.',
    'On this page {5 products are out of stock|hedged}, P-9 among them.',
    '**Catalogue**\n\n* products: {420|supported}\n* pages of 40 each; I have opened the first',
    '{The average price is 38.50 euros|sample_as_whole}.',
  ],
);

const refund = (i: number) => ({
  refund: `RF-${80 - i}`,
  reason: cycle(['damaged', 'late', 'damaged'])(i),
  amount: 25,
  approved: i !== 4,
});

export const recentRefunds = scenario(
  'refunds: the 30 latest, nothing said of more',
  [call('search_refunds', { sort: '-created_at', limit: 30 }, { refunds: rows(30, refund) }, { verdict: 'silent' })],
  [
    'You have issued {30 refunds|false_total}.',
    'Of the 30 most recent refunds, {20 were for damaged goods|hedged}.',
    '{All refunds were for 25 euros|sample_as_whole}.',
    '{Only one refund is still waiting for approval|false_total}: RF-76.',
    'Among the latest 30 refunds, {one has not been approved|hedged}.',
    '{There are no refunds for wrong sizes|false_absence}.',
    'I have approved RF-76 over 25 euros. You should see it by 12 March.',
    'There were {30 or more refunds|hedged}; the list stops at 30.',
    '{Refunds add up to 750 euros|prose_arithmetic}.',
    "I can't tell how many refunds exist in all, as the list was cut at 30. {In these rows, 10 refunds were for late delivery|hedged}.",
    '{Two thirds of refunds are for damaged goods|sample_as_whole}.',
  ],
);
