/** A number of a set: "there are 30 reviews". */

import { COMMAND_UNITS } from '@/lib/contract/data/commands';
import { isCommand } from '@/lib/contract/limits/args';
import { cutByTheLog } from '../evidence/offers';
import { rowsAt, valueNamed } from '../evidence/rows';
import { normal } from '../evidence/words';
import type { EvidenceCall } from '../types';
import { addedUp, callsMade, grouped } from './made';
import { type Found, foundIn, listInRecord, rowValue, settles, textValue } from './offered';
import { failed, isPart, returnsNoun, type Subject, subjectOf, wordsShared } from './pick';
import { number, open, page, placesOf, type Question, type Ruling, rule, step, why } from './ruling';
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

/** Lines of a text that only happen to be as many: the noun stands neither in them nor in what was asked. */
function otherLines({ claim, log, says }: Question, { call, noun }: Found): boolean {
  if (call.reading.shape !== 'lines' || noun || claim.noun.length === 0 || !isCommand(call.args)) return false;
  return !claim.noun.some(
    (word) =>
      says.lines.test(word) ||
      log.payloads.find(call, word) !== null ||
      log.payloads.find(call, word.slice(0, STEM)) !== null ||
      listsUnit(call.args, normal(word)),
  );
}

/** Letters that stand for a word in a log: "WARN" for warnings. */
const STEM = 4;

function notOffered(question: Question, value: number): Ruling {
  const single = rowValue(question, value) ?? textValue(question, value);
  if (single !== null) return oneRow(single, value);
  const listed = listInRecord(question, value);
  if (listed !== null)
    return rule(
      'supported',
      'list_in_record',
      `A list in what ${listed.call.tool} returned has ${number(value)} of them.`,
      [listed.call],
      [listed.at],
    );
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

/** A part that the rows of a whole list show: "12 open invoices" where 12 rows hold "open". */
export function countedInRows(
  { claim, log }: Question,
  { call, walk, whole }: Subject,
  value: number,
  alsoNoun = false,
): Ruling | null {
  if (!whole || !walk.whole) return null;
  const held = valueNamed(log.rows(walk), claim, log.returnedWordsOf(call), alsoNoun);
  if (held === null || call.args.toLowerCase().includes(held.value.toLowerCase())) return null;
  return rule(
    held.rows === value ? 'supported' : 'false_total',
    'counted_in_rows',
    `${number(held.rows)} of the rows of ${call.tool} hold "${held.value}"; all of its set was shown.`,
    [call],
    [rowsAt(call)],
  );
}

/** A complete list or a count of the very set that says otherwise. */
function otherTotal(question: Question, about: Subject, value: number): Ruling {
  const { call, walk } = about;
  const counted = walk.total !== null && countsIt(question, about);
  if (walk.total !== null && counted && value > walk.total.value)
    return rule(
      'false_total',
      'other_total',
      `${number(value)} is more than the whole set: ${call.tool} says ${number(walk.total.value)}.`,
      [call],
      [walk.total.at],
    );
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

/** Whether a command in the arguments lists things of this name. */
function listsUnit(args: string, noun: string): boolean {
  return COMMAND_UNITS[noun]?.test(args) ?? false;
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
function rivalOf(
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

function oneRow(found: { call: EvidenceCall; at: Found['at'] }, value: number): Ruling {
  return rule(
    'supported',
    'row_value',
    `${number(value)} is a value that ${found.call.tool} returned.`,
    [found.call],
    [found.at],
  );
}

export function logCut(call: EvidenceCall): Ruling {
  return open(
    'log_cut',
    `The log holds only a part of what ${call.tool} returned, so nothing here can be refuted or confirmed.`,
    'The whole result of the call: the log kept a part of it.',
    [call],
    placesOf(call),
  );
}

export function settleBy(call: EvidenceCall): string {
  return `A count of this set, or ${call.tool} read to its end.`;
}
