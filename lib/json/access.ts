import { COMMA, kindOf, skipSpace, skipValue } from './scan';
import { decodeString } from './string';
import type { ArrayNode, ElementSpan, Entry, JsonValue, Node, Span } from './types';

/** The value under a key; the last one wins when a key is repeated, as in JSON.parse. Null when there is none. */
export function get(node: Node | null, key: string): Node | null {
  if (node?.kind !== 'object') return null;
  for (let i = node.entries.length - 1; i >= 0; i--) {
    const entry = node.entries[i];
    if (entry?.key === key) return entry.node;
  }
  return null;
}

/** The entries of an object in the order of the text (repeated keys stay twice); empty for anything else. */
export function entries(node: Node | null): readonly Entry[] {
  return node?.kind === 'object' ? node.entries : [];
}

/** The node at a path of keys, or null. Arrays have no keys. */
export function find(node: Node | null, ...path: string[]): Node | null {
  let at = node;
  for (const key of path) at = get(at, key);
  return at;
}

/** Spans of the whole elements of an array (or of a `sequence` or `tailElements`), in order; skips, builds nothing. */
export function* elements(text: string, node: Node | null): Generator<ElementSpan, void, undefined> {
  if (node?.kind !== 'array') return;
  let pos = skipSpace(text, isSequence(node) ? node.start : node.start + 1);
  for (let left = node.count; left > 0; left--) {
    const end = skipValue(text, pos, false);
    const kind = kindOf(text.charCodeAt(pos));
    if (end < 0 || kind === null) return;
    yield { kind, start: pos, end };
    pos = skipSpace(text, end);
    if (text.charCodeAt(pos) === COMMA) pos = skipSpace(text, pos + 1);
  }
}

/** A sequence has no bracket of its own: it begins with its first element. */
function isSequence(node: ArrayNode): boolean {
  return node.first?.start === node.start;
}

/** The elements from `offset` on, built, at most `limit` of them: for pages of rows. */
export function rowsAt(text: string, node: Node | null, offset: number, limit: number): JsonValue[] {
  const rows: JsonValue[] = [];
  let index = 0;
  for (const span of elements(text, node)) {
    if (index >= offset + limit) break;
    if (index >= offset) rows.push(valueAt(text, span));
    index++;
  }
  return rows;
}

/** The decoded text of a string (of a cut one, what stood before the cut); the source of any other value. */
export function stringAt(text: string, node: Node): string {
  if (node.kind === 'string') return decodeString(text, node.start, node.end, node.closed);
  return text.slice(node.start, node.end);
}

/** The number, rounded as JSON.parse does (1e400 is Infinity); NaN when the node is no whole number token. */
export function numberAt(text: string, node: Node): number {
  return node.kind === 'number' && node.closed ? Number(text.slice(node.start, node.end)) : Number.NaN;
}

/** The value of a scalar. Null for arrays and objects, and for a number, boolean or null that was cut. */
export function scalarAt(text: string, node: Node): string | number | boolean | null {
  if (node.kind === 'string') return stringAt(text, node);
  if (!node.closed) return null;
  if (node.kind === 'number') return numberAt(text, node);
  return node.kind === 'boolean' ? text.startsWith('true', node.start) : null;
}

/**
 * Builds the value at a span: the only place where payload text is parsed. A span that holds no whole JSON value
 * (a cut one) gives null.
 */
export function valueAt(text: string, span: Span): JsonValue {
  try {
    const value: JsonValue = JSON.parse(text.slice(span.start, span.end));
    return value;
  } catch {
    return null;
  }
}
