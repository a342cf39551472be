import type { SQL } from 'drizzle-orm';

/** Read access to a store, whatever its engine. Questions take this as their first argument. */
export interface Store {
  /** All rows of a query, typed by the question that asks. */
  all<Row>(query: SQL): Promise<Row[]>;
  /** The first row, or undefined. */
  get<Row>(query: SQL): Promise<Row | undefined>;
  /** A payload's text, or null when it has expired or never was. */
  payload(callId: string, view: 'result' | 'sent'): Promise<string | null>;
  readonly dataset: Dataset;
  readonly path: string;
}

/** The user's own data and the sample month are two files, so that they never mix and the sample goes in one click. */
export type Dataset = 'own' | 'sample';
