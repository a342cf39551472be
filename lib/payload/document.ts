import { decoded, elements, entries, locate, sequence, skeletonAt } from '../json';
import type { Node, Span } from '../json/types';
import { keyPath, within } from './path';

/** A payload as opened for reading: its text, and the JSON in it where there is any. */
export interface Doc {
  text: string;
  root: Node | null;
  before: Span;
  after: Span;
}

/** A value and the text that its spans are positions of: JSON inside a string has a text of its own. */
export interface Place {
  text: string;
  node: Node;
  path: string;
}

/** Opens a text: as one JSON value, as values one after another, or as plain text. Never throws. */
export function openDoc(text: string): Doc {
  const found = locate(text);
  const none = { start: 0, end: 0 };
  if (found && found.before.end === found.before.start && found.after.end === found.after.start)
    return { text, root: found.node, before: found.before, after: found.after };
  const many = sequence(text);
  if (many) return { text, root: many, before: none, after: { start: text.length, end: text.length } };
  if (!found) return { text, root: null, before: { start: 0, end: text.length }, after: none };
  return { text, root: found.node, before: found.before, after: found.after };
}

/** The value at a path such as `result.page.total`, also through JSON inside strings; null when there is none. */
export function resolve(doc: Doc, path: string, root = 'result'): Place | null {
  if (!doc.root || !within(path, root)) return null;
  let at: Place = { text: doc.text, node: doc.root, path: root };
  for (let steps = 0; steps < 200; steps++) {
    if (at.path === path) return at;
    const next = step(at, path);
    if (!next) return null;
    at = next;
  }
  return null;
}

function step(at: Place, path: string): Place | null {
  const { text, node } = at;
  if (node.kind === 'object') {
    let best: Place | null = null;
    const own = node.entries.length > 0 ? node : skeletonAt(text, node);
    for (const entry of entries(own)) {
      const child = keyPath(at.path, entry.key);
      if (within(path, child) && child.length >= (best?.path.length ?? 0))
        best = { text, node: entry.node, path: child };
    }
    return best;
  }
  if (node.kind === 'array') {
    const index = /^\[(\d{1,9})\]/.exec(path.slice(at.path.length));
    return index ? elementAt(at, Number(index[1])) : null;
  }
  return unwrap(at);
}

/** The JSON inside a string, at the same path; null when the string holds none. */
export function unwrap(at: Place): Place | null {
  const inner = decoded(at.text, at.node);
  return inner ? { text: inner.text, node: inner.found.node, path: at.path } : null;
}

function elementAt(at: Place, index: number): Place | null {
  let i = 0;
  for (const span of elements(at.text, at.node)) {
    if (i++ < index) continue;
    const node = skeletonAt(at.text, span);
    return node && { text: at.text, node, path: `${at.path}[${index}]` };
  }
  return null;
}
