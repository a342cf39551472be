/** Queries whose every condition a row can prove, and rows that prove them: only equality, only plain values. */

import { elements, entries, scalarAt, skeletonAt } from '@/lib/json';
import type { Node } from '@/lib/json/types';
import type { ReadCall } from '@/lib/session/types';
import { FIELD_ENDINGS, LEFT_OUT, SEARCH_ARGS, STATUS_FIELDS } from '../data/searches';
import type { Registry } from '../dialects/registry';
import { argsOf, splitArgs } from '../limits/args';
import { openCall } from '../reading';
import type { Evidence } from '../types';
import { plain } from '../words';
import { dateOf } from './dated';

export type Filters = ReadonlyMap<string, string>;

/** A row that a query should have found, and when it is from. */
export interface Witness {
  row: Evidence;
  date: string | null;
}

const MOST = 6;

/** The conditions of a call, where all of them are plain values; null otherwise. */
export function filtersOf(call: Pick<ReadCall, 'args'>): Filters | null {
  const out = new Map<string, string>();
  for (const [key, value] of Object.entries(argsOf(splitArgs(call.args).rest))) {
    if (value === null || typeof value === 'object' || key === '' || SEARCH_ARGS.includes(plain(key))) return null;
    const words = String(value);
    if (words === '' || words.length > 120 || /[*?%|]/.test(words)) return null;
    out.set(key, words);
  }
  return out.size === 0 || out.size > MOST ? null : out;
}

/** True when a call asked for nothing that the filters do not ask for: it may show more rows, never other ones. */
export function noNarrower(other: Pick<ReadCall, 'args'>, filters: Filters): boolean {
  const args = filtersOf(other);
  if (args === null) return splitArgs(other.args).rest === '{}';
  return [...args].every(([key, value]) => filters.get(key) === value);
}

/** True when it asked for less than the filters do. */
export function wider(other: Pick<ReadCall, 'args'>, filters: Filters): boolean {
  return noNarrower(other, filters) && (filtersOf(other)?.size ?? 0) < filters.size;
}

/** A row of a call that fulfils the filters, or null. Its payload is read only where it holds the values. */
export function witnessTo(filters: Filters, other: ReadCall, registry: Registry): Witness | null {
  const given = filtersOf(other);
  const left = [...filters].filter(([key]) => given?.get(key) === undefined);
  // Another tool under the same conditions: its row must still show the one that names it.
  const open = left.length > 0 ? left : [...filters].filter(([, value]) => names(value)).slice(-1);
  if (!open.some(([, value]) => names(value))) return null;
  const text = other.payload();
  if (text === null || !open.every(([, value]) => text.includes(value))) return null;
  const { body } = openCall(other.tool, other.args, text, 'result', registry);
  for (const list of body.rows?.lists ?? []) {
    let index = 0;
    for (const span of elements(list.text, list.node)) {
      const row = span.kind === 'object' ? skeletonAt(list.text, span) : null;
      const keys = row === null || mayBeLeftOut(list.text, row, filters) ? null : proven(list.text, row, open);
      if (keys !== null)
        return {
          row: { path: `call ${other.id}: ${list.path}[${index}].${keys[0]}`, value: open[0]?.[1] ?? null },
          date: dateOf(list.text, row),
        };
      index++;
    }
  }
  return null;
}

/** "open" or "true" fits many rows by chance; a number of some length, or a name with digits in it, names one. */
function names(value: string): boolean {
  return value.length >= 4 && /\d/.test(value);
}

/** The fields of a row that prove each condition; null when one is not proven. */
function proven(text: string, row: Node, open: readonly [string, string][]): string[] | null {
  const keys: string[] = [];
  for (const [key, value] of open) {
    const fields = [plain(key), ...FIELD_ENDINGS.map((ending) => plain(key) + ending)];
    const field = entries(row).find(
      (one) =>
        fields.includes(plain(one.key)) &&
        (one.node.kind === 'string' || one.node.kind === 'number') &&
        String(scalarAt(text, one.node)) === value,
    );
    if (field === undefined) return null;
    keys.push(field.key);
  }
  return keys;
}

/** A closed or archived row is left out by many tools that were not asked for it. */
function mayBeLeftOut(text: string, row: Node, filters: Filters): boolean {
  const asked = new Set([...filters.keys()].map(plain));
  return entries(row).some(({ key, node }) => {
    const name = plain(key);
    if (!STATUS_FIELDS.includes(name) || asked.has(name) || node.kind === 'array' || node.kind === 'object')
      return false;
    const value = String(scalarAt(text, node)).toLowerCase();
    return name === 'active' ? value === 'false' : LEFT_OUT.includes(value);
  });
}
