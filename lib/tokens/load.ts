import type { TokenizerName } from './names';
import { countInWindows } from './windows';

/** A tokenizer with its ranks loaded. */
export interface Tokenizer {
  name: TokenizerName;
  /** Tokens of a text; names of special tokens in it are plain text. Never throws. */
  count(text: string): number;
}

// Whole specifiers: a bundler finds no import behind a composed one.
const ENCODINGS = {
  o200k_base: () => import('gpt-tokenizer/encoding/o200k_base'),
  cl100k_base: () => import('gpt-tokenizer/encoding/cl100k_base'),
  p50k_base: () => import('gpt-tokenizer/encoding/p50k_base'),
  r50k_base: () => import('gpt-tokenizer/encoding/r50k_base'),
} satisfies Record<TokenizerName, unknown>;

/** Loads a tokenizer (about 0.1 s the first time of each). */
export async function loadTokenizer(name: TokenizerName): Promise<Tokenizer> {
  const { countTokens } = await ENCODINGS[name]();
  const options = { disallowedSpecial: new Set<string>() };
  return { name, count: (text) => countInWindows(text, (part) => countTokens(part, options)) };
}
