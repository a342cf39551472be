import { elements, entries, skeletonAt, stringAt } from '../json';
import type { ArrayNode, Kind, Node, ObjectNode, Span } from '../json/types';
import { type Doc, type Place, unwrap } from './document';
import { indexPath, keyPath, within } from './path';
import { indexElements, indexLines, ROW_SHOWN, type RowText, rowText } from './rows';

/** One line of a folded payload. Envelope keys are shown one by one; rows are folded, first and last kept. */
export type Line =
  | { kind: 'open'; depth: number; key: string | null; path: string; bracket: '{' | '['; inString: boolean }
  | { kind: 'close'; depth: number; path: string; bracket: '}' | ']' }
  | {
      kind: 'value';
      depth: number;
      key: string | null;
      path: string;
      type: Kind;
      /** Source text, clipped; `length` is the whole of it. */
      text: string;
      length: number;
    }
  | RowsLine
  | { kind: 'left'; depth: number; path: string; keys: number }
  | { kind: 'cut'; depth: number; path: string; at: number; rest: string };

export interface RowsLine {
  kind: 'rows';
  depth: number;
  key: string | null;
  /** Path for asking for more rows; `lines` for the lines of a plain text. */
  path: string;
  of: 'elements' | 'lines';
  /** The rows that the verdict counted. */
  main: boolean;
  inString: boolean;
  count: number;
  /** The first and last rows, which stay in view while those between are folded. */
  head: RowText[];
  tail: RowText[];
}

export interface Outline {
  length: number;
  json: boolean;
  /** Prose around the JSON, clipped. */
  before: { text: string; length: number } | null;
  after: { text: string; length: number } | null;
  lines: Line[];
}

export interface OutlineOptions {
  /** Where the rows stand, and paths that must not be folded away because something is marked there. */
  rowsPath: string | null;
  wanted: readonly string[];
}

const VALUE_SHOWN = 600;
const PROSE_SHOWN = 2_000;
const MAX_LINES = 400;
const MAX_DEPTH = 12;
/** Lists up to this long are opened element by element where something in them is marked. */
const SMALL_LIST = 8;
const INLINE = 100;
const HEAD_LINES = 12;
const TAIL_LINES = 4;

interface Walk extends OutlineOptions {
  lines: Line[];
}

/** The folded view of a payload. Looks at the envelope and at two rows of each list; at most `MAX_LINES` lines. */
export function outline(doc: Doc, options: OutlineOptions, root = 'result'): Outline {
  const { text } = doc;
  const walk: Walk = { ...options, lines: [] };
  if (!doc.root) {
    walk.lines.push(linesOf(text, { path: 'lines', key: null, depth: 0, main: options.rowsPath !== null }));
    return { length: text.length, json: false, before: null, after: null, lines: walk.lines };
  }
  draw(walk, { text, node: doc.root, path: root }, null, 0, false);
  return {
    length: text.length,
    json: true,
    before: prose(text, doc.before.start, doc.before.end),
    after: prose(text, doc.after.start, doc.after.end),
    lines: walk.lines,
  };
}

function draw(walk: Walk, at: Place, key: string | null, depth: number, inString: boolean): void {
  const { node, path } = at;
  const inner = node.kind === 'string' && depth <= MAX_DEPTH ? unwrap(at) : null;
  const short = node.end - node.start <= INLINE && !holds(walk, path) && walk.rowsPath !== path;
  if (inner) draw(walk, inner, key, depth, true);
  else if (node.kind === 'object') {
    const folded = depth > 0 && (short || depth > MAX_DEPTH || walk.lines.length > MAX_LINES);
    if (folded) drawValue(walk, at, key, depth);
    else drawObject(walk, at, node, key, depth, inString);
  } else if (node.kind === 'array') {
    const open = node.count <= SMALL_LIST && depth <= MAX_DEPTH && holds(walk, path) && walk.rowsPath !== path;
    if (depth > 0 && short) drawValue(walk, at, key, depth);
    else if (open) drawSmallList(walk, at, node, key, depth, inString);
    else drawRows(walk, at, node, key, depth, inString);
  } else drawValue(walk, at, key, depth);
}

/** Whether something that must be seen stands below this path. */
function holds(walk: Walk, path: string): boolean {
  const below = (other: string) => other !== path && within(other, path);
  return walk.wanted.some(below) || (walk.rowsPath !== null && below(walk.rowsPath));
}

function drawObject(walk: Walk, at: Place, node: ObjectNode, key: string | null, depth: number, inString: boolean) {
  const { path, text } = at;
  walk.lines.push({ kind: 'open', depth, key, path, bracket: '{', inString });
  const own = node.entries.length > 0 ? node : skeletonAt(text, node);
  const all = entries(own);
  let left = 0;
  for (const entry of all) {
    const child = { text, node: entry.node, path: keyPath(path, entry.key) };
    const needed = walk.wanted.includes(child.path) || child.path === walk.rowsPath || holds(walk, child.path);
    if (walk.lines.length > MAX_LINES && !needed) left++;
    else draw(walk, child, entry.key, depth + 1, false);
  }
  if (left > 0) walk.lines.push({ kind: 'left', depth: depth + 1, path, keys: left });
  end(walk, at, node, depth, all.at(-1)?.node.end ?? node.start + 1, '}');
}

function drawSmallList(walk: Walk, at: Place, node: ArrayNode, key: string | null, depth: number, inString: boolean) {
  const { path, text } = at;
  walk.lines.push({ kind: 'open', depth, key, path, bracket: '[', inString });
  let i = 0;
  for (const span of elements(text, node)) {
    const child = skeletonAt(text, span);
    if (child) draw(walk, { text, node: child, path: indexPath(path, i) }, null, depth + 1, false);
    i++;
  }
  end(walk, at, node, depth, node.last?.end ?? node.start + 1, ']');
}

function drawRows(walk: Walk, at: Place, node: ArrayNode, key: string | null, depth: number, inString: boolean) {
  const { path, text } = at;
  walk.lines.push({
    kind: 'rows',
    depth,
    key,
    path,
    of: 'elements',
    main: walk.rowsPath === path,
    inString,
    count: node.count,
    ...elementEnds(text, node),
  });
  if (!node.closed) cut(walk, at, node, depth + 1, node.last?.end ?? node.start + 1);
}

function drawValue(walk: Walk, { node, path, text }: Place, key: string | null, depth: number) {
  if (node.kind === 'string' && manyLines(text, node)) {
    walk.lines.push(linesOf(stringAt(text, node), { path, key, depth, main: walk.rowsPath === path }));
    if (!node.closed) walk.lines.push({ kind: 'cut', depth, path, at: node.end, rest: '' });
    return;
  }
  walk.lines.push({
    kind: 'value',
    depth,
    key,
    path,
    type: node.kind,
    text: text.slice(node.start, Math.min(node.end, node.start + VALUE_SHOWN)),
    length: node.end - node.start,
  });
  if (node.kind === 'string' && !node.closed) walk.lines.push({ kind: 'cut', depth, path, at: node.end, rest: '' });
}

function end(walk: Walk, at: Place, node: ObjectNode | ArrayNode, depth: number, after: number, bracket: '}' | ']') {
  if (node.closed) walk.lines.push({ kind: 'close', depth, path: at.path, bracket });
  else if (walk.lines.at(-1)?.kind !== 'cut') cut(walk, at, node, depth + 1, after);
}

/** Whether a string's source holds two escaped line feeds or more. */
function manyLines(text: string, { start, end }: Node): boolean {
  const first = text.indexOf('\\n', start);
  if (first < 0 || first >= end) return false;
  const second = text.indexOf('\\n', first + 2);
  return second >= 0 && second < end;
}

/** What stood between the last whole value and the place where the text stops. */
function cut(walk: Walk, { text, path }: Place, node: Node, depth: number, after: number) {
  const rest = text.slice(after, Math.min(node.end, after + VALUE_SHOWN)).replace(/^\s*,\s*/, '');
  walk.lines.push({ kind: 'cut', depth, path, at: node.end, rest });
}

/** First and last element; all of them where only one would be folded. */
function elementEnds(text: string, node: ArrayNode): { head: RowText[]; tail: RowText[] } {
  if (node.count <= 3) {
    const index = indexElements(text, node);
    return { head: [...index.starts.keys()].map((i) => rowText(index, i)), tail: [] };
  }
  return {
    head: node.first ? [clipped(text, node.first, 0)] : [],
    tail: node.last ? [clipped(text, node.last, node.count - 1)] : [],
  };
}

function clipped(text: string, { start, end: to }: Span, index: number): RowText {
  return { index, start, length: to - start, text: text.slice(start, Math.min(to, start + ROW_SHOWN)) };
}

/** Lines of a text as rows: a dozen at the beginning and a few at the end stay in view. */
function linesOf(text: string, at: { path: string; key: string | null; depth: number; main: boolean }): RowsLine {
  const index = indexLines(text);
  const count = index.starts.length;
  const head = count <= HEAD_LINES + TAIL_LINES + 1 ? count : HEAD_LINES;
  const rows = (from: number, to: number) => {
    const found: RowText[] = [];
    for (let i = from; i < to; i++) found.push(rowText(index, i));
    return found;
  };
  return {
    kind: 'rows',
    ...at,
    of: 'lines',
    inString: at.path !== 'lines',
    count,
    head: rows(0, head),
    tail: head < count ? rows(count - TAIL_LINES, count) : [],
  };
}

function prose(text: string, start: number, to: number): { text: string; length: number } | null {
  if (text.slice(start, Math.min(to, start + 64)).trim() === '' && to - start <= 64) return null;
  return { text: text.slice(start, Math.min(to, start + PROSE_SHOWN)), length: to - start };
}
