import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipSpace,
  skipString,
  skipValue,
} from './scan';
import { decodeString } from './string';

interface Frame {
  object: boolean;
  key: string;
  /** Of an object: canonical value by key, the last one winning. */
  byKey: Map<string, string>;
  /** Of an array: the canonical elements so far. */
  list: string;
}

/**
 * The same JSON in one spelling, for hashing: keys sorted by code unit, no whitespace, strings and numbers respelled
 * (1.0 is 1, -0 is 0; integers beyond 2^53 keep their digits), the last of repeated keys. Text that is not JSON comes back trimmed.
 */
export function canonical(text: string): string {
  const start = skipSpace(text, 0);
  const end = start < text.length ? skipValue(text, start, false) : -1;
  if (end < 0 || skipSpace(text, end) < text.length) return text.trim();
  return respelled(text, start);
}

/** Walks text that is known to be valid. Pieces are joined with `+`, which costs the same at any depth. */
function respelled(text: string, start: number): string {
  const frames: Frame[] = [];
  let pos = start;
  for (;;) {
    pos = skipSpace(text, pos);
    const c = text.charCodeAt(pos);
    let done: string;
    if (c === OPEN_BRACE || c === OPEN_BRACKET) {
      frames.push({ object: c === OPEN_BRACE, key: '', byKey: new Map(), list: '' });
      pos++;
      continue;
    }
    const top = frames.at(-1);
    if (c === CLOSE_BRACE || c === CLOSE_BRACKET) {
      frames.pop();
      done = top === undefined ? '' : closed(top);
      pos++;
    } else if (c === COMMA || c === COLON) {
      pos++;
      continue;
    } else {
      const end = skipValue(text, pos, false);
      if (c === QUOTE && top?.object && isKey(text, end)) {
        top.key = decodeString(text, pos, end, true);
        pos = skipSpace(text, end) + 1;
        continue;
      }
      done =
        c === QUOTE
          ? JSON.stringify(decodeString(text, pos, skipString(text, pos), true))
          : scalar(text.slice(pos, end));
      pos = end;
    }
    const parent = frames.at(-1);
    if (parent === undefined) return done;
    if (parent.object) parent.byKey.set(parent.key, done);
    else parent.list = parent.list === '' ? done : `${parent.list},${done}`;
  }
}

/** In valid JSON only a key is followed by a colon. */
function isKey(text: string, end: number): boolean {
  return text.charCodeAt(skipSpace(text, end)) === COLON;
}

function closed(frame: Frame): string {
  if (!frame.object) return `[${frame.list}]`;
  let inner = '';
  for (const key of [...frame.byKey.keys()].sort()) {
    inner += `${inner === '' ? '' : ','}${JSON.stringify(key)}:${frame.byKey.get(key)}`;
  }
  return `{${inner}}`;
}

function scalar(source: string): string {
  const first = source.charCodeAt(0);
  if (first === 0x74 || first === 0x66 || first === 0x6e) return source;
  const value = Number(source);
  if (Number.isSafeInteger(value)) return String(value === 0 ? 0 : value);
  if (!Number.isFinite(value) || /^-?\d+$/.test(source)) return source.toLowerCase();
  return String(value);
}
