import { type SQL, sql } from 'drizzle-orm';
import { medianUnseen } from '@/lib/stats/median';
import type { Known, Median, UnseenBar } from '@/lib/stats/types';
import type { Verdict } from '@/lib/verdict/types';
import type { Filter, Page } from '../filter';
import { groupBy } from '../group-by';
import type { Store } from '../store';
import { accountSlice, cappedBy } from './accounts';
import { type UnseenSum, unseenOf } from './accounts-unseen';
import { every, list, WHO, wholeHours } from './calls-where';
import { amountIn, revenue } from './revenue';

export interface AccountFacts {
  /** '' is "no account". */
  id: string;
  /** False when neither an account record nor a call names it. */
  known: boolean;
  name: string | null;
  revenue: number | null;
  currency: string | null;
  segment: string | null;
  segmentGiven: boolean;
  /** First and last call in the whole store. */
  firstSeen: number | null;
  lastSeen: number | null;
}

export interface AccountTool {
  tool: string;
  calls: number;
  flagged: number;
  silent: number;
  stale: number;
  capped: number;
  recovered: number;
  left: number;
  unseen: UnseenSum;
  median: Median;
}

export interface AccountReport {
  facts: AccountFacts;
  calls: number;
  capped: number;
  recovered: number;
  left: number;
  /** Verdict → calls, of capped calls under the chosen cap. */
  kinds: Partial<Record<Verdict, number>>;
  unseen: UnseenSum;
  median: Median;
  /** Every tool that the account called, most capped calls left first; complete, never paged. */
  tools: AccountTool[];
  /** Part of all revenue; unknown when this account's or nobody's revenue is known, or currencies do not add up. */
  exposure: Known;
}

interface Bar {
  tool: string;
  verdict: Verdict;
  recovered: number;
  capped: number;
  kind: UnseenBar['kind'];
  rows: number;
  calls: number;
}

/** One account over the slice: what was capped, what stayed unseen, by tool. */
export async function account(store: Store, filter: Filter, id: string): Promise<AccountReport> {
  const mine = { ...filter, accounts: [id], segments: [] };
  const facts = await accountFacts(store, id);
  const bars = await store.all<Bar>(
    sql`select r.tool, r.verdict, r.recovered, ${cappedBy(filter)} as capped, r.unseen_kind as kind, r.unseen_rows as rows,
      sum(r.calls) as calls from ${WHO} a cross join rollups r
      where ${every(accountSlice(mine))} group by 1, 2, 3, 4, 5, 6`,
  );
  const all = await revenue(store);
  const own = amountIn(all, [{ currency: facts.currency, accounts: 1, revenue: facts.revenue, unknown: 0 }]);
  const byTool = groupBy(bars, (bar) => bar.tool);
  const tools = [...byTool].map(([tool, own]) => ({ tool, ...summed(own) }));
  tools.sort((a, b) => b.left - a.left || b.capped - a.capped || b.calls - a.calls || (a.tool < b.tool ? -1 : 1));
  const { flagged, silent, stale, ...whole } = summed(bars);
  return {
    facts,
    ...whole,
    kinds: { flagged, silent, stale },
    tools,
    exposure:
      facts.revenue === null || own === null || !all.sum
        ? { kind: 'unknown' }
        : { kind: 'exact', value: own / all.sum },
  };
}

function summed(bars: Bar[]): Omit<AccountTool, 'tool'> {
  const count = (test: (bar: Bar) => boolean) => bars.reduce((n, bar) => n + (test(bar) ? bar.calls : 0), 0);
  const isCapped = (bar: Bar) => bar.capped === 1;
  const leftBars = bars.filter((bar) => isCapped(bar) && bar.recovered === 0);
  const ofKind = (kinds: UnseenBar['kind'][]) =>
    leftBars.reduce((n, bar) => n + (kinds.includes(bar.kind) ? bar.calls : 0), 0);
  return {
    calls: count(() => true),
    flagged: count((bar) => isCapped(bar) && bar.verdict === 'flagged'),
    silent: count((bar) => isCapped(bar) && bar.verdict === 'silent'),
    stale: count((bar) => isCapped(bar) && bar.verdict === 'stale'),
    capped: count(isCapped),
    recovered: count((bar) => isCapped(bar) && bar.recovered === 1),
    left: count((bar) => isCapped(bar) && bar.recovered === 0),
    unseen: unseenOf({
      knownRows: leftBars.reduce((n, bar) => n + Math.max(0, bar.rows) * bar.calls, 0),
      exactCalls: ofKind(['exact', 'none']),
      boundCalls: ofKind(['at_least']),
      unknownCalls: ofKind(['unknown']),
    }),
    median: medianUnseen(
      leftBars.map((bar) => ({ kind: bar.kind, rows: bar.rows < 0 ? null : bar.rows, calls: bar.calls })),
    ),
  };
}

async function accountFacts(store: Store, id: string): Promise<AccountFacts> {
  const row = await store.get<{
    name: string | null;
    revenue: number | null;
    currency: string | null;
    segment: string | null;
    segmentGiven: number;
  }>(sql`select name, revenue, currency, segment, segment_given as segmentGiven from accounts where id = ${id}`);
  const seen = await store.get<{ first: number | null; last: number | null }>(
    sql`select (select ts from calls where account = ${id} order by ts, seq limit 1) as first,
      (select ts from calls where account = ${id} order by ts desc, seq desc limit 1) as last`,
  );
  return {
    id,
    known: row !== undefined || seen?.first != null,
    name: row?.name ?? null,
    revenue: row?.revenue ?? null,
    currency: row?.currency ?? null,
    segment: row?.segment ?? null,
    segmentGiven: row?.segmentGiven === 1,
    firstSeen: seen?.first ?? null,
    lastSeen: seen?.last ?? null,
  };
}

export interface AccountSession {
  session: string;
  first: number;
  last: number;
  calls: number;
  capped: number;
  left: number;
}

/** The account's sessions in the slice, latest first; `cursor` is the `next` of an earlier page, and a broken one begins anew. */
export async function accountSessions(
  store: Store,
  filter: Filter,
  id: string,
  { limit = 20, cursor = null }: { limit?: number; cursor?: string | null } = {},
): Promise<Page<AccountSession>> {
  const { from, to } = wholeHours(filter);
  const tool = filter.tools.length > 0 ? sql`and r.tool in ${list(filter.tools)}` : sql``;
  const slice = sql`r.account = ${id} and r.ts >= ${from} and r.ts < ${to} ${tool}`;
  const rows = await store.all<AccountSession>(
    sql`select r.session, min(r.ts) as first, max(r.ts) as last, count(*) as calls,
      sum(${cappedBy(filter)}) as capped, sum(${cappedBy(filter)} and r.recovered = 0) as "left"
      from calls r where ${slice} group by r.session ${after(cursor)} order by last desc, r.session limit ${limit + 1}`,
  );
  const total = await store.get<{ n: number }>(sql`select count(distinct r.session) as n from calls r where ${slice}`);
  const page = rows.slice(0, limit);
  const end = rows.length > limit ? page.at(-1) : undefined;
  const next = end === undefined ? null : `${end.last}:${end.session}`;
  return { rows: page, matched: total?.n ?? 0, returned: page.length, order: 'latest first', next };
}

function after(cursor: string | null): SQL {
  const [, last, session] = /^(\d+):(.*)$/s.exec(cursor ?? '') ?? [];
  if (last === undefined || session === undefined) return sql``;
  return sql`having max(r.ts) < ${Number(last)} or (max(r.ts) = ${Number(last)} and r.session > ${session})`;
}
