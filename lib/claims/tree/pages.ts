import { rowIds } from '../../contract';
import type { ReadCall } from '../../session/types';
import type { EvidenceCall } from '../types';
import { isCapped } from './match';

/** Consecutive pages of one query, taken together. */
export interface Pages {
  calls: EvidenceCall[];
  /** Rows of all pages, and distinct ones; null where rows cannot be told apart. */
  sum: number;
  distinct: number | null;
  /** The last page was the end: nothing is left. */
  finished: boolean;
}

/** Queries of which more than one page was read. */
export function pagesOf(calls: readonly EvidenceCall[]): Pages[] {
  const byQuery = new Map<string, EvidenceCall[]>();
  for (const call of calls) {
    if (call.judgement.present === null) continue;
    const group = byQuery.get(call.query);
    if (group) group.push(call);
    else byQuery.set(call.query, [call]);
  }
  return [...byQuery.values()].filter((group) => group.length > 1).map(together);
}

function together(calls: EvidenceCall[]): Pages {
  const ids = new Set<string>();
  let known = true;
  for (const call of calls) {
    const found = rowIds(asRead(call));
    if (found === null) known = false;
    else for (const id of found) ids.add(id);
  }
  const last = calls.at(-1);
  const finished = last !== undefined && !isCapped(last) && last.judgement.verdict === 'complete';
  const sum = calls.reduce((n, call) => n + (call.judgement.present ?? 0), 0);
  return { calls, sum, distinct: known ? ids.size : null, finished };
}

function asRead(call: EvidenceCall): ReadCall {
  const { id, ts, seq, tool, account, args, query, reading, payload } = call;
  return {
    id,
    ts,
    seq,
    tool,
    session: '',
    account,
    args,
    error: false,
    version: null,
    query,
    reading,
    limit: null,
    payload,
  };
}
