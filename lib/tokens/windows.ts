/** Counts the tokens of a short text with one encoding. */
export type CountShort = (text: string) => number;

/** A word costs the square of its length to merge, so hostile runs are counted in windows of this many characters. */
const WINDOW = 2048;

/**
 * Tokens of a text of any length. Exact where every word is shorter than the window (2,048 characters); a longer run
 * without a word boundary may count one or two tokens more per window. Never throws.
 */
export function countInWindows(text: string, count: CountShort): number {
  if (text.length <= WINDOW) return count(text);
  let tokens = 0;
  for (let from = 0; from < text.length; ) {
    const end = from + WINDOW < text.length ? boundary(text, from, from + WINDOW) : text.length;
    tokens += count(text.slice(from, end));
    from = end;
  }
  return tokens;
}

/** The last place in the window where every encoding splits: after a letter or digit, before one of `" ,:{[}]`. */
function boundary(text: string, from: number, to: number): number {
  for (let at = to; at > from + 1; at--) {
    if (isBreak(text.charCodeAt(at)) && isWord(text.charCodeAt(at - 1))) return at;
  }
  const high = text.charCodeAt(to - 1);
  return high >= 0xd800 && high < 0xdc00 ? to - 1 : to;
}

function isWord(c: number): boolean {
  return (c >= 0x30 && c <= 0x39) || (c >= 0x41 && c <= 0x5a) || (c >= 0x61 && c <= 0x7a);
}

function isBreak(c: number): boolean {
  return c === 0x20 || c === 0x22 || c === 0x2c || c === 0x3a || c === 0x5b || c === 0x5d || c === 0x7b || c === 0x7d;
}
