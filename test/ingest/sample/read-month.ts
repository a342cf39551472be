/** Reads a sample log as a stranger would: line by line, knowing the format and nothing of the simulator. */

import { createHash } from 'node:crypto';

export interface LoggedCall {
  id: string;
  ts: string;
  session: string;
  account?: string;
  tool: string;
  args: Record<string, unknown>;
  result: unknown;
  sent?: unknown;
  error: boolean;
  version: string;
  duration_ms: number;
}

interface Search {
  account: string;
  key: string;
  present: number;
}

export interface LoggedAccount {
  id: string;
  revenue: number;
  segment: string;
}

export interface Month {
  hash: string;
  characters: number;
  longestChunk: number;
  longestLine: number;
  wholeLines: boolean;
  records: Map<string, number>;
  calls: Map<string, number>;
  ids: Set<string>;
  repeatedIds: number;
  outOfOrder: number;
  firstTs: string;
  lastTs: string;
  searches: Search[];
  /** By account and arguments; a set when the counts of one question disagree. */
  census: Map<string, Set<number>>;
  accounts: Map<string, LoggedAccount>;
  /** Every call but those of search_invoices. */
  others: LoggedCall[];
  answers: { session: string; question: string; text: string }[];
  /** Every n-th row served by search_invoices, as text. */
  rows: string[];
  rowsServed: number;
  /** `account purchase-order` of every row served by search_invoices. */
  orders: Set<string>;
}

const ROW_STEP = 11;

function empty(): Month {
  return {
    hash: '',
    characters: 0,
    longestChunk: 0,
    longestLine: 0,
    wholeLines: true,
    records: new Map(),
    calls: new Map(),
    ids: new Set(),
    repeatedIds: 0,
    outOfOrder: 0,
    firstTs: '',
    lastTs: '',
    searches: [],
    census: new Map(),
    accounts: new Map(),
    others: [],
    answers: [],
    rows: [],
    rowsServed: 0,
    orders: new Set(),
  };
}

const add = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

/** The set that a question is about, by account and arguments, as a census names it. */
const keyOf = (account: string | undefined, args: unknown): string => `${account} ${JSON.stringify(args)}`;

type Line =
  | ({ type: 'call' } & LoggedCall)
  | ({ type: 'account' } & LoggedAccount)
  | { type: 'answer'; id: string; ts: string; session: string; question: string; text: string }
  | { type: 'census'; tool: string; account: string; args: unknown; matched: number; ts: string };

export function readMonth(chunks: Iterable<string>): Month {
  const month = empty();
  const hash = createHash('sha256');
  for (const chunk of chunks) {
    hash.update(chunk);
    month.characters += chunk.length;
    month.longestChunk = Math.max(month.longestChunk, chunk.length);
    month.wholeLines &&= chunk.endsWith('\n');
    for (const line of chunk.slice(0, -1).split('\n')) {
      month.longestLine = Math.max(month.longestLine, line.length);
      readLine(month, JSON.parse(line) as Line);
    }
  }
  month.hash = hash.digest('hex');
  return month;
}

function readLine(month: Month, record: Line): void {
  add(month.records, record.type);
  if (record.type === 'account') {
    month.accounts.set(record.id, record);
    return;
  }
  month.firstTs ||= record.ts;
  if (record.ts < month.lastTs) month.outOfOrder += 1;
  month.lastTs = record.ts;
  if (record.type === 'census') {
    const key = keyOf(record.account, record.args);
    month.census.set(key, (month.census.get(key) ?? new Set()).add(record.matched));
    return;
  }
  if (month.ids.has(record.id)) month.repeatedIds += 1;
  month.ids.add(record.id);
  if (record.type === 'answer') {
    month.answers.push({ session: record.session, question: record.question, text: record.text });
    return;
  }
  add(month.calls, record.tool);
  if (record.tool === 'search_invoices') readSearch(month, record);
  else month.others.push(record);
}

function readSearch(month: Month, call: LoggedCall): void {
  const { invoices } = call.result as { invoices: { po_ref: string }[] };
  month.searches.push({ account: call.account ?? '', key: keyOf(call.account, call.args), present: invoices.length });
  for (const row of invoices) {
    if (month.rowsServed % ROW_STEP === 0) month.rows.push(JSON.stringify(row));
    month.rowsServed += 1;
    month.orders.add(`${call.account} ${row.po_ref}`);
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** What a cap would have hidden, judged by the censuses of the log alone. */
export function under(
  cap: number,
  month: Month,
): { unseen: number[]; accounts: LoggedAccount[]; revenueShare: number } {
  const unseen: number[] = [];
  const hit = new Set<string>();
  for (const { account, key, present } of month.searches) {
    const [matched = present] = month.census.get(key) ?? [];
    if (matched <= cap) continue;
    unseen.push(matched - cap);
    hit.add(account);
  }
  const accounts = [...month.accounts.values()].filter(({ id }) => hit.has(id));
  const revenue = (list: Iterable<LoggedAccount>): number => [...list].reduce((sum, one) => sum + one.revenue, 0);
  return { unseen, accounts, revenueShare: revenue(accounts) / revenue(month.accounts.values()) };
}
