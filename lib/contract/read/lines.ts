/** Rows of plain text: judged by the structure that lines share, never by words in them. */

import type { Dialect } from '../dialects/schema';
import type { MarkerFact } from '../types';
import { csvRecords } from './csv';
import { asFact, type MarkerHit, markerOf, middleMarkers, saysNothing } from './markers';
import { looksPython, pythonList } from './python';
import type { Rows } from './types';

export type LineShape =
  | 'ruled'
  | 'lines'
  | 'numbered'
  | 'grep'
  | 'grouped'
  | 'paths'
  | 'table'
  | 'csv'
  | 'tsv'
  | 'bullets'
  | 'blocks'
  | 'python';

export interface Text {
  /** The lines between the envelope's. */
  body: string[];
  /** Statements before and after them. */
  hits: { hit: MarkerHit; path: string }[];
  markers: MarkerFact[];
  /** A sentence says that nothing was found. */
  nothing: boolean;
  /** A marker stood in the middle, or inside a line. */
  middle: { at: number; inside: boolean; words: string } | null;
}

/** Lines of an envelope that carry nothing: tags that harnesses wrap around a result, fences. */
const FRAME =
  /^\s*(?:<\/?(?:output|output_head|output_tail|elided_chars|start_tool_output|end_tool_output|result|tool_result|content|stdout|untrusted-data[\w-]*)>|```[a-z]*|-{3,}|={3,})?\s*$/i;
/** Of a command's output, dashes, fences and "no issues found" are lines like any other. */
const FRAME_OF_OUTPUT = new RegExp(FRAME.source.replace('|```[a-z]*|-{3,}|={3,}', ''), 'i');
/** Tags that stand around a cut in the middle. */
const TAG = /^\s*<\/?(?:output_head|output_tail|elided_chars)>\s*$/;
/** How far into a text its envelope reaches, in lines with something on them. */
const EDGE = 4;

/** How far from the end of a text its frame can begin, in characters. */
const FOOT = 2000;

/** Splits a text into what the tool says about it and what it is. A `frame` is what its harness prints around it; `output`: of a command. */
export function splitText(text: string, path: string, frame: Dialect['frame'] | null = null, output = false): Text {
  const source = withoutReminders(text);
  const hits: Text['hits'] = [];
  const markers: MarkerFact[] = [];
  const around = (words: string): void => {
    for (const line of words.split('\n').slice(0, EDGE * 3)) {
      const hit = markerOf(line);
      if (hit === null || hit.marker.says === 'line') continue;
      const fact = asFact(hit, `${path} (around the output)`);
      hits.push({ hit, path: `${path} (around the output)` });
      if (fact !== null) markers.push(fact);
    }
  };
  const { inner, first } = unframed(source, frame, around);
  const lines = inner.split('\n');
  let start = 0;
  let end = lines.length;
  let nothing = false;
  const alone = (line: string): boolean => inner.trim() === line.trim();
  const take = (index: number): boolean => {
    const line = lines[index] ?? '';
    if ((output ? FRAME_OF_OUTPUT : FRAME).test(line)) return true;
    if (saysNothing(line) && (!output || alone(line))) {
      nothing = true;
      return true;
    }
    const hit = markerOf(line);
    if (hit === null || hit.marker.says === 'line') return false;
    // "Found 3 problems" is what the command says, not its harness.
    if (output && hit.marker.says === 'counts' && hit.groups.page !== undefined) return false;
    hits.push({ hit, path: `${path}@line ${index + 1 + first}` });
    const fact = asFact(hit, `${path}@line ${index + 1 + first}`);
    if (fact !== null) markers.push(fact);
    return true;
  };
  for (let taken = 0; start < end && taken < EDGE * 3 && take(start); taken++) start++;
  for (let taken = 0; end > start && taken < EDGE * 3 && take(end - 1); taken++) end--;
  let body = lines.slice(start, end);
  let middle: Text['middle'] = null;
  if (body.length > 0) {
    const text2 = body.join('\n');
    // Of a file with line numbers, every line that is content has one.
    const numbered = isNumbered(body);
    for (const one of middleMarkers(text2)) {
      if (numbered && NUMBERED.test(one.hit.line)) continue;
      const line = text2.slice(0, one.start).split('\n').length + start + first;
      const fact = asFact(one.hit, `${path}@line ${line}`);
      if (fact !== null) markers.push(fact);
      const own = one.hit.marker.pattern.source.startsWith('^');
      middle ??= { at: one.start, inside: !own, words: one.hit.line.slice(0, 80) };
      hits.push({ hit: one.hit, path: `${path}@line ${line}` });
      if (own) body = without(body, one.hit.line);
    }
    if (middle !== null) body = body.filter((line) => !TAG.test(line));
  }
  return { body, hits, markers, nothing: nothing && body.every((line) => line.trim() === ''), middle };
}

/** Lines without those that are a marker, and without the blank ones that set it off. */
function without(lines: readonly string[], marker: string): string[] {
  const is = (at: number): boolean => (lines[at] ?? '').trim() === marker;
  // `... [4 lines omitted] ...` stands between blank lines, `[... omitted 4 lines ...]` before one.
  const above = !marker.startsWith('[');
  return lines.filter((line, at) => !is(at) && !(line.trim() === '' && (is(at - 1) || (above && is(at + 1)))));
}

/** The text within its frame, and how many lines stand before it; the frame's own lines are handed on. */
function unframed(
  source: string,
  frame: Dialect['frame'] | null,
  around: (words: string) => void,
): { inner: string; first: number } {
  const head = frame?.head === undefined ? null : new RegExp(frame.head, 'i').exec(source);
  const from = head?.index === 0 ? head[0].length : 0;
  const reach = Math.max(from, source.length - FOOT);
  const tail = frame?.tail === undefined ? null : new RegExp(frame.tail, 'i').exec(source.slice(reach));
  const to = tail === null ? source.length : reach + tail.index;
  if (from > 0) around(source.slice(0, from));
  if (tail !== null) around(tail[0]);
  return { inner: source.slice(from, to), first: source.slice(0, from).split('\n').length - 1 };
}

/** Claude Code appends reminders to the model to a file's content; they are no part of it. */
function withoutReminders(text: string): string {
  const at = text.lastIndexOf('\n\n<system-reminder>');
  const tail = at < 0 ? -1 : text.indexOf('</system-reminder>', at);
  return at >= 0 && tail >= 0 && text.slice(tail + 18).trim() === '' ? text.slice(0, at) : text;
}

const NUMBERED = /^\s*(\d+)(?:\t|→|\|)/;

function isNumbered(lines: readonly string[]): boolean {
  const head = lines.slice(0, 12).filter((line) => line.trim() !== '');
  if (head.length === 0) return false;
  const hits = head.filter((line) => NUMBERED.test(line)).length;
  return hits >= Math.max(1, head.length * 0.8) && NUMBERED.test(head[0] ?? '');
}

const GREP = /^(?:[\w./@~()[\]{}+\- ]+|[A-Za-z]:\\[^:]+):\d+(?::\d+)?[:\s]/;
const PATH =
  /^(?:[\w@~.+()[\]{}\-$,=#]+|[A-Za-z]:)?(?:[\\/][^\s:*?"<>|]*(?: [^\s:*?"<>|]+)*)+$|^[\w@.+-]+\.[A-Za-z0-9]{1,8}$/;
const GROUP_ROW = /^\s+(?:L(?:ine )?)?\d+:/i;
const BULLET = /^(\s*)(?:[-*•]|\d+[.)])\s+\S/;

/** Recognises the structure of a text's lines; null when it is prose. */
export function shapeOf(body: readonly string[]): LineShape | null {
  const full = body.filter((line) => line.trim() !== '');
  const head = full.slice(0, 60);
  if (head.length === 0) return null;
  const share = (test: (line: string) => boolean): number => head.filter(test).length / head.length;
  if (isNumbered(full)) return 'numbered';
  if (looksPython(head[0] ?? '') && pythonList(body.join('\n')) !== null) return 'python';
  if (
    head.some((line) => /^\s*\|?(?:\s*:?-{3,}:?\s*\|)+\s*:?-*:?\s*\|?\s*$/.test(line)) &&
    share((line) => line.includes('|')) > 0.6
  )
    return 'table';
  if (share((line) => GREP.test(line)) >= 0.8) return 'grep';
  if (share((line) => GROUP_ROW.test(line)) >= 0.5 && !/^\s/.test(head[0] ?? ' ')) return 'grouped';
  if (share((line) => PATH.test(line.trim())) >= 0.8) return 'paths';
  if (head.length >= 3) {
    const tabs = separators(head, '\t');
    if (tabs >= 1) return 'tsv';
    if (separators(head, ',') >= 1 && headerLike(head[0] ?? '')) return 'csv';
  }
  if (head.filter((line) => BULLET.test(line)).length >= 2 && share((line) => BULLET.test(line)) >= 0.5)
    return 'bullets';
  return blockKey(body) === null ? null : 'blocks';
}

/** How many separators outside quotes all lines share; 0 when they differ. */
function separators(lines: readonly string[], mark: string): number {
  let common = -1;
  for (const line of lines) {
    let count = 0;
    let quoted = false;
    for (const c of line) {
      if (c === '"') quoted = !quoted;
      else if (c === mark && !quoted) count++;
    }
    if (quoted) continue;
    if (common < 0) common = count;
    else if (common !== count) return 0;
  }
  return Math.max(0, common);
}

function headerLike(line: string): boolean {
  return line.split(',').every((cell) => /^"?[A-Za-z_][\w .#%()/-]{0,40}"?$/.test(cell.trim()));
}

/** The key that begins every block of `Key: value` lines, or null when the text has no such blocks. */
function blockKey(body: readonly string[]): RegExp | null {
  const keys = body.map((line) => /^([A-Z][\w ]{1,30}):(?: |$)/.exec(line)?.[1] ?? null).filter((key) => key !== null);
  const first = keys[0];
  if (first === undefined || keys.length < 4) return null;
  const count = keys.filter((key) => key === first).length;
  return count >= 2 && keys.length / count >= 2 ? new RegExp(`^${first}:`) : null;
}

const UNITS: Record<LineShape, string> = {
  lines: 'line',
  numbered: 'line',
  grep: 'match',
  grouped: 'match',
  paths: 'file',
  table: 'row',
  csv: 'row',
  tsv: 'row',
  bullets: 'item',
  blocks: 'record',
  ruled: 'row',
  python: 'row',
};

/** The rows of a text in a known shape. */
export function lineRows(body: readonly string[], shape: LineShape, path: string): Rows {
  const lines = pick(body, shape);
  const marker = shape === 'python' ? lastElement(lines, path) : null;
  if (marker !== null) lines.pop();
  return {
    kind: 'lines',
    path,
    unit: UNITS[shape],
    present: lines.length,
    lists: [],
    lines,
    marker,
    parent: null,
    content: shape === 'numbered',
  };
}

/** A marker that stands as the last string of a printed list is no row. */
function lastElement(lines: readonly string[], path: string): MarkerFact | null {
  const words = /^(['"])(.*)\1$/s.exec(lines.at(-1) ?? '')?.[2];
  const hit = words === undefined ? null : markerOf(words);
  return hit === null ? null : asFact(hit, `${path}[${lines.length - 1}]`);
}

/** Rows that each begin with a line of a known form, and the lines around them. */
export function rowsBegin(
  body: readonly string[],
  begins: RegExp,
  until: RegExp | null,
  path: string,
): { rows: Rows; around: string[] } {
  const lines: string[] = [];
  const around: string[] = [];
  let over = false;
  for (const line of body) {
    over ||= until?.test(line) ?? false;
    if (!over && begins.test(line)) lines.push(line);
    else if (over || lines.length === 0) around.push(line);
    else lines[lines.length - 1] += `\n${line}`;
  }
  return {
    rows: {
      kind: 'lines',
      path,
      unit: 'record',
      present: lines.length,
      lists: [],
      lines,
      marker: null,
      parent: null,
      content: false,
    },
    around,
  };
}

function pick(body: readonly string[], shape: LineShape): string[] {
  const full = body.filter((line) => line.trim() !== '');
  switch (shape) {
    case 'numbered':
      return full.filter((line) => NUMBERED.test(line));
    case 'grep': {
      const own = full.filter((line) => GREP.test(line));
      return own;
    }
    case 'grouped': {
      let file = '';
      const rows: string[] = [];
      for (const line of full) {
        if (GROUP_ROW.test(line)) rows.push(`${file}:${line.trim()}`);
        else if (!/^\s/.test(line)) file = line.trim();
      }
      return rows;
    }
    case 'table': {
      const rule = full.findIndex((line) => /^\s*\|?(?:\s*:?-{3,}:?\s*\|)+\s*:?-*:?\s*\|?\s*$/.test(line));
      return full.slice(rule + 1).filter((line) => line.includes('|'));
    }
    case 'ruled':
      return ruled(full);
    case 'csv':
      return csvRecords(body).slice(1);
    case 'tsv':
      return full.slice(headerLike((full[0] ?? '').replaceAll('\t', ',')) ? 1 : 0);
    case 'bullets': {
      const first = full.find((line) => BULLET.test(line)) ?? '';
      const indent = BULLET.exec(first)?.[1] ?? '';
      return full.filter((line) => BULLET.exec(line)?.[1] === indent);
    }
    case 'python':
      return pythonList(body.join('\n')) ?? [];
    case 'blocks': {
      const key = blockKey(body);
      return full.filter((line) => key?.test(line));
    }
    default:
      return trimEnds(body);
  }
}

/** Matches that all begin with a path and a line number, but for the last: characters were cut off after them. */
export function endsInFragment(lines: readonly string[]): boolean {
  const last = lines.at(-1);
  return (
    last !== undefined && lines.length > 2 && !GREP.test(last) && lines.slice(0, -1).every((line) => GREP.test(line))
  );
}

function trimEnds(body: readonly string[]): string[] {
  let end = body.length;
  while (end > 0 && (body[end - 1] ?? '').trim() === '') end--;
  let start = 0;
  while (start < end && (body[start] ?? '').trim() === '') start++;
  return body.slice(start, end);
}

const RULE = /^\s*\+?-{2,}(?:\+-+)*\+?\s*$/;

/** Rows between the rules of a table that psql, mysql or sqlite3 prints. */
function ruled(lines: readonly string[]): string[] {
  const rules = lines.flatMap((line, i) => (RULE.test(line) ? [i] : []));
  const boxed = rules[0] === 0 && rules.length > 2;
  const start = (boxed ? rules[1] : rules[0]) ?? -1;
  const end = boxed ? rules.at(-1) : undefined;
  return lines.slice(start + 1, end).filter((line) => !/^\(\d+ rows?\)|^\d+ rows? in set/.test(line));
}
