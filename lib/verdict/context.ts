import type { Evidence, LimitFact } from '../contract/types';
import type { Lesson } from '../session/types';
import type { UnseenSource } from './types';

/** What the rest of the log says about one call. All of it may be empty. */
export interface Context {
  /** The limit that applied. */
  limit: LimitFact | null;
  /** What the history of its contract teaches. */
  history: Lesson | null;
  /** How many rows the whole set has, by something other than this payload. */
  total: Total | null;
  walk: Walk | null;
  /** The same query declared another total under another limit. */
  moved: Moved | null;
  /** The same query, from its start, held more rows under another limit. */
  larger: { present: number; call: string; whole: boolean } | null;
  logCut: readonly Evidence[] | null;
  /** A row that another call showed and that this one should have found. */
  contradicted: Evidence | null;
  /** How far back the rows reach that this call looked at, as far as another call shows it. */
  window: Window | null;
  /** A later call of the same query held the rest. */
  recovered: boolean;
}

export interface Total {
  value: number;
  source: Extract<UnseenSource, 'walk' | 'census' | 'declared'>;
  at: Evidence;
}

export interface Moved {
  own: number;
  other: number;
  call: string;
  /** This call returned fewer than its limit. */
  short: boolean;
}

/** The newest rows of the set that a call looked at, before its filter. */
export interface Window {
  rows: number;
  /** Dates as they stand in the rows, oldest and newest. */
  from: string;
  to: string;
  at: Evidence;
  /** The date of the row that was missed, where it lies before the window. */
  missed: string | null;
}

/** A page among the pages of its query. */
export interface Walk {
  index: number;
  pages: number;
  /** Distinct rows that this page and the ones before it showed. */
  shown: number;
  /** Distinct rows that the whole walk showed. */
  all: number;
  /** Rows of this page that should be new and were shown before. */
  repeated: number;
  /** Every row repeats the page before. */
  same: boolean;
  /** Rows between the pages before and this one were skipped. */
  gap: boolean;
  /** This page ends a walk without gaps. */
  ends: boolean;
  /** Later pages reached the rest. */
  reached: boolean;
}

/** Nothing known from elsewhere. */
export const ALONE: Context = {
  limit: null,
  history: null,
  total: null,
  walk: null,
  moved: null,
  larger: null,
  logCut: null,
  contradicted: null,
  window: null,
  recovered: false,
};
