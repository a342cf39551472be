import { queryNames } from '../../contract/limits/args';

/** How often an argument was given on complete and on capped calls; counts of the sample. */
export interface Narrowing {
  argument: string;
  complete: number;
  capped: number;
}

export interface Filtering {
  /** Calls looked at. */
  complete: number;
  capped: number;
  /** Arguments given more often where the result was complete, by the difference of the rates. */
  narrowing: Narrowing[];
}

/** Arguments (without paging) that complete calls carry more often than capped ones: candidates, no proof of a cause. Pure. */
export function filtering(complete: readonly string[], capped: readonly string[]): Filtering {
  const inComplete = tally(complete);
  const inCapped = tally(capped);
  const rate = (n: number, of: number) => (of === 0 ? 0 : n / of);
  const lead = (one: Narrowing) => rate(one.complete, complete.length) - rate(one.capped, capped.length);
  const narrowing = [...inComplete]
    .map(([argument, n]) => ({ argument, complete: n, capped: inCapped.get(argument) ?? 0 }))
    .filter((one) => capped.length > 0 && lead(one) > 0)
    .sort((a, b) => lead(b) - lead(a) || (a.argument < b.argument ? -1 : 1));
  return { complete: complete.length, capped: capped.length, narrowing };
}

function tally(calls: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const args of calls) for (const name of queryNames(args)) found.set(name, (found.get(name) ?? 0) + 1);
  return found;
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

/** A row field with few values: a candidate for `narrow_by`. */
export interface FewValues {
  field: string;
  values: number;
  /** Rows that carry it. */
  rows: number;
}

const FEW = 12;

/** Fields with 2 to 12 distinct plain values that at least nine rows in ten carry; fewest values first. Pure. */
export function fewValues(rows: readonly unknown[]): FewValues[] {
  const seen = new Map<string, { values: Set<string>; rows: number }>();
  for (const row of rows)
    for (const [field, value] of entriesOf(row)) {
      if (value === null || typeof value === 'object') continue;
      const mine = seen.get(field) ?? { values: new Set<string>(), rows: 0 };
      mine.rows++;
      if (mine.values.size <= FEW) mine.values.add(String(value));
      seen.set(field, mine);
    }
  return [...seen]
    .map(([field, { values, rows }]) => ({ field, values: values.size, rows }))
    .filter((one) => one.values > 1 && one.values <= FEW && one.rows >= rows.length * 0.9 && one.rows > 2 * one.values)
    .sort((a, b) => a.values - b.values || (a.field < b.field ? -1 : 1));
}
