/** A call that has been read, with all that a review of its session needs. */

import type { LimitFact, Reading } from '../contract/types';
import type { Judgement } from '../verdict/types';

export interface ReadCall {
  id: string;
  /** Order within the session: time, then place in the log. */
  ts: number | null;
  seq: number;
  tool: string;
  session: string;
  account: string | null;
  /** Arguments as JSON text. */
  args: string;
  error: boolean;
  version: string | null;
  /** The same query in any page: tool, arguments without paging, account. Built by `queryKey`. */
  query: string;
  reading: Reading;
  /** The limit that applied, from this call alone; null when none is known. */
  limit: LimitFact | null;
  /** The text that the model received, fetched when a walk or a cursor check asks; null when it has expired. */
  payload: () => string | null;
}

/** A count that did not come from this session: a census record or an import. */
export interface KnownCount {
  matched: number;
  ts: number | null;
}

/** What the rest of the log knows. Every look-up is optional knowledge: returning null never makes a verdict worse. */
export interface Knowledge {
  /** A census of exactly this query, or null. */
  census: (query: string) => KnownCount | null;
}

export type Reviewed = ReadonlyMap<string, Judgement>;
