import type { Basis, Verdict } from '../verdict/types';

/** Each verdict's word and the sentence that explains it, the same on every screen. */
export const VERDICT_WORDS: Record<Verdict, { word: string; says: string }> = {
  flagged: { word: 'flagged', says: 'Fewer rows than matched, and the result says so.' },
  silent: { word: 'silent', says: 'A full page, and nothing trustworthy says whether that was all.' },
  stale: { word: 'stale', says: 'The result declares something that its own rows or other evidence contradict.' },
  complete: { word: 'complete', says: 'Everything that matched is there.' },
  unknown: { word: 'unknown', says: 'Something speaks against certainty and nothing settles it.' },
  refused: { word: 'refused', says: 'The tool declined to serve an oversized result: good behaviour, not capped.' },
  error: { word: 'error', says: 'The call failed.' },
  not_a_list: { word: 'not a list', says: 'The result has no rows that a limit could cut.' },
  unreadable: { word: 'unreadable', says: 'The log holds no usable result, or the log itself cut it.' },
};

/** How a complete result is known to be complete; the last two are presumed, not proven. */
export const BASIS_WORDS: Record<Basis, { word: string; proven: boolean }> = {
  declared: { word: 'declared', proven: true },
  census: { word: 'census', proven: true },
  walk: { word: 'end of a walk', proven: true },
  short_page: { word: 'short page', proven: false },
  no_limit: { word: 'no limit known', proven: false },
};
