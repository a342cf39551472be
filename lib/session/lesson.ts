/** What judgement may use of a tool's history. It changes seldom, and equal evidence always makes equal lessons. */

import type { LimitFact } from '../contract/types';
import { pageOf } from './marks';
import type { Lesson, ReadCall, ToolHistory } from './types';

const LEARNED = { calls: 60, atMost: 5, times: 4, smaller: 3 };

/** Draws the lesson of a history. */
export function lessonOf(history: ToolHistory): Lesson {
  return {
    proven: provenLimit(history),
    usual: pointMass(history),
    clamped: clamped(history),
    ignored: ignoredArgument(history),
    exceeded: history.totalExceeded > 0,
    moved: history.totalMoved > 0,
    noMoreWrong: history.noMoreWrong > 0,
  };
}

/** The limit that history shows for a call, or null when the evidence is not strong. */
export function learnedLimit(call: ReadCall, lesson: Lesson | null): LimitFact | null {
  const present = call.reading.present;
  if (lesson === null || present === null) return null;
  const page = pageOf(call.reading);
  if (page === 0) return null;
  const known = call.limit?.hint ? null : call.limit;
  if (known === null) return at(lesson.proven, page) ?? lesson.usual;
  if (known.imposed) return null;
  if (present < known.value) return at(lesson.clamped, present);
  return present > known.value ? at(lesson.ignored, present) : null;
}

function at(limit: LimitFact | null, present: number): LimitFact | null {
  return limit?.value === present ? limit : null;
}

function fact(value: number, words: string): LimitFact {
  return { value, at: { path: 'history of this tool', value: words }, source: 'learned', imposed: true };
}

function provenLimit(history: ToolHistory): LimitFact | null {
  const top = largest(history.served);
  if ((history.proven[top] ?? 0) === 0) return null;
  return fact(top, `a count proved that a page of ${top} rows was cut; no page was larger`);
}

/** A point mass at the largest count ever returned, judged against the rest of the distribution. */
function pointMass(history: ToolHistory): LimitFact | null {
  const counts = Object.entries(history.served).map(([rows, calls]) => ({ rows: Number(rows), calls }));
  const calls = counts.reduce((sum, one) => sum + one.calls, 0);
  const top = largest(history.served);
  const full = history.served[top] ?? 0;
  const smaller = counts.filter((one) => one.rows < top);
  const neighbour = Math.max(0, ...[1, 2, 3].map((step) => history.served[top - step] ?? 0));
  if (calls < LEARNED.calls || full < LEARNED.atMost || smaller.length < LEARNED.smaller) return null;
  if (full < LEARNED.times * neighbour) return null;
  const beside =
    neighbour === 0 ? 'none at a count beside it' : `at most a ${LEARNED.times}th of that at a count beside it`;
  return fact(
    top,
    `${orMore(full)} of ${orMore(calls)} calls returned exactly ${top} rows and none returned more; ${beside}`,
  );
}

/** Asked for more and served this many every time: a server that lowers limits without a word. */
function clamped(history: ToolHistory): LimitFact | null {
  const top = largest(history.short);
  if (largest(history.served) > top) return null;
  const round = top >= 10 && (top % 10 === 0 || top % 25 === 0);
  const enough = round ? 2 : 4;
  if ((history.short[top]?.length ?? 0) < enough) return null;
  return fact(top, `${enough} queries or more asked for more and were served exactly ${top}; none was served more`);
}

function ignoredArgument(history: ToolHistory): LimitFact | null {
  const top = largest(history.over);
  if ((history.over[top]?.length ?? 0) < 2) return null;
  return fact(top, `2 queries or more asked for fewer and were served exactly ${top}; none was served more`);
}

function largest(map: Record<string, unknown>): number {
  let most = 0;
  for (const key of Object.keys(map)) most = Math.max(most, Number(key));
  return most;
}

/** A count in words that change at powers of ten only: evidence must not differ from one call to the next. */
function orMore(count: number): string {
  return `${(count < 10 ? LEARNED.atMost : count < 100 ? tens(count) : 10 ** Math.floor(Math.log10(count))).toLocaleString('en-US')} or more`;
}

function tens(count: number): number {
  return count < LEARNED.calls ? 10 : LEARNED.calls;
}
