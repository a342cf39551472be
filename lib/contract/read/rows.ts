/** Finds the list that a JSON result is about. */

import { elements, get, scalarAt, skeletonAt, stringAt } from '@/lib/json';
import type { ArrayNode, ElementSpan, Node, ObjectNode } from '@/lib/json/types';
import { GROUPS, NOT_ROWS, PLAIN_ROW_KEYS, ROW_KEYS } from '../data/rows';
import type { MarkerFact } from '../types';
import { nameParts, plain, singular } from '../words';
import { asFact, markerOf } from './markers';
import { isThing } from './thing';
import type { RowList, Rows } from './types';

interface Candidate {
  path: string;
  key: string;
  node: ArrayNode;
  parent: ObjectNode | null;
  depth: number;
}

/** The rows of a JSON value, or null when it is no list. `tool` only lends its noun (`list_incidents`: incidents). */
export function jsonRows(text: string, node: Node, path: string, tool: string): Rows | null {
  const candidates: Candidate[] = [];
  if (node.kind === 'array') candidates.push({ path, key: '', node, parent: null, depth: 0 });
  else if (node.kind === 'object') collect(node, path, 1, candidates);
  const nouns = nameParts(tool).map(singular);
  let best: Candidate | null = null;
  let most = -1;
  for (const one of candidates) {
    const score = scoreOf(one, nouns);
    if (score > most) {
      best = one;
      most = score;
    }
  }
  if (best === null || most < 0) return null;
  if (best.parent !== null && isEntity(node, best, nouns)) return null;
  return rowsOf(text, best, nouns);
}

function collect(node: ObjectNode, path: string, depth: number, out: Candidate[]): void {
  for (const { key, node: value } of node.entries) {
    const at = `${path}.${key}`;
    if (value.kind === 'array') out.push({ path: at, key, node: value, parent: node, depth });
    else if (value.kind === 'object' && depth < 8 && !NOT_ROWS.includes(plain(key))) collect(value, at, depth + 1, out);
  }
}

function scoreOf(one: Candidate, nouns: readonly string[]): number {
  const key = plain(one.key);
  if (NOT_ROWS.includes(key) || one.key.startsWith('_')) return -1;
  const { kinds, count } = one.node;
  const records = (kinds.object ?? 0) + (kinds.array ?? 0) > count / 2;
  let score = one.depth === 0 ? 4 : 1;
  if (records) score += 4;
  if (nouns.includes(singular(key))) score += 4;
  else if (ROW_KEYS.includes(key)) score += 3;
  if (count === 0) score -= 1;
  return score + Math.min(3, Math.log10(count + 1)) - one.depth * 0.3;
}

/** A thing with a list in it (an order with its lines) is no list of rows. */
function isEntity(root: Node, best: Candidate, nouns: readonly string[]): boolean {
  const holder = best.parent;
  if (root.kind !== 'object' || holder === null) return false;
  const key = plain(best.key);
  if (PLAIN_ROW_KEYS.includes(key)) return false;
  if (nouns.includes(singular(key)) && key !== singular(key)) return false;
  return isThing(holder);
}

function rowsOf(text: string, best: Candidate, nouns: readonly string[]): Rows {
  const list: RowList = { path: best.path, key: best.key, text, node: best.node };
  const grouped = groups(text, list);
  const lists = grouped ?? [list];
  const key = plain((lists[0] ?? list).key);
  const generic = key === '' || ROW_KEYS.slice(0, 15).includes(key);
  const marker = lastMarker(text, lists);
  const counted = lists.reduce((sum, one) => sum + one.node.count, 0);
  return {
    kind: 'json',
    path: lists[0]?.path ?? best.path,
    unit: generic ? (nouns.filter((noun) => noun.length > 2).at(-1) ?? null) : singular(lists[0]?.key ?? ''),
    present: counted - (marker === null ? 0 : 1),
    lists,
    lines: null,
    marker,
    parent: best.parent,
    content: false,
  };
}

/** The lists one level down, where a list holds groups of rows. */
function groups(text: string, list: RowList): RowList[] | null {
  const first = list.node.first;
  if (first?.kind !== 'object') return null;
  const head = skeletonAt(text, first);
  const outer = plain(list.key);
  const rule = GROUPS.find(
    ({ inner, outer: names, needs }) =>
      names.includes(outer) && arrayAt(head, inner) !== null && (needs === undefined || at(head, needs) !== null),
  );
  if (rule === undefined) return null;
  const lists: RowList[] = [];
  let index = 0;
  for (const span of elements(text, list.node)) {
    const inner = arrayAt(skeletonAt(text, span), rule.inner);
    if (inner !== null)
      lists.push({ path: `${list.path}[${index}].${inner.key}`, key: inner.key, text, node: inner.node });
    index++;
  }
  return lists;
}

function at(node: Node | null, key: string): { key: string; node: Node } | null {
  if (node?.kind !== 'object') return null;
  return node.entries.find((entry) => plain(entry.key) === key) ?? null;
}

function arrayAt(node: Node | null, key: string): { key: string; node: ArrayNode } | null {
  const found = at(node, key);
  return found?.node.kind === 'array' ? { key: found.key, node: found.node } : null;
}

/** A marker stored as the last element of a list. */
function lastMarker(text: string, lists: readonly RowList[]): MarkerFact | null {
  const list = lists.at(-1);
  const last = list?.node.last;
  if (list === undefined || last === undefined || last === null) return null;
  const path = `${list.path}[${list.node.count - 1}]`;
  return elementMarker(text, last, path, list.node);
}

function elementMarker(text: string, last: ElementSpan, path: string, list: ArrayNode): MarkerFact | null {
  const node = skeletonAt(text, last);
  if (node === null) return null;
  if (node.kind === 'string') {
    const words = stringAt(text, node);
    const odd = list.count > 1 && list.kinds.string === 1;
    const hit = markerOf(words);
    if (hit !== null) {
      const fact = asFact(hit, path);
      if (fact !== null && (odd || /^(?:\.{3}|\u2026|[[(<+])/.test(words.trim()))) return fact;
    }
    if (odd && /truncat|omitted|more|cut/i.test(words) && words.length < 300)
      return { path, value: words.slice(0, 200), marker: 'odd_last_element', says: 'cut' };
    return null;
  }
  if (node.kind !== 'object' || node.entries.length > 3 || (list.count > 1 && list.kinds.object !== list.count))
    return null;
  const mark = node.entries.find(({ key }) =>
    /^_{1,2}(?:truncated|omitted|more|note|notice|warning)|^(?:\.{3}|…|truncated|__truncated__)$/i.test(key),
  );
  if (mark === undefined || node.entries.some(({ key }) => get(node, key)?.kind === 'object')) return null;
  const words = mark.node.kind === 'string' ? stringAt(text, mark.node) : String(scalarAt(text, mark.node));
  const missing = /(\d[\d,]*) (?:more|omitted|hidden)/.exec(words)?.[1];
  const fact: MarkerFact = {
    path: `${path}.${mark.key}`,
    value: words.slice(0, 200),
    marker: 'marker_object',
    says: 'cut',
  };
  if (missing !== undefined) fact.missing = Number(missing.replaceAll(',', ''));
  return fact;
}
