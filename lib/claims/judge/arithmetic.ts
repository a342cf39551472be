/** Shares, sums and averages: right only where a tool computed them over the whole set. */

import { cutByTheLog } from '../evidence/offers';
import { foundIn, rowValue, settles } from './offered';
import { isPart, isTied, subjectOf } from './pick';
import { logCut, number, open, page, placesOf, type Question, type Ruling, rule, settleBy, why } from './ruling';

export function arithmetic(question: Question): Ruling {
  const { claim, log, says } = question;
  const value = claim.value ?? amountIn(question);
  const what = claim.kind === 'sum' ? 'sum' : claim.kind === 'share' ? 'share' : 'average';
  const about = subjectOf(question);
  const computed = value === null ? null : (rowValue(question, value) ?? declared(question, value));
  if (computed !== null && !(about !== null && isPart(about) && computed.call.id === about.call.id))
    return rule(
      'supported',
      'computed',
      `${computed.call.tool} returned ${number(value ?? 0)}.`,
      [computed.call],
      [computed.at],
    );
  if (about === null || !isTied(question, about))
    return open('no_call', `No result offers this ${what}.`, `A ${what} that a tool computed over the whole set.`);
  const { call } = about;
  const printed = claim.kind === 'share' && value !== null ? log.payloads.find(call, `${value}%`) : null;
  if (printed !== null)
    return rule('supported', 'printed', `${call.tool} printed ${number(value ?? 0)} %.`, [call], [printed]);
  if (cutByTheLog(call)) return logCut(call);
  if (isPart(about))
    return rule(
      'sample_as_whole',
      what,
      `The ${what} was taken over a part of the set: ${page(call)}. ${why(call)}`,
      [call],
      placesOf(call),
    );
  if (about.whole && (value !== null || says.fraction.test(claim.text)))
    return rule(
      'prose_arithmetic',
      what,
      `No tool computed this ${what}; it was worked out in prose from the rows of ${call.tool}.`,
      [call],
      placesOf(call),
    );
  return open('unclear', `No result offers this ${what}.`, settleBy(call), [call]);
}

/** "add up to USD 202,977.11": the amount stands in the text only, since money is no count. */
function amountIn({ claim: { kind, text }, says }: Question): number | null {
  const value = kind === 'sum' ? says.amount.exec(text)?.groups?.value : undefined;
  return value === undefined ? null : Number(value.replace(/,/g, ''));
}

function declared(question: Question, value: number) {
  const best = foundIn(question, value)[0];
  return best !== undefined && settles(best) ? best : null;
}
