import { singular } from '../../contract/words';
import { numberOf } from '../text/numbers';
import type { Piece } from '../text/sentences';
import type { Claim, ClaimKind } from '../types';
import type { Language } from '../words/types';

type Found = Omit<Claim, 'hedge'>;

/** Kinds of which a clause makes one claim at most, in this order; a count beside them stays one. */
const ALONE: readonly ClaimKind[] = [
  'sum',
  'part',
  'share',
  'remaining',
  'absence',
  'exclusive',
  'list',
  'universal',
  'extreme',
  'average',
];

/** The claims of one clause: its counts, and the strongest statement beside them. */
export function claimsOfClause(clause: Piece, sentence: Piece, language: Language): Found[] {
  if (language.noClaim.some((what) => what.test(clause.text))) return [];
  const whole = wholeOf(clause, sentence, language);
  const counts = countsOf(clause, language);
  for (const kind of ALONE) {
    for (const { kind: of, pattern } of language.claims) {
      if (of !== kind) continue;
      const found = pattern.exec(clause.text);
      if (found === null) continue;
      const value = found.groups?.value ? numberOf(found.groups.value, language.numbers) : null;
      if (needsValue(kind) && value === null && pattern.source.includes('?<value>')) continue;
      if (kind === 'absence' && counts.length > 0 && !language.negation.test(found[0])) continue;
      const total = found.groups?.of ? numberOf(found.groups.of, language.numbers) : null;
      const count = counts[0];
      // "Only 20" and "20 … latest deploy" are counts; "the 5 slowest" ranks.
      if (count && (kind === 'exclusive' || (kind === 'extreme' && !ranks(clause.text, found[0]))))
        return counts.map((one) => ({ ...whole, ...one }));
      return [
        {
          ...whole,
          kind: kind === 'extreme' && count ? 'order' : kind,
          value: value ?? (kind === 'universal' || kind === 'extreme' ? (count?.value ?? null) : null),
          of: total,
        },
      ];
    }
  }
  return counts.map((count) => ({ ...whole, ...count }));
}

/** The superlative stands beside a number: "the 5 slowest", "top 10". */
function ranks(text: string, superlative: string): boolean {
  const at = text.toLowerCase().indexOf(superlative.toLowerCase());
  return (
    /[\d\w]*\d\s+$|\b(?:two|three|four|five|six|seven|eight|nine|ten)\s+$/i.test(text.slice(0, at)) ||
    /^\s+\d/.test(text.slice(at + superlative.length))
  );
}

function needsValue(kind: ClaimKind): boolean {
  return kind === 'part' || kind === 'remaining' || kind === 'sum';
}

/** What a number of the clause counts: `20 open invoices` is 20 of the noun "invoice", narrowed by "open". */
function countsOf(clause: Piece, language: Language): Pick<Found, 'kind' | 'value' | 'of' | 'noun'>[] {
  const counts: Pick<Found, 'kind' | 'value' | 'of' | 'noun'>[] = [];
  for (const { kind, pattern } of language.claims) {
    if (kind !== 'count') continue;
    const all = pattern.global ? clause.text.matchAll(pattern) : [pattern.exec(clause.text)];
    for (const found of all) {
      const value = found?.groups?.value ? numberOf(found.groups.value, language.numbers) : null;
      if (found === null || value === null || !Number.isInteger(value)) continue;
      const noun = found.groups?.noun === undefined ? null : nounOf(found.groups.noun, language);
      if (noun?.length === 0) continue;
      if (!counts.some((one) => one.value === value)) counts.push({ kind, value, of: null, noun: noun ?? [] });
    }
  }
  return counts;
}

/** The head of a noun phrase, in the singular: its last plural word before a word that ends it. */
function nounOf(words: string, language: Language): string[] {
  const phrase: string[] = [];
  for (const word of words.trim().split(/[\s]+/)) {
    const plain = word.toLowerCase().replace(/[.,:;)]+$/, '');
    if (language.stops.has(plain)) break;
    phrase.push(plain);
    if (/[.,:;)]$/.test(word)) break;
  }
  const head = phrase.findLast((word) => isPlural(word));
  return head === undefined ? [] : [singularOf(head)];
}

const IRREGULAR: Readonly<Record<string, string>> = {
  people: 'person',
  children: 'child',
  indices: 'index',
  criteria: 'criterion',
  data: 'data',
  branches: 'branch',
  series: 'series',
};

function isPlural(word: string): boolean {
  return (
    word in IRREGULAR ||
    (/[a-z]{2,}s$/.test(word) &&
      !/(?:ss|us|is)$|^(?:has|was|does|takes|uses|its|this|mentions|contains|needs|holds|shows|lists|always)$/.test(
        word,
      ))
  );
}

/** A noun in the singular. */
export function singularOf(word: string): string {
  return IRREGULAR[word] ?? singular(word);
}

/** The claim that a clause as a whole makes, without its kind: nouns, narrowing words and scope. */
function wholeOf(clause: Piece, sentence: Piece, language: Language): Found {
  const tokens = clause.text.match(/[\p{L}\p{N}_][\p{L}\p{N}_./@-]*[\p{L}\p{N}_]|[\p{L}\p{N}]/gu) ?? [];
  const nouns = tokens.map((token) => token.toLowerCase()).filter((token) => isPlural(token));
  const qualifiers = tokens
    .filter((token) => !language.stops.has(token.toLowerCase()) && !/^[\d·,]+$/.test(token))
    .map((token) => singularOf(token.toLowerCase()));
  const path = tokens.find((token) => /\w\/\w/.test(token)) ?? null;
  return {
    text: clause.text,
    span: clause.span,
    sentence: sentence.span,
    kind: 'count',
    value: null,
    of: null,
    noun: [...new Set(nouns.map(singularOf))],
    qualifiers: [...new Set(qualifiers)],
    scope: { account: null, path, time: null },
  };
}
