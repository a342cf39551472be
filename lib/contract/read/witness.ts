/** A row elsewhere in the log that a search should have found: only where everything about the search can be proven. */

import { elements, get, scalarAt, skeletonAt } from '@/lib/json';
import type { Node } from '@/lib/json/types';
import type { ReadCall } from '@/lib/session/types';
import { VERBS } from '../data/counts';
import { HOW, QUALIFIERS, SEARCH_ARGS, TITLE_KEYS } from '../data/searches';
import { namesOf, type Registry } from '../dialects/registry';
import { type Args, argsOf, splitArgs } from '../limits/args';
import { openCall } from '../reading';
import type { Evidence } from '../types';
import { nameParts, plain, singular } from '../words';

/** A search for one word whose every other condition a row can prove. */
export interface Search {
  word: RegExp;
  plain: string;
  qualifiers: readonly { name: string; value: string }[];
  others: Args;
}

/** What a tool is about, without what it does: `search_issues` and `list_issues` are both about issues. */
export function subjectOf(tool: string): string {
  const parts = nameParts(namesOf(tool).at(-1) ?? tool).map(singular);
  const how = parts.findIndex((part, at) => at > 0 && HOW.includes(part));
  return parts
    .slice(0, how < 0 ? undefined : how)
    .filter((part) => !VERBS.includes(part))
    .join('_');
}

/** The search that a call's arguments are, when all of it can be proven; null otherwise. */
export function searchOf(call: ReadCall): Search | null {
  const rest = argsOf(splitArgs(call.args).rest);
  const keys = Object.keys(rest).filter((key) => SEARCH_ARGS.includes(plain(key)));
  const [key] = keys;
  const text = key === undefined ? undefined : rest[key];
  if (keys.length !== 1 || key === undefined || typeof text !== 'string' || text.length > 300) return null;
  const free: string[] = [];
  const qualifiers: { name: string; value: string }[] = [];
  for (const token of text.trim().split(/\s+/)) {
    const match = /^([a-z]+):([^\s"]+)$/i.exec(token);
    const name = match?.[1]?.toLowerCase() ?? '';
    if (match === null) free.push(token);
    else if (QUALIFIERS[name] === undefined) return null;
    else qualifiers.push({ name, value: match[2] ?? '' });
  }
  const word = free[0]?.replace(/^"(.*)"$/, '$1') ?? '';
  // Short and common words are stemmed or dropped by search engines; a name with a separator is looked up as it is.
  if (free.length !== 1 || !/^[\w.-]{6,80}$/.test(word) || !/[_.\d-]/.test(word)) return null;
  const { [key]: _, ...others } = rest;
  const source = word.replace(/[.-]/g, '\\$&');
  return { word: new RegExp(`(?<![\\w-])${source}(?![\\w-])`, 'i'), plain: word, qualifiers, others };
}

/** A row of another call that the search should have found, or null. Touches that call's payload only when it holds the word. */
export function witnessIn(search: Search, other: ReadCall, registry: Registry): Evidence | null {
  const args = argsOf(other.args);
  const same = ([key, value]: [string, unknown]): boolean => String(args[key] ?? '') === String(value);
  if (!Object.entries(search.others).every(same)) return null;
  for (const { name, value } of search.qualifiers) {
    const names = QUALIFIERS[name]?.args;
    if (
      names !== undefined &&
      names
        .map((one) => String(args[one] ?? ''))
        .join('/')
        .toLowerCase() !== value.toLowerCase()
    )
      return null;
  }
  const text = other.payload();
  if (text === null || !search.word.test(text)) return null;
  const { body } = openCall(other.tool, other.args, text, 'result', registry);
  for (const list of body.rows?.lists ?? []) {
    let index = 0;
    for (const span of elements(list.text, list.node)) {
      const row = span.kind === 'object' ? skeletonAt(list.text, span) : null;
      const title = row === null ? null : titleWith(list.text, row, search.word);
      if (row !== null && title !== null && fulfils(list.text, row, search))
        return { path: `call ${other.id}: ${list.path}[${index}].${title.key}`, value: title.value.slice(0, 120) };
      index++;
    }
  }
  return null;
}

function titleWith(text: string, row: Node, word: RegExp): { key: string; value: string } | null {
  if (row.kind !== 'object') return null;
  for (const { key, node } of row.entries) {
    const value = node.kind === 'string' && TITLE_KEYS.includes(plain(key)) ? String(scalarAt(text, node)) : null;
    if (value !== null && word.test(value)) return { key, value };
  }
  return null;
}

function fulfils(text: string, row: Node, search: Search): boolean {
  return search.qualifiers.every(({ name, value }) => {
    const rule = QUALIFIERS[name];
    if (rule?.row === undefined || (rule.any && !/^(?:open|closed)$/i.test(value))) return true;
    const held = get(row, rule.row);
    return held?.kind === 'string' && String(scalarAt(text, held)).toLowerCase() === value.toLowerCase();
  });
}
