import { count, plural } from '@/lib/format';
import type { Judgement } from '@/lib/verdict/types';

type Limit = NonNullable<Judgement['limit']>;

/** How a limit is known, as the end of "limit 25, …". */
export const LIMIT_SOURCE: Record<Limit['source'], string> = {
  argument: 'named in the arguments',
  echo: 'echoed by the result',
  dialect: 'the default of this tool for these arguments',
  operator: 'declared by the operator',
  learned: 'learned from this tool’s history',
};

/** How an unseen count is known. */
export const UNSEEN_SOURCE: Record<NonNullable<Judgement['unseen']['source']>, string> = {
  declared: 'the result declares how many matched',
  walk: 'other pages of the same query are in the log',
  census: 'something that cannot page counted the same set',
  sentinel: 'the result proves at least that many more',
};

/** What a call says when no rule found anything to say. */
interface Facts {
  verdict: Judgement['verdict'];
  basis: Judgement['basis'];
  present: number | null;
  limit: number | null;
  matched: number | null;
}

/** The plain sentence of a call: its first finding, else one made from its facts. */
export function callSentence(says: string | null, facts: Facts): string {
  if (says) return says;
  const { verdict, basis, present, limit, matched } = facts;
  const rows = present === null ? 'The rows could not be counted' : `${plural(present, 'row')} came back`;
  if (verdict === 'error') return 'The call failed.';
  if (verdict === 'refused') return 'The tool declined to serve an oversized result.';
  if (verdict === 'not_a_list') return 'The result has no rows that a limit could cut.';
  if (verdict === 'unreadable') return 'The log holds no usable result of this call.';
  if (verdict === 'unknown') return `${rows}, and nothing settles whether that was all.`;
  if (verdict !== 'complete') return `${rows}, and that was not provably all.`;
  switch (basis) {
    case 'declared':
      return matched === null ? `${rows}, and the result says that was all.` : `${rows} of ${count(matched)} matched.`;
    case 'census':
      return `${rows}, and a count of the same set agrees.`;
    case 'walk':
      return `${rows}: the end of a walk through all pages.`;
    case 'short_page':
      return limit === null ? `${rows}, a short page.` : `${rows} where ${count(limit)} were allowed.`;
    default:
      return `${rows}, and no limit of this tool is known.`;
  }
}

/** The arithmetic behind an exact count, or null where there is none to show. */
export function unseenSum(j: Pick<Judgement, 'present' | 'declared' | 'unseen'>): string | null {
  const { matched } = j.declared;
  const { rows, kind } = j.unseen;
  if (kind !== 'exact' || rows === null || j.present === null || matched === null) return null;
  if (j.unseen.source !== 'declared') return null;
  const earlier = matched - j.present - rows;
  const base = `${count(matched)} matched − ${count(j.present)} present`;
  if (earlier === 0) return `${base} = ${count(rows)}`;
  return earlier > 0 ? `${base} − ${count(earlier)} shown by earlier pages = ${count(rows)}` : null;
}
