import { type SQL, sql } from 'drizzle-orm';
import { CAPPED } from '@/lib/verdict/types';
import type { Filter } from '../filter';

const HOUR = 3_600_000;

/** The list of calls can be narrowed further than the figures: by session, by text, and to what no walk made good. */
export interface CallSearch {
  session: string | null;
  /** Looked for in ids and arguments, without regard to case. */
  text: string;
  /** Only capped calls that no walk recovered. */
  left: boolean;
  /** Rows present and rows unseen, both ends inclusive: chosen bars of a histogram. */
  rows: readonly [number, number] | null;
  unseen: readonly [number, number] | null;
}

export const NO_SEARCH: CallSearch = { session: null, text: '', left: false, rows: null, unseen: null };

/** Rounds the range outwards to whole hours, as the rollups do, so that a list and its count speak of the same calls. */
export function wholeHours(filter: Filter): { from: number; to: number } {
  return { from: Math.floor(filter.from / HOUR) * HOUR, to: Math.ceil(filter.to / HOUR) * HOUR };
}

/** `(a, b, c)` for an IN clause, every value bound. */
export function list(values: readonly (string | number)[]): SQL {
  return sql`(${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`;
}

/** All of the conditions; `1` when there are none. */
export function every(conditions: readonly SQL[]): SQL {
  return conditions.length === 0 ? sql`1` : sql.join([...conditions], sql` and `);
}

/**
 * Conditions that calls and rollups share: tool, account, segment, verdict, whose cap it was, what was left, unseen
 * rows. `t` is the alias of `calls` or `rollups`.
 * Whose cap it was narrows capped calls only: a complete call has no cap. Without a verdict the default ("imposed")
 * hides nothing, because a list of all calls must hold all calls.
 */
export function sliceOf(filter: Filter, search: CallSearch, t: 'c' | 'r'): SQL[] {
  const at = sql.raw(t);
  const { left, unseen } = search;
  const where: SQL[] = [];
  if (filter.tools.length > 0) where.push(sql`${at}.tool in ${list(filter.tools)}`);
  if (filter.accounts.length > 0) where.push(sql`${at}.account in ${list(filter.accounts)}`);
  if (filter.segments.length > 0)
    where.push(
      sql`(select coalesce(s.segment, '') from accounts s where s.id = ${at}.account) in ${list(filter.segments)}`,
    );
  const capped = sql`${at}.verdict in ${list(CAPPED)}`;
  if (filter.verdicts.length > 0) where.push(sql`${at}.verdict in ${list(filter.verdicts)}`);
  if (left) where.push(sql`${capped} and ${at}.recovered = 0`);
  const narrowed = left || filter.verdicts.length > 0;
  if (filter.caps === 'imposed' && narrowed) where.push(sql`(not (${capped}) or ${at}.imposed = 1)`);
  if (filter.caps === 'asked' && narrowed) where.push(sql`(not (${capped}) or ${at}.imposed = 0)`);
  if (filter.caps === 'asked' && !narrowed) where.push(sql`${capped} and ${at}.imposed = 0`);
  if (unseen)
    where.push(sql`${at}.unseen_rows between ${unseen[0]} and ${unseen[1]} and ${at}.unseen_kind <> 'unknown'`);
  return where;
}

/** Whether a filter and a search say nothing that `row_counts` (tool, verdict, rows present by hour) does not hold. */
export function inRowCounts(filter: Filter, search: CallSearch): boolean {
  const mixed = filter.verdicts.some((verdict) => CAPPED.includes(verdict)) && filter.caps !== 'both';
  return (
    filter.accounts.length + filter.segments.length === 0 &&
    !mixed &&
    filter.caps !== 'asked' &&
    !search.left &&
    search.unseen === null
  );
}

/** Every account, and "no account", which has calls but no record: rollups are sought per account, never scanned. */
export const WHO = sql.raw(`(select id, name, revenue, currency, segment, segment_given from accounts
  union all select '', null, null, null, null, null where not exists (select 1 from accounts where id = ''))`);

/** `FROM` of a count over rollups `r`: account by account where the filter chooses some, else all of them together. */
export function rollupsFor(filter: Filter): SQL {
  return filter.accounts.length + filter.segments.length > 0
    ? sql`${WHO} a cross join rollups r on r.account = a.id`
    : sql`(select * from rollups where account = '*') r`;
}
