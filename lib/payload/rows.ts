import { elements, stringAt } from '../json';
import type { Node } from '../json/types';
import { type Doc, type Place, resolve, unwrap } from './document';

/** Text shown of one row at most; the rest is one click away in the whole text. UTF-16 units. */
export const ROW_SHOWN = 4_000;

/** Rows given at once at most. */
export const ROWS_SHOWN = 100;

export interface RowText {
  /** From 0. */
  index: number;
  /** Where the row stands in its text, and how long it is; `text` may be shorter. */
  start: number;
  length: number;
  text: string;
}

export interface RowWindow {
  path: string;
  from: number;
  /** Rows that there are. */
  matched: number;
  rows: RowText[];
}

/** Start and end of every row, so that the thousandth page costs the same as the first. */
export interface RowIndex {
  text: string;
  starts: Uint32Array;
  ends: Uint32Array;
}

/** Whole elements of an array. */
export function indexElements(text: string, node: Node): RowIndex {
  const count = node.kind === 'array' ? node.count : 0;
  const starts = new Uint32Array(count);
  const ends = new Uint32Array(count);
  let i = 0;
  for (const span of elements(text, node)) {
    starts[i] = span.start;
    ends[i] = span.end;
    i++;
  }
  return { text, starts: starts.subarray(0, i), ends: ends.subarray(0, i) };
}

/** Lines of a text, without their ends; a last empty line does not count. */
export function indexLines(text: string, from = 0, to = text.length): RowIndex {
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = from; at < to; ) {
    const feed = text.indexOf('\n', at);
    const end = feed < 0 || feed >= to ? to : feed;
    starts.push(at);
    ends.push(end > at && text.charCodeAt(end - 1) === 13 ? end - 1 : end);
    at = end + 1;
  }
  return { text, starts: Uint32Array.from(starts), ends: Uint32Array.from(ends) };
}

/** The rows behind a path: elements of the array there, or lines of the string or of the plain text. Null: no rows. */
export function indexAt(doc: Doc, path: string): RowIndex | null {
  if (path === 'lines') return indexLines(doc.text);
  const place: Place | null = resolve(doc, path, /^\w+/.exec(path)?.[0]);
  if (place?.node.kind === 'array') return indexElements(place.text, place.node);
  if (place?.node.kind !== 'string') return null;
  const inner = unwrap(place);
  return inner?.node.kind === 'array'
    ? indexElements(inner.text, inner.node)
    : indexLines(stringAt(place.text, place.node));
}

/** Rows `from` … of an index; numbers out of range are brought into it. */
export function rowWindow(path: string, index: RowIndex, from: number, count: number): RowWindow {
  const matched = index.starts.length;
  const first = Math.max(0, Math.min(Math.floor(from) || 0, Math.max(0, matched - 1)));
  const last = Math.min(matched, first + Math.max(1, Math.min(Math.floor(count) || 1, ROWS_SHOWN)));
  const rows: RowText[] = [];
  for (let i = first; i < last; i++) rows.push(rowText(index, i));
  return { path, from: first, matched, rows };
}

export function rowText(index: RowIndex, i: number): RowText {
  const start = index.starts[i] ?? 0;
  const end = index.ends[i] ?? start;
  return { index: i, start, length: end - start, text: index.text.slice(start, Math.min(end, start + ROW_SHOWN)) };
}
