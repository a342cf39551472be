import type { Known, Median } from '../stats/types';

/**
 * `low` and `high` are proven (`high` null: unbounded); `assumed` is the high end when each unknown set is as large as
 * the largest known one of its account and query shape, else of the account, else of the tool. All equal where known.
 */
export interface Bounds {
  low: number;
  high: number | null;
  assumed: number | null;
}

/** What a tool would have done in the slice under another cap. Shares are 0 to 1. */
export interface Candidate {
  /** Rows of a page at most. */
  cap: number;
  today: boolean;
  why: readonly ('today' | 'listed' | 'typed' | 'budget')[];
  /** Capped calls whose set size is known exactly, and all capped calls of today, behind this row. */
  known: number;
  of: number;
  /** Calls, recovered ones included. */
  capped: Bounds;
  recovered: Bounds;
  left: Bounds;
  /** Capped ÷ all calls: how often a caller is affected. */
  share: Bounds;
  /** Incidents of today that are gone, and their part of today's: how much of the problem goes. */
  removed: Bounds;
  removedShare: Bounds;
  /** Unseen rows over the calls left. */
  median: Median;
  totalUnseen: Bounds;
  cappedTimesMedian: Known;
  /** Accounts with a call left, and calls left that name none. */
  accounts: Bounds;
  unnamed: Bounds;
  exposure: {
    share: Bounds | null;
    reason: string | null;
    bySegment: Record<string, { accounts: Bounds; share: Bounds | null }>;
    /** Only where revenue is in several currencies: each apart, its share of that currency's revenue. '' states none. */
    byCurrency?: Record<string, { accounts: Bounds; share: Bounds | null }>;
  };
  /** The account of the largest known revenue among those exposed. */
  largest: {
    id: string;
    name: string | null;
    revenue: number | null;
    currency: string | null;
    segment: string | null;
  } | null;
  /** Tokens of a full page, its part of the context window, and the page sent again over the session's turns. */
  tokens: { mean: number; p95: number; contextShare: number; resent: number } | null;
}

/** The what-if table of one tool. Times are epoch ms UTC; `to` is exclusive. */
export interface CapDecision {
  tool: string;
  from: number;
  to: number;
  asOf: number;
  calls: number;
  /** Capped calls of today by whether their set size is known exactly. */
  known: number;
  unknown: number;
  todayCap: number | null;
  candidates: Candidate[];
  /** What else has to be known to read the table, in sentences. */
  notes: string[];
}
