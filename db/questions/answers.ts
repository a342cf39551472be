import { type SQL, sql } from 'drizzle-orm';
import type { ClaimVerdict } from '@/lib/claims';
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
  /** Claims in it, and how many of them the log does not bear out; null while it waits to be judged. */
  claims: number | null;
  falseClaims: number | null;
}

export interface AnswerSearch {
  /** A pasted fragment, an id or a session; null finds all. */
  q: string | null;
  /** Only answers that rest on a capped call. */
  touched: boolean;
  /** Only answers with a claim of this verdict; 'false' stands for all of `FALSE_VERDICTS`. */
  verdict?: ClaimVerdict | 'false' | null;
}

const ORDER = 'newest first';

/** Whether a call stands before the answer; without times the order of arrival decides. */
const BEFORE = sql`c.session = n.session AND CASE WHEN n.ts_known THEN c.ts <= n.ts ELSE c.seq <= n."after" END`;

/** Capped calls left that stand before an answer in its session, as a scalar. */
const TOUCHED = sql`(SELECT count(*) FROM calls c WHERE ${BEFORE} AND c.verdict IN ('flagged', 'silent', 'stale') AND c.imposed AND NOT c.recovered)`;

/** Answers of a slice, or those that a pasted fragment finds: words in their order, whatever quotes, spaces and Markdown stand between. */
export async function answers(
  store: Store,
  filter: Filter,
  { q, touched, verdict = null }: AnswerSearch,
  { limit, cursor }: { limit: number; cursor?: string | null },
): Promise<Page<AnswerListed>> {
  const where = [await matching(store, q), ...slicedAnswers(filter, q !== null)];
  if (touched) where.push(sql`${TOUCHED} > 0`);
  if (verdict !== null) where.push(withClaim(verdict, filter.tools));
  const all = sql.join(where, sql` AND `);
  const from = Math.max(0, Number.parseInt(cursor ?? '0', 10) || 0);
  const matched = await store.get<{ n: number }>(sql`SELECT count(*) AS n FROM answers n WHERE ${all}`);
  const rows = await store.all<AnswerListed>(
    sql`SELECT n.id, n.ts, n.session, n.account, a.name AS accountName, n.question, n.text, ${TOUCHED} AS touched,
      j.claims, j.false_claims AS falseClaims FROM answers n LEFT JOIN accounts a ON a.id = n.account
      LEFT JOIN judged_answers j ON j.answer = n.seq WHERE ${all}
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
export function slicedAnswers({ from, to, accounts, segments, tools }: Filter, pasted: boolean): SQL[] {
  const where: SQL[] = pasted ? [] : [sql`n.ts >= ${from} AND n.ts < ${to}`];
  if (accounts.length > 0) where.push(sql`n.account IN ${[...accounts]}`);
  if (segments.length > 0)
    where.push(sql`n.account IN (SELECT id FROM accounts WHERE coalesce(segment, '') IN ${[...segments]})`);
  if (tools.length > 0) where.push(sql`EXISTS (SELECT 1 FROM calls c WHERE ${BEFORE} AND c.tool IN ${[...tools]})`);
  return where;
}

/** An answer with such a claim; with tools, one that rests on a call of them. */
function withClaim(verdict: ClaimVerdict | 'false', tools: readonly string[]): SQL {
  const which = verdict === 'false' ? sql`k.is_false` : sql`k.verdict = ${verdict}`;
  const on = tools.length === 0 ? sql`1` : sql`k.tool IN ${[...tools]}`;
  return sql`EXISTS (SELECT 1 FROM claims k WHERE k.answer = n.seq AND ${which} AND ${on})`;
}

/** What the answers of a slice come to. */
export interface AnswersSum {
  answers: number;
  /** After a capped call of their session that no walk made good. */
  touched: number;
  /** Those whose claims are judged; the rest waits for the worker. */
  judged: number;
  /** Of the judged: those with a claim that the log does not bear out. */
  withFalse: number;
}

/** How many answers of a slice there are, how many rest on a capped call, and how many state what is not so. */
export async function answersSum(store: Store, filter: Filter): Promise<AnswersSum> {
  const where = sql.join([sql`1`, ...slicedAnswers(filter, false)], sql` AND `);
  const isFalse = filter.tools.length === 0 ? sql`j.false_claims > 0` : withClaim('false', filter.tools);
  const row = await store.get<{ [K in keyof AnswersSum]: number | null }>(
    sql`SELECT count(*) AS answers, sum(${TOUCHED} > 0) AS touched, count(j.answer) AS judged,
      sum(j.answer IS NOT NULL AND ${isFalse}) AS withFalse
      FROM answers n LEFT JOIN judged_answers j ON j.answer = n.seq WHERE ${where}`,
  );
  return {
    answers: row?.answers ?? 0,
    touched: row?.touched ?? 0,
    judged: row?.judged ?? 0,
    withFalse: row?.withFalse ?? 0,
  };
}
