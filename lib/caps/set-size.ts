import { splitArgs } from '../contract/limits/args';
import type { Judgement } from '../verdict/types';

/** How well the size of a call's set is known: `exact`, or only what it is `at_least`. */
export type Standing = 'exact' | 'at_least';

/** The set that a call was one page of: rows that matched from this page on. */
export interface SetSize {
  standing: Standing;
  /** Rows: all of them, or the least that the log proves. */
  size: number;
}

/** The size of a capped call's set, from what was present and what is known to be unseen. */
export function setSize({ present, unseen }: Pick<Judgement, 'present' | 'unseen'>): SetSize {
  const seen = present ?? 0;
  if (unseen.kind === 'none') return { standing: present === null ? 'at_least' : 'exact', size: seen };
  if (unseen.kind === 'exact' && present !== null) return { standing: 'exact', size: seen + (unseen.rows ?? 0) };
  return { standing: 'at_least', size: seen + (unseen.rows ?? 0) };
}

/** Names of a call's arguments without paging, sorted: calls that ask in the same way have one shape. */
export function queryShape(args: string): string {
  const rest: unknown = JSON.parse(splitArgs(args).rest);
  return rest !== null && typeof rest === 'object' ? Object.keys(rest).sort().join(' ').slice(0, 200) : '';
}
