/** Judges the calls of one session together: pages, counts, two views, what the tool has done before. */

import type { Evidence, LimitFact, MatchedFact } from '../contract/types';
import { judge } from '../verdict';
import { ALONE, type Context, type Moved, type Total } from '../verdict/context';
import type { Judgement } from '../verdict/types';
import { blindness } from './contradictions';
import { foldHistories } from './history';
import { learnedLimit, lessonOf } from './lesson';
import { findLogCuts } from './logcut';
import { contractKey, countsByScope, firstPage } from './marks';
import type { Knowledge, Lesson, ReadCall } from './types';
import { pages, type Walked, walk } from './walks';

export { emptyHistory, foldHistories, mergeHistories } from './history';
export { lessonOf } from './lesson';
export { cutByLog, evidenceOf, findLogCuts, isRound, lengthsOf, ownCut, type Pile } from './logcut';
export { contractKey, keyOf, MARK, marksOf, pageOf } from './marks';
export type * from './types';

/**
 * Judges every call of one session; the result is keyed by call id. Linear in calls. The order of `calls` does not matter: time,
 * then place in the log.
 */
export function reviewSession(calls: readonly ReadCall[], knowledge: Knowledge): Map<string, Judgement> {
  const ordered = inOrder(calls);
  const own = knowledge.history === undefined ? lessons(ordered, knowledge) : null;
  const cuts = knowledge.logCut === undefined ? findLogCuts(ordered) : null;
  const counts = countsByScope(ordered);
  const blind = blindness(ordered);
  const contexts = new Map<string, Context>();
  for (const call of ordered) {
    const history = (own === null ? knowledge.history?.(contractKey(call)) : own.get(contractKey(call))) ?? null;
    const limit: LimitFact | null = learnedLimit(call, history) ?? call.limit;
    const logCut: readonly Evidence[] | null =
      (cuts === null ? knowledge.logCut?.(call.id) : cuts.get(call.id)) ?? null;
    contexts.set(call.id, {
      ...ALONE,
      limit,
      history,
      logCut,
      total: countOf(call, knowledge, counts),
      contradicted: blind.get(call.id)?.row ?? null,
      window: blind.get(call.id)?.window ?? null,
    });
  }
  for (const group of groups(ordered)) reviewQuery(group, contexts);
  const out = new Map<string, Judgement>();
  for (const call of ordered) out.set(call.id, judge(call, contexts.get(call.id) ?? ALONE));
  return out;
}

/** What these calls alone teach. */
function lessons(calls: readonly ReadCall[], knowledge: Knowledge): Map<string, Lesson> {
  return new Map([...foldHistories(calls, knowledge.census)].map(([key, history]) => [key, lessonOf(history)]));
}

/** By time, then place in the log; a call without a time belongs to the time of the call before it in the log. */
function inOrder(calls: readonly ReadCall[]): ReadCall[] {
  let time = Number.NEGATIVE_INFINITY;
  const timed = [...calls]
    .sort((a, b) => a.seq - b.seq)
    .map((call) => {
      time = call.ts ?? time;
      return { call, time };
    });
  return timed
    .sort((a, b) => (a.time === b.time ? a.call.seq - b.call.seq : a.time < b.time ? -1 : 1))
    .map(({ call }) => call);
}

/** A count of exactly this set: of the log's census records, or by a call of this session. */
function countOf(call: ReadCall, knowledge: Knowledge, counts: ReturnType<typeof countsByScope>): Total | null {
  const { reading } = call;
  if (reading.shape !== 'list' && reading.shape !== 'lines') return null;
  const census = knowledge.census(call.query);
  // A count below the rows that came is of another set, or of another time: it settles nothing.
  const present = reading.present ?? 0;
  if (census !== null && census.matched >= present)
    return { value: census.matched, source: 'census', at: { path: 'census', value: census.matched } };
  const count = reading.scope === null ? undefined : counts.get(reading.scope);
  if (count === undefined) return null;
  const value = count.units === undefined ? count.value : count.units[reading.unit ?? ''];
  return value === undefined || value < present ? null : { value, source: 'census', at: count.at };
}

/** Calls of one query, where there are several. */
function groups(calls: readonly ReadCall[]): ReadCall[][] {
  const byQuery = new Map<string, ReadCall[]>();
  for (const call of calls) {
    const { shape, present } = call.reading;
    if ((shape !== 'list' && shape !== 'lines') || present === null) continue;
    const list = byQuery.get(call.query);
    if (list) list.push(call);
    else byQuery.set(call.query, [call]);
  }
  return [...byQuery.values()].filter((group) => group.length > 1);
}

function reviewQuery(group: readonly ReadCall[], contexts: Map<string, Context>): void {
  compareFirstPages(group.filter(firstPage), contexts);
  if (!pages(group)) return;
  const walked = walk(group, (call) => endsHere(call, contexts.get(call.id) ?? ALONE, group));
  for (const call of group) {
    const context = contexts.get(call.id);
    const step = walked.walks.get(call.id);
    if (context === undefined || step === undefined) continue;
    context.walk = step;
    context.total ??= totalOf(walked);
    const known = context.total?.value ?? declaredTotal(group);
    if (known !== null && step.all >= known && step.shown < known) step.reached = true;
  }
}

function totalOf(walked: Walked): Total | null {
  return walked.total === null
    ? null
    : {
        value: walked.total,
        source: 'walk',
        at: { path: `end of the walk (call ${walked.end})`, value: walked.total },
      };
}

function declaredTotal(group: readonly ReadCall[]): number | null {
  const totals = new Set(
    group
      .map(({ reading }) => (reading.matched?.relation === 'exact' ? reading.matched.value : null))
      .filter((value) => value !== null),
  );
  return totals.size === 1 ? ([...totals][0] ?? null) : null;
}

/** A page that says, or shows, that nothing follows it. */
function endsHere(call: ReadCall, context: Context, group: readonly ReadCall[]): boolean {
  const { more, cursor, present, markers } = call.reading;
  if (more?.value === true || (cursor !== null && cursor.value !== null && more === null)) return false;
  if (markers.some((marker) => marker.says !== 'maybe')) return false;
  if (more?.value === false || (cursor !== null && cursor.value === null)) return true;
  if (present === 0) return true;
  const limit = context.limit?.value ?? null;
  // A short page ends a walk only where the pages before it were longer: servers lower limits without a word.
  return limit !== null && (present ?? 0) < limit && group.some((one) => (one.reading.present ?? 0) > (present ?? 0));
}

/** The same query from its start under several limits: totals that move, and pages that show more. */
function compareFirstPages(group: readonly ReadCall[], contexts: Map<string, Context>): void {
  if (group.length < 2) return;
  const place = new Map(group.map((call, index) => [call.id, index]));
  const before = (a: ReadCall, b: ReadCall): boolean => (place.get(a.id) ?? 0) < (place.get(b.id) ?? 0);
  const kinds = distinct(group);
  for (const call of group) {
    const context = contexts.get(call.id);
    if (context === undefined) continue;
    context.moved = movedOf(call, kinds, contexts);
    const larger = kinds
      .filter(
        (one) =>
          (one.limit?.value ?? 0) !== (call.limit?.value ?? 0) &&
          (one.reading.present ?? 0) > (call.reading.present ?? 0),
      )
      .sort((a, b) => (b.reading.present ?? 0) - (a.reading.present ?? 0))[0];
    if (larger === undefined) continue;
    const limit = contexts.get(larger.id)?.limit?.value ?? null;
    const present = larger.reading.present ?? 0;
    const whole = limit !== null && present < limit && endsByItself(larger);
    context.larger = { present, call: larger.id, whole };
    if (!whole || context.moved !== null) continue;
    context.recovered = before(call, larger);
    if (saysEnd(larger))
      context.total ??= { value: present, source: 'walk', at: { path: `rows of call ${larger.id}`, value: present } };
  }
}

/** One call of each kind of page: an agent that polls one query a thousand times is compared with what differs only. */
function distinct(group: readonly ReadCall[]): ReadCall[] {
  const kinds = new Map<string, ReadCall>();
  for (const call of group) {
    const key = `${call.limit?.value}|${call.reading.present}|${claimed(call)?.value}|${endsByItself(call)}|${saysEnd(call)}`;
    if (!kinds.has(key)) kinds.set(key, call);
  }
  return [...kinds.values()];
}

/** Nothing in a page says that more follows. */
function endsByItself({ reading }: ReadCall): boolean {
  const { more, cursor, markers, partial, cut } = reading;
  if (more?.value === true || (cursor !== null && cursor.value !== null && more === null)) return false;
  return cut === null && partial.length === 0 && markers.every((marker) => marker.says === 'maybe');
}

/** A page states, and does not only look like it, that it is the whole. */
function saysEnd({ reading }: ReadCall): boolean {
  const { more, cursor, matched, present, traits } = reading;
  if (traits?.noMore === 'untrusted') return false;
  return (
    more?.value === false ||
    (cursor !== null && cursor.value === null) ||
    (matched?.relation === 'exact' && matched.value === present)
  );
}

/** What a page claims as its match: a total, or a counter that is worded as one. */
function claimed({ reading }: ReadCall): Pick<MatchedFact, 'value' | 'relation' | 'at'> | null {
  if (reading.matched !== null) return reading.matched;
  const { returned } = reading;
  return returned !== null && /match|hits|found/i.test(returned.at.path.split('.').at(-1) ?? '')
    ? { ...returned, relation: 'page' }
    : null;
}

function movedOf(call: ReadCall, group: readonly ReadCall[], contexts: Map<string, Context>): Moved | null {
  const own = claimed(call);
  if (own === null || own.relation === 'estimate' || own.relation === 'lower_bound') return null;
  const limit = contexts.get(call.id)?.limit?.value ?? null;
  for (const one of group) {
    const other = claimed(one);
    const theirs = contexts.get(one.id)?.limit?.value ?? null;
    if (one === call || other === null || theirs === limit || other.value === own.value) continue;
    if (other.relation === 'estimate' || other.relation === 'lower_bound') continue;
    return {
      own: own.value,
      other: other.value,
      call: one.id,
      short: limit !== null && (call.reading.present ?? 0) < limit,
    };
  }
  return null;
}
