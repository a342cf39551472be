import { type SQL, sql } from 'drizzle-orm';
import type { Filter } from '../filter';
import { groupBy } from '../group-by';
import { accountSlice, cappedCondition } from '../rollup-range';
import type { Store } from '../store';
import { type Amount, amountIn, type Revenue, revenue } from './revenue';

/** Key of accounts whose segment is neither given nor follows from revenue. */
export const UNKNOWN_SEGMENT = 'unknown';

/** Revenue of some accounts as a share of all accounts' revenue. */
export interface Exposure {
  /** Known revenue of the accounts ÷ known revenue of all; null when `reason` says why it cannot be. */
  share: number | null;
  reason: string | null;
  /** In `currency`, per year; sums of what is known, null where several currencies do not add up. */
  revenue: { hit: number | null; all: number | null; currency: string | null };
  /** Accounts without known revenue; never taken for zero. */
  unknownRevenue: { hit: number; all: number };
  /** Shares are of the revenue of *all* accounts, so that segments add up to `share`. */
  bySegment: Record<string, { accounts: number; share: number | null }>;
  /** Where revenue is in several currencies: each apart, its share of that currency's revenue. '' states none. */
  byCurrency?: Record<string, { accounts: number; hit: number; all: number; share: number | null }>;
  /** Where several currencies were converted: into what, and the day of the rates. */
  converted?: { base: string; asOf: string };
}

export interface Hits {
  /** Accounts with at least one capped call that no walk made good. */
  accounts: number;
  /** Such calls that name no account: with any, `accounts` and the share are lower bounds; with nothing else, the share is unknown. */
  unnamed: number;
  exposure: Exposure;
}

interface HitRow extends Amount {
  tool: string;
  segment: string | null;
}

/** Which accounts the filter's capped calls hit and what revenue they hold, all tools together. */
export async function hits(store: Store, filter: Filter): Promise<Hits> {
  const rows = await store.all<HitRow>(bySegment(filter, sql`'' AS tool`));
  const unnamed = [...(await unnamedByTool(store, filter)).values()].reduce((sum, calls) => sum + calls, 0);
  return toHits(rows, await revenue(store), unnamed);
}

/** The same for each tool apart; a tool without a capped call left is not in the map. */
export async function hitsByTool(store: Store, filter: Filter): Promise<Map<string, Hits>> {
  const rows = await store.all<HitRow>(bySegment(filter, sql`r.tool AS tool`));
  const all = await revenue(store);
  const byTool = groupBy(rows, (row) => row.tool);
  const unnamed = await unnamedByTool(store, filter);
  const tools = new Set([...byTool.keys(), ...unnamed.keys()]);
  return new Map([...tools].map((tool) => [tool, toHits(byTool.get(tool) ?? [], all, unnamed.get(tool) ?? 0)]));
}

/** What hits are where no account was hit. */
export async function noHits(store: Store): Promise<Hits> {
  return toHits([], await revenue(store), 0);
}

function bySegment(filter: Filter, tool: SQL): SQL {
  const { from, where } = accountSlice(filter);
  return sql`WITH hit AS (
      SELECT DISTINCT ${tool}, a.id AS account FROM ${from}
      WHERE ${where} AND ${cappedCondition(filter)} AND r.recovered = 0 AND a.id <> '')
    SELECT hit.tool, accounts.segment, accounts.currency, count(*) AS accounts,
      sum(accounts.revenue) AS revenue, sum(accounts.revenue IS NULL) AS unknown
    FROM hit JOIN accounts ON accounts.id = hit.account GROUP BY hit.tool, accounts.segment, accounts.currency`;
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

function toHits(rows: readonly HitRow[], all: Revenue, unnamed: number): Hits {
  const nobody = rows.length === 0 && unnamed > 0;
  const reason = nobody ? 'the capped calls name no account' : all.reason;
  const shareOf = (part: readonly HitRow[]) =>
    reason === null && all.sum !== null ? (amountIn(all, part) ?? 0) / all.sum : null;
  const segments = groupBy(rows, (row) => row.segment ?? UNKNOWN_SEGMENT);
  return {
    accounts: accountsOf(rows),
    unnamed,
    exposure: {
      share: shareOf(rows),
      reason,
      revenue: { hit: amountIn(all, rows), all: all.currencies.length === 0 ? 0 : all.sum, currency: all.currency },
      unknownRevenue: { hit: rows.reduce((n, row) => n + row.unknown, 0), all: all.unknown },
      bySegment: Object.fromEntries(
        [...segments].map(([segment, part]) => [
          segment,
          // A segment whose hit accounts have no known revenue holds an unknown share, not none.
          { accounts: accountsOf(part), share: part.every((row) => row.revenue === null) ? null : shareOf(part) },
        ]),
      ),
      ...(all.currencies.length > 1 && { byCurrency: byCurrency(rows, all) }),
      ...(all.converted && { converted: { base: all.converted.base, asOf: all.converted.asOf } }),
    },
  };
}

function byCurrency(rows: readonly HitRow[], all: Revenue): NonNullable<Exposure['byCurrency']> {
  const known = all.amounts.filter((amount) => amount.revenue !== null);
  return Object.fromEntries(
    known.map(({ currency, revenue: whole }) => {
      const part = rows.filter((row) => row.currency === currency);
      const hit = part.reduce((sum, row) => sum + (row.revenue ?? 0), 0);
      const total = whole ?? 0;
      return [currency ?? '', { accounts: accountsOf(part), hit, all: total, share: total > 0 ? hit / total : null }];
    }),
  );
}

function accountsOf(rows: readonly HitRow[]): number {
  return rows.reduce((n, row) => n + row.accounts, 0);
}
