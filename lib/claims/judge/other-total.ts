/** A complete list or a count of the very set that says otherwise. */

import { normal } from '../evidence/words';
import type { EvidenceCall } from '../types';
import type { Found } from './offered';
import { returnsNoun, type Subject, wordsShared } from './pick';
import { number, open, type Question, type Ruling, rule } from './ruling';

/** A complete list or a count of the very set that says otherwise. */
export function otherTotal(question: Question, about: Subject, value: number): Ruling {
  const { call, walk } = about;
  const counted = walk.total !== null && countsIt(question, about);
  const more = counted ? moreThanWhole(about, value) : null;
  if (more !== null) return more;
  if (walk.total !== null && counted && walk.whole && !narrows(question, call))
    return rule(
      'false_total',
      'other_total',
      `${call.tool} says ${number(walk.total.value)}, not ${number(value)}.`,
      [call],
      [walk.total.at],
    );
  return open(
    'not_offered',
    `No result offers ${number(value)}.`,
    `A count of exactly this set; ${call.tool} gives ${walk.total === null ? 'none' : number(walk.total.value)}.`,
    [call],
  );
}

/** More than the whole set holds; null where it is not, or where nothing says how much that is. */
export function moreThanWhole({ call, walk }: Subject, value: number): Ruling | null {
  if (walk.total === null || value <= walk.total.value) return null;
  return rule(
    'false_total',
    'other_total',
    `${number(value)} is more than the whole set: ${call.tool} says ${number(walk.total.value)}.`,
    [call],
    [walk.total.at],
  );
}

/** Whether a whole set is the one that the claim counts: one record is none, and what came after the answer was not known. */
function countsIt(question: Question, { call, walk, tie }: Subject): boolean {
  if (call.reading.census !== null) return tie === 'noun' || tie === 'only' || wordsShared(question, call) > 1;
  if (tie !== 'noun' || (!walk.whole && call.reading.matched === null)) return false;
  return call.seq <= question.log.until && (call.judgement.present ?? 0) > 1 && returnsNoun(question, call);
}

/** Whether the claim says more than the call asked: then it may speak of a subset. */
function narrows({ claim, log, says }: Question, call: EvidenceCall): boolean {
  const asked = log.wordsOf(call);
  const nouns = new Set(claim.noun.map(normal));
  return (
    says.part.test(claim.text) || claim.qualifiers.some((word) => !nouns.has(normal(word)) && !asked.has(normal(word)))
  );
}

/** Another whole count of the same set with another number. */
export function rivalOf(
  question: Question,
  call: EvidenceCall,
  value: number,
): { call: EvidenceCall; value: number; at: Found['at'] } | null {
  const { scope, census } = call.reading;
  if (scope === null || census === null) return null;
  for (const { call: other } of question.log.carriers(question.claim)) {
    const { reading, judgement } = other;
    if (other.id === call.id || reading.scope !== scope || reading.census === null) continue;
    if (judgement.verdict === 'complete' && reading.census.value !== value && !hasUnit(reading.census.units, value))
      return { call: other, value: reading.census.value, at: reading.census.at };
  }
  return null;
}

function hasUnit(units: Record<string, number> | undefined, value: number): boolean {
  return Object.values(units ?? {}).includes(value);
}
