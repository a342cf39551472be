/** A number of a set: "there are 30 reviews". */

import { cutByTheLog } from '../evidence/offers';
import type { EvidenceCall } from '../types';
import { countedInRows, listedInRecord } from './in-rows';
import { otherLines } from './lines';
import { addedUp, callsMade, grouped } from './made';
import { type Found, foundIn, rowValue, settles, textValue } from './offered';
import { otherTotal, rivalOf } from './other-total';
import { failed, isPart, type Subject, subjectOf } from './pick';
import { logCut, number, open, page, placesOf, type Question, type Ruling, rule, settleBy, step, why } from './ruling';
import { otherArgument, otherPath, otherScope } from './scope';
import { otherUnit } from './units';

export function count(question: Question, value: number): Ruling {
  const found = foundIn(question, value);
  const [best] = found;
  if (best !== undefined) {
    step(question, 'offered', `${number(value)} stands in ${best.call.tool} as ${MEANS[best.meaning]}.`, [best.at]);
    const single = settles(best) ? null : rowValue(question, value);
    return single === null || best.noun || BOUNDS.includes(best.meaning)
      ? offered(question, value, best)
      : oneRow(single, value);
  }
  step(question, 'not_offered', `No result offers ${number(value)} as the size of a set.`);
  return notOffered(question, value);
}

/** What a tool declares as no total stays none, whichever key it stands under. */
const BOUNDS: readonly Found['meaning'][] = ['lower_bound', 'estimate'];

const MEANS: Readonly<Record<Found['meaning'], string>> = {
  census: 'a count of the whole set',
  matched: 'a declared total',
  rows: 'all rows of a complete list',
  walk: 'the size of the set, proven by other calls',
  lower_bound: 'a lower bound',
  estimate: 'an estimate',
  sum_of_pages: 'the sum of its pages',
  page: 'the rows of a page',
  scanned: 'rows that were scanned',
  limit: 'a limit',
  row_value: 'a value of one row',
  matches: 'matches',
  distinct: 'distinct rows',
};

function offered(question: Question, value: number, best: Found): Ruling {
  const { claim, log } = question;
  const { call } = best;
  if (cutByTheLog(call)) return logCut(call);
  const units = otherUnit(claim, call, value);
  if (units !== null)
    return rule(
      'wrong_cardinality',
      'other_unit',
      `${number(value)} counts ${units.counted === 'match' ? 'matches' : `${units.counted}s`}: ${call.tool} counts ${number(units.right)} for what the answer speaks of.`,
      [call],
      [best.at],
    );
  if (settles(best)) {
    const scope = otherScope(question, call) ?? otherPath(question, call) ?? otherArgument(question, call);
    if (scope !== null)
      return rule(
        'wrong_set',
        'other_scope',
        `${number(value)} was counted in ${String(scope.value)}, which is not the set that the answer names.`,
        [call],
        [best.at, scope],
      );
    const counted = countedInRows(question, { call, walk: log.walk(call), whole: true, tie: 'noun' }, value);
    if (counted !== null && counted.verdict !== 'supported' && best.meaning !== 'census') return counted;
    const rival = rivalOf(question, call, value);
    if (rival !== null)
      return open(
        'censuses_disagree',
        `Two counts of one set disagree: ${number(value)} and ${number(rival.value)}.`,
        'A third count of the same set, or the reason why the set changed between the two.',
        [call, rival.call],
        [best.at, rival.at],
      );
    return rule(
      'supported',
      best.meaning,
      `${number(value)} is ${MEANS[best.meaning]} (${call.tool}).`,
      [call],
      [best.at],
    );
  }
  const walk = log.walk(call);
  const total = walk.total === null ? '' : ` The set holds ${number(walk.total.value)}.`;
  const evidence = walk.total === null ? [best.at, ...placesOf(call)] : [best.at, walk.total.at, ...placesOf(call)];
  if (best.meaning === 'lower_bound' || best.meaning === 'estimate')
    return rule(
      'lower_bound_as_total',
      best.meaning,
      best.meaning === 'estimate'
        ? `${number(value)} is an estimate of ${call.tool}, not a count.${total}`
        : `${number(value)} is a lower bound, not the total: ${call.tool} stopped counting there.${total}`,
      [call],
      evidence,
    );
  if (best.meaning === 'sum_of_pages')
    return rule(
      'false_total',
      'sum_of_pages',
      `${number(value)} adds up pages of ${call.tool} that are not the whole set: ${why(call)}${total}`,
      walk.calls,
      evidence,
    );
  if (walk.whole && walk.total !== null)
    return rule(
      'false_total',
      'other_total',
      `${number(value)} is ${MEANS[best.meaning]}; the set holds ${number(walk.total.value)}.`,
      [call],
      evidence,
    );
  if (!isPart({ call, walk, whole: walk.whole, tie: 'noun' }))
    return open(
      'unclear',
      `${page(call)}, and nothing settles whether that was all.`,
      settleBy(call),
      [call],
      evidence,
    );
  if (otherLines(question, best))
    return open(
      'other_lines',
      `${call.tool} returned ${number(value)} lines, and nothing in them speaks of what the answer counts.`,
      settleBy(call),
      [call],
      evidence,
    );
  return rule(
    'false_total',
    'page',
    `${number(value)} is the page, not the set: ${page(call)}. ${why(call)}${total}`,
    [call],
    evidence,
  );
}

function notOffered(question: Question, value: number): Ruling {
  const single = rowValue(question, value) ?? textValue(question, value);
  if (single !== null) return oneRow(single, value);
  const listed = listedInRecord(question, value);
  if (listed !== null) return listed;
  const own = callsMade(question, value);
  if (own !== null) return own;
  const added = addedUp(question, value);
  if (added !== null) return added;
  const about = subjectOf(question);
  if (about === null)
    return open(
      'no_call',
      `No call of the log could carry ${number(value)}.`,
      'The call that this number was taken from.',
    );
  const { call } = about;
  if (cutByTheLog(call)) return logCut(call);
  if (failed(call))
    return open(
      'no_result',
      `${call.tool} returned no rows, so nothing here offers ${number(value)}.`,
      settleBy(call),
      [call],
    );
  if (countedThere(question, about) && isPart(about) && value <= mostOf(question, about))
    return rule(
      'false_total',
      'counted_on_a_page',
      `${number(value)} could only be counted on a part of the set: ${page(call)}. ${why(call)}`,
      [call],
      placesOf(call),
    );
  return (
    grouped(question, call, value) ?? countedInRows(question, about, value, true) ?? otherTotal(question, about, value)
  );
}

/** The largest number that could come from these rows; a part "of them" may have been guessed up to the whole set. */
function mostOf({ claim }: Question, { call, walk }: Subject): number {
  const shown = Math.max(walk.sum, call.judgement.present ?? 0);
  return claim.kind === 'part' ? Math.max(shown, walk.total?.value ?? 0) : shown;
}

/** Whether the part was counted in these rows: they are of its noun, or name it, or the sentence says "of them". */
function countedThere({ claim, log }: Question, { call, tie }: Subject): boolean {
  if (tie === 'noun' || tie === 'before') return true;
  if (tie === 'none') return false;
  return claim.kind === 'part' || claim.noun.some((word) => log.payloads.find(call, word) !== null);
}

function oneRow(found: { call: EvidenceCall; at: Found['at'] }, value: number): Ruling {
  return rule(
    'supported',
    'row_value',
    `${number(value)} is a value that ${found.call.tool} returned.`,
    [found.call],
    [found.at],
  );
}
