/** One payload as a reading: what it declares, and what is really in it. */

import { skeletonAt as skeletonOf } from '@/lib/json';
import type { CallRecord } from '@/lib/records';
import type { Registry } from './dialects/registry';
import type { Dialect } from './dialects/schema';
import { type SplitArgs, splitArgs } from './limits/args';
import { type Commands, commandsIn, limitOf } from './limits/find';
import { type Body, bodyOf } from './read/body';
import { censusOf } from './read/census';
import { applyHit, applyLine, applyRemaining, type Declared, declaredBy, weaken } from './read/contract';
import { errorWords, isErrorTag, isRefusal } from './read/errors';
import { type Field, readFields } from './read/fields';
import { missingParents, nestedMore, resumesElsewhere } from './read/inside';
import { filteredLate } from './read/late';
import { innerCut } from './read/markers';
import { applySays, lastCell, overlay, previewOf } from './read/overlay';
import { scopeHash } from './read/scope';
import { endsTrimmed, NO_TRAITS, TRIMMED, traitsOf } from './read/traits';
import type { Cut, LimitFact, Reading } from './types';
import { open, type View } from './view';
import { plain } from './words';

/** Everything that was learned of one view of a call. */
export interface Opened {
  view: View;
  dialect: Dialect | null;
  split: SplitArgs;
  commands: Commands;
  body: Body;
}

/** A view whose JSON is the content of a file. */
function asText(view: View): View {
  return { ...view, node: null, before: '', after: '', cutAt: null };
}

/** Opens one view of a call and finds its rows. */
export function openCall(tool: string, args: string, text: string, path: string, registry: Registry): Opened {
  const first = splitArgs(args);
  const opened = open(text, path);
  const file = opened.node !== null && registry.reads(tool) ? asText(opened) : null;
  const reader = file === null ? null : registry.choose(tool, first.values, file);
  const view = file !== null && reader?.raw ? file : opened;
  const dialect = view === file ? reader : registry.choose(tool, first.values, view);
  const split = dialect?.limit?.args === undefined ? first : splitArgs(args, dialect.limit.args);
  const commands = commandsIn(split, dialect);
  // A part of a file that happens to be JSON is no JSON that was cut.
  const inside = commands.shell !== null && view.cutAt !== null && innerCut(view.text) === null;
  const part = inside && (commands.shell?.reads === true || !/^\s*[[{]/.test(view.text));
  if (part)
    return { view: asText(view), dialect, split, commands, body: bodyOf(asText(view), dialect, tool, commands.shell) };
  return { view, dialect, split, commands, body: bodyOf(view, dialect, tool, commands.shell) };
}

/** A reading and the limit that applied, of one view of a call. */
export function readView(
  record: CallRecord,
  text: string,
  path: string,
  registry: Registry,
): { reading: Reading; limit: LimitFact | null; split: SplitArgs } {
  const opened = openCall(record.tool, record.args, text, path, registry);
  const { view, dialect, split, commands, body } = opened;
  const { rows } = body;
  const present = rows === null ? null : rows.present + body.tail;
  const declared = declare(opened, present);
  const reading: Reading = {
    ...EMPTY,
    present,
    rowsPath: rows?.path ?? null,
    unit: rows?.unit ?? null,
    returned: declared.returned,
    matched: declared.matched,
    more: declared.more,
    cursor: declared.cursor,
    order: declared.order,
    filters: declared.filters,
    withheld: declared.withheld,
    limit: declared.limit,
    offset: declared.offset,
    scanned: declared.scanned,
    markers: rows?.marker ? [rows.marker, ...declared.markers] : declared.markers,
    partial: declared.partial,
    cut: cutOf(opened),
    census: censusOf({ view, tool: record.tool, dialect, sql: commands.sql, shell: commands.shell, rows }),
    payloadLength: text.length,
    contractLength: Math.min(declared.length, text.length),
    dialect: dialect?.id ?? null,
    paging: pagingOf(opened, declared),
    scope: scopeHash(record.tool, split, dialect, commands.sql, record.account ?? ''),
    traits: traitsOf(dialect, commands),
    resumes: resumesElsewhere(opened, declared),
    nested: nestedMore(rows),
    mixed: commands.shell !== null && commands.shell.mixed !== null && (present ?? 0) >= commands.shell.mixed,
    textLength: view.text.length,
    stored: declared.stored,
  };
  // A count below the rows that it is the count of is none: it stands as a total that the rows contradict.
  const { census } = reading;
  const below = census?.units !== undefined && census.value < (present ?? 0);
  if (census !== null && below)
    Object.assign(reading, { census: null, matched: { value: census.value, relation: 'exact', at: census.at } });
  // A count that lists its parts counts them too: 111 matches in the 110 files listed.
  if (census?.units !== undefined && !below && reading.unit !== null && present !== null)
    reading.census = { ...census, units: { [reading.unit]: present, ...census.units } };
  // The count of a counting call is no total of its rows.
  if (reading.census !== null) Object.assign(reading, { matched: null, returned: null });
  reading.shape = shapeOf(opened, reading, declared, record.error || view.failed);
  const preview = previewOf(view, dialect);
  if (preview !== null) {
    reading.shape = 'unreadable';
    reading.cut = { at: text.length, how: 'text', evidence: preview };
  }
  if (rows === null && reading.shape === 'list') reading.present = 0;
  if (reading.shape === 'refusal' || reading.shape === 'error') reading.present = 0;
  if (reading.shape === 'not_a_list')
    Object.assign(reading, { present: null, matched: null, returned: null, more: null, cursor: null });
  reading.declares = reading.matched !== null || reading.more !== null || reading.cursor !== null;
  // A key that is missing beside a larger total was lost on the way; beside a failed part it says nothing.
  const seen = (reading.offset?.value ?? reading.paging?.offset ?? 0) + (present ?? 0);
  const silent =
    reading.more === null &&
    reading.cursor === null &&
    (reading.matched === null || (reading.matched.relation === 'exact' && reading.matched.value <= seen)) &&
    reading.partial.length === 0;
  if (
    dialect?.absent === 'no_more' &&
    dialect.standing !== 'memory' &&
    silent &&
    reading.markers.length === 0 &&
    (reading.shape === 'list' || reading.shape === 'lines')
  )
    reading.more = {
      value: false,
      strength: 'exact',
      at: { path: `dialect ${dialect.id}: the mark of a cut is absent`, value: false },
    };
  reading.parents = missingParents(rows);
  const echo = reading.limit;
  const limit =
    reading.shape === 'list' || reading.shape === 'lines' || reading.shape === 'count'
      ? limitOf(split, commands, echo, dialect, reading.present)
      : null;
  const late = filteredLate(dialect, split, limit);
  if (late !== null) reading.traits = { ...(reading.traits ?? NO_TRAITS), ...late };
  if (commands.shell?.limit != null && limit !== null && endsTrimmed(body.rows, limit.value))
    reading.traits = { ...(reading.traits ?? NO_TRAITS), ...TRIMMED };
  return { reading, limit, split };
}

export const EMPTY: Reading = {
  shape: 'unreadable',
  present: null,
  rowsPath: null,
  unit: null,
  returned: null,
  matched: null,
  more: null,
  cursor: null,
  order: null,
  filters: null,
  withheld: null,
  limit: null,
  offset: null,
  scanned: null,
  markers: [],
  partial: [],
  cut: null,
  census: null,
  payloadLength: 0,
  contractLength: 0,
  dialect: null,
  otherView: null,
  paging: null,
  scope: null,
  traits: null,
  declares: false,
  resumes: null,
  nested: null,
  parents: null,
  mixed: false,
  textLength: 0,
  stored: null,
};

function declare(opened: Opened, present: number | null): Declared {
  const { view, dialect, split, body } = opened;
  const { rows } = body;
  const ignore = new Set((dialect?.fields?.ignore ?? []).map(plain));
  const fields: Field[] = [];
  const rowsKey = rows?.lists[0]?.key ?? null;
  if (view.node?.kind === 'object')
    fields.push(
      ...readFields({ path: view.path, text: view.text, node: view.node, holder: rows?.parent ?? null, rowsKey }),
    );
  for (const layer of [...view.layers].reverse())
    fields.push(
      ...readFields({ path: layer.path, text: layer.text, node: layer.node, holder: null, rowsKey }).map((field) => ({
        ...field,
        distance: field.distance + 20,
      })),
    );
  const nested = nestedFields(opened);
  const kept = [...nested, ...fields].filter((field) => !ignore.has(field.key));
  const declared = declaredBy(kept, present, { ...split.paging, fromZero: dialect?.limit?.pageBase === 0 });
  for (const line of `${view.before}\n${view.after}`.split('\n').slice(0, 60))
    if (line.trim() !== '') applyLine(declared, line, `${view.path} (around the JSON)`);
  for (const { hit, path } of body.text?.hits ?? []) applyHit(declared, hit, path);
  if (body.text?.nothing) declared.nothing = true;
  if (view.node === null && rows !== null && !reliableCount(declared, rows.unit)) declared.returned = null;
  overlay(declared, view, dialect);
  applySays(declared, view, dialect, split.values);
  const column = dialect?.fields?.cursorColumn;
  if (column !== undefined && view.node === null && body.text !== null)
    declared.cursor = lastCell(body.text.body, column, view.path) ?? declared.cursor;
  applyRemaining(declared, present, declared.offset?.value ?? split.paging.offset ?? 0);
  weaken(
    declared,
    present,
    declared.limit?.value ?? split.paging.limit ?? [dialect?.limit?.default ?? []].flat()[0] ?? null,
  );
  return declared;
}

/** A group in the rows' own statement (`statements[0].count`) declares for its rows. */
function nestedFields(opened: Opened): Field[] {
  const { rows } = opened.body;
  if (rows === null || rows.lists.length !== 1 || opened.view.node === null) return [];
  const list = rows.lists[0];
  if (list === undefined || !/\[\d+\]/.test(list.path.slice(opened.view.path.length))) return [];
  const holder = holderOf(opened, list.node.start);
  return holder === null
    ? []
    : readFields({
        path: list.path.replace(/\.[^.]*$/, ''),
        text: list.text,
        node: holder,
        holder: null,
        rowsKey: list.key,
      });
}

function holderOf(opened: Opened, position: number): ReturnType<typeof asObject> {
  const { view } = opened;
  const outer = opened.body.rows?.parent;
  if (outer?.kind !== 'object') return null;
  for (const { node } of outer.entries)
    if (node.kind === 'array' && node.first !== null && node.first.start <= position && position < node.end)
      return asObject(view.text, node.first);
  return null;
}

/** In text, "Found 12" is compared with the rows only where both speak of the same thing. */
function reliableCount(declared: Declared, unit: string | null): boolean {
  const words = String(declared.returned?.at.value ?? '').toLowerCase();
  // The noun is what follows the number, not a word of the path that was searched.
  const noun = /\d[\d,]*\W+((?:[\w-]+\W+){0,2}[\w-]+)/.exec(words)?.[1] ?? words;
  return declared.returned === null || (unit !== null && unit !== 'line' && noun.includes(unit));
}

function cutOf(opened: Opened): Cut | null {
  const { view, body } = opened;
  if (body.cut === null) return null;
  const how = view.node === null ? 'text' : 'json';
  return {
    at: body.cut.at,
    how,
    evidence: { path: `${view.path}@${body.cut.at}`, value: body.cut.words.slice(0, 120) },
  };
}

function pagingOf(opened: Opened, declared: Declared): Reading['paging'] {
  const { split, commands, dialect } = opened;
  const { paging } = split;
  const base = dialect?.limit?.offsetBase ?? 0;
  const offset =
    commands.sql?.offset ??
    // A total in an output counts the lines of that output, wherever in a file they began.
    (declared.matched === null ? commands.shell?.offset || null : null) ??
    (paging.offset === null ? null : Math.max(0, paging.offset - base));
  const page = paging.page === null || dialect?.limit?.pageBase !== 0 ? paging.page : paging.page + 1;
  const all = { ...paging, offset, page };
  return all.limit === null && all.offset === null && all.page === null && all.cursor === null ? null : all;
}

function shapeOf(opened: Opened, reading: Reading, declared: Declared, failed: boolean): Reading['shape'] {
  const { view, dialect, body, commands } = opened;
  const held = (reading.present ?? 0) > 0 && !isErrorTag(view);
  if (!held) {
    const words = errorWords(view, failed);
    if (isRefusal(view, words) || body.text?.hits.some(({ hit }) => hit.marker.says === 'refused')) return 'refusal';
    if (words !== null && reading.census === null) return 'error';
  }
  if (reading.census !== null) return 'count';
  if (dialect?.list === false && dialect.standing !== 'memory') return 'not_a_list';
  if (body.rows !== null) return body.rows.kind === 'json' || view.node !== null ? 'list' : 'lines';
  if (reading.cut !== null) return 'lines';
  const marked = reading.markers.some((marker) => marker.says !== 'maybe');
  if (marked && view.node === null) return 'lines';
  if (commands.shell !== null) return 'not_a_list';
  if (declared.nothing || emptyList(opened, declared)) return 'list';
  return 'not_a_list';
}

/** An envelope without a list that still speaks of one: `{"total_count": 0, "truncated": true}`. */
function emptyList(opened: Opened, declared: Declared): boolean {
  if (opened.view.node?.kind !== 'object') return false;
  const zero = declared.matched?.value === 0 || declared.returned?.value === 0;
  return zero || (declared.more?.value === true && declared.matched !== null);
}

function asObject(text: string, span: { start: number; end: number }) {
  const node = skeletonOf(text, span);
  return node?.kind === 'object' ? node : null;
}
