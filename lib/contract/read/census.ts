/** Counts by something that cannot page: a count endpoint, COUNT(*), `wc -l`, a count mode. */

import { elements, find, scalarAt, skeletonAt } from '@/lib/json';
import type { Node } from '@/lib/json/types';
import { COUNT_KEYS, COUNT_WORDS } from '../data/counts';
import type { Dialect } from '../dialects/schema';
import type { ShellReading } from '../limits/shell';
import type { SqlReading } from '../limits/sql';
import type { CensusFact } from '../types';
import type { View } from '../view';
import { nameParts, plain } from '../words';
import { asNumber } from './fields';
import type { Rows } from './types';

export interface Counting {
  view: View;
  tool: string;
  dialect: Dialect | null;
  sql: SqlReading | null;
  shell: ShellReading | null;
  rows: Rows | null;
}

/** The count that a call offers of the whole set, or null. */
export function censusOf(from: Counting): CensusFact | null {
  const { view, dialect, sql, shell } = from;
  if (shell !== null) return shell.counts ? numberInText(view, shell.bounded) : null;
  if (dialect?.census !== undefined && dialect.standing !== 'memory') return byDialect(view, dialect.census);
  if (sql !== null) return sql.counts ? sqlCount(from, sql) : null;
  return countObject(from);
}

function byDialect(view: View, rule: NonNullable<Dialect['census']>): CensusFact | null {
  if (rule.path !== undefined) {
    const found = valueAt(view, rule.path);
    return found === null
      ? null
      : { value: found.value, at: { path: found.path, value: found.value }, units: { [rule.unit]: found.value } };
  }
  const match = rule.pattern === undefined ? null : new RegExp(rule.pattern, 'i').exec(view.text.slice(-2000));
  if (match === null) return null;
  const units: Record<string, number> = {};
  for (const [unit, words] of Object.entries(match.groups ?? {}))
    if (words !== undefined) units[unit] = Number(words.replaceAll(',', ''));
  const value = units[rule.unit] ?? Number(match[1]);
  return Number.isFinite(value) ? { value, at: { path: view.path, value: match[0].slice(0, 120) }, units } : null;
}

function valueAt(view: View, path: string): { value: number; path: string } | null {
  const layers = [
    ...(view.node?.kind === 'object' ? [{ path: view.path, text: view.text, node: view.node }] : []),
    ...view.layers,
  ];
  for (const layer of layers) {
    const node = find(layer.node, ...path.split('.'));
    const value = node === null ? null : asNumber(scalarAt(layer.text, node));
    if (value !== null) return { value, path: `${layer.path}.${path}` };
  }
  return null;
}

/** The one number that a counting command printed. */
function numberInText(view: View, bounded: number | null): CensusFact | null {
  const lines = view.text.split('\n').filter((line) => line.trim() !== '');
  const last = lines.at(-1) ?? '';
  const match = /^\s*(\d+)(?:\s+\S.*)?$/.exec(last);
  if (match === null || (lines.length > 1 && !/\stotal\s*$/.test(last))) return null;
  const value = Number(match[1]);
  return { value, at: { path: view.path, value: last.trim().slice(0, 120) }, ...(bounded === null ? {} : { bounded }) };
}

/** The only cell of the only row. */
function sqlCount(from: Counting, sql: SqlReading): CensusFact | null {
  const list = from.rows?.lists[0];
  let found: { value: number; path: string } | null = null;
  if (list !== undefined && from.rows?.present === 1 && list.node.first !== null)
    found = onlyNumber(list.text, skeletonAt(list.text, list.node.first), `${list.path}[0]`);
  else if (from.view.node === null) {
    const numbers = from.view.text.match(/(?<![\w.-])\d[\d,]*(?![\w.])/g) ?? [];
    if (numbers.length === 1 && from.view.text.length < 400)
      found = { value: Number(numbers[0].replaceAll(',', '')), path: from.view.path };
  } else found = onlyNumber(from.view.text, from.view.node, from.view.path);
  if (found === null) return null;
  return {
    value: found.value,
    at: { path: found.path, value: found.value },
    ...(sql.innerLimit === null ? {} : { bounded: sql.innerLimit }),
  };
}

function onlyNumber(text: string, node: Node | null, path: string): { value: number; path: string } | null {
  if (node === null) return null;
  if (node.kind === 'object') {
    const numbers = node.entries
      .map(({ key, node: value }) => ({ key, value: asNumber(value.kind === 'array' ? null : scalarAt(text, value)) }))
      .filter((one) => one.value !== null);
    const one = numbers[0];
    return numbers.length === 1 && one !== undefined && one.value !== null
      ? { value: one.value, path: `${path}.${one.key}` }
      : null;
  }
  if (node.kind === 'array') {
    const cells = [...elements(text, node)];
    const cell = cells[0];
    return cells.length === 1 && cell !== undefined ? onlyNumber(text, skeletonAt(text, cell), `${path}[0]`) : null;
  }
  const value = asNumber(scalarAt(text, node));
  return value === null ? null : { value, path };
}

/** A count that says this of itself is none. */
const UNSURE = /^(?:is_?)?(?:truncated|incomplete|partial|timed_?out)$/i;

/** `{"count": 340}` of a tool that counts, or nothing but a count in the object. */
function countObject(from: Counting): CensusFact | null {
  const { view, tool, rows, dialect } = from;
  // A tool that pages and found nothing does not count.
  if (rows !== null || dialect?.limit !== undefined) return null;
  const counts = nameParts(tool).some((part) => COUNT_WORDS.includes(part));
  if (view.node === null) {
    const match = /^\s*(\d[\d,]*)\s*$/.exec(view.text);
    return counts && match?.[1] !== undefined
      ? { value: Number(match[1].replaceAll(',', '')), at: { path: view.path, value: match[1] } }
      : null;
  }
  if (view.node.kind === 'number') {
    const value = asNumber(scalarAt(view.text, view.node));
    return counts && value !== null ? { value, at: { path: view.path, value } } : null;
  }
  if (view.node.kind !== 'object') return null;
  if (
    view.node.entries.some(
      ({ key, node }) => UNSURE.test(key) && node.kind === 'boolean' && scalarAt(view.text, node) === true,
    )
  )
    return null;
  const numbers = view.node.entries.filter(({ node }) => node.kind === 'number');
  const counted = view.node.entries.find(
    ({ key, node }) =>
      COUNT_KEYS.includes(plain(key)) &&
      node.kind !== 'array' &&
      node.kind !== 'object' &&
      asNumber(scalarAt(view.text, node)) !== null,
  );
  if (counted === undefined || !(counts || (numbers.length === 1 && view.node.entries.length <= 4))) return null;
  const value = asNumber(scalarAt(view.text, counted.node));
  return value === null ? null : { value, at: { path: `${view.path}.${counted.key}`, value } };
}
