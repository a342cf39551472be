import { COLON, OPEN_BRACE, OPEN_BRACKET, QUOTE, skipSpace } from './scan';
import { type Read, read } from './skeleton';
import { decodeString } from './string';
import type { Located, Node, Span } from './types';

/** How often a character may be read again while looking for a value in prose: keeps hostile text linear. */
const PASSES = 4;

/** Up to this many characters of prose say nothing against a value; beyond, it must be a quarter of the text. */
const SHORT_PROSE = 500;

const LINE_FEED = 0x0a;

/**
 * Finds the JSON value that a text is, or holds: alone, before or after prose, in a fence, cut at its end, or broken off
 * by a marker (`after` then begins where the JSON stopped, and `cut` is set). Of several the largest. Null when none is
 * plausible: a small literal in the middle of a long text, `params["id"]`, "see [1]". Linear time.
 */
export function locate(text: string): Located | null {
  const start = skipSpace(text, 0);
  if (start === text.length) return null;
  const whole = read(text, start);
  if (whole.node !== null) {
    const alone = whole.state === 'whole' && skipSpace(text, whole.stop) === text.length;
    if (alone || (whole.state === 'cut' && plausibleCut(text, whole.node))) return located(text, whole.node);
  }
  const best = largest(text, start);
  return best === null ? null : located(text, best);
}

function located(text: string, node: Node): Located {
  return {
    node,
    before: { start: 0, end: skipSpace(text, 0) === node.start ? 0 : node.start },
    after: { start: skipSpace(text, node.end) === text.length ? text.length : node.end, end: text.length },
    cut: !node.closed,
  };
}

/** A text that begins with the value and ends inside it. A lone unfinished string or word is prose, unless the string holds JSON. */
function plausibleCut(text: string, node: Node): boolean {
  if (node.kind === 'object')
    return node.entries.length > 0 || text.charCodeAt(skipSpace(text, node.start + 1)) === QUOTE;
  if (node.kind === 'array') return node.count > 0 || beginsValue(text, node.start + 1);
  if (node.kind !== 'string') return false;
  const inner = skipSpace(text, node.start + 1);
  const c = text.charCodeAt(inner);
  return (
    (c === OPEN_BRACE && text.startsWith('\\"', inner + 1)) || (c === OPEN_BRACKET && text.startsWith('{', inner + 1))
  );
}

function beginsValue(text: string, pos: number): boolean {
  const c = text.charCodeAt(skipSpace(text, pos));
  return c === OPEN_BRACE || c === OPEN_BRACKET || c === QUOTE;
}

function largest(text: string, from: number): Node | null {
  const n = text.length;
  const filled = { start: from, end: text.trimEnd().length };
  let best: Node | null = null;
  let work = 0;
  let brace = text.indexOf('{', from);
  let bracket = text.indexOf('[', from);
  while (brace >= 0 || bracket >= 0) {
    const at = brace < 0 ? bracket : bracket < 0 ? brace : Math.min(brace, bracket);
    const found = read(text, at);
    work += found.stop - at;
    const { node } = found;
    if (node !== null && length(node) > length(best) && plausible(text, filled, node, found)) best = node;
    // A false start can swallow the true one: read again from the next bracket, while that stays cheap.
    const retry = found.state !== 'whole' && (found.stop - at) * 2 < n - at && work < PASSES * n;
    const next = retry ? at + 1 : Math.max(found.stop, at + 1);
    if (brace >= 0 && brace < next) brace = text.indexOf('{', next);
    if (bracket >= 0 && bracket < next) bracket = text.indexOf('[', next);
  }
  return best;
}

function length(node: Node | null): number {
  return node === null ? 0 : node.end - node.start;
}

/** A value that the text is about, and not a literal in code or a footnote that happens to read as JSON. */
function plausible(text: string, filled: Span, node: Node, found: Read): boolean {
  const around = text.length - length(node);
  const dominant = around <= SHORT_PROSE || length(node) * 4 >= text.length;
  if (isRecords(node)) return dominant || node.start === filled.start || node.end === filled.end;
  if (!dominant) return false;
  if (node.kind === 'array' && (node.kinds.string ?? node.kinds.array ?? 0) > 0) return isIntroduced(text, node);
  if (found.state === 'whole') return isIntroduced(text, node) && endsLine(text, node);
  // Broken off before the first whole element: it must at least have begun as a record does.
  return node.kind === 'array' && text.charCodeAt(skipSpace(text, node.start + 1)) === OPEN_BRACE && length(node) >= 8;
}

function isRecords(node: Node): boolean {
  return node.kind === 'object' ? node.entries.length > 0 : node.kind === 'array' && (node.kinds.object ?? 0) > 0;
}

/** First on its line, or after a colon. */
function isIntroduced(text: string, node: Node): boolean {
  let at = node.start - 1;
  while (at >= 0 && isBlank(text.charCodeAt(at))) at--;
  return at < 0 || text.charCodeAt(at) === LINE_FEED || text.charCodeAt(at) === COLON;
}

function endsLine(text: string, node: Node): boolean {
  let at = node.end;
  while (at < text.length && isBlank(text.charCodeAt(at))) at++;
  return at === text.length || text.charCodeAt(at) === LINE_FEED;
}

function isBlank(c: number): boolean {
  return c === 0x20 || c === 0x09 || c === 0x0d;
}

/** A JSON text that stood inside a string, and what `locate` found in it. Its spans are positions of `text` here, not of the outer text. */
export interface Decoded {
  text: string;
  found: Located;
}

/**
 * The JSON inside a string scalar (a payload encoded twice), one level at a time; null when the string holds none
 * or begins with something else. A cut string gives what stood before the cut.
 */
export function decoded(text: string, node: Node): Decoded | null {
  if (node.kind !== 'string') return null;
  const c = text.charCodeAt(firstInside(text, node.start + 1));
  if (c !== OPEN_BRACE && c !== OPEN_BRACKET && c !== 0x5c) return null;
  const inner = decodeString(text, node.start, node.end, node.closed);
  const first = inner.charCodeAt(skipSpace(inner, 0));
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET && first !== QUOTE) return null;
  const found = locate(inner);
  return found === null || found.before.end > 0 ? null : { text: inner, found };
}

/** Skips spaces and escaped line breaks, so that plain strings are turned away without being decoded. */
function firstInside(text: string, pos: number): number {
  for (;;) {
    const c = text.charCodeAt(pos);
    if (c === 0x20) pos++;
    else if (c === 0x5c && 'nrt'.includes(text.charAt(pos + 1) || '?')) pos += 2;
    else return pos;
  }
}
