/** The four questions that a declared cap must answer (a bare boolean answers one), and what the contract cost. */

import type { Evidence } from '../contract/types';
import type { ReadCall } from '../session/types';

export type Answer = 'yes' | 'half' | 'no';

export interface Graded {
  answer: Answer;
  evidence: Evidence | null;
}

export interface Grade {
  /** Was something cut? */
  cut: Graded;
  /** How much is there? */
  scale: Graded;
  /** Which part is this? */
  which: Graded;
  /** How do I get the rest? */
  rest: Graded;
  /** Share of the payload that is contract, 0 to 1. */
  overhead: number;
}

const no: Graded = { answer: 'no', evidence: null };

/** Grades what one call's payload declares. Half: an estimate, a bound, "maybe", or only one of two things needed. */
export function grade(call: Pick<ReadCall, 'reading'>): Grade {
  const { more, cursor, markers, matched, returned, order, filters, offset, payloadLength, contractLength } =
    call.reading;
  const marker = markers[0];
  const cut: Graded =
    more !== null
      ? { answer: more.strength === 'exact' ? 'yes' : 'half', evidence: more.at }
      : cursor !== null
        ? { answer: 'yes', evidence: cursor.at }
        : marker !== undefined
          ? { answer: marker.says === 'maybe' ? 'half' : 'yes', evidence: { path: marker.path, value: marker.value } }
          : matched !== null && matched.relation === 'exact' && matched.value > (call.reading.present ?? 0)
            ? { answer: 'yes', evidence: matched.at }
            : no;
  const scale: Graded =
    matched !== null && matched.relation === 'exact'
      ? { answer: 'yes', evidence: matched.at }
      : matched !== null && matched.relation !== 'page'
        ? { answer: 'half', evidence: matched.at }
        : no;
  const which: Graded =
    order !== null
      ? { answer: 'yes', evidence: order.at }
      : offset !== null
        ? { answer: 'half', evidence: offset.at }
        : no;
  const rest: Graded =
    cursor !== null
      ? { answer: 'yes', evidence: cursor.at }
      : filters !== null
        ? { answer: 'yes', evidence: filters.at }
        : returned !== null && offset !== null
          ? { answer: 'half', evidence: offset.at }
          : no;
  return { cut, scale, which, rest, overhead: payloadLength === 0 ? 0 : Math.min(1, contractLength / payloadLength) };
}
