/** The outcome of judging one call; the shape that `inspect --json`, the store and the screens share. */

import type { Evidence, LimitFact, Relation } from '../contract/types';

export const VERDICTS = [
  'complete',
  'flagged',
  'silent',
  'stale',
  'unknown',
  'refused',
  'error',
  'not_a_list',
  'unreadable',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The three verdicts that mean: fewer rows than matched, or nothing proves that it did not. */
export const CAPPED: readonly Verdict[] = ['flagged', 'silent', 'stale'];

export type Basis = 'declared' | 'census' | 'walk' | 'short_page' | 'no_limit';

export interface Finding {
  kind: string;
  evidence: Evidence[];
  /** One plain sentence made from the evidence. */
  says: string;
}

export type UnseenSource = 'declared' | 'walk' | 'census' | 'sentinel';

/** Matched − rows present. `at_least` never claims more than the evidence holds; `unknown` has no number. */
export interface Unseen {
  kind: 'none' | 'exact' | 'at_least' | 'unknown';
  rows: number | null;
  source: UnseenSource | null;
}

export interface Declared {
  returned: number | null;
  matched: number | null;
  relation: Relation | null;
}

export interface Judgement {
  verdict: Verdict;
  basis: Basis | null;
  findings: Finding[];
  present: number | null;
  declared: Declared;
  limit: Pick<LimitFact, 'value' | 'source' | 'imposed'> | null;
  unseen: Unseen;
  recovered: boolean;
  dialect: string | null;
}
