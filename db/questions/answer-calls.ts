import { type SQL, sql } from 'drizzle-orm';
import type { EvidenceCall } from '@/lib/claims';
import type { Reading } from '@/lib/contract/types';
import type { Store } from '../store';
import { type JudgementColumns, judgementColumns, judgementOf } from './call';

/** Calls of one turn that are weighed and shown: the latest ones before the answer. */
export const TURN_CALLS = 200;

export interface TurnCalls {
  calls: EvidenceCall[];
  /** Calls of the turn; `calls` are the latest of them. */
  matched: number;
  /** True where the turn itself made no call, so that the session's calls before the answer stand here. */
  ofSession: boolean;
}

/** Where an answer stands in its session. */
export interface AnswerPlace {
  seq: number;
  session: string;
  /** Epoch ms. */
  ts: number;
  tsKnown: boolean;
  /** `seq` of the last call that arrived before it. */
  after: number;
}

/**
 * The calls between the answer before and this one, in order, with their payloads; where there are none, the session's
 * calls up to the answer. Without times the order of arrival decides.
 */
export async function turnCalls(store: Store, place: AnswerPlace): Promise<TurnCalls> {
  const before = await answerBefore(store, place);
  const turn = await callsIn(store, place, before);
  if (turn.matched > 0) return { ...turn, ofSession: false };
  return { ...(await callsIn(store, place, null)), ofSession: true };
}

type Before = Pick<AnswerPlace, 'ts' | 'after'>;

async function answerBefore(store: Store, { seq, session, ts, tsKnown }: AnswerPlace): Promise<Before | null> {
  const earlier = tsKnown ? sql`(ts < ${ts} OR (ts = ${ts} AND seq < ${seq}))` : sql`seq < ${seq}`;
  const order = tsKnown ? sql`ts DESC, seq DESC` : sql`seq DESC`;
  const found = await store.get<Before>(
    sql`SELECT ts, "after" FROM answers WHERE session = ${session} AND ${earlier} ORDER BY ${order} LIMIT 1`,
  );
  return found ?? null;
}

async function callsIn(
  store: Store,
  { session, ts, tsKnown, after }: AnswerPlace,
  before: Before | null,
): Promise<Omit<TurnCalls, 'ofSession'>> {
  const since = tsKnown ? sql`ts > ${before?.ts ?? FIRST}` : sql`seq > ${before?.after ?? 0}`;
  const until = tsKnown ? sql`ts <= ${ts}` : sql`seq <= ${after}`;
  const within = sql`session = ${session} AND ${since} AND ${until}`;
  const order = tsKnown ? sql`ts DESC, seq DESC` : sql`seq DESC`;
  const calls = await evidenceCalls(store, sql`${within} ORDER BY ${order} LIMIT ${TURN_CALLS}`);
  // Only a turn that may hold more than was read has to be counted.
  const matched = calls.length < TURN_CALLS ? calls.length : await countOf(store, within);
  return { calls: calls.reverse(), matched };
}

async function countOf(store: Store, within: SQL): Promise<number> {
  const row = await store.get<{ n: number }>(sql`SELECT count(*) AS n FROM calls WHERE ${within}`);
  return row?.n ?? 0;
}

const FIRST = Number.MIN_SAFE_INTEGER;

type Raw = JudgementColumns & {
  id: string;
  seq: number;
  ts: number;
  tool: string;
  args: string;
  account: string;
  query: string;
  reading: string;
};

/** Stored calls as claims see them, each with the text that the model received. */
async function evidenceCalls(store: Store, where: SQL): Promise<EvidenceCall[]> {
  const rows = await store.all<Raw>(
    sql`SELECT id, seq, ts, tool, args, account, query, reading, ${judgementColumns} FROM calls c WHERE ${where}`,
  );
  const calls: EvidenceCall[] = [];
  for (const raw of rows) {
    const { id, seq, ts, tool, args, account, query } = raw;
    const text = (await store.payload(id, 'sent')) ?? (await store.payload(id, 'result'));
    const reading = JSON.parse(raw.reading) as Reading;
    const judgement = judgementOf(raw);
    calls.push({ id, seq, ts, tool, args, account: account || null, query, reading, judgement, payload: () => text });
  }
  return calls;
}
