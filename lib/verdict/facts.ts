/** Facts of a call that several rules ask for. */

import type { Evidence } from '../contract/types';
import { firstPage } from '../session/marks';
import type { ReadCall } from '../session/types';
import type { Context } from './context';

export interface Facts {
  call: ReadCall;
  context: Context;
  reading: ReadCall['reading'];
  present: number;
  /** Rows before this page, where arguments or payload say so; null on a later page of unknown position. */
  before: number | null;
  /** Rows shown up to and including this page: distinct within a walk, else what stands on this page. */
  shown: number;
  /** The page is as long as its limit allows. */
  full: boolean;
  /** "That was all", and nothing has shown it wrong. */
  noMore: Evidence | null;
  /** A declared "that was all", trusted or not. */
  saysNoMore: Evidence | null;
  /** A declared total that is known to be one. */
  total: { value: number; at: Evidence } | null;
  /** The payload itself says that there is more. */
  saysMore: { at: Evidence; strength: 'exact' | 'maybe' } | null;
}

/** Works out what the rules ask for. */
export function factsOf(call: ReadCall, context: Context): Facts {
  const { reading } = call;
  const present = reading.present ?? 0;
  const before = positionOf(call);
  const shown = context.walk?.shown ?? present;
  const limit = context.limit;
  const full =
    limit !== null && present > 0 && present >= limit.value - (limit.value > 2 ? (reading.traits?.tolerance ?? 0) : 0);
  const saysNoMore = declaredEnd(call);
  const wrong = context.history?.noMoreWrong === true || context.moved !== null || context.history?.moved === true;
  // A LIMIT inside the statement bounds what the result can know: its "no more" speaks of the statement, not of the set.
  const inside = insideStatement(limit);
  const reachable = reading.traits?.reachable ?? null;
  // The end of what can be fetched is not the end of what matched.
  const spent = reachable !== null && shown >= reachable;
  const untrusted = inside || spent || reading.traits?.noMore === 'untrusted' || (wrong && full);
  const facts: Facts = {
    call,
    context,
    reading,
    present,
    before,
    shown,
    full,
    saysNoMore,
    noMore: untrusted && full ? null : saysNoMore,
    total: null,
    saysMore: declaredMore(call, full),
  };
  facts.total = declaredTotal(facts);
  // "May have been cut", beside a total that is all here.
  // What a tool says of the rows that it looked at, it does not say of the set.
  if (reading.traits?.window !== undefined) facts.total = facts.noMore = null;
  const settled = facts.total !== null && before === 0 && facts.total.value <= shown && reading.more === null;
  if (settled && facts.saysMore?.strength === 'maybe' && maybeMarker(call, facts.saysMore.at)) facts.saysMore = null;
  return facts;
}

/** The limit is a part of the statement that was run: a total counts what it let through. */
function insideStatement(limit: Context['limit']): boolean {
  return limit !== null && limit.source === 'argument' && typeof limit.at.value === 'string';
}

function positionOf(call: ReadCall): number | null {
  const { reading } = call;
  if (reading.offset !== null) return reading.offset.value;
  const paging = reading.paging;
  if (paging?.offset != null) return paging.offset;
  if (paging?.page != null && paging.page > 1) {
    const size = call.limit?.value ?? paging.limit;
    return size == null ? null : (paging.page - 1) * size;
  }
  return firstPage(call) ? 0 : null;
}

function declaredEnd(call: ReadCall): Evidence | null {
  const { more, cursor } = call.reading;
  if (more !== null) return more.value ? null : more.at;
  return cursor !== null && cursor.value === null ? cursor.at : null;
}

function maybeMarker(call: ReadCall, at: Evidence): boolean {
  return call.reading.markers.some((one) => one.says === 'maybe' && one.path === at.path);
}

function declaredMore(call: ReadCall, full: boolean): Facts['saysMore'] {
  const { more, cursor, markers } = call.reading;
  if (more?.value === true) return { at: more.at, strength: more.strength };
  const marker = markers.find((one) => one.says === 'cut' || one.says === 'text' || one.says === 'moved');
  if (marker !== undefined) return { at: marker, strength: marker.says === 'moved' ? 'maybe' : 'exact' };
  if (cursor !== null && cursor.value !== null && more === null) return { at: cursor.at, strength: 'exact' };
  const maybe = markers.find((one) => one.says === 'maybe' && one.met) ?? markers.find((one) => one.says === 'maybe');
  // A note that a limit was passed speaks on a full page only; "there may be more" speaks always.
  if (
    maybe !== undefined &&
    (full || maybe.met || (call.limit === null && !/^(?:pagination_note|found_with_limit)$/.test(maybe.marker)))
  )
    return { at: maybe, strength: 'maybe' };
  return null;
}

/**
 * A total is trusted when its dialect says so, when the page is not full, or when it (or this tool's history) was seen to be larger
 * than a page. One that moves with the limit is a page.
 */
function declaredTotal(facts: Facts): Facts['total'] {
  const { reading, context, full, present, before } = facts;
  const { matched, traits } = reading;
  if (matched === null || matched.relation !== 'exact' || context.moved !== null) return null;
  if (context.history?.moved === true) return null;
  const inside =
    context.limit !== null && context.limit.source === 'argument' && typeof context.limit.at.value === 'string';
  if (inside && full && matched.value <= present) return null;
  const larger = matched.value > (before ?? 0) + present;
  const proven = traits?.total === 'exact' || context.history?.exceeded === true;
  // A total that a moved or echoing tool prints equals its page; on a page that is not full it says the same as the page itself.
  if (!larger && full && (!proven || insideStatement(context.limit))) return null;
  return { value: matched.value, at: matched.at };
}
