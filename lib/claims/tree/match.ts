import { nameParts, singular } from '../../contract/words';
import { CAPPED } from '../../verdict/types';
import type { Claim, EvidenceCall } from '../types';

/** Words of a call that name its set: strong ones are its rows and its tool, weak ones stand in its arguments. */
interface CallWords {
  strong: ReadonlySet<string>;
  weak: ReadonlySet<string>;
}

const known = new WeakMap<EvidenceCall, CallWords>();
/** Arguments beyond this tell nothing more of a set. */
const LONGEST_ARGS = 4_000;

function wordsOf(call: EvidenceCall): CallWords {
  const found = known.get(call);
  if (found) return found;
  const { rowsPath, unit } = call.reading;
  const strong = [call.tool, rowsPath?.split(/[.[]/).at(-1) ?? '', unit ?? ''].flatMap(nameParts);
  const weak = call.args.slice(0, LONGEST_ARGS).match(/[a-z]{3,}/gi) ?? [];
  const made = { strong: new Set(strong.map(singular)), weak: new Set(weak.map((w) => singular(w.toLowerCase()))) };
  known.set(call, made);
  return made;
}

/** How well a claim's noun fits the set of a call: 2 its rows or tool, 1 its arguments, 0 not. */
export function fit(claim: Claim, call: EvidenceCall): 0 | 1 | 2 {
  const { strong, weak } = wordsOf(call);
  if (claim.noun.some((noun) => strong.has(noun))) return 2;
  return claim.noun.some((noun) => weak.has(noun)) ? 1 : 0;
}

/** Words of a statement that name one thing, as programs write them: `legacy_token`, `four.py`, `src/billing`. */
export function terms(claim: Claim): string[] {
  return claim.qualifiers.filter((word) => /[_./@]|[a-z][A-Z]|\d/.test(word) && word.length > 3);
}

/** Whether a call asked for one of the things that a statement names. */
export function asksFor(claim: Claim, call: EvidenceCall): boolean {
  const args = call.args.toLowerCase();
  const camel = claim.text.match(/\b[a-z]+[A-Z]\w+|\b[A-Z]\w+[A-Z]\w*/g) ?? [];
  return [...terms(claim), ...camel].some((term) => args.includes(term.toLowerCase()));
}

/** Calls whose result speaks of a set, or would have. */
export function speaks({ reading }: EvidenceCall): boolean {
  return reading.shape !== 'not_a_list' || reading.census !== null;
}

/** Fewer rows than matched, or nothing proves that it did not, and no walk made it good. */
export function isCapped({ judgement }: EvidenceCall): boolean {
  return CAPPED.includes(judgement.verdict) && !judgement.recovered;
}

export function isComplete({ judgement }: EvidenceCall): boolean {
  return judgement.verdict === 'complete';
}

/**
 * The calls of a turn that could carry a claim: those whose rows or tool carry its noun, else whose arguments do, else those that
 * asked for what it names; else the calls that spoke of a set, when `loose`.
 */
export function carriers(claim: Claim, calls: readonly EvidenceCall[], loose: boolean): EvidenceCall[] {
  const speaking = calls.filter(speaks);
  for (const level of [2, 1] as const) {
    const fitting = speaking.filter((call) => fit(claim, call) === level);
    if (fitting.length > 0) return fitting;
  }
  const asked = speaking.filter((call) => asksFor(claim, call));
  if (asked.length > 0) return asked;
  return loose || speaking.length === 1 ? speaking : [];
}
