import type { Walk } from '../evidence/walks';
import type { EvidenceCall } from '../types';

/** The set that a claim speaks of, as one call and its walk show it. */
export interface Subject {
  /** The call that speaks for the set. */
  call: EvidenceCall;
  walk: Walk;
  /** The whole set was seen or counted. */
  whole: boolean;
  /** `noun`, `words`: shared words. `only`: the turn asked one query. `before`: a pronoun. `none`: nothing ties them. */
  tie: 'noun' | 'words' | 'only' | 'before' | 'none';
}
