import { sql } from 'drizzle-orm';
import type { Store } from '../store';
import type { AnswerPlace } from './answer-calls';

export type WaitingAnswer = AnswerPlace & { id: string; question: string | null; text: string; account: string };

/** Answers whose claims are not judged yet, in the order of arrival: those after the place `from`, `limit` at most. */
export async function answersWaiting(store: Store, from: number, limit: number): Promise<WaitingAnswer[]> {
  const rows = await store.all<Omit<WaitingAnswer, 'tsKnown'> & { tsKnown: number }>(
    sql`SELECT n.seq, n.id, n.session, n.ts, n.ts_known AS tsKnown, n."after", n.question, n.text, n.account FROM answers n
      WHERE n.seq > ${from} AND NOT EXISTS (SELECT 1 FROM judged_answers j WHERE j.answer = n.seq)
      ORDER BY n.seq LIMIT ${limit}`,
  );
  return rows.map((row) => ({ ...row, tsKnown: row.tsKnown === 1 }));
}
