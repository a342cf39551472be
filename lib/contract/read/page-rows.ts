/** The rows of a payload as texts, and what stands around them: what a page is paid for. */

import { elements, skeletonAt, valueAt } from '@/lib/json';
import type { Registry } from '../dialects/registry';
import { type Opened, openCall } from '../reading';
import { csvCells } from './csv';
import { shapeOf } from './lines';
import { tableCells } from './table-cells';
import type { RowList } from './types';

/** How a row is divided into fields; null where it is not. */
export type Cells = 'json' | 'csv' | 'tsv' | 'table' | null;

export interface PageRows {
  rows: string[];
  /** The text of the payload without its rows and the separators between them. */
  envelope: string;
  cells: Cells;
  /** Names of the cells, where rows do not carry them. */
  columns: string[] | null;
}

/** The rows of one payload; null where it holds no list. JSON inside a string is taken as decoded. */
export function pageRows(tool: string, args: string, text: string, registry: Registry): PageRows | null {
  const opened = openCall(tool, args, text, 'result', registry);
  const { rows } = opened.body;
  if (rows === null) return null;
  if (rows.lines !== null) return ofLines(opened, rows.lines);
  const spans = rows.lists.map((list) => [...elements(list.text, list.node)]);
  const all = rows.lists.flatMap((list, i) => (spans[i] ?? []).map((span) => list.text.slice(span.start, span.end)));
  const last = rows.marker === null ? all.length : -1;
  const [first] = rows.lists;
  return {
    rows: all.slice(rows.header ?? 0, last),
    envelope: first === undefined ? '' : around(first.text, spans) + all.slice(0, rows.header ?? 0).join('\n'),
    cells: 'json',
    columns: first === undefined ? null : columnsBeside(first, opened),
  };
}

/** A text without the range from the first to the last element of each list. */
function around(text: string, lists: readonly { start: number; end: number }[][]): string {
  let at = 0;
  let out = '';
  for (const list of lists) {
    const from = list[0]?.start ?? at;
    out += text.slice(at, from);
    at = Math.max(at, list.at(-1)?.end ?? from);
  }
  return out + text.slice(at);
}

const COLUMN_KEYS = /^(?:columns?|fields|headers?|col(?:umn)?_?names|schema)$/i;

/** Names of the cells of rows that are arrays, from the list of names beside them. */
function columnsBeside(list: RowList, { body }: Opened): string[] | null {
  const row = list.node.first?.kind === 'array' ? skeletonAt(list.text, list.node.first) : null;
  const parent = body.rows?.parent;
  if (row?.kind !== 'array' || parent?.kind !== 'object') return null;
  for (const { key, node } of parent.entries) {
    if (node.kind !== 'array' || node.count !== row.count || !COLUMN_KEYS.test(key)) continue;
    const names = valueAt(list.text, node);
    if (Array.isArray(names)) return names.map((name, i) => nameOf(name) ?? `[${i}]`);
  }
  return null;
}

function nameOf(column: unknown): string | null {
  if (typeof column === 'string') return column;
  if (column === null || typeof column !== 'object') return null;
  const named = ['name', 'label', 'field'].map((key) => Reflect.get(column, key)).find((v) => typeof v === 'string');
  return typeof named === 'string' ? named : null;
}

function ofLines({ view, body, dialect }: Opened, lines: string[]): PageRows {
  const text = body.text?.body ?? [];
  const full = text.filter((line) => line.trim() !== '');
  const shape = dialect?.rows?.text ?? shapeOf(text);
  const out = { rows: lines, envelope: without(view.text, lines), cells: null, columns: null };
  const [head = ''] = full;
  if (shape === 'csv') return { ...out, cells: 'csv', columns: csvCells(head) };
  // A table of tabs need not begin with a header.
  if (shape === 'tsv') return { ...out, cells: 'tsv', columns: head === lines[0] ? null : head.split('\t') };
  const rule = full.indexOf(lines[0] ?? '') - 2;
  if (shape === 'table') return { ...out, cells: 'table', columns: tableCells(full[rule] ?? '') };
  return out;
}

/** A text without some of its lines, in order; a row that was put together from several stands in none of them. */
function without(text: string, lines: readonly string[]): string {
  let at = 0;
  let out = '';
  for (const line of lines) {
    const found = line === '' ? -1 : text.indexOf(line, at);
    if (found < 0) continue;
    out += text.slice(at, found);
    at = found + line.length + (text[found + line.length] === '\n' ? 1 : 0);
  }
  return out + text.slice(at);
}
