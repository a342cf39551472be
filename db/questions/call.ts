import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { LimitFact, Reading } from '@/lib/contract/types';
import type { Basis, Finding, Judgement, Verdict } from '@/lib/verdict/types';
import type { Store } from '../store';

export interface StoredView {
  view: 'result' | 'sent';
  /** UTF-16 units. */
  length: number;
}

export interface CallDetail {
  id: string;
  seq: number;
  ts: number;
  /** False when the log carries no time and the call got the time of its log. */
  tsKnown: boolean;
  tool: string;
  session: string;
  account: { id: string; name: string | null; revenue: number | null; currency: string | null; segment: string | null };
  args: string;
  error: boolean;
  agent: string | null;
  model: string | null;
  environment: string | null;
  version: string | null;
  durationMs: number | null;
  query: string;
  reading: Reading;
  limitFact: LimitFact | null;
  judgement: Judgement;
  payloadLength: number;
  /** Views whose text is still stored; an empty list means expired or never there. */
  views: StoredView[];
  source: { id: number; path: string; format: string | null } | null;
}

/** The columns of `calls` that hold a judgement. */
export interface JudgementColumns {
  verdict: Verdict;
  basis: Basis | null;
  findings: string;
  present: number | null;
  returned: number | null;
  matched: number | null;
  relation: Judgement['declared']['relation'];
  limitValue: number | null;
  limitSource: LimitFact['source'] | null;
  imposed: number;
  unseenKind: Judgement['unseen']['kind'];
  unseenRows: number | null;
  unseenSource: Judgement['unseen']['source'];
  recovered: number;
  dialect: string | null;
}

export const judgementColumns = sql`c.verdict, c.basis, c.findings, c.present, c.returned, c.matched, c.relation,
  c.limit_value as limitValue, c.limit_source as limitSource, c.imposed, c.unseen_kind as unseenKind,
  c.unseen_rows as unseenRows, c.unseen_source as unseenSource, c.recovered, c.dialect`;

interface Raw extends JudgementColumns {
  id: string;
  seq: number;
  ts: number;
  tsKnown: number;
  tool: string;
  session: string;
  account: string;
  args: string;
  error: number;
  agent: string | null;
  model: string | null;
  environment: string | null;
  version: string | null;
  durationMs: number | null;
  query: string;
  reading: string;
  limitFact: string | null;
  payloadLength: number;
  source: number;
  path: string | null;
  format: string | null;
  accountName: string | null;
  revenue: number | null;
  currency: string | null;
  segment: string | null;
}

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const findings = z.array(
  z.object({ kind: z.string(), says: z.string(), evidence: z.array(z.object({ path: z.string(), value: scalar })) }),
);

/** One call with everything that the store knows of it; null when there is no such call. */
export async function call(store: Store, id: string): Promise<CallDetail | null> {
  const raw = await store.get<Raw>(
    sql`select c.id, c.seq, c.ts, c.ts_known as tsKnown, c.tool, c.session, c.account, c.args, c.error, c.agent, c.model,
      c.environment, c.version, c.duration_ms as durationMs, c.query, c.reading, c.limit_fact as limitFact,
      ${judgementColumns}, c.payload_length as payloadLength, c.source,
      s.path, s.format, a.name as accountName, a.revenue, a.currency, a.segment
      from calls c left join sources s on s.id = c.source left join accounts a on a.id = c.account where c.id = ${id}`,
  );
  if (!raw) return null;
  const views = await store.all<StoredView>(sql`select view, length from payloads where call_id = ${id} order by view`);
  return {
    id: raw.id,
    seq: raw.seq,
    ts: raw.ts,
    tsKnown: raw.tsKnown === 1,
    tool: raw.tool,
    session: raw.session,
    account: {
      id: raw.account,
      name: raw.accountName,
      revenue: raw.revenue,
      currency: raw.currency,
      segment: raw.segment,
    },
    args: raw.args,
    error: raw.error === 1,
    agent: raw.agent,
    model: raw.model,
    environment: raw.environment,
    version: raw.version,
    durationMs: raw.durationMs,
    query: raw.query,
    reading: JSON.parse(raw.reading) as Reading,
    limitFact: raw.limitFact === null ? null : (JSON.parse(raw.limitFact) as LimitFact | null),
    judgement: judgementOf(raw),
    payloadLength: raw.payloadLength,
    views,
    source: raw.path === null ? null : { id: raw.source, path: raw.path, format: raw.format },
  };
}

/** A stored judgement as a value. */
export function judgementOf(raw: JudgementColumns): Judgement {
  return {
    verdict: raw.verdict,
    basis: raw.basis,
    findings: findings.parse(JSON.parse(raw.findings)) satisfies Finding[],
    present: raw.present,
    declared: { returned: raw.returned, matched: raw.matched, relation: raw.relation },
    limit:
      raw.limitValue === null || raw.limitSource === null
        ? null
        : { value: raw.limitValue, source: raw.limitSource, imposed: raw.imposed === 1 },
    unseen: { kind: raw.unseenKind, rows: raw.unseenRows, source: raw.unseenSource },
    recovered: raw.recovered === 1,
    dialect: raw.dialect,
  };
}
