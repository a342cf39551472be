import { type SQL, sql } from 'drizzle-orm';
import type { Filter, Page } from '../filter';
import type { Store } from '../store';
import { slicedAnswers } from './answers';

export type AnswersKey = 'tool' | 'account' | 'segment';

/** The answers of one tool, account or segment. */
export interface AnswersOf {
  /** Tool, account id or segment; '' is "none". */
  key: string;
  /** The account's name, where it has one. */
  name: string | null;
  /** Judged answers with a claim about a set; of a tool: with a claim that rests on a call of it. */
  claiming: number;
  /** Of these, the answers with a claim that the log does not bear out. */
  withFalse: number;
}

const ORDER = 'most answers that are not borne out first';

/** Where the answers that state what is not so come from: by tool, account or segment. Only judged answers count. */
export async function answersBy(
  store: Store,
  filter: Filter,
  by: AnswersKey,
  { limit }: { limit: number },
): Promise<Page<AnswersOf>> {
  const where = sql.join([sql`1`, ...slicedAnswers(filter, false)], sql` AND `);
  const groups = sql`SELECT ${KEYS[by]} AS key, count(DISTINCT k.answer) AS claiming,
    count(DISTINCT CASE WHEN k.is_false THEN k.answer END) AS withFalse
    FROM answers n JOIN claims k ON k.answer = n.seq LEFT JOIN accounts a ON a.id = n.account
    WHERE ${where} AND ${onTools(filter.tools, by)} GROUP BY 1`;
  const matched = await store.get<{ n: number }>(sql`SELECT count(*) AS n FROM (${groups})`);
  const rows = await store.all<AnswersOf>(
    sql`SELECT g.key, ${by === 'account' ? sql`(SELECT name FROM accounts WHERE id = g.key)` : sql`NULL`} AS name,
      g.claiming, g.withFalse FROM (${groups}) g ORDER BY g.withFalse DESC, g.claiming DESC, g.key LIMIT ${limit}`,
  );
  return { rows, matched: matched?.n ?? 0, returned: rows.length, order: ORDER, next: null };
}

const KEYS: Record<AnswersKey, SQL> = {
  tool: sql`k.tool`,
  account: sql`n.account`,
  segment: sql`coalesce(a.segment, '')`,
};

/** A claim that rests on no call belongs to no tool. */
function onTools(tools: readonly string[], by: AnswersKey): SQL {
  if (tools.length > 0) return sql`k.tool IN ${[...tools]}`;
  return by === 'tool' ? sql`k.tool <> ''` : sql`1`;
}
