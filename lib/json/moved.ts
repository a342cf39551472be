import type { ElementSpan, Node, ObjectNode } from './types';

/** Deeper skeletons are read anew: near `EXPANDED_DEPTH` one that was read inside another value keeps fewer entries. */
const DEEPEST = 32;

/** A skeleton for the same text cut out of a longer one, `by` characters before it; null for one that is very deep. */
export function moved(node: Node, by: number, depth = 0): Node | null {
  if (node.kind === 'array')
    return {
      ...node,
      start: node.start - by,
      end: node.end - by,
      first: movedSpan(node.first, by),
      last: movedSpan(node.last, by),
    };
  if (node.kind !== 'object')
    return { kind: node.kind, start: node.start - by, end: node.end - by, closed: node.closed };
  if (depth > DEEPEST) return null;
  const entries: ObjectNode['entries'] = [];
  for (const entry of node.entries) {
    const child = moved(entry.node, by, depth + 1);
    if (child === null) return null;
    entries.push({ key: entry.key, node: child });
  }
  return { kind: 'object', start: node.start - by, end: node.end - by, entries, closed: node.closed };
}

function movedSpan(span: ElementSpan | null, by: number): ElementSpan | null {
  return span === null ? null : { kind: span.kind, start: span.start - by, end: span.end - by };
}
