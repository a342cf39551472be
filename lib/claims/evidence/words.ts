/** Which words a call is about: its tool, its arguments, its rows' place and unit. */

import { nameParts, singular } from '@/lib/contract/words';
import type { Claim, EvidenceCall } from '../types';

/** Arguments beyond this many characters are not read for words. */
const ARGS_READ = 2000;

/** Words that name no set: they connect nothing. */
const GENERIC = new Set(
  (
    'list get search find read fetch query execute run result data item row total all the of in to a an is are and or for ' +
    'by id name value content text type count number limit page offset true false null api mcp tool show select from where'
  ).split(' '),
);

/** Different words for one unit. */
const SAME: Readonly<Record<string, string>> = {
  place: 'match',
  occurrence: 'match',
  hit: 'match',
  usage: 'match',
  reference: 'match',
  path: 'file',
  document: 'doc',
  record: 'row',
  entry: 'row',
  mail: 'email',
  message: 'email',
  pr: 'pull',
  ticket: 'issue',
  bug: 'bug',
};

/** One form for the spellings of one word. */
export function normal(word: string): string {
  const one = singular(word.toLowerCase());
  return SAME[one] ?? one;
}

/** All words of a call. */
export function wordsOf(call: EvidenceCall): Set<string> {
  return wordsIn([call.args.slice(0, ARGS_READ), ...returned(call)]);
}

/** The words for what a call returns. */
export function returnedWordsOf(call: EvidenceCall): Set<string> {
  return wordsIn(returned(call));
}

function returned({ tool, reading }: EvidenceCall): string[] {
  return [tool, reading.rowsPath ?? '', reading.unit ?? ''];
}

function wordsIn(sources: readonly string[]): Set<string> {
  const out = new Set<string>();
  for (const source of sources) {
    for (const part of nameParts(source)) if (!GENERIC.has(part)) out.add(normal(part));
    // A name is also one word: `useCart` is more than "use" and "cart".
    for (const [name] of source.matchAll(NAME)) out.add(name.toLowerCase());
  }
  return out;
}

const NAME = /\b[a-z]+(?:[A-Z][A-Za-z\d]*|_\w+)\b/g;

/** The words that tie a claim to a call; the noun weighs more than what narrows it. */
export function claimWords(claim: Claim): { word: string; weight: number }[] {
  const out = new Map<string, number>();
  const add = (source: string, weight: number): void => {
    for (const part of nameParts(source))
      if (!GENERIC.has(part)) out.set(normal(part), Math.max(weight, out.get(normal(part)) ?? 0));
  };
  for (const word of claim.qualifiers) {
    add(word, 1);
    if (word.length > 4) out.set(word, Math.max(1, out.get(word) ?? 0));
  }
  if (claim.scope.path !== null) add(claim.scope.path, 1);
  for (const word of claim.noun) add(word, 2);
  return [...out].map(([word, weight]) => ({ word, weight }));
}
