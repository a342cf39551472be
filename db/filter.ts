import type { Verdict } from '@/lib/verdict/types';

/** The slice of the log that a question is asked about. Empty lists mean "all". */
export interface Filter {
  /** Epoch milliseconds, UTC, `from` inclusive and `to` exclusive; figures from rollups round both to the hour. */
  from: number;
  to: number;
  tools: readonly string[];
  accounts: readonly string[];
  segments: readonly string[];
  verdicts: readonly Verdict[];
  /** Whose caps count: the headline counts imposed ones. */
  caps: 'imposed' | 'asked' | 'both';
}

/** Every list that a question returns declares how much it is of how much, and the way to the rest. */
export interface Page<T> {
  rows: T[];
  /** Exact number of rows that match; null when only `more` is known. */
  matched: number | null;
  returned: number;
  order: string;
  /** Cursor of the next page, or null at the end. */
  next: string | null;
}
