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
    const value = dates.get(name);
    if (value !== undefined) return value;
  }
  return null;
}

/** How far back the first `take` rows of a list reach. Null where they are not in order by a date, newest first. */
export function spanOf(list: RowList, take: number): Span | null {
  const columns = new Map<string, string[]>();
  let rows = 0;
  for (const span of elements(list.text, list.node)) {
    if (rows === take) break;
    rows++;
    for (const [name, value] of datesOf(list.text, span.kind === 'object' ? skeletonAt(list.text, span) : null)) {
      const column = columns.get(name);
      if (column === undefined) columns.set(name, [value]);
      else column.push(value);
    }
  }
  if (rows < take || rows < 2) return null;
  for (const name of DATE_FIELDS) {
    const column = columns.get(name);
    const [to, from] = [column?.[0], column?.at(-1)];
    if (column === undefined || column.length < rows || to === undefined || from === undefined) continue;
    if (column.every((value, at) => at === 0 || value <= (column[at - 1] ?? '')))
      return { rows, from, to, path: `${list.path}[0..${rows - 1}].${name}` };
  }
  return null;
}

function datesOf(text: string, row: Node | null): Map<string, string> {
  const out = new Map<string, string>();
  for (const { key, node } of entries(row)) {
    const name = plain(key);
    if (node.kind !== 'string' || !DATE_FIELDS.includes(name)) continue;
    const value = String(scalarAt(text, node));
    if (ISO.test(value)) out.set(name, value);
  }
  return out;
}
