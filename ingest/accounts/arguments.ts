import { plain } from '@/lib/contract/words';
import { entries, skeleton, stringAt } from '@/lib/json';
import type { Entry } from '@/lib/json/types';
import { NOBODY } from './defaults';

/** A longer text is no name of an account. */
const LONGEST = 200;

/**
 * The account that a call's arguments name: the first of these names that has a text or a number, at the top of the
 * arguments, else in an object one level below (`filters.account_id`). Names are compared without case and separators.
 */
export function accountInArguments(args: string, names: readonly string[]): string | null {
  if (names.length === 0 || !args.trimStart().startsWith('{')) return null;
  const node = skeleton(args);
  if (node?.kind !== 'object') return null;
  const wanted = names.map(plain);
  const top = entries(node);
  return named(args, wanted, top) ?? named(args, wanted, below(top));
}

/** The entries one level below, under their own name and under that with the name above it. */
function below(top: readonly Entry[]): Entry[] {
  return top.flatMap(({ key: above, node }) =>
    entries(node).flatMap((entry) => [entry, { ...entry, key: above + entry.key }]),
  );
}

function named(args: string, wanted: readonly string[], among: readonly Entry[]): string | null {
  for (const name of wanted)
    for (const { key, node } of among) {
      if (plain(key) !== name) continue;
      const value =
        node.kind === 'string' ? stringAt(args, node) : node.kind === 'number' ? args.slice(node.start, node.end) : '';
      const text = value.trim();
      if (text !== '' && text.length <= LONGEST && !NOBODY.has(text.toLowerCase())) return text;
    }
  return null;
}
