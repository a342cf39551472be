import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CLAIM_VERDICTS, FALSE_VERDICTS } from '@/lib/claims';
import { inspect } from '@/lib/inspect';
import type { CallRecord, LogRecord } from '@/lib/records';

const WORDS = [
  'There are',
  '20',
  'incidents',
  'none',
  'of them',
  'all',
  'only',
  'no',
  'the oldest',
  '50 %',
  '3 + 4 =',
  'add up to USD 1,000.5',
  'at least',
  'more than',
  'together',
  '| 4 |',
  '`--no-x`',
  '"q"',
  '**',
  '\n',
  '.',
  ',',
  'Both',
  'in src/a.ts',
  '없습니다',
  '총 3건',
  '\ud800',
  '(',
];
const text = fc.oneof(
  fc
    .array(fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 30 })
    .map((all) => all.join(' ')),
  fc.string({ unit: 'binary', maxLength: 200 }),
);
const result = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc
    .nat(30)
    .map((n) =>
      JSON.stringify({ incidents: Array.from({ length: n }, (_, id) => ({ id, state: 'open' })), has_more: n > 9 }),
    ),
);

const call = (id: number, args: string, said: string): CallRecord => ({
  type: 'call',
  id: `c-${id}`,
  ts: null,
  session: 's',
  account: null,
  tool: id % 2 === 0 ? 'list_incidents' : 'Bash',
  args,
  result: said,
  sent: null,
  error: id % 5 === 0,
  agent: null,
  model: null,
  environment: null,
  version: null,
  durationMs: null,
});

test('whatever an answer and its calls say: no crash, spans within the text, and false only with evidence from a call', () => {
  fc.assert(
    fc.property(
      text,
      fc.array(fc.tuple(fc.oneof(fc.json({ maxDepth: 2 }), fc.constant('{"command":"ls | head -3"}')), result), {
        maxLength: 6,
      }),
      (answer, calls) => {
        const log: LogRecord[] = calls.map(([args, said], i) => call(i, args, said));
        log.push({ type: 'answer', id: 'a', ts: null, session: 's', account: null, question: null, text: answer });
        const [judged] = inspect(log).answers;
        for (const claim of judged?.claims ?? []) {
          expect(CLAIM_VERDICTS).toContain(claim.verdict);
          expect(answer.slice(...claim.span)).toBe(claim.text);
          if (FALSE_VERDICTS.includes(claim.verdict)) expect(claim.calls.length).toBeGreaterThan(0);
        }
      },
    ),
    { numRuns: 2000 },
  );
});
