import { type SQL, sql } from 'drizzle-orm';
import type { Filter, Page } from '../filter';
import type { Store } from '../store';

export interface AnswerListed {
  id: string;
  ts: number;
  session: string;
  account: string;
  accountName: string | null;
  question: string | null;
  text: string;
  /** Calls of its session up to it that an imposed cap cut and no walk made good. */
  touched: number;
}

export interface AnswerSearch {
  /** A pasted fragment, an id or a session; null finds all. */
  q: string | null;
  /** Only answers that rest on a capped call. */
  touched: boolean;
}

const ORDER = 'newest first';

/** Capped calls left that stand before an answer in its session, as a scalar. */
const TOUCHED = sql`(SELECT count(*) FROM calls c WHERE c.session = n.session AND c.ts <= n.ts
  AND c.verdict IN ('flagged', 'silent', 'stale') AND c.imposed AND NOT c.recovered)`;

/** Answers of a slice, or those that a pasted fragment finds: words in their order, whatever quotes, spaces and Markdown stand between. */
export async function answers(
  store: Store,
  filter: Filter,
  { q, touched }: AnswerSearch,
  { limit, cursor }: { limit: number; cursor?: string | null },
): Promise<Page<AnswerListed>> {
  const where = [await matching(store, q), ...sliced(filter, q !== null)];
  if (touched) where.push(sql`${TOUCHED} > 0`);
  const all = sql.join(where, sql` AND `);
  const from = Math.max(0, Number.parseInt(cursor ?? '0', 10) || 0);
  const matched = await store.get<{ n: number }>(sql`SELECT count(*) AS n FROM answers n WHERE ${all}`);
  const rows = await store.all<AnswerListed>(
    sql`SELECT n.id, n.ts, n.session, n.account, a.name AS accountName, n.question, n.text, ${TOUCHED} AS touched
      FROM answers n LEFT JOIN accounts a ON a.id = n.account WHERE ${all}
      ORDER BY n.ts DESC, n.seq DESC LIMIT ${limit} OFFSET ${from}`,
  );
  const next = from + rows.length;
  const total = matched?.n ?? 0;
  return { rows, matched: total, returned: rows.length, order: ORDER, next: next < total ? String(next) : null };
}

/** An id or a session as it stands, else the words as a phrase, else all of the words, else nothing. */
async function matching(store: Store, q: string | null): Promise<SQL> {
  if (q === null || q.trim() === '') return sql`1`;
  const exact = sql`(n.id = ${q.trim()} OR n.session = ${q.trim()})`;
  if (await store.get(sql`SELECT 1 FROM answers n WHERE ${exact} LIMIT 1`)) return exact;
  const words = q.match(/[\p{L}\p{N}_]+/gu)?.slice(0, 60) ?? [];
  if (words.length === 0) return sql`0`;
  const phrase = `"${words.join(' ')}"`;
  const found = (query: string) => sql`n.seq IN (SELECT rowid FROM answer_search WHERE answer_search MATCH ${query})`;
  if (await store.get(sql`SELECT 1 FROM answers n WHERE ${found(phrase)} LIMIT 1`)) return found(phrase);
  return found(words.map((word) => `"${word}"`).join(' AND '));
}

/** A pasted sentence is looked for at any time; a list is of the slice. */
function sliced({ from, to, accounts, segments, tools }: Filter, pasted: boolean): SQL[] {
  const where: SQL[] = pasted ? [] : [sql`n.ts >= ${from} AND n.ts < ${to}`];
  if (accounts.length > 0) where.push(sql`n.account IN ${[...accounts]}`);
  if (segments.length > 0)
    where.push(sql`n.account IN (SELECT id FROM accounts WHERE coalesce(segment, '') IN ${[...segments]})`);
  if (tools.length > 0)
    where.push(
      sql`EXISTS (SELECT 1 FROM calls c WHERE c.session = n.session AND c.ts <= n.ts AND c.tool IN ${[...tools]})`,
    );
  return where;
}

/** How many answers of a slice there are, and how many rest on a capped call that no walk made good. */
export async function answersTouched(store: Store, filter: Filter): Promise<{ answers: number; touched: number }> {
  const where = sql.join([sql`1`, ...sliced(filter, false)], sql` AND `);
  const row = await store.get<{ answers: number; touched: number | null }>(
    sql`SELECT count(*) AS answers, sum(${TOUCHED} > 0) AS touched FROM answers n WHERE ${where}`,
  );
  return { answers: row?.answers ?? 0, touched: row?.touched ?? 0 };
}
