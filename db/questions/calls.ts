import { type SQL, sql } from 'drizzle-orm';
import type { LimitFact } from '@/lib/contract/types';
import type { Basis, Unseen, Verdict } from '@/lib/verdict/types';
import type { Filter, Page } from '../filter';
import { rangeCondition } from '../rollup-range';
import type { Store } from '../store';
import { readPlace, writePlace } from './calls-cursor';
import { type CallSearch, every, inRowCounts, list, rollupsFor, sliceOf, wholeHours } from './calls-where';

/** A text is looked for in at most this many calls per page; the page says so and offers to go on. */
export const SEARCHED_AT_ONCE = 200_000;

/** Where no index or rollup holds a count, calls are counted up to this many. */
const COUNTED = 10_000;

export interface CallRow {
  id: string;
  seq: number;
  ts: number;
  tsKnown: boolean;
  tool: string;
  account: string;
  accountName: string | null;
  session: string;
  verdict: Verdict;
  basis: Basis | null;
  /** The sentence of the first finding; null when there is none. */
  says: string | null;
  present: number | null;
  returned: number | null;
  matched: number | null;
  relation: string | null;
  limit: number | null;
  limitSource: LimitFact['source'] | null;
  imposed: boolean;
  unseen: Unseen;
  recovered: boolean;
}

export interface CallPage extends Page<CallRow> {
  /** Set when a text was looked for: how many calls were looked at, of how many, and where to go on. */
  searched: { calls: number; of: number | null; next: string | null } | null;
}

export interface CallPageOptions {
  cursor?: string | null;
  limit?: number;
  order?: 'newest' | 'oldest';
}

interface Raw extends Omit<CallRow, 'tsKnown' | 'imposed' | 'recovered' | 'unseen'> {
  tsKnown: number;
  imposed: number;
  recovered: number;
  unseenKind: Unseen['kind'];
  unseenRows: number | null;
  unseenSource: Unseen['source'];
}

const COLUMNS = sql.raw(`c.id, c.seq, c.ts, c.ts_known as tsKnown, c.tool, c.account, c.session, c.verdict, c.basis,
  json_extract(c.findings, '$[0].says') as says, c.present, c.returned, c.matched, c.relation,
  c.limit_value as "limit", c.limit_source as limitSource, c.imposed, c.unseen_kind as unseenKind,
  c.unseen_rows as unseenRows, c.unseen_source as unseenSource, c.recovered,
  (select a.name from accounts a where a.id = c.account) as accountName`);

function fromRaw(raw: Raw): CallRow {
  const { unseenKind, unseenRows, unseenSource, ...row } = raw;
  return {
    ...row,
    tsKnown: raw.tsKnown === 1,
    imposed: raw.imposed === 1,
    recovered: raw.recovered === 1,
    unseen: { kind: unseenKind, rows: unseenRows, source: unseenSource },
  };
}

/** `%text%` for LIKE … ESCAPE '\', so that % and _ mean themselves. */
function like(text: string): string {
  return `%${text.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
}

/**
 * Exact number of calls in the slice: from the rollups, the histogram of rows, or the session's index. Null where only
 * a scan would tell and there are more than `COUNTED` of them.
 */
export async function countCalls(store: Store, filter: Filter, search: CallSearch): Promise<number | null> {
  const { from, to } = wholeHours(filter);
  const first = async (query: SQL) => (await store.get<{ n: number | null }>(query))?.n ?? 0;
  if (search.session === null && search.rows === null) {
    const where = every([rangeCondition(from, to), ...sliceOf(filter, search, 'r')]);
    return first(sql`select sum(r.calls) as n from ${rollupsFor(filter)} where ${where}`);
  }
  if (search.session === null && search.rows !== null && inRowCounts(filter, search)) {
    const where = [
      sql`n.start >= ${from} and n.start < ${to} and n.present between ${search.rows[0]} and ${search.rows[1]}`,
    ];
    if (filter.tools.length > 0) where.push(sql`n.tool in ${list(filter.tools)}`);
    if (filter.verdicts.length > 0) where.push(sql`n.verdict in ${list(filter.verdicts)}`);
    return first(sql`select sum(n.calls) as n from row_counts n where ${every(where)}`);
  }
  const where = every(conditions(filter, search));
  const n = await first(sql`select count(*) as n from (select 1 from calls c where ${where} limit ${COUNTED + 1})`);
  return n > COUNTED ? null : n;
}

/** All conditions on calls but the text and the place in the list. */
function conditions(filter: Filter, search: CallSearch): SQL[] {
  const { from, to } = wholeHours(filter);
  const where = [sql`c.ts >= ${from} and c.ts < ${to}`, ...sliceOf(filter, search, 'c')];
  if (search.session !== null) where.push(sql`c.session = ${search.session}`);
  if (search.rows !== null) where.push(sql`c.present between ${search.rows[0]} and ${search.rows[1]}`);
  return where;
}

/**
 * Calls of the slice, newest or oldest first, with the exact number that match. When a text is looked for, `matched`
 * is exact only if all calls of the slice were looked at on this page, else null and `searched` says how far it got.
 */
export async function calls(
  store: Store,
  filter: Filter,
  search: CallSearch,
  options: CallPageOptions = {},
): Promise<CallPage> {
  const limit = Math.min(Math.max(options.limit ?? 50, 1), 5000);
  const newest = options.order !== 'oldest';
  const place = readPlace(options.cursor);
  const direction = newest ? sql`c.ts desc, c.seq desc` : sql`c.ts, c.seq`;
  const where = conditions(filter, search);
  if (place)
    where.push(
      newest ? sql`(c.ts, c.seq) < (${place.ts}, ${place.seq})` : sql`(c.ts, c.seq) > (${place.ts}, ${place.seq})`,
    );
  const order = newest ? 'newest first' : 'oldest first';
  const total = await countCalls(store, filter, search);
  if (search.text !== '')
    return searchText(store, search.text, { where, direction, limit, order, total, first: place === null });

  const rows = await store.all<Raw>(
    sql`select ${COLUMNS} from calls c where ${every(where)} order by ${direction} limit ${limit + 1}`,
  );
  const page = rows.slice(0, limit).map(fromRaw);
  const last = page.at(-1);
  return {
    rows: page,
    matched: total,
    returned: page.length,
    order,
    next: rows.length > limit && last ? writePlace(last) : null,
    searched: null,
  };
}

interface TextSearch {
  where: SQL[];
  direction: SQL;
  limit: number;
  order: string;
  total: number | null;
  first: boolean;
}

async function searchText(store: Store, text: string, q: TextSearch): Promise<CallPage> {
  const pattern = like(text);
  const within = sql`select c.* from calls c where ${every(q.where)} order by ${q.direction} limit ${SEARCHED_AT_ONCE}`;
  const hit = sql`(c.args like ${pattern} escape '\\' or c.id like ${pattern} escape '\\' or c.session like ${pattern} escape '\\')`;
  const rows = await store.all<Raw>(
    sql`select ${COLUMNS} from (${within}) c where ${hit} order by ${q.direction} limit ${q.limit + 1}`,
  );
  const page = rows.slice(0, q.limit).map(fromRaw);
  const last = page.at(-1);
  const full = rows.length > q.limit;
  const end = await store.get<{ n: number; ts: number | null; seq: number | null; hits: number }>(
    sql`select count(*) as n, sum(${hit}) as hits from (${within}) c`,
  );
  const lookedAt = end?.n ?? 0;
  const whole = q.first && lookedAt === q.total;
  const stop =
    lookedAt === SEARCHED_AT_ONCE
      ? await store.get<{ ts: number; seq: number }>(
          sql`select c.ts, c.seq from calls c where ${every(q.where)} order by ${q.direction} limit 1 offset ${SEARCHED_AT_ONCE - 1}`,
        )
      : undefined;
  const goOn = stop ? writePlace(stop) : null;
  return {
    rows: page,
    matched: whole ? (end?.hits ?? 0) : null,
    returned: page.length,
    order: q.order,
    next: full && last ? writePlace(last) : goOn,
    searched: { calls: lookedAt, of: q.total, next: goOn },
  };
}
