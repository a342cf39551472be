import type { RawParams } from '../address';
import { TOKENIZERS, type TokenizerName, tokenizerNamed } from '../tokens/names';

/** Caps that are weighed when the address names none; today's and that of a token budget come beside them. */
export const LISTED_CAPS = [25, 50, 100, 200, 500, 1000] as const;

/** What the address of a cap decision says beyond the view. Null: not said, the usual value holds. */
export interface CapsSettings {
  /** Candidates in rising order; `LISTED_CAPS` when none are named. */
  caps: number[];
  /** Tokens that one page may cost; null follows from window, share and reserve. */
  budget: number | null;
  /** Context window in tokens. */
  window: number;
  /** Part of the window that this tool may have, 0–1. */
  share: number;
  /** Tokens kept free of it. */
  reserve: number;
  /** Turns of a session over which a page is sent again. */
  turns: number;
  /** Null: the configured one. */
  tokenizer: TokenizerName | null;
  /** What to compare with: a version, or two instants `from..to`. */
  compare: string | null;
  /** The candidate whose exposed accounts are listed. */
  at: number | null;
  /** The pairs that were understood, as they stand in the address; for links and forms that keep them. */
  own: [string, string][];
  /** What was left out, in sentences. */
  problems: string[];
}

export const USUAL = { window: 200_000, share: 0.25, reserve: 0, turns: 10 } as const;

const MOST_CAPS = 20;
const LARGEST_CAP = 1_000_000;
/** Whose caps count on other screens; a cap decision is about imposed ones. */
const WHOSE = new Set(['imposed', 'asked', 'both']);

/**
 * Reads the address of a cap decision: `caps=25,500&budget=&window=&share=&reserve=&turns=&tokenizer=&compare=&at=`.
 * `caps` may stand more than once, as forms write it. Never throws: what cannot be understood is named in `problems`.
 */
export function parseCaps(params: RawParams): CapsSettings {
  const problems: string[] = [];
  const own: [string, string][] = [];
  const all = (key: string) => [params[key] ?? []].flat().flatMap((v) => (v.trim() === '' ? [] : [v.trim()]));
  const left = (key: string, given: string, why: string) => {
    problems.push(`“${key}=${given.length > 40 ? `${given.slice(0, 40)}…` : given}” was left out: ${why}.`);
    return null;
  };
  const whole = (key: string, low: number, high: number): number | null => {
    const given = all(key)[0];
    if (given === undefined) return null;
    const n = /^[\d,_ ]{1,15}$/.test(given) ? Number(given.replace(/[,_ ]/g, '')) : Number.NaN;
    if (!(n >= low && n <= high)) return left(key, given, `write a whole number from ${low} to ${high}`);
    own.push([key, String(n)]);
    return n;
  };
  const percent = (key: string): number | null => {
    const given = all(key)[0];
    if (given === undefined) return null;
    const n = /^\d{1,3}(\.\d{1,4})?\s*%?$/.test(given) ? Number.parseFloat(given) : Number.NaN;
    if (!(n > 0 && n <= 100)) return left(key, given, 'write a percentage above 0 and up to 100, like 25');
    own.push([key, String(n)]);
    return n / 100;
  };
  const words = (key: string): string | null => {
    const given = all(key)[0];
    if (given === undefined) return null;
    if (given.length > 200) return left(key, given, 'it is longer than 200 characters');
    own.push([key, given]);
    return given;
  };
  const encoding = (key: string): TokenizerName | null => {
    const given = all(key)[0];
    if (given === undefined) return null;
    const name = tokenizerNamed(given);
    if (name === null) return left(key, given, `the tokenizers are ${TOKENIZERS.join(', ')}`);
    own.push([key, name]);
    return name;
  };

  const caps = readCaps(all('caps'), left);
  if (caps) own.push(['caps', caps.join(',')]);
  return {
    caps: caps ?? [...LISTED_CAPS],
    budget: whole('budget', 1, 100_000_000),
    window: whole('window', 1, 100_000_000) ?? USUAL.window,
    share: percent('share') ?? USUAL.share,
    reserve: whole('reserve', 0, 100_000_000) ?? USUAL.reserve,
    turns: whole('turns', 1, 10_000) ?? USUAL.turns,
    tokenizer: encoding('tokenizer'),
    compare: words('compare'),
    at: whole('at', 1, LARGEST_CAP),
    own,
    problems,
  };
}

function readCaps(given: string[], left: (key: string, given: string, why: string) => null): number[] | null {
  const parts = given.filter((g) => !WHOSE.has(g)).flatMap((g) => g.split(/[,;\s]+/).filter(Boolean));
  const caps = new Set<number>();
  for (const part of parts) {
    const n = /^\d{1,7}$/.test(part) ? Number(part) : 0;
    if (n < 1 || n > LARGEST_CAP) left('caps', part, `a cap is a whole number of rows from 1 to ${LARGEST_CAP}`);
    else if (caps.size === MOST_CAPS && !caps.has(n))
      left('caps', part, `at most ${MOST_CAPS} caps are weighed at once`);
    else caps.add(n);
  }
  return caps.size === 0 ? null : [...caps].sort((a, b) => a - b);
}

/** The same parameters without those that `parseView` reads in another sense (`caps` is whose caps count elsewhere). */
export function withoutCaps(params: RawParams): RawParams {
  const { caps: _, ...rest } = params;
  return rest;
}
