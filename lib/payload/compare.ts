import { count } from '../format';
import type { RowIndex } from './rows';

/** Rows compared at most: two lists that a model could have received are far shorter. */
const COMPARED = 20_000;

/**
 * Numbers (from 0) of the rows that one view holds and the other lacks, compared as text and each counted once. Null
 * when there are too many to compare, or when no row is in both: then they were rewritten rather than removed.
 */
export function missingRows(full: RowIndex, kept: RowIndex): number[] | null {
  if (full.starts.length > COMPARED || kept.starts.length > COMPARED) return null;
  const left = new Map<string, number>();
  for (let i = 0; i < kept.starts.length; i++) {
    const text = textAt(kept, i);
    left.set(text, (left.get(text) ?? 0) + 1);
  }
  const missing: number[] = [];
  for (let i = 0; i < full.starts.length; i++) {
    const text = textAt(full, i);
    const there = left.get(text) ?? 0;
    if (there > 0) left.set(text, there - 1);
    else missing.push(i);
  }
  return missing.length === full.starts.length && kept.starts.length > 0 ? null : missing;
}

function textAt(index: RowIndex, i: number): string {
  return index.text.slice(index.starts[i], index.ends[i]);
}

/** `15–20, 23` from numbers that count from 0; beyond five runs "and 12 more rows". */
export function runsText(rows: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (last && row === last[1] + 1) last[1] = row;
    else runs.push([row, row]);
  }
  const shown = runs
    .slice(0, 5)
    .map(([from, to]) => (from === to ? count(from + 1) : `${count(from + 1)}–${count(to + 1)}`));
  const rest = runs.slice(5).reduce((n, [from, to]) => n + to - from + 1, 0);
  return shown.join(', ') + (rest > 0 ? ` and ${count(rest)} more` : '');
}
