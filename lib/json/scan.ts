/**
 * Skips over JSON without building anything, by the grammar of RFC 8259: what it accepts is what JSON.parse accepts.
 * Every skip returns the position after the value, or `~stop` (negative) where the text stopped being JSON.
 * `stop === text.length` means that the text ended inside the value (cut); any other stop is a character that is wrong.
 */

import type { Kind } from './types';

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;

/** Position of the first character at or after `pos` that is not JSON whitespace; the text's length when none is left. */
export function skipSpace(text: string, pos: number): number {
  while (pos < text.length) {
    const c = text.charCodeAt(pos);
    if (c > 0x20 || (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09)) return pos;
    pos++;
  }
  return pos;
}

/** The kind of value that a character begins, or null when no value begins so. */
export function kindOf(c: number): Kind | null {
  if (c === QUOTE) return 'string';
  if (c === OPEN_BRACE) return 'object';
  if (c === OPEN_BRACKET) return 'array';
  if (c === MINUS || (c >= ZERO && c <= 0x39)) return 'number';
  if (c === 0x74 || c === 0x66) return 'boolean';
  return c === 0x6e ? 'null' : null;
}

/** What a string cannot hold as it is: a quote, a backslash, a control character (anything but the ranges here). */
const SPECIAL = /[^ !#-[\]-\uffff]/g;

/** Skips a string whose opening quote is at `pos`. */
export function skipString(text: string, pos: number): number {
  const n = text.length;
  let window = 64;
  pos++;
  for (;;) {
    const limit = Math.min(n, pos + window);
    for (; pos < limit; pos++) {
      const c = text.charCodeAt(pos);
      // Most characters are small letters: one comparison for them.
      if (c > BACKSLASH) continue;
      if (c === QUOTE) return pos + 1;
      if (c === BACKSLASH) {
        pos = skipEscape(text, pos);
        if (pos < 0) return pos;
      } else if (c < 0x20) return ~pos;
    }
    if (pos >= n) return ~n;
    // A long string: the expression runs faster than the loop, but costs more to start; where it stops soon, loop for longer.
    SPECIAL.lastIndex = pos;
    const next = SPECIAL.test(text) ? SPECIAL.lastIndex - 1 : n;
    window = next - pos < 128 ? window * 2 : 64;
    pos = next;
  }
}

/** Position of an escape's last character; the backslash is at `pos`. */
function skipEscape(text: string, pos: number): number {
  const n = text.length;
  if (++pos >= n) return ~n;
  switch (text.charCodeAt(pos)) {
    case QUOTE:
    case BACKSLASH:
    case 0x2f:
    case 0x62:
    case 0x66:
    case 0x6e:
    case 0x72:
    case 0x74:
      return pos;
    case 0x75: {
      const last = pos + 4;
      while (pos < last) {
        if (++pos >= n) return ~n;
        const c = text.charCodeAt(pos);
        const hex = (c >= ZERO && c <= 0x39) || (c >= 0x41 && c <= 0x46) || (c >= 0x61 && c <= 0x66);
        if (!hex) return ~pos;
      }
      return pos;
    }
    default:
      return ~pos;
  }
}

/**
 * Skips a number, `true`, `false` or `null` at `pos`. Inside a container a scalar that touches the end of the text may
 * go on after it, so it counts as cut; `inside` says so.
 */
export function skipScalar(text: string, pos: number, inside: boolean): number {
  const c = text.charCodeAt(pos);
  let end: number;
  if (c === MINUS || (c >= ZERO && c <= 0x39)) end = skipNumber(text, pos);
  else if (c === 0x74) end = skipWord(text, pos, 'true');
  else if (c === 0x66) end = skipWord(text, pos, 'false');
  else if (c === 0x6e) end = skipWord(text, pos, 'null');
  else return ~pos;
  if (end < 0) return end;
  if (end === text.length) return inside ? ~end : end;
  return isDelimiter(text.charCodeAt(end)) ? end : ~end;
}

function isDelimiter(c: number): boolean {
  return (
    c === COMMA ||
    c === CLOSE_BRACE ||
    c === CLOSE_BRACKET ||
    c === 0x20 ||
    c === 0x0a ||
    c === 0x0d ||
    c === 0x09 ||
    c === COLON
  );
}

function skipWord(text: string, pos: number, word: string): number {
  if (text.startsWith(word, pos)) return pos + word.length;
  let i = 0;
  while (i < word.length && pos + i < text.length && text.charCodeAt(pos + i) === word.charCodeAt(i)) i++;
  return ~(pos + i);
}

function skipDigits(text: string, pos: number): number {
  while (pos < text.length) {
    const c = text.charCodeAt(pos);
    if (c < ZERO || c > 0x39) return pos;
    pos++;
  }
  return pos;
}

function skipNumber(text: string, pos: number): number {
  const n = text.length;
  if (text.charCodeAt(pos) === MINUS && ++pos >= n) return ~n;
  const whole = text.charCodeAt(pos) === ZERO ? pos + 1 : skipDigits(text, pos);
  if (whole === pos) return ~pos;
  pos = whole;
  if (pos < n && text.charCodeAt(pos) === DOT) {
    const end = skipDigits(text, pos + 1);
    if (end === pos + 1) return ~end;
    pos = end;
  }
  if (pos < n && (text.charCodeAt(pos) | 0x20) === 0x65) {
    if (++pos >= n) return ~n;
    const sign = text.charCodeAt(pos);
    if (sign === 0x2b || sign === MINUS) pos++;
    const end = skipDigits(text, pos);
    if (end === pos) return ~end;
    pos = end;
  }
  return pos;
}

/** Which containers are open, one byte each; shared by all skips, which never run inside one another. */
let open = new Uint8Array(1024);

/** Skips any value at `pos` (no whitespace before it). `inside` as in `skipScalar`. Depth costs a byte, never a stack frame. */
export function skipValue(text: string, pos: number, inside: boolean): number {
  const c = text.charCodeAt(pos);
  if (c === QUOTE) return skipString(text, pos);
  if (c === OPEN_BRACE || c === OPEN_BRACKET) return skipContainer(text, pos);
  return skipScalar(text, pos, inside);
}

function skipContainer(text: string, pos: number): number {
  const n = text.length;
  let inObject = text.charCodeAt(pos) === OPEN_BRACE;
  let depth = 0;
  let fresh = true;
  open[0] = inObject ? 1 : 0;
  pos++;
  for (;;) {
    pos = skipSpace(text, pos);
    if (pos >= n) return ~n;
    let c = text.charCodeAt(pos);
    let closes = fresh && c === (inObject ? CLOSE_BRACE : CLOSE_BRACKET);
    if (!closes) {
      if (inObject) {
        pos = skipKey(text, pos);
        if (pos < 0 || pos >= n) return pos < 0 ? pos : ~n;
        c = text.charCodeAt(pos);
      }
      if (c === QUOTE) pos = skipString(text, pos);
      else if (c === OPEN_BRACE || c === OPEN_BRACKET) {
        inObject = c === OPEN_BRACE;
        fresh = true;
        if (++depth === open.length) open = grown(open);
        open[depth] = inObject ? 1 : 0;
        pos++;
        continue;
      } else pos = skipScalar(text, pos, true);
      if (pos < 0) return pos;
    }
    for (;;) {
      if (!closes) {
        pos = skipSpace(text, pos);
        if (pos >= n) return ~n;
        c = text.charCodeAt(pos);
        if (c === COMMA) break;
        if (c !== (inObject ? CLOSE_BRACE : CLOSE_BRACKET)) return ~pos;
      }
      closes = false;
      pos++;
      if (depth-- === 0) return pos;
      inObject = open[depth] === 1;
    }
    pos++;
    fresh = false;
  }
}

/** Skips a key, its colon and the space after it; the key's opening quote must be at `pos`. */
export function skipKey(text: string, pos: number): number {
  if (text.charCodeAt(pos) !== QUOTE) return ~pos;
  pos = skipString(text, pos);
  if (pos < 0) return pos;
  pos = skipSpace(text, pos);
  if (pos >= text.length || text.charCodeAt(pos) !== COLON) return ~pos;
  return skipSpace(text, pos + 1);
}

function grown(stack: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(stack.length * 2);
  larger.set(stack);
  return larger;
}
