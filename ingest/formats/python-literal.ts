/** A value read from Python's notation, as JSON text. */
export interface Literal {
  json: string;
  end: number;
  /** False when the text ended inside the value; `json` then holds what was there. */
  whole: boolean;
}

/** Nothing real nests further; beyond, the value is taken as text. */
const DEEPEST = 60;
const WORDS = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
]);

/** Reads a Python literal (`{'a': 1, "b": [True, None]}`) at a place of a text; null when none begins there. Never throws. */
export function pythonLiteral(text: string, from = 0, depth = 0): Literal | null {
  const start = skipSpace(text, from);
  const c = text.charAt(start);
  if (depth > DEEPEST || c === '') return null;
  if (c === "'" || c === '"') return stringLiteral(text, start);
  if (c === '{') return pairs(text, start, depth);
  if (c === '[' || c === '(') return items(text, start, depth);
  NUMBER.lastIndex = start;
  const number = NUMBER.exec(text)?.[0];
  if (number) return { json: JSON.stringify(Number(number)), end: start + number.length, whole: true };
  WORD.lastIndex = start;
  const word = WORD.exec(text)?.[0];
  if (!word) return null;
  return { json: WORDS.get(word) ?? JSON.stringify(word), end: start + word.length, whole: true };
}

const NUMBER = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/y;
const WORD = /[A-Za-z_][\w.]*/y;

/** The decoded text of a quoted string that begins at `start`; `whole` is false when it never ends. */
export function pythonString(text: string, start: number): { value: string; end: number; whole: boolean } {
  const quote = text.charAt(start);
  let value = '';
  let at = start + 1;
  while (at < text.length) {
    const c = text.charAt(at);
    if (c === quote) return { value, end: at + 1, whole: true };
    if (c !== '\\') value += c;
    else {
      const escaped = ESCAPES.exec(text.slice(at + 1, at + 10));
      value += escaped ? unescaped(escaped[0]) : '';
      at += escaped ? escaped[0].length : 0;
    }
    at++;
  }
  return { value, end: text.length, whole: false };
}

const ESCAPES = /^(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[\s\S])/;
const SHORT = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['\n', ''],
]);

function unescaped(escaped: string): string {
  if (escaped.length === 1) return SHORT.get(escaped) ?? (/["'\\]/.test(escaped) ? escaped : `\\${escaped}`);
  const code = Number.parseInt(escaped.slice(1), 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
}

function stringLiteral(text: string, start: number): Literal {
  const { value, end, whole } = pythonString(text, start);
  return { json: JSON.stringify(value), end, whole };
}

function items(text: string, start: number, depth: number): Literal | null {
  const parts: string[] = [];
  let at = skipSpace(text, start + 1);
  while (at < text.length) {
    if (/[\])]/.test(text.charAt(at))) return { json: `[${parts.join(',')}]`, end: at + 1, whole: true };
    const item = pythonLiteral(text, at, depth + 1);
    if (!item) return null;
    parts.push(item.json);
    at = skipComma(text, item.end);
  }
  return { json: `[${parts.join(',')}]`, end: at, whole: false };
}

function pairs(text: string, start: number, depth: number): Literal | null {
  const parts: string[] = [];
  let at = skipSpace(text, start + 1);
  while (at < text.length) {
    if (text.charAt(at) === '}') return { json: `{${parts.join(',')}}`, end: at + 1, whole: true };
    const key = pythonLiteral(text, at, depth + 1);
    const colon = key ? skipSpace(text, key.end) : text.length;
    if (!key || (colon < text.length && text.charAt(colon) !== ':')) return null;
    const value = colon < text.length ? pythonLiteral(text, colon + 1, depth + 1) : null;
    if (!value)
      return colon < text.length - 1 ? null : { json: `{${parts.join(',')}}`, end: text.length, whole: false };
    parts.push(`${key.json.startsWith('"') ? key.json : JSON.stringify(key.json)}:${value.json}`);
    at = skipComma(text, value.end);
  }
  return { json: `{${parts.join(',')}}`, end: at, whole: false };
}

/** A call in Python's notation, `name(key='value', 2)`; arguments without a name are numbered. Null when it is none. */
export function pythonCall(text: string): { tool: string; args: string } | null {
  const called = callAt(text, 0);
  return called && { tool: called.tool, args: called.args };
}

/** All calls of a text that is nothing but one call or a list of calls, `[a(x=1), b()]`; none when it is anything else. */
export function pythonCalls(text: string): { tool: string; args: string }[] {
  const calls: { tool: string; args: string }[] = [];
  const isList = /^\s*\[/.test(text);
  let at = skipSpace(text, isList ? text.indexOf('[') + 1 : 0);
  while (at < text.length && text.charAt(at) !== ']') {
    const call = callAt(text, at);
    if (!call) return [];
    calls.push({ tool: call.tool, args: call.args });
    at = skipComma(text, call.end);
    if (!isList) break;
  }
  const rest = text.slice(at).trim();
  return rest === '' || (isList && rest === ']') ? calls : [];
}

function callAt(text: string, from: number): { tool: string; args: string; end: number } | null {
  NAME.lastIndex = from;
  const tool = NAME.exec(text);
  if (!tool?.[1]) return null;
  const parts: string[] = [];
  let at = skipSpace(text, from + tool[0].length);
  while (at < text.length && text.charAt(at) !== ')') {
    KEYWORD.lastIndex = at;
    const key = KEYWORD.exec(text);
    const value = pythonLiteral(text, at + (key?.[0].length ?? 0));
    if (!value) return { tool: tool[1], args: JSON.stringify({ call: text }), end: text.length };
    parts.push(`${JSON.stringify(key?.[1] ?? String(parts.length))}:${value.json}`);
    at = skipComma(text, value.end);
  }
  return { tool: tool[1], args: `{${parts.join(',')}}`, end: at + 1 };
}

const NAME = /\s*([A-Za-z_][\w.]*)\s*\(/y;
const KEYWORD = /([A-Za-z_]\w*)\s*=(?!=)/y;

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at++;
  return at;
}

function skipComma(text: string, from: number): number {
  const at = skipSpace(text, from);
  return text.charAt(at) === ',' ? skipSpace(text, at + 1) : at;
}
