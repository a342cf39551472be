import { csvCells } from '../contract/read/csv';
import type { PageRows } from '../contract/read/page-rows';
import { tableCells } from '../contract/read/table-cells';
import { elements, get, skeleton } from '../json';
import { pageSize } from './budget';
import type { FieldCost, RowCosts } from './row-cost-types';

/** Rows that are counted at most; more are thinned evenly, so that each has the same weight. */
export const MOST_ROWS = 1500;

type Count = (text: string) => number;
type Measured = Pick<RowCosts, 'rows' | 'ofRows' | 'mean' | 'p95' | 'overhead' | 'fields'>;

/**
 * What rows cost, over all rows of some pages: tokens of each row's own text; a field's part is that of its text among
 * the row's fields, so that fields add up to the row. Null where no page has a row. Pure; `most` bounds the work.
 */
export function rowCost(pages: readonly PageRows[], count: Count, most = MOST_ROWS): Measured | null {
  const all = pages.flatMap((page) => page.rows.map((row) => ({ page, row })));
  if (all.length === 0) return null;
  const step = Math.max(1, all.length / most);
  const costs: number[] = [];
  const sums = new Map<string, number>();
  for (let at = 0; Math.floor(at) < all.length; at += step) {
    const one = all[Math.floor(at)];
    if (one === undefined) break;
    const cost = count(one.row);
    costs.push(cost);
    const fields = fieldTexts(one.row, one.page).map(([name, text]) => ({ name, tokens: count(text) }));
    const counted = fields.reduce((sum, { tokens }) => sum + tokens, 0);
    if (counted === 0) continue;
    for (const { name, tokens } of fields) sums.set(name, (sums.get(name) ?? 0) + (tokens / counted) * cost);
  }
  const mean = costs.reduce((sum, n) => sum + n, 0) / costs.length;
  return {
    rows: costs.length,
    ofRows: all.length,
    mean,
    p95: percentile(costs, 0.95),
    overhead: pages.reduce((sum, page) => sum + count(page.envelope), 0) / pages.length,
    fields: [...sums]
      .map(([name, sum]): FieldCost => ({ name, mean: sum / costs.length, share: sum / costs.length / mean }))
      .sort((a, b) => b.mean - a.mean || (a.name < b.name ? -1 : 1)),
  };
}

/** The smallest of the values that at least this part of them does not exceed. */
function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;
}

/** The fields of one row with their text, names included where the row repeats them; empty for plain lines. */
export function fieldTexts(row: string, { cells, columns }: PageRows): [name: string, text: string][] {
  if (cells === null) return [];
  if (cells === 'json') return jsonFields(row, columns);
  const parts = cells === 'csv' ? csvCells(row) : cells === 'tsv' ? row.split('\t') : tableCells(row);
  return parts.map((text, i) => [columns?.[i] || `column ${i + 1}`, text]);
}

function jsonFields(row: string, columns: readonly string[] | null): [string, string][] {
  const node = skeleton(row);
  if (node?.kind === 'array')
    return [...elements(row, node)].map((span, i) => [columns?.[i] ?? `[${i}]`, row.slice(span.start, span.end)]);
  if (node?.kind !== 'object') return [];
  const inner = get(node, 'node');
  // The row of a GraphQL edge is its node; what stands beside it is named with the edge.
  const entries =
    inner?.kind === 'object' ? [...inner.entries, ...node.entries.filter((e) => e.node !== inner)] : node.entries;
  return entries.map((entry) => [
    entry.key,
    `${JSON.stringify(entry.key)}:${row.slice(entry.node.start, entry.node.end)}`,
  ]);
}

/** Rows that a budget pays for without one field, and with it; null where rows would cost nothing. */
export function withoutField(costs: Pick<RowCosts, 'mean' | 'overhead'>, field: FieldCost, budget: number) {
  const { mean, overhead } = costs;
  return {
    rows: pageSize(budget, { perRow: mean, overhead }),
    without: pageSize(budget, { perRow: mean - field.mean, overhead }),
  };
}
