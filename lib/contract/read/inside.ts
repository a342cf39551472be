/** What only the rows themselves tell: a list in a row that was cut, and where the next cursor resumes. */

import { elements, entries, get, scalarAt, skeleton, skeletonAt } from '@/lib/json';
import type { Node } from '@/lib/json/types';
import { PARENT_KEYS } from '../data/rows';
import type { Opened } from '../reading';
import type { Evidence, Fact } from '../types';
import { plain } from '../words';
import type { Declared } from './contract';
import type { Rows } from './types';

/** Flags worth opening a row for; a plain search of the text comes first, so that rows without them cost nothing. */
const FLAGS = ['has_more"', 'hasMore"', 'hasNextPage"', 'runcated"'];
const FLAG_KEYS = new Set(['hasmore', 'hasnextpage', 'truncated', 'istruncated']);

/** The first list inside a row that says that it was cut; a flag of the row itself is data. */
export function nestedMore(rows: Rows | null): Evidence | null {
  for (const list of rows?.lists ?? []) {
    if (!FLAGS.some((flag) => within(list.text, flag, list.node.start, list.node.end))) continue;
    let index = 0;
    for (const span of elements(list.text, list.node)) {
      const found =
        span.kind === 'object' ? cutList(list.text, skeletonAt(list.text, span), `${list.path}[${index}]`, 0) : null;
      if (found !== null) return found;
      index++;
    }
  }
  return null;
}

function within(text: string, word: string, from: number, to: number): boolean {
  const at = text.indexOf(word, from);
  return at >= 0 && at < to;
}

function cutList(text: string, node: Node | null, path: string, depth: number): Evidence | null {
  if (node?.kind !== 'object' || depth > 4) return null;
  const holdsList = depth > 0 && node.entries.some((entry) => entry.node.kind === 'array');
  for (const { key, node: value } of node.entries) {
    const at = `${path}.${key}`;
    const inner = value.kind === 'object' ? value : null;
    if (holdsList && FLAG_KEYS.has(plain(key)) && value.kind === 'boolean' && scalarAt(text, value) === true)
      return { path: at, value: true };
    if (holdsList && inner !== null && /^page_?info$/i.test(key)) {
      const flag = get(inner, 'hasNextPage');
      if (flag?.kind === 'boolean' && scalarAt(text, flag) === true) return { path: `${at}.hasNextPage`, value: true };
    }
    const deeper = cutList(text, inner, at, depth + 1);
    if (deeper !== null) return deeper;
  }
  return null;
}

/** Compares the position that a cursor carries with the last row present. Null when they agree, or cannot be compared. */
export function resumesElsewhere(opened: Opened, declared: Declared): { cursor: Evidence; last: Evidence } | null {
  const cursor = declared.cursor;
  const list = opened.body.rows?.lists.at(-1);
  if (
    cursor === null ||
    cursor.value === null ||
    list === undefined ||
    list.node.last?.kind !== 'object' ||
    opened.body.rows?.marker
  )
    return null;
  const position = decodedCursor(cursor.value);
  if (position === null) return null;
  const last = skeletonAt(list.text, list.node.last);
  const scalars = new Map(
    entries(last)
      .filter(({ node }) => node.kind === 'string' || node.kind === 'number')
      .map(({ key, node }) => [plain(key), scalarAt(list.text, node)]),
  );
  if (scalars.size === 0) return null;
  let differs: { cursor: Evidence; last: Evidence } | null = null;
  for (const [key, value] of position) {
    const own = key.replace(/^(?:last|after|from|next|seen|start|startingafter|resume)/, '');
    const name = [key, own].find((one) => scalars.has(one)) ?? (own === '' ? 'id' : own);
    const held = scalars.get(name);
    if (held === undefined || held === null || typeof held !== typeof value) continue;
    // One position that agrees settles it: the others may be spelled in another way.
    if (String(held) === String(value) || sameTime(String(held), String(value))) return null;
    const at = `${list.path}[${list.node.count - 1}].${name}`;
    differs ??= { cursor: { path: cursor.at.path, value }, last: { path: at, value: held } };
  }
  return differs;
}

function sameTime(a: string, b: string): boolean {
  return /^\d{4}-\d\d-\d\d/.test(a) && /^\d{4}-\d\d-\d\d/.test(b) && Date.parse(a) === Date.parse(b);
}

/** The scalars of a cursor that is JSON, plain or in base64; null for any other. */
function decodedCursor(cursor: string): [string, string | number][] | null {
  const text = cursor.startsWith('{') ? cursor : fromBase64(cursor);
  if (text === null) return null;
  const node = skeleton(text);
  if (node?.kind !== 'object' || !node.closed) return null;
  const out: [string, string | number][] = [];
  for (const { key, node: value } of node.entries) {
    const scalar = value.kind === 'string' || value.kind === 'number' ? scalarAt(text, value) : null;
    if (typeof scalar === 'string' || typeof scalar === 'number') out.push([plain(key), scalar]);
  }
  return out.length === 0 ? null : out;
}

function fromBase64(text: string): string | null {
  if (!/^[A-Za-z0-9+/_-]{8,}={0,2}$/.test(text)) return null;
  try {
    const decoded = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return decoded.trimStart().startsWith('{') ? decoded : null;
  } catch {
    return null;
  }
}

/** Rows that name a parent which is not among them: a trace that is not whole. Null for lists without such a key. */
export function missingParents(rows: Rows | null): Fact<number> | null {
  const list = rows?.lists[0];
  if (list === undefined || rows?.lists.length !== 1 || list.node.first?.kind !== 'object') return null;
  if (!/parent_?span/i.test(list.text.slice(list.node.start, Math.min(list.node.end, list.node.start + 4000))))
    return null;
  const ids = new Set<string>();
  const parents = new Map<string, string>();
  let index = 0;
  for (const span of elements(list.text, list.node)) {
    for (const { key, node } of entries(skeletonAt(list.text, span))) {
      if (node.kind !== 'string' && node.kind !== 'number') continue;
      const name = plain(key);
      const value = String(scalarAt(list.text, node));
      if (PARENT_KEYS.includes(name)) {
        if (value !== '' && !/^0+$/.test(value)) parents.set(value, `${list.path}[${index}].${key}`);
      } else if (name === 'spanid' || name === 'id') ids.add(value);
    }
    index++;
  }
  const missing = [...parents].filter(([parent]) => !ids.has(parent));
  const first = missing[0];
  return first === undefined || ids.size === 0
    ? null
    : { value: missing.length, at: { path: first[1], value: first[0] } };
}
