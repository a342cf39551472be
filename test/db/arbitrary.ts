import fc from 'fast-check';
import type { AccountRecord, AnswerRecord, CallRecord, CensusRecord, LogRecord } from '@/lib/records';

const START = Date.UTC(2026, 2, 13, 22);
const MINUTE = 60_000;

const account = fc.constantFrom(null, 'acct-1', 'acct-1', 'acct-2', '*');
const tool = fc.constantFrom('search_invoices', 'search_invoices', 'list_incidents');
/** Few queries and pages of them, so that walks, duplicates and census hits are common. */
const args = fc
  .record({ q: fc.constantFrom('a', 'a', 'b'), offset: fc.constantFrom(0, 2, 4), limit: fc.constantFrom(undefined, 2) })
  .map((value) => JSON.stringify(value));
const ts = fc.option(
  fc.integer({ min: 0, max: 40 }).map((n) => START + n * 7 * MINUTE),
  { freq: 6 },
);

/** A list result that declares something, nothing, or something false. */
const result = fc
  .record({
    rows: fc.integer({ min: 0, max: 4 }),
    matched: fc.constantFrom(undefined, 2, 5, 9),
    returned: fc.constantFrom(undefined, 2, 3),
    has_more: fc.constantFrom(undefined, true, false),
  })
  .map(({ rows, ...contract }) =>
    JSON.stringify({ ...contract, invoices: Array.from({ length: rows }, (_, id) => ({ id })) }),
  );
const text = fc.oneof(
  { weight: 8, arbitrary: result },
  fc.constantFrom(
    '',
    'no rows',
    '{"invoices":[{"id":1},{"i',
    '\ud800 lone',
    'result too large: 900 rows exceed the budget',
  ),
);

const call: fc.Arbitrary<CallRecord> = fc.record({
  type: fc.constant('call'),
  id: fc.integer({ min: 0, max: 14 }).map((n) => `c-${n}`),
  ts,
  session: fc.constantFrom('s-1', 's-2', 's-3', 's-4', 's-5', 's-6'),
  account,
  tool,
  args,
  result: fc.option(text, { freq: 4 }),
  sent: fc.option(text, { freq: 1 }),
  error: fc.boolean(),
  agent: fc.constantFrom(null, 'oncall'),
  model: fc.constant(null),
  environment: fc.constant(null),
  version: fc.constantFrom(null, 'v1', 'v2'),
  durationMs: fc.option(fc.double({ min: 0, max: 90_000, noNaN: true })),
});

const census: fc.Arbitrary<CensusRecord> = fc.record({
  type: fc.constant('census'),
  tool,
  account,
  args,
  matched: fc.constantFrom(0, 2, 5, 9),
  ts,
});

const accountRecord: fc.Arbitrary<AccountRecord> = fc.record({
  type: fc.constant('account'),
  id: fc.constantFrom('acct-1', 'acct-2', 'acct-3'),
  name: fc.constantFrom(null, 'One'),
  revenue: fc.constantFrom(null, 0, 50_000, 250_000, 3_000_000),
  currency: fc.constantFrom(null, 'USD', 'EUR'),
  segment: fc.constantFrom(null, null, 'partner'),
});

const answer: fc.Arbitrary<AnswerRecord> = fc.record({
  type: fc.constant('answer'),
  id: fc.constantFrom('a-1', 'a-2'),
  ts,
  session: fc.constantFrom('s-1', 's-2'),
  account,
  question: fc.constantFrom(null, 'How many?'),
  text: fc.constantFrom('There are 2.', 'There are 9.'),
});

/** A call, and perhaps the same call again: as it was, or with the result that it lacked. */
const episode: fc.Arbitrary<LogRecord[]> = fc
  .tuple(call, fc.constantFrom('once', 'again', 'late'))
  .map(([record, how]) => {
    if (how === 'once') return [record];
    return how === 'again' ? [record, record] : [{ ...record, result: null, sent: null }, record];
  });

/** A log in which everything that the store has to cope with is common. */
export const log: fc.Arbitrary<LogRecord[]> = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: episode },
      { weight: 3, arbitrary: census.map((record) => [record]) },
      { weight: 1, arbitrary: accountRecord.map((record) => [record]) },
      { weight: 1, arbitrary: answer.map((record) => [record]) },
    ),
    { maxLength: 40, size: 'max' },
  )
  .map((episodes) => interleave(episodes));

/** The log cut into batches. */
export const batches: fc.Arbitrary<LogRecord[][]> = fc
  .tuple(log, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 }))
  .map(([records, sizes]) => {
    const out: LogRecord[][] = [];
    for (let at = 0, i = 0; at < records.length; i++) {
      const size = sizes[i % sizes.length] ?? 1;
      out.push(records.slice(at, at + size));
      at += size;
    }
    return out;
  });

/** First halves in order, then what came late: a second record of a call is rarely next to its first. */
function interleave(episodes: readonly LogRecord[][]): LogRecord[] {
  return [...episodes.flatMap((e) => e.slice(0, 1)), ...episodes.flatMap((e) => e.slice(1))];
}
