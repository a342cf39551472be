import { type SQL, sql } from 'drizzle-orm';
import type { PageTally, SetTally, UnsureTally } from '@/lib/caps/what-if';
import type { Filter } from '../filter';
import { rangeCondition } from '../rollup-range';
import type { Store } from '../store';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Slice = Pick<Filter, 'from' | 'to' | 'accounts' | 'segments'>;

/** What the capped calls of one account show. Sizes and limits are rows; 0 where there are none. */
export interface AccountTally {
  id: string;
  left: number;
  certain: number;
  unsure: number;
  asked: number;
}

/** Capped calls that are open in size, with the account and the shape of the query that they came from. */
interface OpenTally {
  account: string;
  shape: string;
  least: number;
  recovered: number;
  calls: number;
}

/** The set sizes of a tool's capped calls: all that the slice chooses together. '' alone chooses calls without an account. */
export async function setTallies(store: Store, slice: Slice, tool: string): Promise<SetTally[]> {
  const chosen = isNarrowed(slice);
  const rows = await store.all<Omit<SetTally, 'imposed' | 'recovered'> & { imposed: number; recovered: number }>(
    sql`SELECT r.imposed, r.cap, r.recovered, r.standing, r.size, sum(r.calls) AS calls
      FROM set_sizes r WHERE r.tool = ${tool} AND ${chosen ? among(slice, sql`r.account`) : sql`r.account = '*'`}
        AND ${rangeCondition(slice.from, slice.to)}
      GROUP BY r.imposed, r.cap, r.recovered, r.standing, r.size`,
  );
  return rows.map((row) => ({ ...row, imposed: row.imposed === 1, recovered: row.recovered === 1 }));
}

/** The same account by account; calls without an account under ''. */
export function accountTallies(store: Store, slice: Slice, tool: string): Promise<AccountTally[]> {
  return store.all<AccountTally>(
    sql`SELECT r.account AS id,
      coalesce(sum(CASE WHEN r.imposed THEN r.calls END), 0) AS left,
      coalesce(max(CASE WHEN r.imposed THEN r.size END), 0) AS certain,
      coalesce(sum(CASE WHEN r.imposed AND r.standing <> 'exact' THEN r.calls END), 0) AS unsure,
      coalesce(max(CASE WHEN NOT r.imposed THEN r.cap END), 0) AS asked
      FROM ${byAccount(slice, tool)} AND r.recovered = 0 GROUP BY r.account`,
  );
}

/** How large the sets of calls are assumed to be whose size is open, all together and the largest of each account. */
export async function assumedSizes(
  store: Store,
  slice: Slice,
  tool: string,
): Promise<{ unsure: UnsureTally[]; unnamed: UnsureTally[]; byAccount: Map<string, number> }> {
  const open = await store.all<OpenTally>(
    sql`SELECT r.account, r.shape, r.size AS least, r.recovered, sum(r.calls) AS calls
      FROM ${byAccount(slice, tool)} AND r.imposed AND r.standing <> 'exact' GROUP BY r.account, r.shape, r.size, r.recovered`,
  );
  if (open.length === 0) return { unsure: [], unnamed: [], byAccount: new Map() };
  const known = await store.all<{ account: string; shape: string; size: number }>(
    sql`SELECT r.account, r.shape, max(r.size) AS size FROM ${byAccount({ ...slice, accounts: [], segments: [] }, tool)}
      AND r.standing = 'exact' GROUP BY r.account, r.shape`,
  );
  const largest = new Largest(known);
  const unsure: UnsureTally[] = [];
  const unnamed: UnsureTally[] = [];
  const assumedOf = new Map<string, number>();
  for (const { account, shape, least, recovered, calls } of open) {
    const assumed = Math.max(least, largest.of(account, shape));
    const tally = { least, assumed, recovered: recovered === 1, calls };
    unsure.push(tally);
    if (account === '') unnamed.push(tally);
    if (recovered === 0) assumedOf.set(account, Math.max(assumedOf.get(account) ?? 0, assumed));
  }
  return { unsure, unnamed, byAccount: assumedOf };
}

/** The largest known set: of an account and shape, else of the account, else of the tool; 0 where none is known. */
class Largest {
  private readonly byShape = new Map<string, number>();
  private readonly byAccount = new Map<string, number>();
  private ofTool = 0;

  constructor(known: readonly { account: string; shape: string; size: number }[]) {
    for (const { account, shape, size } of known) {
      this.byShape.set(`${account}\u0000${shape}`, size);
      this.byAccount.set(account, Math.max(this.byAccount.get(account) ?? 0, size));
      this.ofTool = Math.max(this.ofTool, size);
    }
  }

  of(account: string, shape: string): number {
    return this.byShape.get(`${account}\u0000${shape}`) ?? this.byAccount.get(account) ?? this.ofTool;
  }
}

/** Calls that nothing cut and that held more rows than `above`, by rows: what a lower cap would cut. */
export async function pageTallies(store: Store, slice: Slice, tool: string, above: number): Promise<PageTally[]> {
  const from = Math.floor(slice.from / HOUR) * HOUR;
  const to = Math.ceil(slice.to / HOUR) * HOUR;
  if (!isNarrowed(slice))
    return store.all<PageTally>(
      sql`SELECT present, sum(calls) AS calls FROM row_counts WHERE start >= ${from} AND start < ${to}
        AND tool = ${tool} AND verdict = 'complete' AND present > ${above} GROUP BY present`,
    );
  return store.all<PageTally>(
    sql`SELECT c.present, count(*) AS calls FROM calls c WHERE c.tool = ${tool} AND c.ts >= ${from} AND c.ts < ${to}
      AND ${among(slice, sql`c.account`)} AND c.verdict = 'complete' AND c.present > ${above} GROUP BY c.present`,
  );
}

/** Rows of the largest page that nothing cut, of each account whose largest exceeds `above`. */
export async function largestPages(
  store: Store,
  slice: Slice,
  tool: string,
  above: number,
): Promise<Map<string, number>> {
  const from = Math.floor(slice.from / HOUR) * HOUR;
  const to = Math.ceil(slice.to / HOUR) * HOUR;
  const firstDay = Math.ceil(from / DAY) * DAY;
  const lastDay = Math.max(firstDay, Math.floor(to / DAY) * DAY);
  // Pages are kept by whole days; the hours at the edges are looked up call by call.
  const edges: SQL[] = [
    [from, Math.min(firstDay, to)],
    [lastDay, to],
  ].flatMap(([a = 0, b = 0]) =>
    a < b
      ? [
          sql`SELECT c.account AS id, c.present FROM calls c WHERE c.tool = ${tool} AND c.ts >= ${a} AND c.ts < ${b}
            AND c.verdict = 'complete' AND c.present > ${above}`,
        ]
      : [],
  );
  const parts = [
    sql`SELECT p.account AS id, p.present FROM largest_pages p WHERE p.tool = ${tool} AND p.day >= ${firstDay}
      AND p.day < ${lastDay} AND p.present > ${above}`,
    ...edges,
  ];
  const rows = await store.all<{ id: string; present: number }>(
    sql`SELECT id, max(present) AS present FROM (${sql.join(parts, sql` UNION ALL `)}) GROUP BY id`,
  );
  return new Map(rows.map(({ id, present }) => [id, present]));
}

function isNarrowed({ accounts, segments }: Slice): boolean {
  return accounts.length > 0 || segments.length > 0;
}

/** The rows of each account that the slice chooses, '' too: one seek per account, so that other grains are passed over. */
function byAccount(slice: Slice, tool: string): SQL {
  const chosen = isNarrowed(slice) ? sql` AND ${among(slice, sql`a.id`)}` : sql``;
  return sql`(SELECT id FROM accounts UNION ALL SELECT '') a CROSS JOIN set_sizes r
    ON r.tool = ${tool} AND r.account = a.id WHERE ${rangeCondition(slice.from, slice.to)}${chosen}`;
}

/** The accounts that a filter chooses; a segment '' is "none known". */
function among({ accounts, segments }: Slice, column: SQL): SQL {
  const parts: SQL[] = [];
  if (accounts.length > 0) parts.push(sql`${column} IN ${[...accounts]}`);
  if (segments.length > 0)
    parts.push(sql`${column} IN (SELECT id FROM accounts WHERE coalesce(segment, '') IN ${[...segments]})`);
  return sql.join(parts, sql` AND `);
}
