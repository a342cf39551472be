import { rowsAt, valueNamed } from '../evidence/rows';
import { listInRecord } from './offered';
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

/** "Three passengers" of one reservation: a list inside a record has as many. */
export function listedInRecord(question: Question, value: number): Ruling | null {
  const found = listInRecord(question, value);
  if (found === null) return null;
  return rule(
    'supported',
    'list_in_record',
    `A list in what ${found.call.tool} returned has ${number(value)} of them.`,
    [found.call],
    [found.at],
  );
}
