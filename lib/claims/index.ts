/** Answers: what they state about sets, and whether the log bears it out. */

import { findClaims } from './find';
import { judgeClaims } from './judge';
import type { AnswerToJudge, EvidenceCall, JudgedClaim } from './types';

export { findClaims } from './find';
export { judgeClaims } from './judge';
export type * from './types';
export { CLAIM_KINDS, CLAIM_VERDICTS, FALSE_VERDICTS } from './types';

/**
 * The claims of an answer with their verdicts. `turn`: the calls between the answer before and this one, in order; `session`: all
 * calls of the session. Pure and deterministic; payloads are read only where a claim needs them.
 */
export function judgeAnswer(
  answer: AnswerToJudge,
  turn: readonly EvidenceCall[],
  session: readonly EvidenceCall[],
): JudgedClaim[] {
  return judgeClaims(answer, findClaims(answer.text, answer.question), turn, session);
}
