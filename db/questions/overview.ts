import type { Known, UnseenBar } from '@/lib/stats/types';
import type { Filter, Page } from '../filter';
import type { Store } from '../store';
import { type Figures, figures } from './figures';
import { type Hits, hits, hitsByTool, noHits } from './hits';
import { type KindsAt, kindsOverTime } from './kinds';
import { p95 } from './latency';
import { typicalPages } from './typical-page';

/** One tool with the figures of the overview. */
export interface ToolFigures extends Figures {
  tool: string;
  hits: Hits;
  /** Capped calls left that name no account. */
  nobody: number;
  /** Calls left × median unseen. */
  product: Known;
  /** Upper bound, ms; null when no call says how long it took. */
  p95: number | null;
  /** Rows that capped calls held most often; null when none was capped or rows cannot be counted. */
  typicalPage: number | null;
}

export interface Overview {
  all: Figures & { hits: Hits; nobody: number; product: Known };
  /** Exact histogram of unseen counts of the capped calls left. */
  histogram: UnseenBar[];
  tools: ToolFigures[];
  kinds: KindsAt[];
}

export const TOOL_SORTS = [
  'product',
  'tool',
  'calls',
  'capped',
  'recovered',
  'share',
  'left',
  'median',
  'accounts',
  'exposure',
  'errors',
  'p95',
] as const;
export type ToolSort = (typeof TOOL_SORTS)[number];

/** Everything that the overview shows, from rollups alone. `grain` as in `kindsOverTime`. */
export async function overview(store: Store, filter: Filter, grain: 'hour' | 'day'): Promise<Overview> {
  const narrowed = { ...filter, verdicts: [] };
  const { all, histogram, tools } = await figures(store, filter);
  const [hit, hitOf, none, latency, typical, kinds, nobody] = await Promise.all([
    hits(store, narrowed),
    hitsByTool(store, narrowed),
    noHits(store),
    p95(store, filter),
    typicalPages(store, filter),
    kindsOverTime(store, filter, grain),
    nobodys(store, filter),
  ]);
  return {
    all: { ...all, hits: hit, nobody: nobody?.all.left ?? 0, product: productOf(all) },
    histogram,
    tools: [...tools].map(([tool, f]) => ({
      ...f,
      tool,
      hits: hitOf.get(tool) ?? none,
      nobody: nobody?.tools.get(tool)?.left ?? 0,
      product: productOf(f),
      p95: latency.get(tool) ?? null,
      typicalPage: typical.get(tool) ?? null,
    })),
    kinds,
  };
}

/** Figures of the calls that name no account; null where the filter leaves them out. */
async function nobodys(store: Store, filter: Filter) {
  if (filter.segments.length > 0) return null;
  if (filter.accounts.length > 0 && !filter.accounts.includes('')) return null;
  return figures(store, { ...filter, accounts: [''] });
}

/** Frequency × severity: calls left × median unseen, with the bounds of the median. No calls left: zero. */
export function productOf({ left, median }: Pick<Figures, 'left' | 'median'>): Known {
  if (left === 0) return { kind: 'exact', value: 0 };
  if (median.kind === 'exact' && median.value !== null) return { kind: 'exact', value: left * median.value };
  if (median.kind === 'interval' && median.low !== null) {
    if (median.high !== null)
      return { kind: 'interval', low: left * median.low, high: left * median.high, value: null };
    if (median.low > 0) return { kind: 'at_least', low: left * median.low };
  }
  return { kind: 'unknown' };
}

/** What tools are ranked by, as in `report`: the median of the exactly known calls, else its lower end. */
function rank(t: ToolFigures): number {
  if (t.left === 0) return 0;
  return Math.max(0.5, t.left * (t.median.value ?? t.median.low ?? 0));
}

const KEYS: Record<Exclude<ToolSort, 'tool'>, (t: ToolFigures) => number> = {
  product: rank,
  calls: (t) => t.calls,
  capped: (t) => t.capped,
  recovered: (t) => t.recovered,
  share: (t) => t.capped / t.calls,
  left: (t) => t.left,
  median: (t) => (t.left === 0 ? -2 : (t.median.value ?? t.median.low ?? -1)),
  accounts: (t) => t.hits.accounts,
  exposure: (t) => t.hits.exposure.share ?? -1,
  errors: (t) => t.errors,
  p95: (t) => t.p95 ?? -1,
};

const WORDS: Record<ToolSort, string> = {
  product: 'calls left × median unseen',
  tool: 'name',
  calls: 'calls',
  capped: 'capped calls',
  recovered: 'recovered calls',
  share: 'share capped',
  left: 'calls left',
  median: 'median unseen',
  accounts: 'accounts hit',
  exposure: 'exposure',
  errors: 'errors',
  p95: 'p95 latency',
};

/** Orders tools and cuts a page out. Where a median has bounds, the known calls' median ranks it; unknown stands above none. */
export function toolPage(
  tools: readonly ToolFigures[],
  options: { sort?: string | null; dir?: 'asc' | 'desc'; cursor?: string | null; limit?: number } = {},
): Page<ToolFigures> & { sort: ToolSort; dir: 'asc' | 'desc' } {
  const sort = TOOL_SORTS.find((s) => s === options.sort) ?? 'product';
  const dir = options.dir ?? 'desc';
  const sign = dir === 'desc' ? -1 : 1;
  const byName = (a: ToolFigures, b: ToolFigures) => (a.tool < b.tool ? -1 : a.tool > b.tool ? 1 : 0);
  const ordered = tools.toSorted((a, b) => {
    if (sort === 'tool') return sign * byName(a, b);
    return sign * (KEYS[sort](a) - KEYS[sort](b)) || b.left - a.left || b.calls - a.calls || byName(a, b);
  });
  const limit = options.limit ?? 50;
  const start = /^\d{1,9}$/.test(options.cursor ?? '') ? Number(options.cursor) : 0;
  const rows = ordered.slice(start, start + limit);
  const end = start + rows.length;
  return {
    rows,
    matched: ordered.length,
    returned: rows.length,
    order:
      sort === 'product' && dir === 'desc'
        ? 'worst product first'
        : `by ${WORDS[sort]}, ${dir === 'desc' ? 'most first' : 'least first'}`,
    next: end < ordered.length ? String(end) : null,
    sort,
    dir,
  };
}
