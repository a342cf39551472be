/** Rows of a payload: by its dialect first, else by the general reader. */

import { find, stringAt, tailElements } from '@/lib/json';
import type { Node } from '@/lib/json/types';
import { reachAll } from '../dialects/paths';
import { nodeAt } from '../dialects/registry';
import type { Dialect } from '../dialects/schema';
import type { ShellReading } from '../limits/shell';
import type { View } from '../view';
import { endsInFragment, lineRows, rowsBegin, shapeOf, splitText, type Text } from './lines';
import { innerCut, markerOf, saysNothing } from './markers';
import { pythonList } from './python';
import { jsonRows } from './rows';
import type { Rows } from './types';

export interface Body {
  rows: Rows | null;
  /** Envelope of a text payload. */
  text: Text | null;
  /** A cut inside the JSON, with the marker's words when there is one. */
  cut: { at: number; words: string } | null;
  /** Whole rows after a cut in the middle. */
  tail: number;
}

/** Finds the rows of a view. `shell` is given when the payload is the output of a command line. */
export function bodyOf(view: View, dialect: Dialect | null, tool: string, shell: ShellReading | null): Body {
  const none: Body = { rows: null, text: null, cut: null, tail: 0 };
  if (view.blocks !== null) {
    const lines = view.blocks.texts;
    return {
      ...none,
      rows: {
        kind: 'lines',
        path: view.blocks.path,
        unit: null,
        present: lines.length,
        lists: [],
        lines,
        marker: null,
        parent: null,
        content: false,
      },
    };
  }
  if (view.node === null) return textBody(view, dialect, shell);
  const rows = dialect === null ? jsonRows(view.text, view.node, view.path, tool) : dialectRows(view, dialect, tool);
  if (view.cutAt === null) return { ...none, rows };
  return cutBody(view, { ...none, rows });
}

function dialectRows(view: View, dialect: Dialect, tool: string): Rows | null {
  const { node, text, path } = view;
  if (node === null) return null;
  const rule = dialect.rows;
  if (rule?.map !== undefined) {
    const map = nodeAt(view, rule.map);
    if (map?.kind === 'object')
      return {
        kind: 'lines',
        path: `${path}.${rule.map}`,
        unit: rule.unit ?? null,
        present: map.entries.length,
        lists: [],
        lines: map.entries.map((entry) => entry.key),
        marker: null,
        parent: node,
        content: false,
      };
  }
  const paths = [rule?.path ?? []].flat();
  const main = paths.find((one) => reachAll(node, one).some((found) => found.node.kind === 'array'));
  if (rule !== undefined && (main !== undefined || rule.also !== undefined)) {
    const found = listsAt(view, [main ?? [], rule.also ?? []].flat(), tool, rule.flat ?? false);
    const header = rule.header ?? 0;
    if (found !== null)
      return { ...found, header, unit: rule.unit ?? found.unit, present: Math.max(0, found.present - header) };
  }
  const general = jsonRows(text, node, path, tool) ?? emptyList(view, tool);
  return general === null ? null : { ...general, unit: rule?.unit ?? general.unit };
}

/** An envelope that its dialect knows, with nothing but an empty list in it. */
function emptyList(view: View, tool: string): Rows | null {
  if (view.node?.kind !== 'object') return null;
  const empty = view.node.entries.find(({ node }) => node.kind === 'array' && node.count === 0 && node.closed);
  return empty === undefined ? null : listsAt(view, [empty.key.replaceAll('.', '\\.')], tool, true);
}

/** The rows of all lists at some paths. Each is read on its own, so that the general rules for markers and groups apply. */
function listsAt(view: View, paths: readonly string[], tool: string, flat: boolean): Rows | null {
  const { text, node } = view;
  const all: Rows[] = [];
  for (const one of paths.flatMap((path) => reachAll(node, path))) {
    if (one.node.kind !== 'array') continue;
    const path = [view.path, ...one.keys].join('.');
    const found = jsonRows(text, one.node, path, tool);
    if (found === null) continue;
    const key = one.keys.at(-1) ?? '';
    const lists = flat
      ? [{ path, key, text, node: one.node }]
      : found.lists.map((each) => ({ ...each, key: each.key === '' ? key : each.key }));
    const present = flat ? one.node.count - (found.marker === null ? 0 : 1) : found.present;
    all.push({ ...found, lists, present, parent: find(node, ...one.keys.slice(0, -1)) });
  }
  const [first] = all;
  if (first === undefined) return null;
  const marker = all.find((one) => one.marker !== null)?.marker ?? null;
  return {
    ...first,
    marker,
    present: all.reduce((sum, one) => sum + one.present, 0),
    lists: all.flatMap((one) => one.lists),
  };
}

/** JSON that stops in the middle: a marker inside it may be followed by more whole rows. */
function cutBody(view: View, body: Body): Body {
  const at = view.cutAt ?? 0;
  const inner = innerCut(view.text.slice(Math.max(0, at - 200)));
  if (inner === null) return { ...body, cut: { at, words: view.text.slice(Math.max(0, at - 40), at) } };
  const from = Math.max(0, at - 200) + inner.end;
  const depth = body.rows === null || body.rows.path === view.path ? 1 : 2;
  const tail = tailElements(view.text, from, depth) ?? tailElements(view.text, from);
  return { ...body, cut: { at, words: inner.words }, tail: tail?.count ?? 0 };
}

function textBody(view: View, dialect: Dialect | null, shell: ShellReading | null): Body {
  const text = splitText(view.text, view.path, dialect?.frame ?? null, shell !== null);
  const empty = text.body.every((line) => line.trim() === '');
  const begun = dialect?.rows?.begins === undefined ? null : begunBody(text, dialect.rows, view.path);
  if (begun !== null) return begun;
  const told = dialect?.rows?.text ?? (shell?.lists ? 'lines' : null);
  // A text that is no printed list (an error, a sentence) is not an empty one.
  const wanted = told === 'python' && !empty && pythonList(text.body.join('\n')) === null ? null : told;
  const shape = wanted ?? (shell === null ? shapeOf(text.body) : null);
  let rows: Rows | null = null;
  if (dialect?.rows?.match !== undefined) {
    const lines = [...view.text.matchAll(new RegExp(dialect.rows.match, 'gim'))].map((match) => match[0]);
    rows = {
      kind: 'lines',
      path: view.path,
      unit: dialect.rows.unit ?? null,
      present: lines.length,
      lists: [],
      lines,
      marker: null,
      parent: null,
      content: false,
    };
  } else if (!empty && shape !== null) {
    rows = lineRows(text.body, shape, view.path);
    if (dialect?.rows?.unit !== undefined) rows.unit = dialect.rows.unit;
    const header = dialect?.rows?.header ?? 0;
    if (header > 0 && rows.lines !== null) {
      const lines = rows.lines.slice(header);
      rows = { ...rows, lines, present: lines.length };
    }
    // Blank lines are lines of a file or of a shell's output, and nothing in a list of matches.
    if (shape === 'lines' && dialect?.rows !== undefined && rows.lines !== null && rows.unit !== 'line') {
      const lines = rows.lines.filter((line) => line.trim() !== '' && line !== '--');
      rows = { ...rows, lines, present: lines.length };
    }
  } else if (empty && (text.nothing || wanted !== null) && dialect?.list !== false)
    rows = {
      kind: 'lines',
      path: view.path,
      unit: dialect?.rows?.unit ?? null,
      present: 0,
      lists: [],
      lines: [],
      marker: null,
      parent: null,
      content: false,
    };
  else if (!empty && (text.middle !== null || text.markers.some((marker) => marker.says !== 'maybe'))) {
    const lines = text.body;
    rows = {
      kind: 'lines',
      path: view.path,
      unit: 'line',
      present: lines.length,
      lists: [],
      lines,
      marker: null,
      parent: null,
      content: false,
    };
  }
  const cut = text.middle?.inside ? { at: text.middle.at, words: text.middle.words } : null;
  const lines = rows?.lines ?? null;
  const shortened = text.middle === null && text.markers.some((marker) => marker.says === 'text');
  if (rows === null || lines === null || cut !== null || !shortened || !endsInFragment(lines))
    return { rows, text, cut, tail: 0 };
  const last = lines.at(-1) ?? '';
  const whole = { ...rows, lines: lines.slice(0, -1), present: rows.present - 1 };
  return { rows: whole, text, cut: { at: view.text.lastIndexOf(last) + last.length, words: last }, tail: 0 };
}

/** How many lines around the rows are looked at for what they say about them. */
const AROUND = 60;

/** Rows told by the line with which each begins; null when there are none and nothing says so. */
function begunBody(text: Text, rule: NonNullable<Dialect['rows']>, path: string): Body | null {
  const until = rule.until === undefined ? null : new RegExp(rule.until, 'i');
  const { rows, around } = rowsBegin(text.body, new RegExp(rule.begins ?? '', 'i'), until, path);
  const hits = [...text.hits];
  let nothing = text.nothing;
  for (const line of around.slice(0, AROUND)) {
    if (saysNothing(line)) nothing = true;
    const hit = markerOf(line);
    if (hit !== null && hit.marker.says !== 'line') hits.push({ hit, path: `${path} (around the rows)` });
  }
  if (rows.present === 0 && !nothing) return null;
  const cut = text.middle?.inside ? { at: text.middle.at, words: text.middle.words } : null;
  return {
    rows: { ...rows, unit: rule.unit ?? rows.unit },
    text: { ...text, hits, nothing: nothing && rows.present === 0 },
    cut,
    tail: 0,
  };
}

/** The string at a path of a view, or null. */
export function stringIn(view: View, path: string): string | null {
  const node: Node | null =
    nodeAt(view, path) ??
    view.layers.map((layer) => find(layer.node, ...path.split('.'))).find((one) => one !== null) ??
    null;
  return node?.kind === 'string' ? stringAt(view.text, node) : null;
}
