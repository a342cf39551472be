/** Paths of dialects: dotted keys, `*` for every key of an object, `\.` for a dot inside a key. */

import { get } from '@/lib/json';
import type { JsonValue, Node } from '@/lib/json/types';
import type { Args } from '../limits/args';
import type { View } from '../view';

/** A node and the text it was read from. */
export interface Reached {
  node: Node;
  text: string;
  path: string;
}

const KNOWN = new Map<string, readonly string[]>();

/** The keys of a path; a dotted `@odata.count` is written `@odata\.count`. */
export function segments(path: string): readonly string[] {
  const known = KNOWN.get(path);
  if (known !== undefined) return known;
  const made = path === '' ? [] : path.split(/(?<!\\)\./).map((part) => part.replaceAll('\\.', '.'));
  if (KNOWN.size < 5_000) KNOWN.set(path, made);
  return made;
}

/** One key of an object; HTTP headers are compared without case. */
function step(node: Node | null, key: string, above: string | undefined): Node | null {
  const found = get(node, key);
  if (found !== null || node?.kind !== 'object' || above !== 'headers') return found;
  const name = key.toLowerCase();
  return node.entries.find((entry) => entry.key.toLowerCase() === name)?.node ?? null;
}

/** The first node at a path, or null. */
export function reach(node: Node | null, path: string): Node | null {
  return follow(node, segments(path), 0);
}

function follow(node: Node | null, keys: readonly string[], from: number): Node | null {
  let at = node;
  for (let i = from; i < keys.length && at !== null; i++) {
    const key = keys[i] ?? '';
    if (key === '*') {
      if (at.kind !== 'object') return null;
      for (const entry of at.entries) {
        const found = follow(entry.node, keys, i + 1);
        if (found !== null) return found;
      }
      return null;
    }
    at = step(at, key, keys[i - 1]);
  }
  return at;
}

/** Every node at a path, with the keys that led to it. */
export function reachAll(node: Node | null, path: string): { node: Node; keys: string[] }[] {
  let at: { node: Node; keys: string[] }[] = node === null ? [] : [{ node, keys: [] }];
  const keys = segments(path);
  keys.forEach((key, i) => {
    at = at.flatMap((one) => {
      if (key === '*')
        return one.node.kind === 'object'
          ? one.node.entries.map((entry) => ({ node: entry.node, keys: [...one.keys, entry.key] }))
          : [];
      const found = step(one.node, key, keys[i - 1]);
      return found === null ? [] : [{ node: found, keys: [...one.keys, key] }];
    });
  });
  return at;
}

/** Every node at a path of a view or, where it has none, of the layers around it. */
export function inView(view: View, path: string): Reached[] {
  const layers = [{ path: view.path, text: view.text, node: view.node }, ...view.layers];
  for (const layer of layers) {
    const found = reachAll(layer.node, path);
    if (found.length > 0)
      return found.map(({ node, keys }) => ({ node, text: layer.text, path: [layer.path, ...keys].join('.') }));
  }
  return [];
}

/** Every value at a path of the arguments. */
export function valuesAt(args: Args, path: string): JsonValue[] {
  let at: JsonValue[] = [args];
  for (const key of segments(path))
    at = at.flatMap((value) => {
      if (value === null || typeof value !== 'object' || Array.isArray(value)) return [];
      if (key === '*') return Object.values(value);
      const found = value[key];
      return found === undefined ? [] : [found];
    });
  return at;
}
