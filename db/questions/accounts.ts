import { type SQL, sql } from 'drizzle-orm';
import { CAPPED } from '@/lib/verdict/types';
import { type Rates, ratesOf, worth } from '../currencies';
import type { Filter, Page } from '../filter';
import { rangeCondition } from '../rollup-range';
import type { Store } from '../store';
import { type UnseenSum, unseenOf } from './accounts-unseen';
import { every, list, WHO, wholeHours } from './calls-where';

export const ACCOUNT_SORTS = ['exposure', 'revenue', 'left', 'unseen', 'capped', 'calls', 'name'] as const;
export type AccountSort = (typeof ACCOUNT_SORTS)[number];

export interface AccountRow {
  /** '' is "no account". */
  id: string;
  name: string | null;
  /** Null is unknown, never zero. */
  revenue: number | null;
  currency: string | null;
  segment: string | null;
  segmentGiven: boolean;
  calls: number;
  /** Under the cap that the filter chose; `left` is what no walk made good. */
  capped: number;
  recovered: number;
  left: number;
  unseen: UnseenSum;
  tools: number;
  /** Up to three tools with the most capped calls left. */
  topTools: string[];
  lastSeen: number | null;
}

export interface AccountPage extends Page<AccountRow> {
  sort: AccountSort;
  dir: 'asc' | 'desc';
  /** Accounts in the log that made no call in this slice. */
  silent: number;
  /** Currencies of the accounts listed; revenue is compared without conversion when there are several and no rates. */
  currencies: string[];
  /** The rates that several currencies are compared with; accounts without a rate stand where unknown revenue does. */
  converted: Rates | null;
}

interface Raw extends Omit<AccountRow, 'unseen' | 'topTools' | 'segmentGiven' | 'lastSeen'> {
  segmentGiven: number | null;
  knownRows: number;
  exactCalls: number;
  boundCalls: number;
  unknownCalls: number;
  key: number | string;
  /** Revenue as it is compared; -1 is unknown. */
  worth: number;
  /** Of the whole list; the same in every row. */
  matched: number;
  idle: number;
  currencies: string | null;
}

/** Which capped calls count, by kind and by whose cap it was; as a condition on rollups `r`. */
export function cappedBy(filter: Filter): SQL {
  const chosen = CAPPED.filter((verdict) => filter.verdicts.includes(verdict));
  const capped = sql`r.verdict in ${list(chosen.length > 0 ? chosen : CAPPED)}`;
  if (filter.caps === 'both') return capped;
  return sql`(${capped} and r.imposed = ${filter.caps === 'imposed' ? 1 : 0})`;
}

/** Conditions of the filter on `WHO a` and rollups `r`; chosen verdicts narrow what counts as capped, not the accounts. */
export function accountSlice(filter: Filter): SQL[] {
  const where = [sql`r.account = a.id`, rangeCondition(filter.from, filter.to)];
  if (filter.tools.length > 0) where.push(sql`r.tool in ${list(filter.tools)}`);
  if (filter.accounts.length > 0) where.push(sql`a.id in ${list(filter.accounts)}`);
  if (filter.segments.length > 0) where.push(sql`a.id <> '' and coalesce(a.segment, '') in ${list(filter.segments)}`);
  return where;
}

/** Sums that every question about accounts shares, over rollups `r`. */
function sums(filter: Filter): SQL {
  const capped = cappedBy(filter);
  const left = sql`(${capped} and r.recovered = 0)`;
  const sum = (condition: SQL) => sql`coalesce(sum(case when ${condition} then r.calls else 0 end), 0)`;
  return sql`sum(r.calls) as calls, ${sum(capped)} as capped, ${sum(sql`${capped} and r.recovered = 1`)} as recovered,
    ${sum(left)} as "left",
    coalesce(sum(case when ${left} and r.unseen_rows > 0 then r.calls * r.unseen_rows else 0 end), 0) as knownRows,
    ${sum(sql`${left} and r.unseen_kind in ('exact', 'none')`)} as exactCalls,
    ${sum(sql`${left} and r.unseen_kind = 'at_least'`)} as boundCalls,
    ${sum(sql`${left} and r.unseen_kind = 'unknown'`)} as unknownCalls`;
}

/** Revenue as the list compares it; of listed accounts `b`. */
function compared(rates: Rates | null): SQL {
  const plain = sql`coalesce(revenue, -1)`;
  if (rates === null) return plain;
  return sql`(case when (select count(distinct currency) from b where revenue is not null) > 1
    then coalesce(${worth(rates)}, -1) else ${plain} end)`;
}

/** Sort keys; unknown revenue is -1 and therefore last, and no account is hit where nothing is left. */
const KEYS: Record<AccountSort, SQL> = {
  exposure: sql`case when "left" > 0 then 1e15 + worth else worth end`,
  revenue: sql`worth`,
  left: sql.raw('"left"'),
  unseen: sql.raw('knownRows'),
  capped: sql.raw('capped'),
  calls: sql.raw('calls'),
  name: sql.raw(`lower(coalesce(name, id))`),
};

/** Accounts with calls in the slice, by default those first whose loss weighs most: hit, then by revenue. */
export async function accounts(
  store: Store,
  filter: Filter,
  options: { sort?: AccountSort; dir?: 'asc' | 'desc'; cursor?: string | null; limit?: number } = {},
): Promise<AccountPage> {
  const sort = options.sort ?? 'exposure';
  const dir = options.dir ?? 'desc';
  const limit = Math.min(Math.max(options.limit ?? 50, 1), 10_000);
  const base = sql`select a.id, a.name, a.revenue, a.currency, a.segment, a.segment_given as segmentGiven,
      count(distinct r.tool) as tools, ${sums(filter)}
    from ${WHO} a cross join rollups r where ${every(accountSlice(filter))} group by a.id`;
  const rates = await ratesOf(store);
  const place = readCursor(options.cursor, sort);
  const past = dir === 'desc' ? sql`<` : sql`>`;
  const after = place ? sql`(k.key ${past} ${place.key} or (k.key = ${place.key} and k.id > ${place.id}))` : sql`1`;
  const rows = await store.all<Raw>(
    sql`with b as materialized (${base}), w as (select b.*, ${compared(rates)} as worth from b),
      k as (select w.*, ${KEYS[sort]} as key from w),
      facts as (select count(*) as matched, group_concat(distinct currency) as currencies,
        (select count(*) from accounts where id <> '') - coalesce(sum(id <> ''), 0) as idle from b)
      select k.*, facts.* from k, facts where ${after} order by k.key ${sql.raw(dir)}, k.id limit ${limit + 1}`,
  );
  const facts = rows[0];
  const currencies = facts?.currencies?.split(',') ?? [];
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const extra = await detail(
    store,
    filter,
    page.map((row) => row.id),
  );
  return {
    rows: page.map(
      ({
        key: _k,
        worth: _w,
        matched: _m,
        idle: _i,
        currencies: _c,
        knownRows,
        exactCalls,
        boundCalls,
        unknownCalls,
        ...row
      }) => ({
        ...row,
        segmentGiven: row.segmentGiven === 1,
        unseen: unseenOf({ knownRows, exactCalls, boundCalls, unknownCalls }),
        topTools: extra.tools.get(row.id) ?? [],
        lastSeen: extra.seen.get(row.id) ?? null,
      }),
    ),
    matched: facts?.matched ?? 0,
    returned: page.length,
    order: dir === 'asc' ? `${ORDERS[sort]}, ascending` : ORDERS[sort],
    next: rows.length > limit && last ? JSON.stringify([last.key, last.id]) : null,
    sort,
    dir,
    silent: filter.tools.length + filter.accounts.length + filter.segments.length > 0 ? 0 : (facts?.idle ?? 0),
    currencies,
    converted: currencies.length > 1 ? rates : null,
  };
}

const ORDERS: Record<AccountSort, string> = {
  exposure: 'hit accounts first, by revenue',
  revenue: 'by revenue',
  left: 'by capped calls left',
  unseen: 'by rows known to be unseen',
  capped: 'by capped calls',
  calls: 'by calls',
  name: 'by name',
};

async function detail(store: Store, filter: Filter, ids: string[]) {
  const tools = new Map<string, string[]>();
  const seen = new Map<string, number>();
  if (ids.length === 0) return { tools, seen };
  const { from, to } = wholeHours(filter);
  const tool = filter.tools.length > 0 ? sql`and c.tool in ${list(filter.tools)}` : sql``;
  const latest = await store.all<{ id: string; ts: number | null }>(
    sql`select i.value as id, (select c.ts from calls c where c.account = i.value and c.ts >= ${from} and c.ts < ${to} ${tool}
      order by c.ts desc, c.seq desc limit 1) as ts from json_each(${JSON.stringify(ids)}) i`,
  );
  for (const row of latest) if (row.ts !== null) seen.set(row.id, row.ts);
  const slice = every([...accountSlice({ ...filter, accounts: ids, segments: [] }), cappedBy(filter)]);
  const byTool = await store.all<{ id: string; tool: string }>(
    sql`select a.id, r.tool from ${WHO} a cross join rollups r where ${slice} and r.recovered = 0
      group by a.id, r.tool order by a.id, sum(r.calls) desc, r.tool`,
  );
  for (const row of byTool) {
    const mine = tools.get(row.id) ?? [];
    if (mine.length < 3) mine.push(row.tool);
    tools.set(row.id, mine);
  }
  return { tools, seen };
}

function readCursor(cursor: string | null | undefined, sort: AccountSort): { key: number | string; id: string } | null {
  if (!cursor) return null;
  try {
    const value: unknown = JSON.parse(cursor);
    if (!Array.isArray(value) || value.length !== 2) return null;
    const [key, id] = value as [unknown, unknown];
    if (typeof id !== 'string' || typeof key !== (sort === 'name' ? 'string' : 'number')) return null;
    return { key: key as number | string, id };
  } catch {
    return null;
  }
}
