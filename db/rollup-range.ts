import { type SQL, sql } from 'drizzle-orm';
import type { Filter } from './filter';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Half-open range of starts at one grain. */
export interface GrainRange {
  grain: 'hour' | 'day';
  from: number;
  to: number;
}

/**
 * Splits [from, to) into whole UTC days and the hours at its edges, so that a year costs as many rows as days.
 * Both ends are rounded outwards to the hour, the finest grain that rollups have.
 */
export function grainRanges(from: number, to: number): GrainRange[] {
  if (from >= to) return [];
  const first = Math.floor(from / HOUR) * HOUR;
  const last = Math.ceil(to / HOUR) * HOUR;
  const firstDay = Math.ceil(first / DAY) * DAY;
  const lastDay = Math.floor(last / DAY) * DAY;
  if (firstDay >= lastDay) return [{ grain: 'hour', from: first, to: last }];
  const ranges: GrainRange[] = [
    { grain: 'hour', from: first, to: firstDay },
    { grain: 'day', from: firstDay, to: lastDay },
    { grain: 'hour', from: lastDay, to: last },
  ];
  return ranges.filter((range) => range.from < range.to);
}

/** The condition on `r` (rollups) that picks each hour of [from, to) once. */
export function rangeCondition(from: number, to: number): SQL {
  const parts = grainRanges(from, to).map(
    ({ grain, from, to }) => sql`(r.grain = ${grain} AND r.start >= ${from} AND r.start < ${to})`,
  );
  return parts.length === 0 ? sql`(0)` : sql`(${sql.join(parts, sql` OR `)})`;
}

/** The same range, all of it at one grain; at 'day' both ends are rounded outwards to whole UTC days. */
export function oneGrain(from: number, to: number, grain: 'hour' | 'day'): SQL {
  const step = grain === 'hour' ? HOUR : DAY;
  const first = Math.floor(from / step) * step;
  const last = Math.ceil(to / step) * step;
  return sql`(r.grain = ${grain} AND r.start >= ${first} AND r.start < ${last})`;
}

/** `FROM` and `WHERE` of a question over rollups, table alias `r`. */
export interface Slice {
  from: SQL;
  where: SQL;
}

/**
 * The rollup rows of a filter's range, tools, accounts, segments and verdicts, each call counted once: the rows for all
 * accounts together where no account or segment is asked for, else those of the accounts. `caps` is left to the question.
 */
export function slice(filter: Filter, range: SQL = rangeCondition(filter.from, filter.to)): Slice {
  const chosen = filter.accounts.length > 0 || filter.segments.length > 0;
  if (chosen) return accountSlice(filter, range);
  return { from: sql`rollups r`, where: and([sql`r.account = '*'`, ...common(filter, range)]) };
}

/**
 * The same rows account by account, joined with `accounts a`: one seek per account. Calls without an account are not
 * in it, unless '' is among the filter's accounts. A segment '' is "none known".
 */
export function accountSlice(filter: Filter, range: SQL = rangeCondition(filter.from, filter.to)): Slice {
  const where = common(filter, range);
  if (filter.accounts.length > 0) where.push(sql`a.id IN ${[...filter.accounts]}`);
  if (filter.segments.length > 0) where.push(sql`coalesce(a.segment, '') IN ${[...filter.segments]}`);
  const accounts = filter.accounts.includes('')
    ? sql`(SELECT id, segment, revenue, currency FROM accounts UNION ALL SELECT '', NULL, NULL, NULL) a`
    : sql`accounts a`;
  return { from: sql`${accounts} CROSS JOIN rollups r ON r.account = a.id`, where: and(where) };
}

/** Calls that were capped in the sense of the filter (whose caps count), recovered ones included. */
export function cappedCondition(filter: Pick<Filter, 'caps'>): SQL {
  const verdicts = sql`r.verdict IN ('flagged', 'silent', 'stale')`;
  if (filter.caps === 'both') return sql`(${verdicts})`;
  return sql`(${verdicts} AND r.imposed = ${filter.caps === 'imposed' ? 1 : 0})`;
}

function common(filter: Filter, range: SQL): SQL[] {
  const where = [range];
  if (filter.tools.length > 0) where.push(sql`r.tool IN ${[...filter.tools]}`);
  if (filter.verdicts.length > 0) where.push(sql`r.verdict IN ${[...filter.verdicts]}`);
  return where;
}

function and(parts: SQL[]): SQL {
  return sql.join(parts, sql` AND `);
}
