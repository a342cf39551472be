import { sql } from 'drizzle-orm';
import type { EvidenceCall } from '@/lib/claims';
import type { Reading } from '@/lib/contract/types';
import type { Store } from '../store';
import { call } from './call';

/** Calls of one turn that are weighed and shown: the latest ones before the answer. */
export const TURN_CALLS = 200;

export interface TurnCalls {
  calls: EvidenceCall[];
  /** Calls of the turn; `calls` are the latest of them. */
  matched: number;
  /** True where the turn itself made no call, so that the session's calls before the answer stand here. */
  ofSession: boolean;
}

/**
 * The calls between the answer before and this one, in order, with their payloads; where there are none, the session's
 * calls up to the answer.
 */
export async function turnCalls(
  store: Store,
  { session, ts, seq }: { session: string; ts: number; seq: number },
): Promise<TurnCalls> {
  const before = await store.get<{ ts: number }>(
    sql`SELECT ts FROM answers WHERE session = ${session} AND (ts < ${ts} OR (ts = ${ts} AND seq < ${seq}))
      ORDER BY ts DESC, seq DESC LIMIT 1`,
  );
  const turn = await idsOf(store, session, before?.ts ?? Number.MIN_SAFE_INTEGER, ts);
  const whole = turn.matched === 0 ? await idsOf(store, session, Number.MIN_SAFE_INTEGER, ts) : turn;
  const calls: EvidenceCall[] = [];
  for (const id of whole.ids) {
    const found = await evidenceCall(store, id);
    if (found !== null) calls.push(found);
  }
  return { calls, matched: whole.matched, ofSession: turn.matched === 0 };
}

async function idsOf(
  store: Store,
  session: string,
  after: number,
  until: number,
): Promise<{ ids: string[]; matched: number }> {
  const within = sql`session = ${session} AND ts > ${after} AND ts <= ${until}`;
  const count = await store.get<{ n: number }>(sql`SELECT count(*) AS n FROM calls WHERE ${within}`);
  const rows = await store.all<{ id: string }>(
    sql`SELECT id FROM calls WHERE ${within} ORDER BY ts DESC, seq DESC LIMIT ${TURN_CALLS}`,
  );
  return { ids: rows.map(({ id }) => id).reverse(), matched: count?.n ?? 0 };
}

/** A stored call as claims see it, with the text that the model received; null when there is no such call. */
async function evidenceCall(store: Store, id: string): Promise<EvidenceCall | null> {
  const found = await call(store, id);
  if (found === null) return null;
  const text = (await store.payload(id, 'sent')) ?? (await store.payload(id, 'result'));
  const { seq, ts, tool, args, query, judgement } = found;
  const reading: Reading = found.reading;
  return { id, seq, ts, tool, args, account: found.account.id || null, query, reading, judgement, payload: () => text };
}
