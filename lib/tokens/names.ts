/** Public encodings that can count here; the first is the usual one. */
export const TOKENIZERS = ['o200k_base', 'cl100k_base', 'p50k_base', 'r50k_base'] as const;

export type TokenizerName = (typeof TOKENIZERS)[number];

export const USUAL_TOKENIZER: TokenizerName = TOKENIZERS[0];

/** The tokenizer of a name, with or without `_base` and in any case; null where there is none of that name. */
export function tokenizerNamed(name: string): TokenizerName | null {
  const asked = name.trim().toLowerCase();
  return TOKENIZERS.find((one) => one === asked || one === `${asked}_base`) ?? null;
}
