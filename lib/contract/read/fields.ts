/** Reads declared fields out of an envelope: by key, parent and kind; never inside rows. */

import { elements, scalarAt, skeletonAt, stringAt } from '@/lib/json';
import type { Node, ObjectNode } from '@/lib/json/types';
import { FIELD_PATTERNS, FIELDS, type Meaning, OPAQUE, OTHER_TOTALS, type Spelling } from '../data/fields';
import { plain } from '../words';

/** One declared field as found. `value` is null for an explicit null, and for objects that are empty. */
export interface Field {
  meaning: Meaning;
  path: string;
  key: string;
  value: string | number | boolean | null;
  kind: Node['kind'];
  spelling: Spelling | null;
  /** Beside the rows (0), around them (1, 2, …), or in an object of their own (10 and more). */
  distance: number;
  /** Length of key and value, for overhead. */
  length: number;
  parent: string;
}

const MOST = 600;
const DEEPEST = 6;

const BY_KEY = new Map<string, Spelling[]>();
for (const spelling of FIELDS)
  for (const key of spelling.keys) {
    const list = BY_KEY.get(plain(key));
    if (list) list.push(spelling);
    else BY_KEY.set(plain(key), [spelling]);
  }

export interface Envelope {
  path: string;
  text: string;
  node: ObjectNode;
  /** The object that holds the rows, when it is inside this envelope. */
  holder: Node | null;
  rowsKey: string | null;
}

/** All declared fields of an envelope, nearest to the rows first. */
export function readFields(envelope: Envelope): Field[] {
  const out: Field[] = [];
  const trail = trailTo(envelope.node, envelope.holder);
  let visited = 0;
  const walk = (node: ObjectNode, path: string, parents: string[], depth: number): void => {
    const at = trail.indexOf(node);
    const distance = at >= 0 ? trail.length - 1 - at : 10 + depth;
    for (const { key, node: value } of node.entries) {
      if (++visited > MOST) return;
      const name = plain(key);
      const field = fieldOf(envelope, key, name, value, parents, distance, `${path}.${key}`);
      if (field !== null) out.push(field);
      if (value.kind === 'object' && depth < DEEPEST && (!OPAQUE.includes(name) || trail.includes(value)))
        walk(value, `${path}.${key}`, [name, ...parents], depth + 1);
    }
  };
  walk(envelope.node, envelope.path, [], 0);
  return out.sort((a, b) => a.distance - b.distance);
}

/** The objects from the envelope down to the one that holds the rows. */
function trailTo(root: ObjectNode, holder: Node | null): Node[] {
  if (holder === null) return [root];
  const path: Node[] = [];
  const find = (node: ObjectNode): boolean => {
    path.push(node);
    if (node === holder) return true;
    for (const { node: child } of node.entries)
      if (child.kind === 'object' && child.start <= holder.start && child.end >= holder.end && find(child)) return true;
    path.pop();
    return false;
  };
  return find(root) ? path : [root];
}

function fieldOf(
  envelope: Envelope,
  key: string,
  name: string,
  node: Node,
  parents: readonly string[],
  distance: number,
  path: string,
): Field | null {
  const spelling = spellingOf(name, node, parents, distance) ?? totalOfRows(name, node, envelope.rowsKey);
  const pattern = spelling === null ? FIELD_PATTERNS.find((one) => one.pattern.test(key)) : undefined;
  if (spelling === null && (pattern === undefined || node.kind !== 'number')) return null;
  if (!isClosed(node)) return null;
  return {
    meaning: spelling?.meaning ?? 'matched',
    path,
    key: name,
    value: fieldValue(envelope.text, node),
    kind: node.kind,
    spelling,
    distance,
    length: key.length + 4 + (node.end - node.start),
    parent: parents[0] ?? '',
  };
}

function isClosed(node: Node): boolean {
  return node.closed;
}

function spellingOf(name: string, node: Node, parents: readonly string[], distance: number): Spelling | null {
  for (const spelling of BY_KEY.get(name) ?? []) {
    if (spelling.kinds !== undefined && !spelling.kinds.includes(node.kind)) continue;
    if (spelling.under !== undefined && !parents.slice(0, 2).some((parent) => spelling.under?.includes(parent)))
      continue;
    if (spelling.near === true && distance > 3) continue;
    if (spelling.meaning === 'matched' && parents.slice(0, 2).some((parent) => OTHER_TOTALS.includes(parent))) continue;
    if (spelling.meaning === 'cursor' && (node.kind === 'boolean' || node.kind === 'array')) continue;
    return spelling;
  }
  return null;
}

const ROWS_TOTAL: Spelling = {
  meaning: 'matched',
  keys: [],
  relation: 'exact',
  source: 'total and the name of the list: total_tables, issuesTotal',
};

function totalOfRows(name: string, node: Node, rowsKey: string | null): Spelling | null {
  if (rowsKey === null || rowsKey === '' || node.kind !== 'number') return null;
  const key = plain(rowsKey);
  return name === `total${key}` || name === `${key}total` || name === `num${key}total` ? ROWS_TOTAL : null;
}

function fieldValue(text: string, node: Node): Field['value'] {
  if (node.kind === 'object') return node.entries.length === 0 ? null : text.slice(node.start, node.end).slice(0, 500);
  if (node.kind === 'array') return firstString(text, node) ?? node.count;
  return scalarAt(text, node);
}

/** The words of a list of sentences (`warnings: ["…"]`). */
function firstString(text: string, node: Node): string | null {
  if (node.kind !== 'array' || node.first?.kind !== 'string') return null;
  const parts: string[] = [];
  for (const span of elements(text, node)) {
    const child = skeletonAt(text, span);
    if (child !== null) parts.push(stringAt(text, child));
    if (parts.length >= 8) break;
  }
  return parts.join('\n');
}

/** A declared number; strings of digits count, for APIs that print totals as strings. */
export function asNumber(value: Field['value']): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'string' && /^\d[\d,]*$/.test(value.trim())) return Number(value.replaceAll(',', ''));
  return null;
}
