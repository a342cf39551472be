/** Arguments as values: which page, how much of it, and what else makes the query. */

import { canonical, valueAt } from '@/lib/json';
import type { JsonValue } from '@/lib/json/types';
import {
  CURSOR_ARGS,
  LIMIT_ARGS,
  OFFSET_ARGS,
  PAGE_ARGS,
  REQUEST_OBJECTS,
  SHELL_ARGS,
  WEAK_LIMIT_ARGS,
} from '../data/arguments';
import type { Evidence, Paging } from '../types';
import { plain } from '../words';

export type Args = { [key: string]: JsonValue };

export interface SplitArgs {
  /** The arguments as an object; a bare value stands under ''. */
  values: Args;
  paging: Paging;
  limitAt: Evidence | null;
  /** The arguments without paging, canonical: the same query in any page. */
  rest: string;
}

const set = (list: readonly string[]): ReadonlySet<string> => new Set(list.map(plain));
const STRONG = set(LIMIT_ARGS);
const WEAK = set(WEAK_LIMIT_ARGS);
const REQUEST = set(REQUEST_OBJECTS);
const OFFSETS = set(OFFSET_ARGS);
const PAGES = set(PAGE_ARGS);
const CURSORS = set(CURSOR_ARGS);

/** The arguments of a call as values. Text that is no JSON object stands under ''. */
export function argsOf(args: string): Args {
  const value = valueAt(args, { start: 0, end: args.length });
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value;
  if (typeof value === 'string' && value.startsWith('{')) return argsOf(value);
  return value === null && args.trim() === '' ? {} : { '': value ?? args };
}

let last: { args: string; split: SplitArgs } | null = null;

/** Splits arguments into paging and the query itself. `limitNames`: further names that the tool's dialect gives. */
export function splitArgs(args: string, limitNames: readonly string[] = []): SplitArgs {
  if (limitNames.length > 0) return split(args, limitNames);
  // One call asks several times in a row.
  if (last?.args !== args) last = { args, split: split(args, limitNames) };
  return last.split;
}

function split(args: string, limitNames: readonly string[]): SplitArgs {
  const values = argsOf(args);
  const found: SplitArgs = {
    values,
    paging: { limit: null, offset: null, page: null, cursor: null },
    limitAt: null,
    rest: '',
  };
  const names = new Set(limitNames.map(plain));
  const rest = strip(values, 'args', true, found, names);
  found.rest = canonical(JSON.stringify(rest));
  return found;
}

function strip(values: Args, path: string, request: boolean, found: SplitArgs, names: ReadonlySet<string>): Args {
  const rest: Args = {};
  for (const [key, value] of Object.entries(values)) {
    const name = plain(key);
    const at = `${path}.${key}`;
    if (take(name, value, at, request, found, names)) continue;
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
      const inner = strip(value, at, REQUEST.has(name), found, names);
      // `page: {size, after}` is paging through and through; it leaves nothing behind.
      if (Object.keys(inner).length > 0 || Object.keys(value).length === 0) rest[key] = inner;
    } else rest[key] = value;
  }
  return rest;
}

function take(
  name: string,
  value: JsonValue,
  at: string,
  request: boolean,
  found: SplitArgs,
  names: ReadonlySet<string>,
): boolean {
  const { paging } = found;
  const number = numeric(value);
  if (
    number !== null &&
    (STRONG.has(name) || names.has(name) || (request && WEAK.has(name)) || /^page\[?(?:size|limit)\]?$/.test(name))
  ) {
    if (number > 0 && (paging.limit === null || names.has(name))) {
      paging.limit = number;
      found.limitAt = { path: at, value: number };
    }
    return true;
  }
  if (!request) return false;
  if (OFFSETS.has(name) && number !== null) {
    paging.offset = number;
    return true;
  }
  if (PAGES.has(name) && number !== null) {
    paging.page = number;
    return true;
  }
  if (
    CURSORS.has(name) &&
    (typeof value === 'string' || typeof value === 'number' || value === null || typeof value === 'object')
  ) {
    if (name === 'before' || name === 'position') {
      if (typeof value !== 'string' || /^\d{4}-\d\d/.test(value)) return false;
    }
    if (name === 'after' && typeof value === 'string' && /^\d{4}-\d\d/.test(value)) return false;
    if (value !== null && value !== '')
      paging.cursor = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return true;
  }
  return false;
}

/** A whole number, also as digits in a string. */
export function numeric(value: JsonValue | undefined): number | null {
  if (typeof value === 'number') return Number.isInteger(value) ? value : null;
  if (typeof value === 'string' && /^\d{1,9}$/.test(value.trim())) return Number(value);
  return null;
}

/** Names of the arguments that carry a value, without paging, one level of objects deep (`filters.status`). */
export function queryNames(args: string): Set<string> {
  const names = new Set<string>();
  for (const [key, value] of entriesOf(JSON.parse(splitArgs(args).rest))) {
    const inner = entriesOf(value);
    if (inner.length === 0 && isGiven(value)) names.add(key);
    for (const [below, one] of inner) if (isGiven(one)) names.add(`${key}.${below}`);
  }
  names.delete('');
  return names;
}

/** The arguments that are text, by name. */
export function textArgs(args: string): [string, string][] {
  return Object.entries(argsOf(args)).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[key, value]] : [],
  );
}

/** Whether an argument holds a command line: its output may be of anything. */
export function isCommand(args: string): boolean {
  return Object.keys(argsOf(args)).some((key) => SHELL_ARGS.includes(plain(key)));
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

function isGiven(value: unknown): boolean {
  if (value === null || value === '') return false;
  return typeof value !== 'object' || (Array.isArray(value) && value.length > 0);
}
