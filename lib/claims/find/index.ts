import { type Piece, partsOf, sentencesOf } from '../text/sentences';
import type { Claim, ClaimKind } from '../types';
import { languageOf } from '../words';
import type { Language } from '../words/types';
import { claimsOfClause } from './clause';
import { hedgeIn, hedgesNext } from './hedges';

/**
 * The statements about sets in an answer, in the order of the text. Deterministic; linear in the text. Numbers that the question
 * gave are no claims.
 */
export function findClaims(text: string, question: string | null): Claim[] {
  const claims: Claim[] = [];
  // An answer in the form of data states fields, not sentences.
  if (/^\s*[{[][\s\S]*[}\]]\s*$/.test(text)) return claims;
  const given = numbersIn(question ?? '');
  let before: Claim['hedge'] = null;
  for (const sentence of sentencesOf(text)) {
    const language = languageOf(sentence.text);
    const own = hedgeIn(sentence, language);
    const found = claimsIn(sentence, language, given).map((claim) => ({
      ...claim,
      // "None is older than a week", "no more than ten": a bound inside a denial is no hedge of it.
      hedge: claim.kind === 'absence' && own?.kind === 'lower_bound' ? before : (own ?? before),
    }));
    claims.push(...found.map((claim) => ({ ...claim, text: text.slice(...claim.span) })));
    before = hedgesNext(own);
  }
  return claims;
}

/** Kinds whose number says something also in a request or a rule. */
const NUMBERED: readonly ClaimKind[] = ['count', 'part', 'share', 'remaining', 'sum', 'average'];

function claimsIn(sentence: Piece, language: Language, given: ReadonlySet<string>): Omit<Claim, 'hedge'>[] {
  const masked = { ...sentence, text: withoutNoSet(sentence.text, language) };
  if (/\?\s*$/.test(sentence.text)) return [];
  const { noStatement } = language;
  const stated = hedgeIn(sentence, language) !== null;
  const bare = !stated && noStatement.sentence.some((what) => what.test(masked.text));
  return partsOf(masked, language.clauses).flatMap((clause) =>
    claimsOfClause(clause, sentence, language).filter(({ value, kind }) =>
      NUMBERED.includes(kind)
        ? kind !== 'count' || value === null || !given.has(String(value))
        : !bare && (stated || !noStatement.clause.some((what) => what.test(clause.text))),
    ),
  );
}

/** Blanks numbers that speak of no set; letters stay, so that nouns and names do. */
function withoutNoSet(text: string, language: Language): string {
  return language.noSet.reduce(
    (rest, what) => rest.replace(what, (found) => found.replace(/\d/g, '·')),
    text
      .replace(/`[^`]*`|"[^"]*"|“[^”]*”/g, (found) => found.replace(/\d/g, '·'))
      .replace(/`[^`]*`|(?<!\w)--[\w-]+/g, (found) => found.replace(language.quantifier, blank)),
  );
}

function blank(found: string): string {
  return '·'.repeat(found.length);
}

function numbersIn(question: string): Set<string> {
  return new Set([...question.matchAll(/\d[\d,]*/g)].map(([digits]) => digits.replace(/,/g, '')));
}
