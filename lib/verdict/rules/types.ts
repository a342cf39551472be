import type { Facts } from '../facts';
import type { Finding } from '../types';

/** How much a finding weighs in the verdict; `note` never decides. */
export type Weight = 'stale' | 'silent' | 'flagged' | 'unknown' | 'note';

export interface Weighed extends Finding {
  weight: Weight;
}

/** One rule: looks at the facts of a call and says what it found. */
export type Rule = (facts: Facts) => Weighed[];

/** "1 row", "14 rows", "3 invoices". */
export function rows(count: number, unit: string | null = null): string {
  const word = unit ?? 'row';
  return `${count.toLocaleString('en-US')} ${count === 1 ? word : plural(word)}`;
}

function plural(word: string): string {
  if (/(?:s|x|ch|sh)$/.test(word)) return `${word}es`;
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}

/** A number with separators. */
export function number(value: number): string {
  return value.toLocaleString('en-US');
}
