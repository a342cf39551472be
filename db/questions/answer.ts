import { sql } from 'drizzle-orm';
import { type JudgedClaim, judgeAnswer } from '@/lib/claims';
import { type PagedAggregate, pagedAggregates } from '@/lib/claims/paged';
import { type Remedy, remedyOf, type ToolFacts } from '@/lib/claims/remedy';
import type { Store } from '../store';
import { tokenizerInUse } from '../tokenizer';
import { type TurnCalls, turnCalls } from './answer-calls';
import { toolFacts } from './tool-facts';

export interface AnswerDetail {
  id: string;
  ts: number;
  tsKnown: boolean;
  session: string;
  question: string | null;
  text: string;
  account: { id: string; name: string | null; revenue: number | null; currency: string | null; segment: string | null };
  claims: JudgedClaim[];
  /** What would have made each claim right, in the order of `claims`; null where it holds or nothing could. */
  remedies: (Remedy | null)[];
  /** Aggregates that were answered by paging, with their cost. */
  paged: PagedAggregate[];
  turn: TurnCalls;
}

type Raw = Omit<AnswerDetail, 'claims' | 'remedies' | 'paged' | 'turn' | 'account' | 'tsKnown'> & {
  seq: number;
  after: number;
  tsKnown: number;
  account: string;
  name: string | null;
  revenue: number | null;
  currency: string | null;
  segment: string | null;
};

/**
 * One answer with its claims, judged by what the store knows of its calls now; null when there is no such answer. Judged when it is
 * asked for, so that it never lags behind a call that came late.
 */
export async function answer(store: Store, id: string): Promise<AnswerDetail | null> {
  const raw = await store.get<Raw>(
    sql`SELECT n.id, n.seq, n.ts, n.ts_known AS tsKnown, n.session, n.after, n.question, n.text, n.account, a.name, a.revenue,
      a.currency, a.segment FROM answers n LEFT JOIN accounts a ON a.id = n.account WHERE n.id = ${id}`,
  );
  if (raw === undefined) return null;
  const { seq, ts, after, session, question, text, account, name, revenue, currency, segment } = raw;
  const tsKnown = raw.tsKnown === 1;
  const turn = await turnCalls(store, { seq, session, ts, tsKnown, after });
  const claims = judgeAnswer({ id, text, question, account: account || null }, turn.calls, turn.calls);
  return {
    id,
    ts,
    tsKnown,
    session,
    question,
    text,
    account: { id: account, name, revenue, currency, segment },
    claims,
    remedies: await remediesOf(store, claims, turn),
    paged: await pagedOf(claims, turn),
    turn,
  };
}

async function remediesOf(
  store: Store,
  claims: readonly JudgedClaim[],
  { calls }: TurnCalls,
): Promise<(Remedy | null)[]> {
  const facts = new Map<string, ToolFacts>();
  const remedies: (Remedy | null)[] = [];
  for (const claim of claims) {
    const call = calls.find(({ id }) => id === claim.calls[0]);
    if (call !== undefined && !facts.has(call.tool)) facts.set(call.tool, await toolFacts(store, call.tool));
    remedies.push(remedyOf(claim, call, facts.get(call?.tool ?? '') ?? { args: [], tools: [] }));
  }
  return remedies;
}

/** Loads the tokenizer only where something was paged at all. */
async function pagedOf(claims: readonly JudgedClaim[], { calls }: TurnCalls): Promise<PagedAggregate[]> {
  if (pagedAggregates(claims, calls, { name: '', count: () => 0 }).length === 0) return [];
  const { loadTokenizer } = await import('@/lib/tokens/load');
  return pagedAggregates(claims, calls, await loadTokenizer(tokenizerInUse()));
}
