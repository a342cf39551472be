import { words } from '../words';

/** Parts of a tool's name that say that it counts. */
export const COUNT_WORDS = words('count counts total totals cardinality');

/** Keys under which a counting tool puts its count. */
export const COUNT_KEYS = words(
  'count total totalcount matched n num number result value cardinality matches rowcount totalrows totalresults totalmatches',
);

/** First words of a tool's name that say what it does; the rest is its noun. */
export const VERBS = words(
  'search list get find query count fetch read lookup show describe select browse enumerate ls total',
);
