import { sql } from 'drizzle-orm';
import { medianUnseen, unseenTotals } from '@/lib/stats/median';
import type { Median, UnseenBar } from '@/lib/stats/types';
import type { Filter } from '../filter';
import { groupBy } from '../group-by';
import { cappedCondition, slice } from '../rollup-range';
import type { Store } from '../store';
import { dataSpan } from './data-span';
import { type Hits, hitsByTool, noHits } from './hits';

/** `report --format json`; stable, other programs read it. Times are ISO 8601, UTC. */
export interface Report {
  from: string | null;
  to: string | null;
  as_of: string | null;
  tools: ReportTool[];
  matched: number;
  returned: number;
}

export interface ReportTool {
  tool: string;
  calls: number;
  /** flagged + silent + stale under a cap that the agent did not choose. */
  capped: number;
  flagged: number;
  silent: number;
  stale: number;
  /** The part of `capped` that a walk made good. */
  recovered: number;
  /** The same verdicts under the agent's own limit. */
  asked: number;
  /** capped ÷ calls. */
  share: number;
  /** Over what is left of capped after recovery. `total` sums exact counts; lower bounds are counted in `at_least`. */
  unseen: { known: number; unknown: number; at_least: number; total: number; median: Median };
  accounts: number;
  exposure: {
    share: number | null;
    by_segment: Record<string, { accounts: number; share: number | null }>;
    /** Why there is no share; null when there is one. */
    reason: string | null;
    /** Accounts whose revenue nobody gave: not part of either side of the share. */
    unknown_revenue: { hit: number; all: number };
    /** Only where revenue is in several currencies: each apart; '' states none. */
    by_currency?: Record<string, { accounts: number; hit: number; all: number; share: number | null }>;
    /** Only where they were converted: into what, and the day of the rates. */
    converted?: { base: string; as_of: string };
    /** Capped calls left that name no account: with any, `accounts` and `share` are lower bounds. */
    unnamed_calls: number;
  };
}

interface Bar extends UnseenBar {
  tool: string;
}

/** Per tool: calls, capped by kind, unseen, accounts and exposure; worst first by capped × median unseen. From rollups alone. */
export async function report(store: Store, filter: Filter): Promise<Report> {
  const span = await dataSpan(store);
  const imposed: Filter = { ...filter, caps: 'imposed' };
  const { from, where } = slice(filter);
  const counts = await store.all<Omit<ReportTool, 'unseen' | 'accounts' | 'exposure' | 'share'>>(
    sql`SELECT r.tool, sum(r.calls) AS calls, ${sumWhere(sql`${cappedCondition(imposed)}`)} AS capped,
        ${sumWhere(sql`r.imposed = 1 AND r.verdict = 'flagged'`)} AS flagged,
        ${sumWhere(sql`r.imposed = 1 AND r.verdict = 'silent'`)} AS silent,
        ${sumWhere(sql`r.imposed = 1 AND r.verdict = 'stale'`)} AS stale,
        ${sumWhere(sql`${cappedCondition(imposed)} AND r.recovered = 1`)} AS recovered,
        ${sumWhere(cappedCondition({ caps: 'asked' }))} AS asked
      FROM ${from} WHERE ${where} GROUP BY r.tool`,
  );
  const bars = await store.all<Bar>(
    sql`SELECT r.tool, r.unseen_kind AS kind, nullif(r.unseen_rows, -1) AS "rows", sum(r.calls) AS calls
      FROM ${from} WHERE ${where} AND ${cappedCondition(imposed)} AND r.recovered = 0
      GROUP BY r.tool, r.unseen_kind, r.unseen_rows`,
  );
  const barsOf = groupBy(bars, (bar) => bar.tool);
  const hitsOf = await hitsByTool(store, imposed);
  const none = await noHits(store);
  const tools = counts.map((row) => toTool(row, barsOf.get(row.tool) ?? [], hitsOf.get(row.tool) ?? none));
  tools.sort((a, b) => weight(b) - weight(a) || b.capped - a.capped || b.calls - a.calls || (a.tool < b.tool ? -1 : 1));
  return {
    from: iso(span.all && Math.max(filter.from, span.all.from)),
    to: iso(span.all && Math.min(filter.to, span.all.to)),
    as_of: iso(span.asOf),
    tools,
    matched: tools.length,
    returned: tools.length,
  };
}

function toTool(
  row: Omit<ReportTool, 'unseen' | 'accounts' | 'exposure' | 'share'>,
  bars: readonly UnseenBar[],
  hit: Hits,
): ReportTool {
  const { known, unknown, at_least, total } = unseenTotals(bars);
  return {
    ...row,
    share: row.calls === 0 ? 0 : row.capped / row.calls,
    unseen: { known, unknown, at_least, total, median: medianUnseen(bars) },
    accounts: hit.accounts,
    exposure: toExposure(hit),
  };
}

function toExposure({ unnamed, exposure }: Hits): ReportTool['exposure'] {
  const { share, bySegment, reason, unknownRevenue, byCurrency, converted } = exposure;
  return {
    share,
    by_segment: bySegment,
    reason,
    unknown_revenue: unknownRevenue,
    unnamed_calls: unnamed,
    ...(byCurrency && { by_currency: byCurrency }),
    ...(converted && { converted: { base: converted.base, as_of: converted.asOf } }),
  };
}

/** Frequency × severity, by what is known of the median at least. */
function weight(tool: ReportTool): number {
  return (tool.capped - tool.recovered) * (tool.unseen.median.value ?? tool.unseen.median.low ?? 0);
}

function sumWhere(condition: ReturnType<typeof sql>) {
  return sql`coalesce(sum(r.calls) FILTER (WHERE ${condition}), 0)`;
}

function iso(ts: number | null): string | null {
  return ts === null ? null : new Date(ts).toISOString();
}
