/** What the log says happened, before anything is judged. Every format turns its lines into these. */

import type { JsonValue } from './json/types';

/** One tool call as the log holds it. `result` is text exactly as the log keeps it: JSON stays unparsed (a span). */
export interface CallRecord {
  type: 'call';
  id: string;
  /** Milliseconds since the epoch, UTC; null when the log carries no time. */
  ts: number | null;
  session: string;
  account: string | null;
  /** The project folder that a coding agent's log states; it may name the account where nothing else does. */
  folder?: string;
  tool: string;
  /** Arguments as JSON text; `{}` when the log has none. */
  args: string;
  /** What the tool returned, as text; null when the log holds no result (the call is then unreadable). */
  result: string | null;
  /** What the model was sent, where the log holds that view too; null when it holds one view only. */
  sent: string | null;
  error: boolean;
  agent: string | null;
  model: string | null;
  environment: string | null;
  /** The deploy or tool version that served the call. */
  version: string | null;
  durationMs: number | null;
}

/** The assistant's text that ends a turn. */
export interface AnswerRecord {
  type: 'answer';
  id: string;
  ts: number | null;
  session: string;
  account: string | null;
  /** As of a call. */
  folder?: string;
  question: string | null;
  text: string;
}

export interface AccountRecord {
  type: 'account';
  id: string;
  name: string | null;
  /** In units of `currency`, per year; null is unknown and never zero. */
  revenue: number | null;
  currency: string | null;
  segment: string | null;
}

/** A true count of one query's set, made by something that cannot page. */
export interface CensusRecord {
  type: 'census';
  tool: string;
  /** '' is a count of calls without an account; null does not say whose set was counted. */
  account: string | null;
  /** Arguments as JSON text. */
  args: string;
  matched: number;
  ts: number | null;
}

export type LogRecord = CallRecord | AnswerRecord | AccountRecord | CensusRecord;

export type { JsonValue };
