import type { LimitFact, Reading } from '@/lib/contract/types';
import type { Basis, Finding, Judgement, Unseen, UnseenSource, Verdict } from '@/lib/verdict/types';
import type { calls } from '../schema';

/** A call as the store keeps it, with its reading and judgement as values. */
export interface CallRow {
  seq: number;
  id: string;
  /** Epoch ms; the source's time where `tsKnown` is false. */
  ts: number;
  tsKnown: boolean;
  session: string;
  /** Which part of the session it is reviewed with. */
  part: number;
  /** '' is "no account". */
  account: string;
  tool: string;
  args: string;
  error: boolean;
  agent: string | null;
  model: string | null;
  environment: string | null;
  version: string | null;
  durationMs: number | null;
  source: number;
  query: string;
  anyQuery: string;
  reading: Reading;
  limit: LimitFact | null;
  judgement: Judgement;
  /** Whether the cap that applied was not the agent's own. */
  imposed: boolean;
  payloadLength: number;
  /** What the call shows about its tool; null until it was weighed (a store from before there was a history). */
  marks: number | null;
  /** Whether its lengths may show that the log was cut: 1 where it stops in a value, 0 where not; null says nothing. */
  cut: number | null;
  textLength: number | null;
}

type Columns = typeof calls.$inferInsert;
type Stored = typeof calls.$inferSelect;

/** The columns of a judgement, in the order of `JUDGED`. */
export const JUDGED = [
  'verdict',
  'basis',
  'findings',
  'present',
  'returned',
  'matched',
  'relation',
  'limitValue',
  'limitSource',
  'imposed',
  'unseenKind',
  'unseenRows',
  'unseenSource',
  'recovered',
  'dialect',
] as const satisfies readonly (keyof Columns)[];

/** Only the agent's own argument makes a cap "asked"; where nothing is known it counts as imposed. */
export function isImposed(judgement: Judgement): boolean {
  return judgement.limit?.imposed ?? true;
}

/** Written out field by field: spreading costs more per call than SQLite does. */
export function toColumns(call: CallRow): Columns {
  const { judgement } = call;
  return {
    seq: call.seq,
    id: call.id,
    ts: call.ts,
    tsKnown: call.tsKnown,
    session: call.session,
    part: call.part,
    account: call.account,
    tool: call.tool,
    args: call.args,
    error: call.error,
    agent: call.agent,
    model: call.model,
    environment: call.environment,
    version: call.version,
    durationMs: call.durationMs,
    source: call.source,
    query: call.query,
    anyQuery: call.anyQuery,
    reading: JSON.stringify(call.reading),
    limitFact: call.limit === null ? null : JSON.stringify(call.limit),
    verdict: judgement.verdict,
    basis: judgement.basis,
    findings: JSON.stringify(judgement.findings),
    present: judgement.present,
    returned: judgement.declared.returned,
    matched: judgement.declared.matched,
    relation: judgement.declared.relation,
    limitValue: judgement.limit?.value ?? null,
    limitSource: judgement.limit?.source ?? null,
    imposed: call.imposed,
    unseenKind: judgement.unseen.kind,
    unseenRows: judgement.unseen.rows,
    unseenSource: judgement.unseen.source,
    recovered: judgement.recovered,
    dialect: judgement.dialect,
    payloadLength: call.payloadLength,
    marks: call.marks,
    cut: call.cut,
    textLength: call.textLength,
  };
}

/** The inverse of `toColumns`. The casts rest on this module being the only one that writes these columns. */
export function fromColumns(row: Stored): CallRow {
  const limit = row.limitFact === null ? null : (JSON.parse(row.limitFact) as LimitFact);
  return {
    seq: row.seq,
    id: row.id,
    ts: row.ts,
    tsKnown: Boolean(row.tsKnown),
    session: row.session,
    part: row.part,
    account: row.account,
    tool: row.tool,
    args: row.args,
    error: Boolean(row.error),
    agent: row.agent,
    model: row.model,
    environment: row.environment,
    version: row.version,
    durationMs: row.durationMs,
    source: row.source,
    query: row.query,
    anyQuery: row.anyQuery,
    reading: JSON.parse(row.reading) as Reading,
    limit,
    judgement: {
      verdict: row.verdict as Verdict,
      basis: row.basis as Basis | null,
      findings: JSON.parse(row.findings) as Finding[],
      present: row.present,
      declared: {
        returned: row.returned,
        matched: row.matched,
        relation: row.relation as Judgement['declared']['relation'],
      },
      limit:
        row.limitValue === null
          ? null
          : {
              value: row.limitValue,
              source: row.limitSource as LimitFact['source'],
              imposed: Boolean(row.imposed),
            },
      unseen: {
        kind: row.unseenKind as Unseen['kind'],
        rows: row.unseenRows,
        source: row.unseenSource as UnseenSource | null,
      },
      recovered: Boolean(row.recovered),
      dialect: row.dialect,
    },
    imposed: Boolean(row.imposed),
    payloadLength: row.payloadLength,
    marks: row.marks,
    cut: row.cut,
    textLength: row.textLength,
  };
}
