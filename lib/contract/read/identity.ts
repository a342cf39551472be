/** Which rows a page holds: by their id where they have one, else by their whole text. */

import { canonical, elements, get, scalarAt, skeletonAt } from '@/lib/json';
import type { Node } from '@/lib/json/types';
import { ID_KEYS } from '../data/rows';
import type { Registry } from '../dialects/registry';
import { openCall } from '../reading';

/** The identity of every row of a payload; null when it holds no list. */
export function identities(tool: string, args: string, text: string, registry: Registry): string[] | null {
  const { body, dialect, split } = openCall(tool, args, text, 'result', registry);
  const { rows } = body;
  if (rows === null) return null;
  if (dialect?.raw && rows.lines !== null) {
    const base = dialect.limit?.offsetBase ?? 0;
    const from = Math.max(0, (split.paging.offset ?? base) - base);
    return rows.lines.map((_, i) => String(from + i + 1));
  }
  // A line of a file is known by its number: its text changes when the file is edited.
  if (rows.content && rows.lines !== null) return rows.lines.map((line) => /^\s*\d+/.exec(line)?.[0].trim() ?? line);
  if (rows.lines !== null) return rows.lines.map((line) => line.trim());
  const out: string[] = [];
  for (const list of rows.lists) {
    const from = out.length;
    const key = idKey(list.text, list.node.first === null ? null : skeletonAt(list.text, list.node.first));
    for (const span of elements(list.text, list.node)) {
      const node = span.kind === 'object' ? skeletonAt(list.text, span) : null;
      out.push(idAt(list.text, node, key) ?? canonical(list.text.slice(span.start, span.end)));
    }
    // A name that two rows of one page share identifies nothing.
    if (key !== null && new Set(out.slice(from)).size < out.length - from)
      out.splice(
        from,
        out.length - from,
        ...[...elements(list.text, list.node)].map((span) => canonical(list.text.slice(span.start, span.end))),
      );
  }
  return out.slice(rows.header ?? 0, rows.marker === null ? undefined : -1);
}

/** The key that identifies the rows of a list, told by its first row; a GraphQL edge is known by its node. */
function idKey(text: string, row: Node | null): string[] | null {
  const inner = get(row, 'node');
  if (inner?.kind === 'object') {
    const key = idKey(text, inner);
    return key === null ? null : ['node', ...key];
  }
  if (row?.kind !== 'object') return null;
  for (const name of ID_KEYS) {
    const value = get(row, name);
    if (value?.kind === 'string' || value?.kind === 'number') return [name];
  }
  const own = row.entries.find(
    ({ key, node }) => /(?:_id|Id|_key|_number)$/.test(key) && (node.kind === 'string' || node.kind === 'number'),
  );
  return own === undefined ? null : [own.key];
}

function idAt(text: string, row: Node | null, path: readonly string[] | null): string | null {
  if (path === null || row === null) return null;
  let node: Node | null = row;
  for (const key of path) node = get(node, key);
  if (node?.kind !== 'string' && node?.kind !== 'number') return null;
  return String(scalarAt(text, node));
}
