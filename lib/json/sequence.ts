import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  kindOf,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipSpace,
  skipString,
  skipValue,
} from './scan';
import type { ArrayNode } from './types';

/**
 * JSON values one after another (NDJSON, concatenated JSON) as one array without brackets; `elements` walks it.
 * Null when fewer than two objects or arrays begin the text or anything else stands between them. A last value that was
 * cut leaves `closed: false`.
 */
export function sequence(text: string): ArrayNode | null {
  let pos = skipSpace(text, 0);
  const node = empty(pos);
  while (pos < text.length) {
    const c = text.charCodeAt(pos);
    if (c !== OPEN_BRACE && c !== OPEN_BRACKET) return null;
    const end = skipValue(text, pos, false);
    if (end < 0) {
      if (~end !== text.length) return null;
      node.end = text.length;
      return node.count > 0 ? node : null;
    }
    add(node, text, pos, end);
    pos = skipSpace(text, end);
  }
  node.closed = true;
  return node.count > 1 ? node : null;
}

/**
 * The whole objects that follow a marker in the middle of a list (`…},{"id":7},{"id":8}],"total":9}`): the text at `from`
 * begins anywhere, also inside a string. `depth` is how many containers enclose a row (1 for a list at the top, 2 for
 * `{"items":[…]}`); without it the longest run of objects is taken, the outermost of equals. Null when there is none.
 */
export function tailElements(text: string, from: number, depth?: number): ArrayNode | null {
  const runs: { node: ArrayNode; closers: number }[] = [];
  let pos = synced(text, from);
  let closers = 0;
  let run: ArrayNode | null = null;
  let before = COMMA;
  while (pos < text.length) {
    const c = text.charCodeAt(pos);
    let end = pos + 1;
    if (c === OPEN_BRACE || c === OPEN_BRACKET) {
      end = skipValue(text, pos, false);
      if (end >= 0 && c === OPEN_BRACE && before !== COLON) {
        if (run === null) {
          run = empty(pos);
          runs.push({ node: run, closers });
        }
        add(run, text, pos, end);
      }
    } else if (c === QUOTE) end = skipString(text, pos);
    else if (c === CLOSE_BRACE || c === CLOSE_BRACKET) {
      closers++;
      if (run !== null && c === CLOSE_BRACKET) run.closed = true;
      run = null;
    }
    before = c;
    pos = end < 0 ? ~end : skipSpace(text, end);
    if (end < 0) break;
  }
  let best: ArrayNode | null = null;
  for (const candidate of runs) {
    if (depth !== undefined && closers - candidate.closers === depth) return candidate.node;
    if (best === null || candidate.node.count >= best.count) best = candidate.node;
  }
  return best;
}

/** The first position from which the tail reads as JSON: an object that stands where an element can, and is whole. */
function synced(text: string, from: number): number {
  let last = COMMA;
  let pos = from;
  while (pos < text.length) {
    const c = text.charCodeAt(pos);
    if (c === OPEN_BRACE && (last === COMMA || last === OPEN_BRACKET)) {
      const end = skipValue(text, pos, false);
      if (end >= 0 && skipSpace(text, pos + 1) < end - 1) return pos;
      pos = end < 0 ? Math.max(~end, pos + 1) : end;
      last = OPEN_BRACE;
      continue;
    }
    if (c > 0x20) last = c;
    pos++;
  }
  return pos;
}

function empty(start: number): ArrayNode {
  return { kind: 'array', start, end: start, count: 0, kinds: {}, first: null, last: null, closed: false };
}

function add(node: ArrayNode, text: string, start: number, end: number): void {
  const kind = kindOf(text.charCodeAt(start)) ?? 'null';
  node.last = { kind, start, end };
  node.first ??= node.last;
  node.kinds[kind] = (node.kinds[kind] ?? 0) + 1;
  node.count++;
  node.end = end;
}
