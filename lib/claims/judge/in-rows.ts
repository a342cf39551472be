import { rowsAt, valueNamed } from '../evidence/rows';
import type { Subject } from './pick';
import { number, type Question, type Ruling, rule } from './ruling';

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
