import { type SQL, sql } from 'drizzle-orm';
import type { Filter } from '../filter';
import { groupBy } from '../group-by';
import { accountSlice, cappedCondition } from '../rollup-range';
import type { Store } from '../store';

/** Key of accounts whose segment is neither given nor follows from revenue. */
export const UNKNOWN_SEGMENT = 'unknown';

/** Revenue of some accounts as a share of all accounts' revenue. */
export interface Exposure {
  /** Known revenue of the accounts ÷ known revenue of all; null when `reason` says why it cannot be. */
  share: number | null;
  reason: string | null;
  /** In `currency`, per year; sums of what is known. Unknown revenue is counted here, and never taken for zero. */
  revenue: { hit: number; all: number; currency: string | null };
  unknownRevenue: { hit: number; all: number };
  /** Shares are of the revenue of *all* accounts, so that segments add up to `share`. */
  bySegment: Record<string, { accounts: number; share: number | null }>;
}

export interface Hits {
  /** Accounts with at least one capped call that no walk made good. */
  accounts: number;
  /** Such calls that name no account: with any, `accounts` and the share are lower bounds; with nothing else, the share is unknown. */
  unnamed: number;
  exposure: Exposure;
}

interface HitRow {
  tool: string;
  segment: string | null;
  accounts: number;
  revenue: number | null;
  unknown: number;
}

interface Totals {
  accounts: number;
  revenue: number | null;
  unknown: number;
  currencies: number;
  currency: string | null;
}

/** Which accounts the filter's capped calls hit and what revenue they hold, all tools together. */
export async function hits(store: Store, filter: Filter): Promise<Hits> {
  const rows = await store.all<HitRow>(bySegment(filter, sql`'' AS tool`));
  const unnamed = [...(await unnamedByTool(store, filter)).values()].reduce((sum, calls) => sum + calls, 0);
  return toHits(rows, await totals(store), unnamed);
}

/** The same for each tool apart; a tool without a capped call left is not in the map. */
export async function hitsByTool(store: Store, filter: Filter): Promise<Map<string, Hits>> {
  const rows = await store.all<HitRow>(bySegment(filter, sql`r.tool AS tool`));
  const all = await totals(store);
  const byTool = groupBy(rows, (row) => row.tool);
  const unnamed = await unnamedByTool(store, filter);
  const tools = new Set([...byTool.keys(), ...unnamed.keys()]);
  return new Map([...tools].map((tool) => [tool, toHits(byTool.get(tool) ?? [], all, unnamed.get(tool) ?? 0)]));
}

/** What hits are where no account was hit. */
export async function noHits(store: Store): Promise<Hits> {
  return toHits([], await totals(store), 0);
}

function bySegment(filter: Filter, tool: SQL): SQL {
  const { from, where } = accountSlice(filter);
  return sql`WITH hit AS (
      SELECT DISTINCT ${tool}, a.id AS account FROM ${from}
      WHERE ${where} AND ${cappedCondition(filter)} AND r.recovered = 0 AND a.id <> '')
    SELECT hit.tool, accounts.segment, count(*) AS accounts, sum(accounts.revenue) AS revenue,
      sum(accounts.revenue IS NULL) AS unknown
    FROM hit JOIN accounts ON accounts.id = hit.account GROUP BY hit.tool, accounts.segment`;
}

/** Capped calls left that name no account, per tool; none where the filter asks for named accounts or a segment. */
async function unnamedByTool(store: Store, filter: Filter): Promise<Map<string, number>> {
  const asked = filter.accounts.length === 0 || filter.accounts.includes('');
  if (!asked || filter.segments.length > 0) return new Map();
  const { from, where } = accountSlice({ ...filter, accounts: [''] });
  const rows = await store.all<{ tool: string; calls: number }>(
    sql`SELECT r.tool AS tool, sum(r.calls) AS calls FROM ${from}
      WHERE ${where} AND ${cappedCondition(filter)} AND r.recovered = 0 GROUP BY r.tool`,
  );
  return new Map(rows.map(({ tool, calls }) => [tool, calls]));
}

async function totals(store: Store): Promise<Totals> {
  const row = await store.get<Totals>(sql`SELECT count(*) AS accounts, sum(revenue) AS revenue,
      coalesce(sum(revenue IS NULL), 0) AS unknown, count(DISTINCT CASE WHEN revenue IS NOT NULL THEN currency END) AS currencies,
      max(CASE WHEN revenue IS NOT NULL THEN currency END) AS currency FROM accounts`);
  return row ?? { accounts: 0, revenue: null, unknown: 0, currencies: 0, currency: null };
}

function toHits(rows: readonly HitRow[], all: Totals, unnamed: number): Hits {
  const nobody = rows.length === 0 && unnamed > 0;
  const reason = nobody ? 'the capped calls name no account' : whyNoShare(all);
  const total = all.revenue ?? 0;
  const shareOf = (revenue: number | null) => (reason === null ? (revenue ?? 0) / total : null);
  const sum = (pick: (row: HitRow) => number) => rows.reduce((s, row) => s + pick(row), 0);
  const hit = sum((row) => row.revenue ?? 0);
  return {
    accounts: sum((row) => row.accounts),
    unnamed,
    exposure: {
      share: shareOf(hit),
      reason,
      revenue: { hit, all: total, currency: all.currencies === 1 ? all.currency : null },
      unknownRevenue: { hit: sum((row) => row.unknown), all: all.unknown },
      bySegment: Object.fromEntries(
        rows.map((row) => [
          row.segment ?? UNKNOWN_SEGMENT,
          // A segment whose hit accounts have no known revenue holds an unknown share, not none.
          { accounts: row.accounts, share: row.revenue === null ? null : shareOf(row.revenue) },
        ]),
      ),
    },
  };
}

function whyNoShare(all: Totals): string | null {
  if (all.currencies > 1) return `revenue is in ${all.currencies} currencies, which do not add up`;
  if (all.revenue === null) return all.accounts === 0 ? 'no accounts are known' : 'no revenue is known';
  return all.revenue > 0 ? null : 'all revenue is zero';
}
