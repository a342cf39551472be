import { sql } from 'drizzle-orm';
import type { Store } from '../store';

export type Found =
  | { kind: 'call' | 'session' }
  | { kind: 'answer'; session: string; text: string; question: string | null };

/** What an id names, calls first; null when nothing here has it. */
export async function findId(store: Store, id: string): Promise<Found | null> {
  if (await store.get(sql`SELECT 1 FROM calls WHERE id = ${id}`)) return { kind: 'call' };
  const answer = await store.get<{ session: string; text: string; question: string | null }>(
    sql`SELECT session, text, question FROM answers WHERE id = ${id}`,
  );
  if (answer) return { kind: 'answer', ...answer };
  return (await store.get(sql`SELECT 1 FROM calls WHERE session = ${id} LIMIT 1`)) ? { kind: 'session' } : null;
}

/** The call whose id begins most like this one; null when none has even the first character. */
export async function nearestId(store: Store, id: string): Promise<string | null> {
  const beside = await store.all<{ id: string }>(
    sql`SELECT id FROM (SELECT id FROM calls WHERE id < ${id} ORDER BY id DESC LIMIT 1)
      UNION ALL SELECT id FROM (SELECT id FROM calls WHERE id > ${id} ORDER BY id LIMIT 1)`,
  );
  const [best] = beside
    .map((row) => ({ id: row.id, shared: sharedStart(row.id, id) }))
    .sort((a, b) => b.shared - a.shared);
  return best === undefined || best.shared === 0 ? null : best.id;
}

function sharedStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

export interface SessionCall {
  id: string;
  ts: number;
  tool: string;
  verdict: string;
  present: number | null;
  limit: number | null;
  unseenKind: string;
  unseenRows: number | null;
  recovered: boolean;
  says: string | null;
}

/** The calls of a session in order, at most `limit` of them, with how many there are. */
export async function sessionCalls(
  store: Store,
  session: string,
  limit: number,
): Promise<{ calls: SessionCall[]; matched: number; returned: number }> {
  const count = await store.get<{ n: number }>(sql`SELECT count(*) AS n FROM calls WHERE session = ${session}`);
  const rows = await store.all<Omit<SessionCall, 'recovered'> & { recovered: number }>(
    sql`SELECT id, ts, tool, verdict, present, limit_value AS "limit", unseen_kind AS unseenKind,
      unseen_rows AS unseenRows, recovered, json_extract(findings, '$[0].says') AS says
      FROM calls WHERE session = ${session} ORDER BY ts, seq LIMIT ${limit}`,
  );
  const calls = rows.map((row) => ({ ...row, recovered: row.recovered === 1 }));
  return { calls, matched: count?.n ?? 0, returned: calls.length };
}
