import { type SQL, sql } from 'drizzle-orm';
import type { Store } from '../store';

/** One query whose match nobody knows: one count answers all its calls. */
export interface OpenQuery {
  /** Stable: `calls.query`, a hash of tool, arguments without paging, and account. */
  key: string;
  tool: string;
  /** '' is "no account". */
  account: string;
  /** Arguments of one of its calls, as JSON text. */
  args: string;
  calls: number;
  /** Rows of its fullest page. */
  present: number;
  /** The largest limit that applied to it; null when none is known. */
  limit: number | null;
  first: number;
  last: number;
  /** A count that is known and does not settle it (it is below what was shown); null when there is none. */
  counted: number | null;
}

export interface Worklist {
  queries: OpenQuery[];
  /** Queries and calls that wait for a count, of which the list returns some. */
  matched: number;
  returned: number;
  calls: number;
}

/** A count can settle lists only: an error or a cut log stays what it is. */
const OPEN = sql`c.unseen_kind IN ('unknown', 'at_least') AND c.present IS NOT NULL
  AND c.verdict IN ('flagged', 'silent', 'stale', 'unknown') AND json_extract(c.reading, '$.shape') IN ('list', 'lines')`;

/** Queries that wait for a count, those that answer the most calls first. Empty `tools` means all. */
export async function censusWorklist(store: Store, tools: readonly string[], limit: number | null): Promise<Worklist> {
  const where: SQL = tools.length === 0 ? OPEN : sql`${OPEN} AND c.tool IN ${[...tools]}`;
  const all = await store.get<{ matched: number; calls: number }>(
    sql`SELECT count(DISTINCT c.query) AS matched, count(*) AS calls FROM calls c WHERE ${where}`,
  );
  const rows = await store.all<Omit<OpenQuery, 'args'> & { seq: number }>(
    sql`SELECT c.query AS key, c.tool, c.account, min(c.seq) AS seq, count(*) AS calls, max(c.present) AS present,
      max(c.limit_value) AS "limit", min(c.ts) AS first, max(c.ts) AS last,
      (SELECT n.matched FROM census n WHERE n.query = c.query AND n.account = c.account) AS counted
      FROM calls c WHERE ${where} GROUP BY c.query, c.tool, c.account
      ORDER BY calls DESC, c.tool, c.account, c.query LIMIT ${limit ?? -1}`,
  );
  const queries = await Promise.all(
    rows.map(async ({ seq, ...row }): Promise<OpenQuery> => {
      const found = await store.get<{ args: string }>(sql`SELECT args FROM calls WHERE seq = ${seq}`);
      return { ...row, args: found?.args ?? '{}' };
    }),
  );
  return { queries, matched: all?.matched ?? 0, returned: queries.length, calls: all?.calls ?? 0 };
}
