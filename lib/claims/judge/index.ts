/** The decision tree: one claim, the calls behind it, a verdict and the path that led there. */

import { EvidenceLog } from '../evidence/log';
import type { AnswerToJudge, Claim, EvidenceCall, JudgedClaim } from '../types';
import { languageOf } from '../words';
import { absence } from './absence';
import { arithmetic } from './arithmetic';
import { count } from './count';
import { every } from './every';
import { hedged } from './hedged';
import { part } from './part';
import { remaining } from './remaining';
import { open, type Question, type Ruling } from './ruling';

/** Judges the claims of one answer in their order; a pronoun speaks of the set of the claim before it. */
export function judgeClaims(
  answer: AnswerToJudge,
  claims: readonly Claim[],
  turn: readonly EvidenceCall[],
  session: readonly EvidenceCall[],
): JudgedClaim[] {
  const log = new EvidenceLog(turn, session);
  let before: readonly EvidenceCall[] = [];
  return claims.map((claim) => {
    const sentence = answer.text.slice(...claim.sentence);
    const question: Question = {
      claim,
      log,
      before,
      sentence,
      path: [],
      subjects: new Map(),
      says: languageOf(sentence).says,
    };
    const ruling = branch(question);
    if (ruling.calls.length > 0) before = ruling.calls;
    return judged(question, ruling);
  });
}

function branch(question: Question): Ruling {
  const { claim, log } = question;
  if (log.all.length === 0)
    return open(
      'no_calls',
      'The log holds no call that this could rest on.',
      'The calls that came before this answer.',
    );
  const own = hedged(question);
  if (own !== null) return own;
  const { kind, value } = claim;
  if (question.says.listed.test(claim.text)) return every(question, 'list');
  switch (kind) {
    case 'absence':
      return absence(question);
    case 'universal':
    case 'exclusive':
    case 'extreme':
    case 'order':
    case 'list':
      return every(question, kind);
    case 'share':
    case 'sum':
    case 'average':
      return arithmetic(question);
    default:
      if (value === null) return every(question, 'universal');
      if (kind === 'remaining' || question.says.left.test(claim.text)) return remaining(question, value);
      return kind === 'part' ? part(question, value) : count(question, value);
  }
}

/** Rules are read by people. */
function plain(rule: string): string {
  return rule.replaceAll('_', ' ');
}

function judged({ claim, log, path }: Question, ruling: Ruling): JudgedClaim {
  const { verdict, evidence, missing } = ruling;
  const later = ruling.calls.filter(({ seq }) => seq > log.until);
  const says = later.length === 0 ? ruling.says : `${ruling.says} This was learned later, after the answer.`;
  const learned = later.map(({ id, tool }) => ({
    rule: 'learned_later',
    says: `${tool} was called after the answer.`,
    evidence: [{ path: 'call', value: id }],
  }));
  return {
    ...claim,
    verdict,
    calls: ruling.calls.map(({ id }) => id),
    evidence,
    path: [...path, ...learned, { rule: ruling.rule, says, evidence }].map((one) => ({
      ...one,
      rule: plain(one.rule),
    })),
    says,
    missing,
  };
}
