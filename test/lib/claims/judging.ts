/** Judges written answers against small logs, with the parts that the product runs. */

import { findClaims } from '@/lib/claims/find';
import { judgeClaims } from '@/lib/claims/judge';
import type { AnswerToJudge, EvidenceCall, JudgedClaim } from '@/lib/claims/types';
import { readCall } from '@/lib/contract';
import type { CallRecord } from '@/lib/records';
import { reviewSession } from '@/lib/session';

/** The calls of one session as claims see them. */
export function evidence(calls: readonly CallRecord[]): EvidenceCall[] {
  const read = calls.map((record, seq) => readCall(record, seq));
  const judged = reviewSession(read, { census: () => null });
  return read.flatMap((call) => {
    const judgement = judged.get(call.id);
    return judgement === undefined ? [] : [{ ...call, judgement }];
  });
}

export function answer(text: string): AnswerToJudge {
  return { id: 'a', text, question: null, account: 'acct-1' };
}

/** The claims of one answer over these calls, all of one turn. */
export function judgeText(text: string, ...calls: CallRecord[]): JudgedClaim[] {
  const all = evidence(calls);
  return judgeClaims(answer(text), findClaims(text, null), all, all);
}

/** The verdicts in the order of the text. */
export function verdicts(text: string, ...calls: CallRecord[]): string[] {
  return judgeText(text, ...calls).map(({ verdict }) => verdict);
}
