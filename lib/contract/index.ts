/** Payload → contract: what a call's result declares, and which rows are really in it. */

import type { CallRecord } from '@/lib/records';
import type { ReadCall } from '@/lib/session/types';
import { dialectsInUse } from './dialects/in-use';
import type { Registry } from './dialects/registry';
import { splitArgs } from './limits/args';
import { identities } from './read/identity';
import { queryHash } from './read/scope';
import { EMPTY, readView } from './reading';
import type { Reading } from './types';

export { declareDialects, declaredDialects, dialectsInUse } from './dialects/in-use';
export { Registry } from './dialects/registry';
export type { Dialect } from './dialects/schema';
export { parseDialects } from './dialects/schema';
export { type Declared, type ToolWords, toolWordsSchema } from './dialects/tool-words';
export { splitArgs } from './limits/args';
export type * from './types';

/** Hash of the same query in any page: tool, arguments without paging, account ('' when there is none). */
export function queryKey(tool: string, args: string, account: string): string {
  // A call asks twice in a row: for its account and for any.
  const registry = dialectsInUse();
  if (last?.tool !== tool || last.args !== args || last.registry !== registry)
    last = { tool, args, registry, rest: restOf(tool, args, registry) };
  return queryHash(tool, last.rest, account);
}

let last: { tool: string; args: string; registry: Registry; rest: string } | null = null;

function restOf(tool: string, args: string, registry: Registry): string {
  const split = splitArgs(args);
  const names = registry.choose(tool, split.values, null)?.limit?.args;
  return names === undefined ? split.rest : splitArgs(args, names).rest;
}

/**
 * Reads one call: its contract, the limit known from this call alone, and the query it belongs to. `sent`, where it
 * stands, is what the model received; `result` is then the other view. Never throws.
 */
export function readCall(record: CallRecord, seq: number, registry: Registry = dialectsInUse()): ReadCall {
  const account = record.account ?? '';
  const text = record.sent ?? record.result;
  const call: ReadCall = {
    id: record.id,
    ts: record.ts,
    seq,
    tool: record.tool,
    session: record.session,
    account: record.account,
    args: record.args,
    error: record.error,
    version: record.version,
    query: queryKey(record.tool, record.args, account),
    reading: EMPTY,
    limit: null,
    payload: () => text,
  };
  if (text === null) return { ...call, reading: { ...EMPTY, shape: record.error ? 'error' : 'unreadable' } };
  const read = readView(record, text, record.sent === null ? 'result' : 'sent', registry);
  call.reading = read.reading;
  call.limit = read.limit;
  if (record.sent !== null && record.result !== null && record.result !== record.sent)
    call.reading = withOther(record, read.reading, record.result, registry);
  return call;
}

/** Adds what the tool itself returned; rows of two views are compared only where both are lists of one kind. */
function withOther(record: CallRecord, reading: Reading, result: string, registry: Registry): Reading {
  const other = readView(record, result, 'result', registry).reading;
  if (other.shape !== 'list' && other.shape !== 'lines') return reading;
  const comparable = other.unit === reading.unit || other.unit === null || reading.unit === null;
  const present =
    comparable && (other.shape === 'list' || beginsAlike(record.sent ?? '', result)) ? other.present : null;
  return {
    ...reading,
    otherView: { present, stage: 'between the tool and the model', matched: other.matched, more: other.more },
  };
}

/** Two texts are views of one output only where the one begins as the other does. */
function beginsAlike(sent: string, result: string): boolean {
  const line =
    sent
      .split('\n', 1)[0]
      ?.replace(/^\s*\d+(?:\t|→)/, '')
      .trim() ?? '';
  return line !== '' && result.slice(0, 4000).includes(line.slice(0, 60));
}

/** Identities of the rows in a payload, in order: what walks are judged by. Null when the payload is gone or holds no rows. */
export function rowIds(call: ReadCall, registry: Registry = dialectsInUse()): string[] | null {
  const text = call.payload();
  return text === null ? null : identities(call.tool, call.args, text, registry);
}
