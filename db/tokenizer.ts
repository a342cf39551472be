import { type TokenizerName, tokenizerNamed, USUAL_TOKENIZER } from '@/lib/tokens/names';

/** The tokenizer that `capwatch start` was configured with and passes on to its dashboard; else the usual one. */
export function tokenizerInUse(env: NodeJS.ProcessEnv = process.env): TokenizerName {
  return tokenizerNamed(env.CAPWATCH_TOKENIZER ?? '') ?? USUAL_TOKENIZER;
}
