/** "12 remaining", "N more": supported where a total is known and the rows that were shown are. */

import type { EvidenceCall } from '../types';
import { difference } from './made';
import { rowValue } from './offered';
import { subjectOf } from './pick';
import { number, open, type Question, type Ruling, rule, settleBy } from './ruling';

export function remaining(question: Question, value: number): Ruling {
  const differs = difference(question, value);
  if (differs !== null) return differs;
  const about = subjectOf(question);
  const offered = rowValue(question, value);
  if (about === null)
    return open(
      'no_call',
      `No call of the log offers ${number(value)} remaining.`,
      'The total and the rows that were shown.',
    );
  const { call, walk } = about;
  const left = leftOver(walk.calls);
  if (left !== null && left.rows === value)
    return rule(
      'supported',
      'left_over',
      `${number(left.rows)} rows of ${call.tool} were not shown.`,
      [left.call],
      [left.at],
    );
  if (offered !== null)
    return rule(
      'supported',
      'row_value',
      `${number(value)} is a value that ${offered.call.tool} returned.`,
      [offered.call],
      [offered.at],
    );
  if (left !== null && !about.whole)
    return rule(
      'false_total',
      'left_over',
      `${number(left.rows)} rows were left, not ${number(value)}.`,
      [left.call],
      [left.at],
    );
  return open('not_offered', `No result says how many remain.`, settleBy(call), [call]);
}

/** What the last page of a walk left, where the log proves it. */
function leftOver(calls: readonly EvidenceCall[]) {
  const last = calls.at(-1);
  if (last === undefined || last.judgement.unseen.kind !== 'exact' || last.judgement.unseen.rows === null) return null;
  const at = last.reading.matched?.at ?? { path: last.reading.rowsPath ?? 'result', value: last.judgement.present };
  return { call: last, rows: last.judgement.unseen.rows, at };
}
