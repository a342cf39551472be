import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  kindOf,
  OPEN_BRACE,
  QUOTE,
  skipSpace,
  skipString,
  skipValue,
} from './scan';
import { decodeString } from './string';
import type { ArrayNode, ElementSpan, Kind, Node, ObjectNode, Span } from './types';

/** Objects nested deeper than this keep no entries; `skeletonAt` reads them when somebody asks. Real envelopes have under ten levels. */
export const EXPANDED_DEPTH = 64;

/** What reading at a position gave. `stop` is the value's end, or where the text ended or stopped being JSON. */
export interface Read {
  /** Null when no value begins here. With `state` other than `whole` it holds what stood before `stop`. */
  node: Node | null;
  stop: number;
  state: 'whole' | 'cut' | 'invalid';
}

/**
 * Reads the value that begins at `from` (whitespace before it is skipped; what follows it is not looked at).
 * One pass, no recursion, never throws.
 */
export function read(text: string, from = 0): Read {
  const start = skipSpace(text, from);
  if (start >= text.length) return { node: null, stop: text.length, state: 'cut' };
  const at: Cursor = { pos: start };
  const node = text.charCodeAt(start) === OPEN_BRACE ? readObject(text, at) : readLeaf(text, at, false);
  if (at.pos >= 0) return { node, stop: at.pos, state: 'whole' };
  const stop = ~at.pos;
  return { node, stop, state: stop === text.length ? 'cut' : 'invalid' };
}

/**
 * The skeleton of the JSON value at `from`: envelope keys, scalars as spans, arrays as counts. A value that the text
 * cuts short comes back with `closed: false` and what was whole in it; text that is not JSON gives null.
 * What follows the value is not looked at: `node.end` says where it ended.
 */
export function skeleton(text: string, from = 0): Node | null {
  const result = read(text, from);
  return result.state === 'invalid' ? null : result.node;
}

/** The skeleton of the value at a span, for example of one element or of an object too deep to have been expanded. */
export function skeletonAt(text: string, span: Span): Node | null {
  return skeleton(span.end < text.length ? text.slice(0, span.end) : text, span.start);
}

/** Where the reader is; negative (`~stop`) once the text stopped being JSON. */
interface Cursor {
  pos: number;
}

function readLeaf(text: string, at: Cursor, inside: boolean): Node | null {
  const start = at.pos;
  const kind = kindOf(text.charCodeAt(start));
  if (kind === 'array') return readArray(text, at);
  at.pos = skipValue(text, start, inside);
  if (kind === null) return null;
  const closed = at.pos >= 0;
  const end = closed ? at.pos : ~at.pos;
  return kind === 'object' ? { kind, start, end, entries: [], closed } : { kind, start, end, closed };
}

function readObject(text: string, at: Cursor): ObjectNode {
  const n = text.length;
  const root = opened(at.pos);
  const parents: ObjectNode[] = [];
  let object = root;
  let pos = at.pos + 1;
  let fresh = true;
  const stopAt = (stop: number): ObjectNode => {
    for (const parent of [...parents, object]) parent.end = stop;
    at.pos = ~stop;
    return root;
  };
  for (;;) {
    pos = skipSpace(text, pos);
    if (pos >= n) return stopAt(n);
    let closes = fresh && text.charCodeAt(pos) === CLOSE_BRACE;
    if (!closes) {
      if (text.charCodeAt(pos) !== QUOTE) return stopAt(pos);
      const keyEnd = skipString(text, pos);
      if (keyEnd < 0) return stopAt(~keyEnd);
      const key = decodeString(text, pos, keyEnd, true);
      pos = skipSpace(text, keyEnd);
      if (pos >= n || text.charCodeAt(pos) !== COLON) return stopAt(pos);
      pos = skipSpace(text, pos + 1);
      if (pos >= n) return stopAt(n);
      if (text.charCodeAt(pos) === OPEN_BRACE && parents.length + 1 < EXPANDED_DEPTH) {
        parents.push(object);
        const child = opened(pos);
        object.entries.push({ key, node: child });
        object = child;
        pos++;
        fresh = true;
        continue;
      }
      at.pos = pos;
      const node = readLeaf(text, at, true);
      if (node !== null) object.entries.push({ key, node });
      if (at.pos < 0) return stopAt(~at.pos);
      pos = at.pos;
    }
    for (;;) {
      if (!closes) {
        pos = skipSpace(text, pos);
        if (pos >= n) return stopAt(n);
        const c = text.charCodeAt(pos);
        if (c === COMMA) break;
        if (c !== CLOSE_BRACE) return stopAt(pos);
      }
      closes = false;
      pos++;
      object.end = pos;
      object.closed = true;
      const parent = parents.pop();
      if (parent === undefined) {
        at.pos = pos;
        return root;
      }
      object = parent;
    }
    pos++;
    fresh = false;
  }
}

function opened(start: number): ObjectNode {
  return { kind: 'object', start, end: start, entries: [], closed: false };
}

/** Reads an array as a leaf: its elements are skipped and counted, never built. */
export function readArray(text: string, at: Cursor): ArrayNode {
  const n = text.length;
  const node: ArrayNode = {
    kind: 'array',
    start: at.pos,
    end: at.pos,
    count: 0,
    kinds: {},
    first: null,
    last: null,
    closed: false,
  };
  let pos = skipSpace(text, at.pos + 1);
  let firstEnd = -1;
  let lastStart = -1;
  let lastEnd = -1;
  let firstStart = -1;
  const finish = (closedAt: number): ArrayNode => {
    at.pos = closedAt;
    node.closed = closedAt >= 0;
    node.end = closedAt >= 0 ? closedAt : ~closedAt;
    if (firstEnd >= 0) {
      node.first = elementAt(text, firstStart, firstEnd);
      node.last = elementAt(text, lastStart, lastEnd);
    }
    return node;
  };
  if (pos < n && text.charCodeAt(pos) === CLOSE_BRACKET) return finish(pos + 1);
  for (;;) {
    if (pos >= n) return finish(~n);
    const kind = kindOf(text.charCodeAt(pos));
    const end = skipValue(text, pos, true);
    if (end < 0 || kind === null) return finish(end);
    if (firstEnd < 0) {
      firstStart = pos;
      firstEnd = end;
    }
    lastStart = pos;
    lastEnd = end;
    node.count++;
    node.kinds[kind] = (node.kinds[kind] ?? 0) + 1;
    pos = skipSpace(text, end);
    if (pos >= n) return finish(~n);
    const c = text.charCodeAt(pos);
    if (c === CLOSE_BRACKET) return finish(pos + 1);
    if (c !== COMMA) return finish(~pos);
    pos = skipSpace(text, pos + 1);
  }
}

function elementAt(text: string, start: number, end: number): ElementSpan {
  const kind: Kind = kindOf(text.charCodeAt(start)) ?? 'null';
  return { kind, start, end };
}
