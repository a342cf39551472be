/**
 * Counts tokens with OpenAI's public o200k_base encoding. Other vendors' tokenizers differ by some ten per cent, so a
 * screen says which encoding it counted with. Importing this module loads the ranks (about 0.1 s): import it lazily.
 */

import { countTokens as count } from 'gpt-tokenizer/encoding/o200k_base';
import { USUAL_TOKENIZER } from './names';
import { countInWindows } from './windows';

/** The encoding that `countTokens` counts with. */
export const ENCODING = USUAL_TOKENIZER;

/** Names of special tokens inside a payload are plain text there. */
const options = { disallowedSpecial: new Set<string>() };

/** Tokens of a text, as `countInWindows` counts them. Never throws. */
export function countTokens(text: string): number {
  return countInWindows(text, (part) => count(part, options));
}
