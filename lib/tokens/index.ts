/**
 * Counts tokens with OpenAI's public o200k_base encoding. Other vendors' tokenizers differ by some ten per cent, so a
 * screen says which encoding it counted with. Importing this module loads the ranks (about 0.1 s): import it lazily.
 */

import { countTokens as count } from 'gpt-tokenizer/encoding/o200k_base';

/** The encoding that every token figure is counted with. */
export const ENCODING = 'o200k_base';

/** A word costs the square of its length to merge, so hostile runs are counted in windows of this many characters. */
const WINDOW = 2048;

/** Names of special tokens inside a payload are plain text there. */
const options = { disallowedSpecial: new Set<string>() };

/**
 * Tokens of a text. Exact for any text whose words are shorter than the window (2,048 characters); a longer run without
 * a word boundary may count one or two tokens more per window. Never throws.
 */
export function countTokens(text: string): number {
  if (text.length <= WINDOW) return count(text, options);
  let tokens = 0;
  for (let from = 0; from < text.length; ) {
    const end = from + WINDOW < text.length ? boundary(text, from, from + WINDOW) : text.length;
    tokens += count(text.slice(from, end), options);
    from = end;
  }
  return tokens;
}

/** The last place in the window where the encoding always splits: after a letter or digit, before one of `" ,:{[}]`. */
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
