/** Builders of small logs for the tests of the judgement. */

import { type InspectedCall, inspect } from '@/lib/inspect';
import type { CallRecord, LogRecord } from '@/lib/records';

export type Payload = string | object | number | boolean | null;

const text = (value: Payload): string | null =>
  value === null ? null : typeof value === 'string' ? value : JSON.stringify(value);

let made = 0;

/** One call as a record; `more` overrides anything. */
export function call(tool: string, args: object, result: Payload, more: Partial<CallRecord> = {}): CallRecord {
  made++;
  return {
    type: 'call',
    id: `t-${made}`,
    ts: Date.UTC(2026, 2, 2, 9, 0, made % 60_000),
    session: 's',
    account: 'acct-1',
    tool,
    args: JSON.stringify(args),
    result: text(result),
    sent: null,
    error: false,
    agent: null,
    model: null,
    environment: null,
    version: null,
    durationMs: null,
    ...more,
  };
}

/** A census record for a query. */
export function census(tool: string, args: object, matched: number): LogRecord {
  return { type: 'census', tool, account: 'acct-1', args: JSON.stringify(args), matched, ts: null };
}

/** The judgements of a log, in the order of its calls. */
export function judged(...records: LogRecord[]): InspectedCall[] {
  return inspect(records).calls;
}

/** The judgement of one call by itself. */
export function alone(tool: string, args: object, result: Payload, more: Partial<CallRecord> = {}): InspectedCall {
  const [first] = judged(call(tool, args, result, more));
  if (first === undefined) throw new Error('the call was not judged');
  return first;
}

/** `count` records with ids, from `from` on. */
export function records(count: number, from = 1): { id: string; title: string }[] {
  return Array.from({ length: count }, (_, i) => ({ id: `r-${from + i}`, title: `title ${from + i}` }));
}

/** What a table test compares: verdict, rows present, limit, unseen as `kind rows`. */
export function brief(one: InspectedCall | undefined): string {
  if (one === undefined) return 'nothing';
  const unseen =
    one.unseen.kind === 'none' || one.unseen.kind === 'unknown'
      ? one.unseen.kind
      : `${one.unseen.kind} ${one.unseen.rows}`;
  return `${one.verdict} ${one.present ?? '-'} /${one.limit?.value ?? '-'} ${unseen}`;
}
