/** "All of them", "the only", "the slowest", a complete list: statements about every row. */

import { ORDERED } from '@/lib/contract/data/commands';
import { cutByTheLog } from '../evidence/offers';
import { rowsAt, valueNamed } from '../evidence/rows';
import type { ClaimVerdict, EvidenceCall } from '../types';
import { listedInRecord } from './in-rows';
import { textValue } from './offered';
import { moreThanWhole } from './other-total';
import { countOnly, countsOnly, failed, isPart, isTied, returnsNoun, type Subject, subjectOf } from './pick';
import { logCut, number, open, page, placesOf, type Question, type Ruling, rule, settleBy, step, why } from './ruling';

const SAYS = {
  universal: 'A statement about every row',
  exclusive: 'A statement that nothing else is there',
  extreme: 'An extreme of the set',
  order: 'An order of the set',
  list: 'A list that is said to be all',
} as const;

export type EveryKind = keyof typeof SAYS;

export function every(question: Question, kind: EveryKind): Ruling {
  const about = subjectOf(question, true) ?? subjectOf(question);
  const { value } = question.claim;
  const told = about === null && value !== null ? textValue(question, value) : null;
  if (told !== null && value !== null)
    return rule('supported', 'told', `${told.call.tool} says ${number(value)}.`, [told.call], [told.at]);
  if (about === null)
    return open('no_call', 'No call of the log could carry this.', 'The call that showed every row of this set.');
  const { call } = about;
  step(question, 'every_row', `${SAYS[kind]} needs the whole set; it rests on ${call.tool}.`, placesOf(call));
  if (cutByTheLog(call)) return logCut(call);
  if (failed(call)) return open('no_result', `${call.tool} returned no rows.`, settleBy(call), [call]);
  if ((kind === 'extreme' || kind === 'order') && ranked(call))
    return rule(
      'supported',
      'ranked',
      `${call.tool} ranks its rows, so the first ones are the extreme ones.`,
      [call],
      placesOf(call),
    );
  if (countsOnly(call) && about.whole && kind !== 'list') return countOnly(call);
  if (about.whole && about.tie !== 'none' && !isOwnWork(question)) return onWhole(question, about, kind);
  if (isPart(about) && isTied(question, about) && !isOwnWork(question))
    return rule(
      badVerdict(kind),
      kind,
      `${SAYS[kind]} was made from a part of it: ${page(call)}. ${why(call)}`,
      [call],
      placesOf(call),
    );
  return open(
    'unclear',
    `${page(call)}, and nothing settles whether that was all.`,
    settleBy(call),
    [call],
    placesOf(call),
  );
}

/** "All done", "everything is committed": the state of the agent's own work, which no list shows. */
function isOwnWork({ claim, says }: Question): boolean {
  return claim.kind === 'universal' && says.ownWork.test(claim.text);
}

function badVerdict(kind: EveryKind): ClaimVerdict {
  if (kind === 'exclusive') return 'false_absence';
  return kind === 'list' ? 'false_total' : 'sample_as_whole';
}

/** A whole list supports it, unless its own rows say otherwise. */
function onWhole(question: Question, about: Subject, kind: EveryKind): Ruling {
  const { call, walk } = about;
  const { claim } = question;
  const { value } = claim;
  const rows = question.log.rows(walk);
  const held = kind === 'universal' ? valueNamed(rows, claim, question.log.returnedWordsOf(call)) : null;
  if (held !== null) {
    const all = held.rows === rows.count;
    return rule(
      all ? 'supported' : 'false_total',
      all ? 'every_row_holds' : 'some_rows_differ',
      `${number(held.rows)} of the ${number(rows.count)} rows of ${call.tool} hold "${held.value}".`,
      [call],
      [rowsAt(call)],
    );
  }
  const listed = value === null ? null : listedInRecord(question, value);
  if (listed !== null) return listed;
  const counts = value !== null && kind !== 'extreme' && (call.judgement.present ?? 0) > 1;
  const more = counts && returnsNoun(question, call) ? moreThanWhole(about, value) : null;
  if (more !== null) return more;
  return rule('supported', 'whole_set', `${call.tool} showed the whole set.`, walk.calls, [rowsAt(call)]);
}

/** The tool or the query sorts: its first rows are the extreme ones. */
function ranked(call: EvidenceCall): boolean {
  return (
    call.reading.order !== null ||
    /(?:^|[^a-z])(?:top|slowest|fastest|largest|biggest|latest|newest|oldest|most|rank)/i.test(call.tool) ||
    ORDERED.test(call.args) ||
    /"(?:sort|order|order_?by|sort_?by|direction)"/i.test(call.args)
  );
}
