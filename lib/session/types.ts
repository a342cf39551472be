/** A call that has been read, with all that a review of its session needs. */

import type { Evidence, LimitFact, Reading } from '../contract/types';
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

/**
 * What one contract (a tool, or one of the contracts behind its name) has done over all calls seen. Plain JSON; two of them merge into
 * one in any order.
 */
export interface ToolHistory {
  calls: number;
  /** Rows returned by first pages whose limit no call states: count → calls. */
  served: Record<string, number>;
  /** The same, of calls whose argument asked for more than came: count → distinct queries (hashes, at most 8). */
  short: Record<string, string[]>;
  /** The same, of calls that were given more than they asked for. */
  over: Record<string, string[]>;
  /** Rows at which a census or a count proved that a page without a known limit was cut. */
  proven: Record<string, number>;
  /** Declared totals that were larger than their page. */
  totalExceeded: number;
  /** Declared totals of one query that differed when its limit differed. */
  totalMoved: number;
  /** "No more" on a full page; and how often more was there. */
  noMoreFull: number;
  noMoreWrong: number;
}

/** What judgement may use of a tool's history (see `lessonOf`). It changes seldom, and never with the order of arrival. */
export interface Lesson {
  /** Pages of exactly this many rows were proven to be cut, and no page was larger. */
  proven: LimitFact | null;
  /** A point mass at the largest page. */
  usual: LimitFact | null;
  /** Whoever asks for more is served this many. */
  clamped: LimitFact | null;
  /** Whoever asks for fewer is served this many. */
  ignored: LimitFact | null;
  /** The declared total was larger than a page at least once. */
  exceeded: boolean;
  /** The declared total moved when the limit did. */
  moved: boolean;
  /** "No more" on a full page was wrong at least once. */
  noMoreWrong: boolean;
}

/** What the rest of the log knows. Every look-up is optional knowledge: returning null never makes a verdict worse. */
export interface Knowledge {
  /** A census of exactly this query, or null. */
  census: (query: string) => KnownCount | null;
  /** What the history of a contract teaches (see `contractKey`), or null. Without it a review knows its own session only. */
  history?: (contract: string) => Lesson | null;
  /** Evidence that the log, and not a tool, cut this call's result. Without it a review looks at its own session only. */
  logCut?: (id: string) => Evidence[] | null;
}

export type Reviewed = ReadonlyMap<string, Judgement>;
