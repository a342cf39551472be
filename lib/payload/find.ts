/** Characters of context on each side of a hit. */
const AROUND = 60;

export interface Hit {
  at: number;
  before: string;
  hit: string;
  after: string;
}

export interface Hits {
  /** Exact number of places where the text stands. */
  matched: number;
  returned: number;
  hits: Hit[];
  /** Position to go on from, or null at the end. */
  next: number | null;
}

/** Places of `needle` in a text, without regard to case, in order; `limit` of them from `from` on, all of them counted. */
export function findIn(text: string, needle: string, from = 0, limit = 50): Hits {
  if (needle === '') return { matched: 0, returned: 0, hits: [], next: null };
  const pattern = new RegExp(needle.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
  const hits: Hit[] = [];
  let matched = 0;
  let next: number | null = null;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    matched++;
    if (match.index < from) continue;
    if (hits.length >= limit) {
      next ??= match.index;
      continue;
    }
    const end = match.index + match[0].length;
    hits.push({
      at: match.index,
      before: text.slice(Math.max(0, match.index - AROUND), match.index),
      hit: match[0],
      after: text.slice(end, end + AROUND),
    });
  }
  return { matched, returned: hits.length, hits, next };
}

export interface TextWindow {
  from: number;
  to: number;
  total: number;
  text: string;
}

/** At most `size` units of the text from about `from` on, never through the middle of a character. */
export function textWindow(text: string, from: number, size = 16_000): TextWindow {
  const total = text.length;
  let start = Math.max(0, Math.min(Math.floor(from) || 0, Math.max(0, total - 1)));
  if (isLow(text, start)) start--;
  let end = Math.min(total, start + Math.max(1, size));
  if (end < total && isLow(text, end)) end++;
  return { from: start, to: end, total, text: text.slice(start, end) };
}

function isLow(text: string, at: number): boolean {
  const c = text.charCodeAt(at);
  const before = text.charCodeAt(at - 1);
  return at > 0 && c >= 0xdc00 && c <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
}
