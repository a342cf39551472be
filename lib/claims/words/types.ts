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
  /** Words that deny. */
  negation: RegExp;
  /** Words that quantify; inside code they name things. Global. */
  quantifier: RegExp;
  says: Sayings;
}

/** Words by which the judge tells what a statement speaks of; each is looked for in the claim unless said otherwise. */
export interface Sayings {
  /** The set of the statement before: "them", "all". */
  pronoun: RegExp;
  /** A subset of what was counted: "with", "of them". */
  part: RegExp;
  /** "12 invoices remaining", also where it was read as a count. */
  left: RegExp;
  /** "All 6 are listed above": what was shown, not how many there are. */
  listed: RegExp;
  /** What a search came to: "no results were found". */
  search: RegExp;
  /** "Without errors", and in its sentence that something ran: a statement of how the calls went. */
  nothingWrong: RegExp;
  ran: RegExp;
  /** The state of the agent's own work: "all done", "committed". */
  ownWork: RegExp;
  /** What the agent itself made: "I created 3 tickets". */
  done: RegExp;
  /** In the sentence: counts that are added up. */
  together: RegExp;
  /** A difference: "76 more than". */
  compared: RegExp;
  /** A fraction that was worked out; "most" is no number. */
  fraction: RegExp;
  /** The amount of money that things "add up to"; group `value`. */
  amount: RegExp;
  /** A scope after its name: "the default profile"; groups 1 the name, 2 the kind. Global. */
  scope: RegExp;
  /** Names of a scope that name none: "this project". */
  noName: RegExp;
  /** Nouns that lines of a command are called by, whatever they hold. */
  lines: RegExp;
}
