import { sql } from 'drizzle-orm';
import { medianUnseen, type UnseenTotals, unseenTotals } from '@/lib/stats/median';
import type { Median, UnseenBar } from '@/lib/stats/types';
import { CAPPED, type Unseen, type Verdict } from '@/lib/verdict/types';
import type { Filter } from '../filter';
import { slice } from '../rollup-range';
import type { Store } from '../store';

export type Kind = 'flagged' | 'silent' | 'stale';
export const KINDS: readonly Kind[] = ['flagged', 'silent', 'stale'];

/** Counts of calls in a slice. Capped ones are those under the cap that the filter chose; `left` is what no walk made good. */
export interface Counts {
  calls: number;
  capped: number;
  recovered: number;
  left: number;
  kinds: Record<Kind, { left: number; recovered: number }>;
  /** Capped in the same way under the other kind of cap; 0 when both are counted already. */
  beside: number;
  errors: number;
  refused: number;
  unreadable: number;
}

/** Counts, and what was not seen in the capped calls left. */
export interface Figures extends Counts {
  unseen: UnseenTotals;
  median: Median;
}

interface Raw {
  tool: string;
  verdict: Verdict;
  imposed: number;
  recovered: number;
  kind: Unseen['kind'];
  rows: number;
  calls: number;
}

/** Whether a call counts as capped under a filter: its verdict, narrowed by the filter's, and whose cap it was. */
export function counts(filter: Filter, verdict: Verdict, imposed: boolean): boolean {
  if (!CAPPED.includes(verdict)) return false;
  if (filter.verdicts.some((v) => CAPPED.includes(v)) && !filter.verdicts.includes(verdict)) return false;
  return filter.caps === 'both' || imposed === (filter.caps === 'imposed');
}

/** The sums behind figures, so that those of all tools together come out of the same rows as those of each. */
class Sums {
  private readonly bars = new Map<string, UnseenBar>();
  readonly counts: Counts = {
    calls: 0,
    capped: 0,
    recovered: 0,
    left: 0,
    kinds: { flagged: nothing(), silent: nothing(), stale: nothing() },
    beside: 0,
    errors: 0,
    refused: 0,
    unreadable: 0,
  };

  add(filter: Filter, row: Raw): void {
    const c = this.counts;
    c.calls += row.calls;
    if (row.verdict === 'error') c.errors += row.calls;
    if (row.verdict === 'refused') c.refused += row.calls;
    if (row.verdict === 'unreadable') c.unreadable += row.calls;
    const imposed = row.imposed === 1;
    if (counts(filter, row.verdict, imposed)) {
      const kind = c.kinds[row.verdict as Kind];
      c.capped += row.calls;
      if (row.recovered === 1) {
        kind.recovered += row.calls;
        c.recovered += row.calls;
      } else {
        kind.left += row.calls;
        c.left += row.calls;
        this.bar(row);
      }
    } else if (counts({ ...filter, caps: 'both' }, row.verdict, imposed)) c.beside += row.calls;
  }

  private bar(row: Raw): void {
    const key = `${row.kind} ${row.rows}`;
    const bar = this.bars.get(key);
    if (bar) bar.calls += row.calls;
    else this.bars.set(key, { kind: row.kind, rows: row.rows < 0 ? null : row.rows, calls: row.calls });
  }

  /** The exact histogram of unseen counts of the capped calls left. */
  histogram(): UnseenBar[] {
    return [...this.bars.values()].sort((a, b) => (a.rows ?? -1) - (b.rows ?? -1));
  }

  figures(): Figures {
    const bars = this.histogram();
    return { ...this.counts, unseen: unseenTotals(bars), median: medianUnseen(bars) };
  }
}

function nothing() {
  return { left: 0, recovered: 0 };
}

/** Figures of a slice, for all tools together and for each, with the histogram behind them. */
export async function figures(
  store: Store,
  filter: Filter,
): Promise<{ all: Figures; histogram: UnseenBar[]; tools: Map<string, Figures> }> {
  const { from, where } = slice({ ...filter, verdicts: [] });
  const rows = await store.all<Raw>(
    sql`SELECT r.tool, r.verdict, r.imposed, r.recovered, r.unseen_kind AS kind, r.unseen_rows AS "rows", sum(r.calls) AS calls
      FROM ${from} WHERE ${where} GROUP BY 1, 2, 3, 4, 5, 6`,
  );
  const all = new Sums();
  const tools = new Map<string, Sums>();
  for (const row of rows) {
    let tool = tools.get(row.tool);
    if (!tool) {
      tool = new Sums();
      tools.set(row.tool, tool);
    }
    all.add(filter, row);
    tool.add(filter, row);
  }
  return {
    all: all.figures(),
    histogram: all.histogram(),
    tools: new Map([...tools].map(([tool, sums]) => [tool, sums.figures()])),
  };
}
