/** Turns fields and markers into declared facts: what a field means beside its neighbours. */

import type { CensusFact, Evidence, Fact, LimitFact, MarkerFact, MatchedFact, MoreFact, Relation } from '../types';
import { asNumber, type Field } from './fields';
import { asFact, type MarkerHit, markerOf, saysNothing } from './markers';

export interface Declared {
  returned: Fact<number> | null;
  matched: MatchedFact | null;
  more: MoreFact | null;
  cursor: Fact<string | null> | null;
  order: Fact<string> | null;
  filters: Fact<string> | null;
  withheld: Fact<number | boolean> | null;
  limit: LimitFact | null;
  offset: Fact<number> | null;
  scanned: Fact<number> | null;
  markers: MarkerFact[];
  partial: Evidence[];
  /** What the result says is left after this page. */
  remaining: MatchedFact | null;
  /** A sentence says that nothing was found. */
  nothing: boolean;
  /** How much of the text the log says that it stored. */
  stored: Evidence | null;
  length: number;
}

export interface Asked {
  offset: number | null;
  page: number | null;
  cursor: string | null;
  limit: number | null;
  /** Pages are numbered from 0, as the dialect says. */
  fromZero?: boolean;
}

const at = (field: Field): Evidence => ({ path: field.path, value: field.value });

/** What an envelope declares. `present` decides what ambiguous counts mean; null when no rows were found. */
export function declaredBy(fields: readonly Field[], present: number | null, asked: Asked): Declared {
  const pick = (meaning: Field['meaning']): Field[] => fields.filter((field) => field.meaning === meaning);
  const out: Declared = {
    returned: numberFact(pick('returned')),
    matched: null,
    more: null,
    cursor: null,
    order: textFact(pick('order')),
    filters: textFact(pick('filters')),
    withheld: withheldBy(pick('withheld')),
    limit: null,
    offset: numberFact(pick('offset')),
    scanned: numberFact(pick('scanned')),
    markers: [],
    partial: [],
    remaining: null,
    nothing: false,
    stored: storedBy(pick('stored')),
    length: fields.filter((field) => field.meaning !== 'words').reduce((sum, field) => sum + field.length, 0),
  };
  out.matched = matchedBy(pick, present);
  applyCount(out, pick('count'), fields, present, asked);
  out.remaining = remainingBy(pick('remaining'));
  applyMore(out, pick, asked, present);
  applyPartial(out, pick('partial'));
  applyWords(out, pick('words'));
  const limit = pick('limit').find((field) => typeof field.value === 'number' && field.value > 0);
  if (limit && typeof limit.value === 'number')
    out.limit ??= { value: limit.value, at: at(limit), source: 'echo', imposed: limit.value !== asked.limit };
  return out;
}

function numberFact(fields: readonly Field[]): Fact<number> | null {
  for (const field of fields) {
    const value = asNumber(field.value);
    if (value !== null && value >= 0) return { value, at: at(field) };
  }
  return null;
}

function textFact(fields: readonly Field[]): Fact<string> | null {
  const field = fields.find((one) => one.value !== null && one.value !== '' && one.value !== 0);
  return field === undefined ? null : { value: String(field.value).slice(0, 200), at: at(field) };
}

function storedBy(fields: readonly Field[]): Evidence | null {
  const field = fields.find((one) => typeof one.value === 'number');
  return field === undefined ? null : at(field);
}

function withheldBy(fields: readonly Field[]): Fact<number | boolean> | null {
  for (const field of fields)
    if (field.value === true || (typeof field.value === 'number' && field.value > 0))
      return { value: field.value, at: at(field) };
  return null;
}

function matchedBy(pick: (meaning: Field['meaning']) => Field[], present: number | null): MatchedFact | null {
  for (const field of pick('matched')) {
    const value = asNumber(field.value);
    if (value === null || value < 0) continue;
    let relation: Relation = field.spelling?.relation ?? 'exact';
    if (relation === 'unknown') relation = present !== null && value === present ? 'page' : 'exact';
    for (const one of pick('inexact'))
      if (one.value === true || /^(?:gte?|at_?least|lower|approx|estimate)/i.test(String(one.value)))
        relation = 'lower_bound';
    for (const one of pick('exactness'))
      if (one.value === false) relation = one.key === 'nbhits' ? 'estimate' : 'lower_bound';
    return { value, at: at(field), relation };
  }
  return null;
}

/** A bare `count` is the page in most tools; beside `next` and `previous`, or above the rows of a full list, it is the match. */
function applyCount(
  out: Declared,
  counts: readonly Field[],
  fields: readonly Field[],
  present: number | null,
  asked: Asked,
): void {
  const field = counts[0];
  const value = field === undefined ? null : asNumber(field.value);
  if (field === undefined || value === null) return;
  const paged =
    fields.some((one) => one.key === 'previous' || one.key === 'prev') ||
    fields.some((one) => one.key === 'next' && one.meaning === 'cursor');
  const fact = { value, at: at(field) };
  if (out.matched === null && paged) out.matched = { ...fact, relation: 'exact' };
  else if (out.matched === null && present !== null && value > present) {
    // More than the rows: a match counted before the cut. As a page size it would be wrong, which the limit tells.
    if (asked.limit === null || value > asked.limit) out.matched = { ...fact, relation: 'exact' };
    else out.returned ??= fact;
  } else out.returned ??= fact;
}

function remainingBy(fields: readonly Field[]): MatchedFact | null {
  for (const field of fields) {
    const value = asNumber(field.value);
    if (value !== null && value >= 0) return { value, at: at(field), relation: field.spelling?.relation ?? 'exact' };
  }
  return null;
}

/** What is left, as a total; a declared total stands unless it is known to be a page. */
export function applyRemaining(out: Declared, present: number | null, offset: number): void {
  const { remaining, matched } = out;
  if (remaining === null || present === null || (matched !== null && matched.relation !== 'page')) return;
  if (matched !== null && remaining.value === 0) return;
  out.matched = { value: offset + present + remaining.value, at: remaining.at, relation: remaining.relation };
}

/** A total is worth less beside a part that failed, at a usual ceiling, or one above a page that says it was cut. */
export function weaken(out: Declared, present: number | null, limit: number | null): void {
  const { matched, partial, more } = out;
  if (matched === null || matched.relation !== 'exact' || present === null || matched.value < present) return;
  const lookahead = more?.value === true && matched.value === present + 1 && (limit === null || present === limit);
  const ceiling = matched.value === CEILING && present < CEILING;
  if (lookahead || ceiling || partial.length > 0) out.matched = { ...matched, relation: 'lower_bound' };
}

/** Elasticsearch and its kin stop counting here. */
const CEILING = 10_000;

function applyMore(
  out: Declared,
  pick: (meaning: Field['meaning']) => Field[],
  asked: Asked,
  present: number | null,
): void {
  const more: MoreFact[] = [];
  for (const field of pick('more')) {
    const strength = field.spelling?.strength ?? 'exact';
    const value = typeof field.value === 'number' ? field.value > 0 : field.value === true;
    more.push({ value, at: at(field), strength });
    // A number in such a flag is the cap that bit (Metabase), never the rows lost.
    if (typeof field.value === 'number' && field.value > 0 && field.value === present)
      out.limit ??= { value: field.value, at: at(field), source: 'echo', imposed: field.value !== asked.limit };
  }
  for (const field of pick('last'))
    if (typeof field.value === 'boolean') more.push({ value: !field.value, at: at(field), strength: 'exact' });
  const pages = pagesSay(pick('page'), pick('pages'), asked);
  if (pages !== null) more.push(pages);
  out.more = more.find((one) => one.value) ?? more[0] ?? null;
  out.cursor = cursorOf(pick('cursor'), asked);
}

function pagesSay(page: readonly Field[], pages: readonly Field[], asked: Asked): MoreFact | null {
  const last = pages.map((field) => ({ field, value: asNumber(field.value) })).find((one) => one.value !== null);
  const numbered = page.map((field) => ({ field, value: asNumber(field.value) })).find((one) => one.value !== null);
  const current = numbered?.value ?? asked.page;
  if (last === undefined || last.value === null || current === null || current === undefined) return null;
  const value = asked.fromZero ? current + 1 < last.value : current === 0 ? last.value > 1 : current < last.value;
  return { value, at: at(last.field), strength: 'exact' };
}

function cursorOf(fields: readonly Field[], asked: Asked): Fact<string | null> | null {
  let empty: Fact<string | null> | null = null;
  for (const field of fields) {
    const value = field.value;
    if (value === null || value === '' || value === false || value === 0) {
      empty ??= { value: null, at: at(field) };
      continue;
    }
    const words = String(value);
    // An echo of the request is where this page began, not where the next one does.
    if (field.key === 'cursor' && words === asked.cursor) continue;
    return { value: words.slice(0, 300), at: { path: field.path, value: words.slice(0, 120) } };
  }
  return empty;
}

function applyPartial(out: Declared, fields: readonly Field[]): void {
  for (const field of fields) {
    const { value } = field;
    const bad =
      value === true ||
      (typeof value === 'number' && value > 0) ||
      (field.kind === 'object' && value !== null) ||
      (field.kind === 'array' && typeof value === 'string') ||
      (field.kind === 'string' && /time_?out|budget|deadline|interrupt|abort|cutoff|error/i.test(String(value)));
    if (bad) out.partial.push(at(field));
  }
}

function applyWords(out: Declared, fields: readonly Field[]): void {
  for (const field of fields) {
    if (typeof field.value !== 'string') continue;
    for (const line of field.value.slice(0, 2000).split('\n')) applyLine(out, line, field.path);
  }
}

/** One sentence of the envelope: a marker, a statement of numbers, or "nothing found". */
export function applyLine(out: Declared, line: string, path: string): void {
  if (saysNothing(line)) {
    out.nothing = true;
    return;
  }
  for (const part of [line, ...line.split(/(?<=[.!;])\s+/)]) {
    const hit = markerOf(part);
    if (hit === null) continue;
    applyHit(out, hit, path);
    return;
  }
}

/** Takes the numbers and the statement of a marker into the declared facts. */
export function applyHit(out: Declared, hit: MarkerHit, path: string): void {
  const fact = asFact(hit, path);
  if (fact !== null) out.markers.push(fact);
  out.length += hit.line.length;
  const evidence: Evidence = { path, value: hit.line.slice(0, 200) };
  const { total, shown, page, missing, limit, first, last, lower, plus, pages, pageno, offset } = hit.groups;
  const relation: Relation = plus === 1 ? 'lower_bound' : 'exact';
  if (total !== undefined) out.matched ??= { value: total, at: evidence, relation };
  // "Found 180", and later "showing 100 of 180": the first was the total too.
  if (total !== undefined && out.returned?.value === total && shown !== undefined && shown < total) out.returned = null;
  if (lower !== undefined) out.matched ??= { value: lower, at: evidence, relation: 'lower_bound' };
  if (shown !== undefined) out.returned ??= { value: shown, at: evidence };
  if (page !== undefined) out.returned ??= { value: page, at: evidence };
  if (first !== undefined && last !== undefined && first > 0) {
    out.offset ??= { value: first - 1, at: evidence };
    out.returned ??= { value: last - first + 1, at: evidence };
  } else if (last !== undefined) out.returned ??= { value: last, at: evidence };
  if (offset !== undefined && hit.marker.id === 'pagination_note') out.offset ??= { value: offset, at: evidence };
  if (limit !== undefined) out.limit ??= { value: limit, at: evidence, source: 'echo', imposed: true };
  if (pages !== undefined && pageno !== undefined)
    out.more ??= { value: pageno < pages, at: evidence, strength: 'exact' };
  if (hit.marker.says === 'partial') out.partial.push(evidence);
  void missing;
}

/** A count of a set as a fact. */
export function census(value: number, path: string, units?: Record<string, number>): CensusFact {
  return { value, at: { path, value }, ...(units === undefined ? {} : { units }) };
}
