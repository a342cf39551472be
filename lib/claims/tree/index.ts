import type { AnswerToJudge, Claim, EvidenceCall, JudgedClaim } from '../types';
import { judgeNumber, type Scene } from './counts';
import { carriers, isCapped, isComplete } from './match';
import { RowReader } from './rows';
import { judgeAbsence, judgeWhole } from './sets';
import { type Decided, heldOf, whyCapped } from './verdict';

/** Calls beyond these are not weighed for one answer: the latest ones count. */
const WEIGHED = 200;
const POINTS_BACK =
  /^(?:and |but |so )?(?:all|none|every|each|both|they|it|these|those|nothing|nobody|no one)\b|\b(?:them|these|those|of which)\b/i;

/**
 * Judges the claims of an answer by the calls of its turn, else of its session. Deterministic; a claim is never called false without
 * evidence that stands in the log.
 */
export function judgeClaims(
  answer: AnswerToJudge,
  claims: readonly Claim[],
  turn: readonly EvidenceCall[],
  session: readonly EvidenceCall[],
): JudgedClaim[] {
  const own = (turn.length > 0 ? turn : session).slice(-WEIGHED);
  const before = session.filter((call) => !own.includes(call)).slice(-WEIGHED);
  const rows = new RowReader();
  let last: { claim: Claim; carriers: EvidenceCall[] } | null = null;
  return claims.map((claim) => {
    const carried = carriersOf(claim, own, before, last);
    const decided = decide(claim, { carriers: carried, all: [...own, ...before], rows, account: answer.account });
    if (decided.calls.length > 0) last = { claim, carriers: carried.length > 0 ? carried : decided.calls };
    return judged(claim, decided);
  });
}

/** The calls that could carry a claim; one that points back ("all of them") is carried as the claim before it. */
function carriersOf(
  claim: Claim,
  own: readonly EvidenceCall[],
  before: readonly EvidenceCall[],
  last: { claim: Claim; carriers: EvidenceCall[] } | null,
): EvidenceCall[] {
  const near = last !== null && claim.sentence[0] - last.claim.sentence[1] < 200;
  if (near && last && (POINTS_BACK.test(claim.text) || claim.kind === 'part')) return last.carriers;
  const found = carriers(claim, own, claim.kind === 'count' || claim.kind === 'list');
  return found.length > 0 ? found : carriers(claim, before, false);
}

function decide(claim: Claim, scene: Scene): Decided {
  if (claim.hedge !== null) return hedged(claim, scene.carriers);
  const { value } = claim;
  switch (claim.kind) {
    case 'count':
      return value === null ? judgeWhole(claim, scene) : judgeNumber(claim, value, scene);
    case 'part':
      return value === null ? judgeWhole(claim, scene) : partOf(claim, value, scene);
    case 'remaining':
      return remaining(value, scene);
    case 'sum':
    case 'share':
    case 'average':
      return computed(claim, scene);
    case 'absence':
      return judgeAbsence(claim, scene);
    case 'universal':
    case 'list':
      return value !== null && !/\b(?:listed|shown|above|below|following)\b/i.test(claim.text)
        ? judgeNumber(claim, value, scene)
        : judgeWhole(claim, scene);
    default:
      return judgeWhole(claim, scene);
  }
}

function hedged(claim: Claim, carried: readonly EvidenceCall[]): Decided {
  const needless =
    carried.length > 0 &&
    carried.every(isComplete) &&
    claim.hedge?.kind !== 'approximate' &&
    claim.hedge?.kind !== 'top_n';
  return {
    verdict: needless ? 'needless_hedge' : 'hedged',
    calls: carried.slice(0, 3),
    evidence: [],
    says: needless
      ? 'It is hedged, and the result was complete: it could have been said plainly.'
      : 'It says itself what it does not cover.',
  };
}

/** "100 of them": a subset counted in rows. */
function partOf(claim: Claim, value: number, scene: Scene): Decided {
  const found = judgeNumber(claim, value, scene);
  const capped = scene.carriers.find(isCapped);
  if (found.verdict !== 'unsupported' || !capped) return found;
  return {
    verdict: 'false_total',
    calls: [capped],
    evidence: whyCapped(capped),
    says: `${value} was counted on a part of the set: ${heldOf(capped)}.`,
  };
}

function remaining(value: number | null, { carriers: carried }: Scene): Decided {
  for (const call of carried) {
    const { unseen, declared } = call.judgement;
    const at = { path: call.reading.matched?.at.path ?? 'result', value: declared.matched };
    if (unseen.kind !== 'exact' || unseen.rows === null) continue;
    return unseen.rows === value
      ? { verdict: 'supported', calls: [call], evidence: [at], says: `${heldOf(call)}.` }
      : {
          verdict: 'false_total',
          calls: [call],
          evidence: [at],
          says: `${unseen.rows} remain, not ${value}: ${heldOf(call)}.`,
        };
  }
  return {
    verdict: 'unsupported',
    calls: carried.slice(0, 3),
    evidence: [],
    says: `Nothing in the log says how many remain.`,
    missing: 'a declared total, or a count of the set',
  };
}

/** Sums, shares and averages: a tool computed them, or the prose did. */
function computed(claim: Claim, scene: Scene): Decided {
  const { value } = claim;
  if (value !== null) {
    const digits = String(value);
    for (const call of scene.all) {
      const text = scene.rows.of(call)?.text;
      const at =
        text === undefined ? -1 : text.search(new RegExp(`(?<![\\d.])${digits.replace('.', '\\.')}(?![\\d.]*\\d)`));
      const counts = call.reading.shape !== 'list' || isComplete(call);
      if (at >= 0 && counts && (claim.kind !== 'sum' || call.reading.census !== null))
        return {
          verdict: 'supported',
          calls: [call],
          evidence: [{ path: `result@${at}`, value }],
          says: `${call.tool} computed it.`,
        };
    }
  }
  const capped = scene.carriers.find(isCapped);
  if (capped && claim.kind !== 'sum')
    return {
      verdict: 'sample_as_whole',
      calls: [capped],
      evidence: whyCapped(capped),
      says: `It was worked out on a part: ${heldOf(capped)}.`,
    };
  if (claim.kind === 'sum' || (value !== null && scene.carriers.length > 0))
    return {
      verdict: 'prose_arithmetic',
      calls: scene.carriers.slice(0, 3),
      evidence: [],
      says: `${claim.kind === 'sum' ? addsUp(claim) : 'No tool computed this number; it was worked out in prose.'}`,
    };
  return {
    verdict: 'unsupported',
    calls: scene.carriers.slice(0, 3),
    evidence: [],
    says: 'No result offers it.',
    missing: 'a tool that computes it over the whole set',
  };
}

/** A sum done in prose is said to be one, also when it agrees. */
function addsUp({ text, value }: Claim): string {
  const numbers = (text.match(/\d[\d,]*/g) ?? []).map((digits) => Number(digits.replace(/,/g, '')));
  const parts = numbers.filter((n, i) => !(n === value && i === numbers.length - 1));
  const sum = parts.reduce((a, b) => a + b, 0);
  return sum === value
    ? 'It was added up in prose and not by a tool; it happens to agree.'
    : `It was added up in prose and not by a tool; its parts give ${sum}.`;
}

function judged(claim: Claim, { verdict, calls, evidence, says, missing, path = [] }: Decided): JudgedClaim {
  return {
    ...claim,
    verdict,
    calls: [...new Set(calls.map(({ id }) => id))],
    evidence,
    says,
    missing: missing ?? null,
    path: [...path, { rule: `${claim.kind}: ${verdict.replaceAll('_', ' ')}`, says, evidence }],
  };
}
