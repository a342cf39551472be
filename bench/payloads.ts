/** Payloads of the kinds that tools return, written here and always the same. */

const row = (i: number) => ({
  id: `inv_${100_000 + i}`,
  customer: `acct-${(i * 7) % 90}`,
  issued_on: `2026-03-${10 + (i % 20)}`,
  amount: 1234.5 + i,
  currency: 'USD',
  status: i % 3 === 0 ? 'paid' : 'open',
  memo: `Quarterly service fee for seat ${i}, net 30 days`,
  lines: [
    { sku: 'A-1', quantity: 2 },
    { sku: 'B-2', quantity: i },
  ],
});

const rows = (n: number) => Array.from({ length: n }, (_, i) => row(i));

const prose = 'The quick brown fox jumps over the lazy dog, and says so in a sentence of ordinary length. ';

const page = JSON.stringify({ invoices: rows(25), page: { limit: 25, total: 340 }, has_more: true });

/** A log line of the native format whose result is JSON in a string, as most harnesses write it. */
export const logLine = JSON.stringify({
  type: 'call',
  id: 'c-1',
  ts: '2026-03-13T17:20:00Z',
  session: 's-1',
  account: 'acct-1',
  tool: 'search_invoices',
  args: { since: '2026-03-09' },
  result: page,
});

export const payloads: readonly (readonly [name: string, text: string])[] = [
  ['a page of 25 records', page],
  ['a page of 25 records, indented', JSON.stringify(JSON.parse(page), null, 2)],
  ['50,000 records', JSON.stringify({ items: rows(50_000) })],
  ['400 file names', JSON.stringify({ files: rows(400).map((one) => `src/modules/${one.customer}/${one.id}.ts`) })],
  [
    'search results with passages',
    JSON.stringify({ results: rows(40).map((one) => ({ id: one.id, text: prose.repeat(20) })) }),
  ],
  [
    'records beyond Latin-1',
    JSON.stringify({ items: rows(25).map((one) => ({ ...one, memo: `größe 日本語 ${one.memo}` })) }),
  ],
  ['an envelope of 2,000 keys', JSON.stringify(Object.fromEntries(rows(2000).map((one) => [one.id, one.amount])))],
];
