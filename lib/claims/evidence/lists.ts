/** Lists that stand inside a record: `"passengers": [...]` of one reservation is a set of its own. */

import { decoded, elements, locate, skeletonAt } from '@/lib/json';
import type { Node } from '@/lib/json/types';
import { normal } from './words';

/** Lists and elements of one payload that are looked at. */
const LISTS = 400;
const ELEMENTS = 2000;

export interface InnerList {
  key: string;
  size: number;
  /** Where it begins; null inside a text that stood in a string, whose places are not those of the payload. */
  at: number | null;
}

/** The lists under keys anywhere in a payload, with how many whole elements each has. Bounded; none where it holds no JSON. */
export function listsIn(payload: string): InnerList[] {
  const out: InnerList[] = [];
  let left = ELEMENTS;
  const visit = (text: string, node: Node | null, own: boolean): void => {
    if (node === null || left-- <= 0 || out.length >= LISTS) return;
    if (node.kind === 'object')
      for (const { key, node: value } of node.entries) {
        if (value.kind === 'array') out.push({ key, size: value.count, at: own ? value.start : null });
        visit(text, value, own);
      }
    else if (node.kind === 'array') {
      for (const element of elements(text, node)) {
        if (left <= 0) return;
        if (element.kind === 'object') visit(text, skeletonAt(text, element), own);
      }
    } else {
      const inner = decoded(text, node);
      if (inner !== null) visit(inner.text, inner.found.node, false);
    }
  };
  visit(payload, locate(payload)?.node ?? null, true);
  return out;
}

/** Whether a key is called by one of these nouns: `reservation_ids` is a list of reservations. */
export function keyIs(key: string, nouns: readonly string[]): boolean {
  const parts = key.split(/[^\p{L}]+|(?<=[a-z])(?=[A-Z])/u).filter((part) => part.length > 2);
  return parts.some((part) => nouns.includes(normal(part)));
}
