import type { ClaimKind, HedgeKind } from '../types';

/** A pattern that finds claims of one kind in a clause. Group `value` is the number, `of` the whole, `noun` the words after it. */
export interface ClaimPattern {
  kind: ClaimKind;
  pattern: RegExp;
}

/** The rules of one language: data. Another language is another file, named in `words/index.ts`. */
export interface Language {
  id: string;
  /** Number words and their values; those that are vague stand among the hedges. */
  numbers: Readonly<Record<string, number>>;
  claims: readonly ClaimPattern[];
  hedges: readonly { kind: HedgeKind; pattern: RegExp }[];
  /** Texts that hold numbers which speak of no set: dates, versions, ids, money, durations, places. */
  noSet: readonly RegExp[];
  /** Statements about the speaker or the search itself, which are no claims about a set. */
  /** What states nothing of a set that was looked at, but for a bare number: conditions, requests, rules, reports of own acts. */
  noStatement: { sentence: readonly RegExp[]; clause: readonly RegExp[] };
  noClaim: readonly RegExp[];
  /** Where a sentence falls into clauses, each with claims of its own. */
  clauses: RegExp;
  /** Words that end a noun phrase after a number, or narrow nothing. */
  stops: ReadonlySet<string>;
  superlative: RegExp;
}
