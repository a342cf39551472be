import type { Piece } from '../text/sentences';
import type { Claim } from '../types';
import type { Language } from '../words/types';

/** The first hedge of a sentence, strongest kind first; null when it states without one. */
export function hedgeIn({ text, span }: Piece, language: Language): Claim['hedge'] {
  for (const { kind, pattern } of language.hedges) {
    const found = pattern.exec(text);
    if (found) return { kind, span: [span[0] + found.index, span[0] + found.index + found[0].length] };
  }
  return null;
}

/** A hedge that also covers the next sentence: that more was not read, not how exact one number is. */
export function hedgesNext(hedge: Claim['hedge']): Claim['hedge'] {
  return hedge !== null && ['may_be_more', 'page', 'read_only'].includes(hedge.kind) ? hedge : null;
}
