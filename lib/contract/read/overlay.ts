/** What a dialect adds to the declared facts: paths that only it knows, and values that speak about the rest. */

import { scalarAt } from '@/lib/json';
import { payloadValue, testOf } from '../dialects/conditions';
import { inView } from '../dialects/paths';
import type { Dialect } from '../dialects/schema';
import type { Args } from '../limits/args';
import type { Evidence, Relation } from '../types';
import type { View } from '../view';
import type { Declared } from './contract';
import { csvCells, csvRecords } from './csv';
import { asNumber } from './fields';

interface Found<T> {
  value: T;
  at: Evidence;
}

function scalarIn(view: View, path: string | undefined): Found<string | number | boolean | null> | null {
  for (const { node, text, path: at } of path === undefined ? [] : inView(view, path)) {
    if (node.kind === 'array' || node.kind === 'object') continue;
    const value = scalarAt(text, node);
    return { value, at: { path: at, value: typeof value === 'string' ? value.slice(0, 120) : value } };
  }
  return null;
}

function numberIn(view: View, path: string | undefined): Found<number> | null {
  const found = scalarIn(view, path);
  const value = found === null ? null : asNumber(found.value);
  return found === null || value === null ? null : { value, at: { path: found.at.path, value } };
}

/** Declared fields at the paths that a dialect gives. */
export function overlay(declared: Declared, view: View, dialect: Dialect | null): void {
  const rule = dialect?.fields;
  if (rule === undefined) return;
  const doubted = dialect?.standing === 'memory';
  const matched = numberIn(view, rule.matched);
  if (matched !== null) {
    const doubt =
      declared.matched?.relation === 'lower_bound' || declared.matched?.relation === 'estimate'
        ? declared.matched.relation
        : null;
    // From memory nobody has checked what the total counts: it is worth an estimate.
    const relation: Relation = rule.relation === 'page' ? 'page' : doubted ? 'estimate' : (rule.relation ?? 'exact');
    declared.matched = { ...matched, relation: relation === 'exact' && doubt !== null ? doubt : relation };
    if (declared.returned?.at.path === matched.at.path) declared.returned = null;
  } else if (
    rule.relation !== undefined &&
    !(doubted && rule.relation === 'exact') &&
    declared.matched !== null &&
    rule.matched === undefined
  )
    declared.matched.relation = rule.relation;
  declared.returned = numberIn(view, rule.returned) ?? declared.returned;
  applyRange(declared, scalarIn(view, rule.range), doubted ? 'estimate' : (rule.relation ?? 'exact'));
  const limit = numberIn(view, rule.limit);
  if (limit !== null && limit.value > 0) declared.limit = { ...limit, source: 'echo', imposed: true };
  const cursor = scalarIn(view, rule.cursor);
  if (cursor !== null)
    declared.cursor = {
      value: cursor.value === null || cursor.value === '' ? null : String(cursor.value),
      at: cursor.at,
    };
  if (rule.strength !== undefined && declared.more !== null) declared.more.strength = rule.strength;
  const more = scalarIn(view, rule.more);
  if (more !== null && typeof more.value === 'boolean')
    declared.more = { value: more.value, at: more.at, strength: rule.strength ?? 'exact' };
  // A counter that stops somewhere says "at least" there.
  if (rule.stops !== undefined && declared.matched?.relation === 'exact' && declared.matched.value >= rule.stops)
    declared.matched.relation = 'lower_bound';
}

/** `0-24/340`: first and last row, and the total; a star stands for what is not known. */
function applyRange(declared: Declared, found: ReturnType<typeof scalarIn>, relation: Relation): void {
  const match = typeof found?.value === 'string' ? /(?:(\d+)-(\d+)|\*)\/(\d+|\*)/.exec(found.value) : null;
  if (found === null || match === null) return;
  const [, first, last, total] = match;
  if (first !== undefined) {
    declared.offset = { value: Number(first), at: found.at };
    declared.returned = { value: Number(last) - Number(first) + 1, at: found.at };
  }
  if (total !== undefined && total !== '*') declared.matched = { value: Number(total), at: found.at, relation };
}

const STRENGTH = ['more', 'maybe', 'no_more'] as const;

/** Statements that a dialect reads from values: the strongest about the rest, and every partial failure. */
export function applySays(declared: Declared, view: View, dialect: Dialect | null, args: Args): void {
  const said: { says: string; at: Evidence }[] = [];
  for (const rule of dialect?.says ?? []) {
    const holds = testOf(rule.when);
    const values =
      rule.path === ''
        ? [{ value: view.text, at: view.path }]
        : inView(view, rule.path).map(({ node, text, path }) => ({ value: payloadValue(text, node), at: path }));
    const missing = values.length === 0 ? [{ value: undefined, at: `${view.path}.${rule.path}` }] : values;
    for (const { value, at } of missing) {
      if (!holds(value, args)) continue;
      const shown =
        value === null || value === undefined ? null : typeof value === 'object' ? JSON.stringify(value) : value;
      if (dialect?.standing === 'memory' && rule.says === 'no_more') continue;
      const says = dialect?.standing === 'memory' && rule.says === 'more' ? 'maybe' : rule.says;
      said.push({ says, at: { path: at, value: typeof shown === 'string' ? shown.slice(0, 200) : shown } });
      break;
    }
  }
  const about = STRENGTH.map((strength) => said.find(({ says }) => says === strength)).find((one) => one !== undefined);
  if (about !== undefined)
    declared.more = {
      value: about.says !== 'no_more',
      at: about.at,
      strength: about.says === 'maybe' ? 'maybe' : 'exact',
    };
  for (const { says, at } of said) {
    if (says === 'partial' && !declared.partial.some((one) => one.path === at.path)) declared.partial.push(at);
    if (says === 'lower_bound' && declared.matched !== null) declared.matched.relation = 'lower_bound';
  }
}

/** The cell of the last CSV record in a column: a cursor that travels in the rows. Null without that column. */
export function lastCell(body: readonly string[], column: string, path: string): Declared['cursor'] {
  const records = csvRecords(body);
  const at = csvCells(records[0] ?? '').indexOf(column);
  if (at < 0 || records.length < 2) return null;
  const value = csvCells(records.at(-1) ?? '')[at] ?? '';
  return {
    value: value === '' ? null : value,
    at: { path: `${path} (column ${column}, last row)`, value: value.slice(0, 120) },
  };
}

/** The log's own word that it kept a preview, where the dialect knows one. */
export function previewOf(view: View, dialect: Dialect | null): Evidence | null {
  const [found] = dialect?.preview === undefined ? [] : inView(view, dialect.preview);
  return found !== undefined && found.node.kind === 'boolean' && scalarAt(found.text, found.node) === true
    ? { path: found.path, value: true }
    : null;
}
