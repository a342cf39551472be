import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findClaims } from '@/lib/claims';

/** Text → kind, value and text of each claim that it states. */
const STATES: [string, [string, number | null, string][]][] = [
  [
    'There were 20 incidents last week, all in payments.',
    [
      ['count', 20, 'There were 20 incidents last week'],
      ['universal', null, 'all in payments.'],
    ],
  ],
  [
    'RetryPolicy is built in 50 places across 14 files; nothing under src/billing uses it.',
    [
      ['count', 50, 'RetryPolicy is built in 50 places'],
      ['count', 14, 'across 14 files'],
      ['absence', null, 'nothing under src/billing uses it.'],
    ],
  ],
  ['Found two hundred and five invoices.', [['count', 205, 'Found two hundred and five invoices.']]],
  ['There are 1,649 open bugs.', [['count', 1649, 'There are 1,649 open bugs.']]],
  ['12 of the 40 tickets are open.', [['part', 12, '12 of the 40 tickets are open.']]],
  ['There are 12 more.', [['remaining', 12, 'There are 12 more.']]],
  ['The 5 slowest queries are q0 to q4.', [['order', 5, 'The 5 slowest queries are q0 to q4.']]],
  ['Only 3 customers are affected.', [['count', 3, 'Only 3 customers are affected.']]],
  ['The oldest ticket is from Acme.', [['extreme', null, 'The oldest ticket is from Acme.']]],
  ['legacy_token is not used anywhere.', [['absence', null, 'legacy_token is not used anywhere.']]],
  ['31 % of the orders were refunded.', [['share', 31, '31 % of the orders were refunded.']]],
  ['326 clearinghouse + 110 liam = 436 posts.', [['sum', 436, '326 clearinghouse + 110 liam = 436 posts.']]],
  ['관련된 침해사고는 총 10건입니다.', [['count', 10, '관련된 침해사고는 총 10건입니다.']]],
];

describe('what an answer states', () => {
  test.each(STATES)('%s', (text, claims) => {
    expect(findClaims(text, null).map(({ kind, value, text }) => [kind, value, text])).toEqual(claims);
  });

  test.each([
    'I opened a ticket on 2026-03-12 at 10:30.',
    'Version 1.2.3 fixes it.',
    'See line 42 of src/app.ts.',
    'The invoice over $1,200 was paid.',
    'It took 912 ms.',
    '```\nfound 20 incidents\n```',
    '> there were 20 incidents',
    'Shall I look for more than 20 incidents?',
    'There is no need to worry.',
  ])('nothing about a set: %s', (text) => {
    expect(findClaims(text, null)).toEqual([]);
  });

  test('numbers that the question gave are no claims', () => {
    expect(findClaims('These are the 25 invoices.', 'Show me the last 25 invoices')).toEqual([]);
  });

  test.each([
    ['There are at least 50 posts.', 'lower_bound'],
    ['Of the 50 posts I read, 3 mention it.', 'read_only'],
    ['There may be more than these 20 incidents.', 'lower_bound'],
    ['About 20 incidents were open.', 'approximate'],
  ])('a hedge: %s', (text, kind) => {
    expect(findClaims(text, null).map(({ hedge }) => hedge?.kind)).toContain(kind);
  });
});

test('spans always give the text back, whatever the answer', () => {
  const words = fc.constantFrom(
    '20',
    'incidents',
    'all',
    'no',
    'of',
    'them',
    '|',
    '**',
    '`x_1`',
    '.',
    ',',
    '\n',
    '- ',
    'at least',
    '총 10건',
    '😀',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(words, { maxLength: 60 }).map((parts) => parts.join(' ')),
      ),
      (text) => {
        for (const claim of findClaims(text, null)) {
          expect(text.slice(...claim.span)).toBe(claim.text);
          expect(claim.span[0]).toBeLessThan(claim.span[1]);
        }
        expect(findClaims(text, null)).toEqual(findClaims(text, null));
      },
    ),
    { numRuns: 500 },
  );
});
