/** "N of M": both have to stand. */

import { count } from './count';
import { countedInRows } from './in-rows';
import { foundIn, settles } from './offered';
import { isPart, subjectOf } from './pick';
import { number, open, page, placesOf, type Question, type Ruling, rule, step, why } from './ruling';

export function part(question: Question, value: number): Ruling {
  const { of } = question.claim;
  if (of === null) return count(question, value);
  const whole = count(question, of);
  step(question, 'whole_of_part', whole.says, whole.evidence);
  if (whole.verdict !== 'supported') return whole;
  const own = foundIn(question, value)[0];
  if (own !== undefined)
    return rule(
      'supported',
      settles(own) ? 'part_of_total' : 'shown_of_total',
      `${number(value)} of ${number(of)}: both stand in the log.`,
      [own.call, ...whole.calls],
      [own.at, ...whole.evidence],
    );
  const about = subjectOf(question);
  if (about !== null && isPart(about))
    return rule(
      'false_total',
      'counted_on_a_page',
      `${number(value)} could only be counted on a part of the set: ${page(about.call)}. ${why(about.call)}`,
      [about.call],
      placesOf(about.call),
    );
  const rows = about === null ? null : countedInRows(question, about, value, true);
  if (rows !== null) return rows;
  return open(
    'not_offered',
    `No result offers ${number(value)}.`,
    `A count of this part of the ${number(of)}.`,
    whole.calls,
  );
}
