import type { CallRecord, CensusRecord } from '@/lib/records';
import { call, T0 } from './records';

/** A log in which every kind of lesson is to be learned, each from several sessions, and results that the log cut. */
export function teachingLog(): (CallRecord | CensusRecord)[] {
  let made = 0;
  const one = (
    session: string,
    tool: string,
    args: object,
    result: object | string,
    over: Partial<CallRecord> = {},
  ) => {
    made++;
    const text = typeof result === 'string' ? result : JSON.stringify(result);
    const base = { tool, session, args: JSON.stringify(args), result: text, ts: T0 + made * 1000 };
    return call(`h-${String(made).padStart(3, '0')}`, { ...base, ...over });
  };
  const log: (CallRecord | CensusRecord)[] = [];
  // A point mass at 40 in a tool that states no limit.
  for (let i = 0; i < 70; i++) log.push(one(`p-${i % 20}`, 'fetch_orders', { q: i }, rows(i < 56 ? 1 + (i % 28) : 40)));
  // A server that lowers every limit to 20.
  for (let i = 0; i < 4; i++) log.push(one(`c-${i}`, 'list_events', { q: i, limit: 100 }, rows(i < 3 ? 20 : 7)));
  // A total that equals its page, until it once does not.
  log.push(one('t-1', 'search_notes', { q: 1, limit: 5 }, rows(5, { total: 5 })));
  log.push(one('t-2', 'search_notes', { q: 2, limit: 5 }, rows(5, { total: 12 })));
  // A total that moves with the limit.
  log.push(one('m-1', 'search_logs', { q: 1, limit: 5 }, rows(5, { total: 5 })));
  log.push(one('m-1', 'search_logs', { q: 1, limit: 9 }, rows(9, { total: 9 })));
  log.push(one('m-2', 'search_logs', { q: 2, limit: 5 }, rows(5, { total: 5 })));
  // "No more" on a full page, shown wrong by a count in the session; and by a census.
  log.push(one('n-1', 'count_docs', { q: 1 }, { count: 90 }));
  log.push(one('n-1', 'list_docs', { q: 1, limit: 5 }, rows(5, { has_more: false })));
  log.push(one('n-2', 'list_docs', { q: 2, limit: 5 }, rows(5, { has_more: false })));
  log.push(one('x-1', 'list_tasks', { q: 1 }, rows(8)), one('x-2', 'list_tasks', { q: 2 }, rows(8)));
  log.push({ type: 'census', tool: 'list_tasks', account: 'acct-1', args: '{"q":1}', matched: 30, ts: T0 });
  // An audit trail that keeps 200 characters of each result.
  for (let i = 0; i < 3; i++)
    log.push(
      one(
        `audit-${i}`,
        i === 0 ? 'get_report' : 'get_summary',
        { q: i },
        JSON.stringify(rows(40, { i })).slice(0, 200),
      ),
    );
  log.push(one('audit-9', 'get_report', { q: 9 }, rows(2)));
  // One that keeps 300 characters of the text inside an MCP envelope.
  for (let i = 0; i < 3; i++)
    log.push(one(`mcp-${i}`, `mcp_tool_${i}`, { q: i }, enveloped(rows(60, { note: '"'.repeat(i) }))));
  return log;
}

function rows(count: number, contract: object = {}): object {
  return { ...contract, items: Array.from({ length: count }, (_, i) => ({ id: `r-${i}` })) };
}

function enveloped(result: object): object {
  return { content: [{ type: 'text', text: JSON.stringify(result).slice(0, 300) }] };
}
