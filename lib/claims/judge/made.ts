/** Numbers that the agent made itself: calls that it counted, groups that it added up. */

import { normal } from '../evidence/words';
import type { EvidenceCall } from '../types';
import { number, placesOf, type Question, type Ruling, rule } from './ruling';

/** "I created 3 tickets": as many calls of the turn did it. */
export function callsMade({ claim, log, says }: Question, value: number): Ruling | null {
  if (!says.done.test(claim.text) || claim.noun.length === 0) return null;
  const nouns = claim.noun.map(normal);
  const calls = log.latest().filter((call) => {
    const words = log.wordsOf(call);
    return call.judgement.verdict === 'not_a_list' && nouns.some((noun) => words.has(noun));
  });
  return calls.length === value && value > 0
    ? rule('supported', 'calls_made', `${number(value)} calls of ${calls[0]?.tool ?? 'the tool'} did it.`, calls, [
        { path: 'calls', value },
      ])
    : null;
}

/** Two or more counts of the log that a sentence adds up: no tool gave the sum, whether it is right or not. */
export function addedUp({ log, sentence, says }: Question, value: number): Ruling | null {
  if (!says.together.test(sentence)) return null;
  const sizes = log.latest().flatMap((call) => {
    const size = log.walk(call).total;
    return size === null ? [] : [{ call, size }];
  });
  if (sizes.length < 2 || sizes.reduce((sum, { size }) => sum + size.value, 0) !== value) return null;
  return rule(
    'prose_arithmetic',
    'added_up',
    `${number(value)} adds up what ${sizes.length} calls counted; no tool gave the sum, and it agrees.`,
    sizes.map(({ call }) => call),
    sizes.map(({ size }) => size.at),
  );
}

/** "76 more orders than Oslo": the difference of two counts, worked out in prose. */
export function difference({ claim, log, says }: Question, value: number): Ruling | null {
  if (!says.compared.test(claim.text)) return null;
  const sizes = log.latest().flatMap((call) => {
    const size = log.walk(call).total;
    return size === null ? [] : [{ call, size }];
  });
  for (const one of sizes)
    for (const other of sizes)
      if (one.size.value - other.size.value === value && one.call !== other.call)
        return rule(
          'prose_arithmetic',
          'difference',
          `${number(value)} is the difference of ${number(one.size.value)} and ${number(other.size.value)}, worked out in prose; it agrees.`,
          [one.call, other.call],
          [one.size.at, other.size.at],
        );
  return null;
}

/** Groups that a tool counted, added up in prose: right or not, no tool gave the sum. */
export function grouped({ log, claim }: Question, call: EvidenceCall, value: number): Ruling | null {
  if (!GROUPS.test(`${call.args} ${call.reading.rowsPath ?? ''}`)) return null;
  const sum = log.payloads.sumOfCounts(call);
  if (sum === null || claim.noun.length === 0) return null;
  return rule(
    'prose_arithmetic',
    'sum_of_groups',
    sum === value
      ? `${number(value)} is the sum of the groups that ${call.tool} counted, added up in prose; it agrees.`
      : `No result offers ${number(value)}; the groups that ${call.tool} counted add up to ${number(sum)}.`,
    [call],
    placesOf(call),
  );
}

const GROUPS = /group\s+by|"group_?by"|buckets|facets|"aggs"/i;
