/** When the rows of a list are from, told by the field by which the list is in order. */

import { elements, entries, scalarAt, skeletonAt } from '@/lib/json';
import type { Node } from '@/lib/json/types';
import { DATE_FIELDS } from '../data/searches';
import { plain } from '../words';
import type { RowList } from './types';

const ISO = /^\d{4}-\d\d-\d\d(?:$|[T ])/;

export interface Span {
  rows: number;
  /** As they stand in the rows. */
  from: string;
  to: string;
  path: string;
}

/** The date of one row, by the best of its fields; null when it has none. */
export function dateOf(text: string, row: Node | null): string | null {
  const dates = datesOf(text, row);
  for (const name of DATE_FIELDS) {
    const found = dates.get(name);
    if (found !== undefined) return found.value;
  }
  return null;
}

/** How far back the first `take` rows of a list reach. Null where they are not in order by a date, newest first. */
export function spanOf(list: RowList, take: number): Span | null {
  const columns = new Map<string, { key: string; values: string[] }>();
  let rows = 0;
  for (const span of elements(list.text, list.node)) {
    if (rows === take) break;
    rows++;
    const row = span.kind === 'object' ? skeletonAt(list.text, span) : null;
    for (const [name, { key, value }] of datesOf(list.text, row)) {
      const column = columns.get(name);
      if (column === undefined) columns.set(name, { key, values: [value] });
      else column.values.push(value);
    }
  }
  if (rows < take || rows < 2) return null;
  for (const name of DATE_FIELDS) {
    const { key, values } = columns.get(name) ?? { key: name, values: [] };
    const [to, from] = [values[0], values.at(-1)];
    if (values.length < rows || to === undefined || from === undefined) continue;
    if (values.every((value, at) => at === 0 || value <= (values[at - 1] ?? '')))
      return { rows, from, to, path: `${list.path}[0..${rows - 1}].${key}` };
  }
  return null;
}

function datesOf(text: string, row: Node | null): Map<string, { key: string; value: string }> {
  const out = new Map<string, { key: string; value: string }>();
  for (const { key, node } of entries(row)) {
    const name = plain(key);
    if (node.kind !== 'string' || !DATE_FIELDS.includes(name)) continue;
    const value = String(scalarAt(text, node));
    if (ISO.test(value)) out.set(name, { key, value });
  }
  return out;
}
