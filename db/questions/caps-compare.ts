import { sql } from 'drizzle-orm';
import { type CapComparison, type CapPeriod, compareCapPeriods } from '@/lib/caps/compare';
import type { Candidate } from '@/lib/caps/types';
import type { Filter } from '../filter';
import type { Store } from '../store';
import { figures } from './figures';
import { type Deploy, deploysIn } from './frame';
import { typicalPages } from './typical-page';

const HOUR = 3_600_000;

/** A period to compare; epoch ms, `to` exclusive. */
export interface Span {
  from: number;
  to: number;
  version: string | null;
}

/** What would have been in a slice at a cap: `capDecision` with one candidate. Null where it cannot say. */
export type WhatIf = (filter: Filter, tool: string, cap: number) => Promise<Candidate | null>;

/**
 * The two periods that `compare` asks for: a version (before and after its first call), or `from..to` in ISO 8601 (that
 * period with the filter's own). Null asks for the newest deploy of the range. Null when there is nothing to compare.
 */
export async function spansToCompare(
  store: Store,
  filter: Filter,
  tool: string,
  compare: string | null,
): Promise<{ before: Span; after: Span } | null> {
  const other = compare === null ? null : readSpan(compare);
  if (other !== null) {
    const own = { ...(await withinCalls(store, filter, tool)), version: null };
    return other.from <= own.from ? { before: other, after: own } : { before: own, after: other };
  }
  const deploys = await deploysIn(store, { ...filter, tools: [tool] });
  const at = compare === null ? deploys.length - 1 : deploys.findIndex((d) => d.version === compare);
  const deploy = deploys[at];
  if (deploy === undefined) return null;
  const hour = (d: Deploy) => Math.floor(d.at / HOUR) * HOUR;
  const [earlier, later] = [deploys[at - 1], deploys[at + 1]];
  return {
    before: { from: earlier ? hour(earlier) : filter.from, to: hour(deploy), version: earlier?.version ?? null },
    after: { from: hour(deploy), to: later ? hour(later) : filter.to, version: deploy.version },
  };
}

/** Did the change between two periods do what the earlier one's what-if promised of the later one's cap? */
export async function compareCaps(
  store: Store,
  filter: Filter,
  tool: string,
  spans: { before: Span; after: Span },
  whatIf: WhatIf,
): Promise<CapComparison> {
  const slice: Filter = { ...filter, tools: [tool], verdicts: [], caps: 'imposed' };
  const before = await period(store, slice, tool, spans.before);
  const after = await period(store, slice, tool, spans.after);
  const asked =
    after.cap === null ? null : await whatIf({ ...slice, from: before.from, to: before.to }, tool, after.cap);
  return compareCapPeriods(tool, before, after, asked);
}

async function period(store: Store, slice: Filter, tool: string, { from, to, version }: Span): Promise<CapPeriod> {
  const own = { ...slice, from, to };
  const { all } = await figures(store, own);
  const cap = (await typicalPages(store, own)).get(tool) ?? null;
  const { calls, capped, left, median, unseen } = all;
  const unseenUnsure = unseen.unknown + unseen.at_least;
  return { from, to, version, calls, capped, left, cap, median, unseenRows: unseen.total, unseenUnsure };
}

function readSpan(compare: string): Span | null {
  const [from, to, more] = compare.split('..').map((end) => Date.parse(end));
  if (from === undefined || to === undefined || more !== undefined) return null;
  return Number.isFinite(from) && Number.isFinite(to) && from < to ? { from, to, version: null } : null;
}

/** The filter's range without the empty time around the tool's calls. */
async function withinCalls(store: Store, filter: Filter, tool: string): Promise<{ from: number; to: number }> {
  const row = await store.get<{ first: number | null; last: number | null }>(
    sql`SELECT min(ts) AS first, max(ts) AS last FROM calls WHERE tool = ${tool} AND ts >= ${filter.from} AND ts < ${filter.to}`,
  );
  return { from: row?.first ?? filter.from, to: row?.last == null ? filter.to : row.last + 1 };
}
