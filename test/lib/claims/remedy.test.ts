import { expect, test } from 'vitest';
import { remedyOf } from '@/lib/claims/remedy';
import type { EvidenceCall, JudgedClaim } from '@/lib/claims/types';
import type { Judgement } from '@/lib/verdict/types';

const claim = (verdict: JudgedClaim['verdict']) => ({ verdict }) as JudgedClaim;

function call(unseen: Judgement['unseen'], verdict: Judgement['verdict'] = 'flagged'): EvidenceCall {
  const judgement = { verdict, present: 25, unseen, limit: { value: 25, source: 'dialect', imposed: true } };
  return { id: 'c-1', tool: 'search_invoices', args: '{"limit":25}', judgement } as EvidenceCall;
}

const FACTS = {
  args: ['status', 'customer'],
  tools: ['search_invoices', 'count_invoices', 'count_users'],
};
const EXACT = { kind: 'exact', rows: 315, source: 'declared' } as const;

test('the contract that was owed, the arguments that narrow, and the tool that counts', () => {
  expect(remedyOf(claim('false_total'), call(EXACT), FACTS)).toMatchObject({
    contract: '{"returned":25,"matched":340,"has_more":true,"limit":25}',
    open: null,
    narrower: ['status', 'customer'],
    counts: ['count_invoices'],
    says: 'search_invoices should have said how many matched beside 25 rows; the query could have been narrowed by status, customer; count_invoices counts such things.',
  });
});

test('what the log does not know is not made up', () => {
  const bound = remedyOf(claim('sample_as_whole'), call({ kind: 'at_least', rows: 10, source: 'declared' }), FACTS);
  expect(bound).toMatchObject({
    contract: '{"returned":25,"matched":null,"has_more":true,"limit":25}',
    open: 'matched: the tool knows it; the log shows that it was 35 or more',
  });
  const unknown = remedyOf(claim('false_total'), call({ kind: 'unknown', rows: null, source: null }, 'silent'), {
    args: [],
    tools: [],
  });
  expect(unknown).toMatchObject({
    contract: '{"returned":25,"matched":null,"has_more":null,"limit":25}',
    open: 'matched: the tool knows it, the log does not',
  });
  expect(unknown?.says).toContain('no tool of this log counts them');
});

test('nothing was owed where the statement holds or the call was whole', () => {
  expect(remedyOf(claim('supported'), call(EXACT), FACTS)).toBeNull();
  expect(remedyOf(claim('false_total'), call(EXACT, 'complete'), FACTS)).toBeNull();
  expect(remedyOf(claim('false_total'), undefined, FACTS)).toBeNull();
});

test('a refusal owes a number, not rows', () => {
  const refused = remedyOf(
    claim('false_absence'),
    call({ kind: 'unknown', rows: null, source: null }, 'refused'),
    FACTS,
  );
  expect(refused?.says).toContain('declined to serve the result; it could have said how many rows matched');
});
