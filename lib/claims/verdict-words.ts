import { type ClaimVerdict, FALSE_VERDICTS } from './types';

const WORDS: Record<ClaimVerdict, string> = {
  supported: 'supported',
  false_total: 'false total',
  false_absence: 'false absence',
  lower_bound_as_total: 'lower bound read as total',
  wrong_cardinality: 'counts something else',
  sample_as_whole: 'sample read as whole',
  wrong_set: 'another set’s number',
  prose_arithmetic: 'worked out in prose',
  unsupported: 'unsupported',
  hedged: 'hedged',
  needless_hedge: 'needless hedge',
};

/** A verdict of a claim as people read it. */
export function verdictWord(verdict: ClaimVerdict): string {
  return WORDS[verdict];
}

/** Three groups that screens tell apart by mark and word: false, open, good. */
export function verdictGroup(verdict: ClaimVerdict): 'false' | 'open' | 'good' {
  if (FALSE_VERDICTS.includes(verdict)) return 'false';
  return verdict === 'unsupported' ? 'open' : 'good';
}

const MARKS = { false: '✕', open: '?', good: '✓' } as const;

/** The mark of a verdict's group: colour is never the only sign. */
export function verdictMark(verdict: ClaimVerdict): string {
  return MARKS[verdictGroup(verdict)];
}
