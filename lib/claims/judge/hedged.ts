/** Statements that say how far they reach. */

import type { HedgeKind } from '../types';
import { subjectOf } from './pick';
import { placesOf, type Question, type Ruling, rule } from './ruling';

const SAYS: Readonly<Record<HedgeKind, string>> = {
  lower_bound: 'It is stated as a lower bound.',
  read_only: 'It speaks only of what was read.',
  page: 'It says that it is a page.',
  approximate: 'It is stated as an estimate.',
  may_be_more: 'It says that there may be more.',
  top_n: 'It claims a ranking, not a total.',
};

/** A bound or a doubt on a set that was seen whole is needless; a scope that is stated stays a scope. */
const NEEDLESS: readonly HedgeKind[] = ['lower_bound', 'approximate', 'may_be_more', 'page'];

export function hedged(question: Question): Ruling | null {
  const { claim } = question;
  if (claim.hedge === null) return null;
  const { kind } = claim.hedge;
  const about = subjectOf(question);
  const calls = about === null ? [] : [about.call];
  // "There are 1,649; the 100 latest are listed": the ranking is another statement.
  const [from, to] = claim.hedge.span;
  if (kind === 'top_n' && claim.kind === 'count' && (to <= claim.span[0] || from >= claim.span[1])) return null;
  if (kind === 'top_n') return rule('supported', 'top_n', SAYS.top_n, calls, calls.flatMap(placesOf));
  const total = about?.walk.total ?? null;
  const certain = about?.whole === true && about.tie !== 'none';
  if (
    about !== null &&
    certain &&
    NEEDLESS.includes(kind) &&
    (total === null || claim.value === null || total.value === claim.value)
  )
    return rule(
      'needless_hedge',
      'needless_hedge',
      `${SAYS[kind]} Yet ${about.call.tool} showed the whole set.`,
      calls,
      [total?.at ?? { path: about.call.reading.rowsPath ?? 'result', value: about.call.judgement.present }],
    );
  return rule('hedged', 'hedged', SAYS[kind], calls, calls.flatMap(placesOf));
}
