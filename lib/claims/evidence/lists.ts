/** Lists that stand inside a record: `"passengers": [...]` of one reservation is a set of its own. */

import { normal } from './words';

/** Keys of lists that are looked at in one payload. */
const MOST = 400;

/** How many elements the list under each key has, in the order of the text; the first of a key counts. Linear in the text. */
export function listsIn(text: string): { key: string; size: number; at: number }[] {
  const out: { key: string; size: number; at: number }[] = [];
  const open: { key: string; size: number; at: number; depth: number; empty: boolean }[] = [];
  let depth = 0;
  const token = /\\?"((?:[^"\\]|\\[^"])*)\\?"(\s*:\s*\[)?|[[\]{},]|[^\s"[\]{},]+/g;
  for (const found of text.matchAll(token)) {
    const [word, key, list] = found;
    const top = open.at(-1);
    if (top !== undefined && depth === top.depth && word !== ']' && word !== ',') top.empty = false;
    if (list !== undefined) {
      depth++;
      open.push({ key: key ?? '', size: 0, at: found.index, depth, empty: true });
    } else if (word === '[' || word === '{') depth++;
    else if (word === ',' && top !== undefined && depth === top.depth) top.size++;
    else if (word === ']' || word === '}') {
      if (word === ']' && top !== undefined && depth === top.depth) {
        open.pop();
        out.push({ key: top.key, size: top.size + (top.empty ? 0 : 1), at: top.at });
        if (out.length >= MOST) return out;
      }
      depth--;
    }
  }
  return out;
}

/** Whether a key is called by one of these nouns: `reservation_ids` is a list of reservations. */
export function keyIs(key: string, nouns: readonly string[]): boolean {
  const parts = key.split(/[^\p{L}]+|(?<=[a-z])(?=[A-Z])/u).filter((part) => part.length > 2);
  return parts.some((part) => nouns.includes(normal(part)));
}
