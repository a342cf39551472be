/** An aggregate that was answered by paging: what COUNT(*) would have said in one call (requirement D7). Pure. */

import { count } from '../format/number';
import type { ClaimKind, EvidenceCall, JudgedClaim } from './types';

/** Pages from which on a count by paging is worth a word. */
const PAGES = 3;
/** Claims that one aggregate call could have answered. */
const AGGREGATES: readonly ClaimKind[] = ['count', 'part', 'share', 'sum', 'average', 'remaining'];

export interface PagedAggregate {
  tool: string;
  pages: number;
  rows: number;
  /** What the pages cost the model, counted with `tokenizer`. */
  tokens: number;
  tokenizer: string;
  /** From the first page to the last, ms; null where the log has no times. */
  ms: number | null;
  says: string;
}

/** The queries of a turn that were paged although the answer states nothing but aggregates of them. */
export function pagedAggregates(
  claims: readonly JudgedClaim[],
  calls: readonly EvidenceCall[],
  tokenizer: { name: string; count: (text: string) => number },
): PagedAggregate[] {
  const queries = grouped(calls);
  return [...queries.values()].flatMap((pages) => {
    const ids = new Set(pages.map(({ id }) => id));
    const on = claims.filter((claim) => claim.calls.some((id) => ids.has(id)));
    if (pages.length < PAGES || on.length === 0 || !on.every(({ kind }) => AGGREGATES.includes(kind))) return [];
    return [costOf(pages, tokenizer)];
  });
}

function grouped(calls: readonly EvidenceCall[]): Map<string, EvidenceCall[]> {
  const out = new Map<string, EvidenceCall[]>();
  for (const call of calls) {
    const list = out.get(call.query);
    if (list) list.push(call);
    else out.set(call.query, [call]);
  }
  return out;
}

function costOf(
  pages: readonly EvidenceCall[],
  tokenizer: { name: string; count: (text: string) => number },
): PagedAggregate {
  const tool = pages[0]?.tool ?? '';
  const rows = pages.reduce((sum, { judgement }) => sum + (judgement.present ?? 0), 0);
  const tokens = pages.reduce((sum, call) => sum + tokenizer.count(call.payload() ?? ''), 0);
  const times = pages.map(({ ts }) => ts);
  const ms = times.includes(null) ? null : Math.max(...times.map(Number)) - Math.min(...times.map(Number));
  const took = ms === null || ms === 0 ? '' : ` and ${count(Math.round(ms / 1000))} s`;
  const says = `${tool} was read over ${count(pages.length)} pages (${count(rows)} rows, ${count(tokens)} tokens by ${tokenizer.name}${took}) for what one count would have answered.`;
  return { tool, pages: pages.length, rows, tokens, tokenizer: tokenizer.name, ms, says };
}
