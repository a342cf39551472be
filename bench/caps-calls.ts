import Database from 'better-sqlite3';
import { openWriter, type Writer } from '@/db/sqlite/open';
import { type CallRow, isImposed } from '@/db/sqlite/writer/call-row';
import { CallsWriter } from '@/db/sqlite/writer/calls';
import { Rollups } from '@/db/sqlite/writer/rollups';
import { SetSizes } from '@/db/sqlite/writer/set-sizes';
import { Random } from '@/ingest/sample/random';
import { EMPTY as READING } from '@/lib/contract/reading';
import type { Judgement } from '@/lib/verdict/types';

export const TOOL = 'search_invoices';
export const CAP = 25;
export const FROM = Date.UTC(2026, 2, 1);
const DAYS = 30;
export const TO = FROM + DAYS * 86_400_000;

const ACCOUNTS = 2000;
const CAPPED = 0.12;
const BATCH = 50_000;
const SHAPES = ['{"q":"overdue"}', '{"q":"overdue","status":"open"}', '{"q":"overdue","customer":"c-1"}'];
const SEGMENTS = ['startup', 'growth', 'enterprise'];

/**
 * Fills a new store with calls of one tool, evenly over 30 days and 2,000 accounts, 12 % of them capped, the sizes of their sets
 * with a heavy tail. All are counted by the writer's own statements; only those without an account are stored as calls too,
 * since the answer reads no others. Returns the capped.
 */
export function writeCounted(path: string, calls: number): number {
  const writer = openWriter(path);
  const random = new Random(1, 'caps');
  writer.transaction(() => nameAccounts(writer, random));
  writer.close();
  const db = new Database(path);
  const counters: Counters = { rollups: new Rollups(db), sizes: new SetSizes(db) };
  const stored = new CallsWriter(db, counters.rollups, counters.sizes);
  let capped = 0;
  const part = db.transaction((from: number, to: number) => {
    for (let i = from; i < to; i++) {
      const judgement = random.chance(CAPPED) ? cappedPage(random) : wholePage(random);
      if (judgement.verdict !== 'complete') capped++;
      const row = callRow(i, FROM + Math.floor((i / calls) * (TO - FROM)), judgement, random);
      if (row.account === '') stored.store(row, null);
      else for (const counter of Object.values(counters)) counter.count(row, 1);
    }
    for (const counter of Object.values(counters)) counter.flush();
  });
  try {
    for (let at = 0; at < calls; at += BATCH) part(at, Math.min(calls, at + BATCH));
    db.exec('PRAGMA analysis_limit = 1000; ANALYZE');
  } finally {
    db.close();
  }
  return capped;
}

interface Counters {
  rollups: Rollups;
  sizes: SetSizes;
}

function nameAccounts(writer: Writer, random: Random): void {
  for (let i = 0; i < ACCOUNTS; i++)
    writer.accounts.store({
      type: 'account',
      id: `acct-${i}`,
      name: `Account ${i}`,
      // One of ten is unknown.
      revenue: i % 10 === 0 ? null : Math.round(10_000 * tail(random)),
      currency: i % 10 === 0 ? null : 'USD',
      segment: SEGMENTS[i % SEGMENTS.length] ?? null,
    });
}

function callRow(seq: number, ts: number, judgement: Judgement, random: Random): CallRow {
  const args = SHAPES[random.int(SHAPES.length)] ?? '{}';
  const account = random.chance(0.02) ? '' : `acct-${random.int(ACCOUNTS)}`;
  return {
    seq,
    id: `c-${seq}`,
    ts,
    tsKnown: true,
    session: `s-${Math.floor(seq / 8)}`,
    part: 0,
    account,
    tool: TOOL,
    args,
    error: false,
    agent: null,
    model: null,
    environment: null,
    version: null,
    durationMs: null,
    source: 1,
    query: args + account,
    anyQuery: args,
    reading: READING,
    limit: null,
    judgement,
    imposed: isImposed(judgement),
    payloadLength: 0,
    marks: null,
    cut: null,
    textLength: null,
  };
}

/** A full page: half of the sets counted, a fifth with a lower bound, the others of any size; one of twenty made good. */
function cappedPage(random: Random): Judgement {
  const beyond = Math.ceil(20 * tail(random)) - 19;
  const kind = random.next();
  const unseen: Judgement['unseen'] =
    kind < 0.5
      ? { kind: 'exact', rows: beyond, source: 'census' }
      : kind < 0.7
        ? { kind: 'at_least', rows: 1, source: 'sentinel' }
        : { kind: 'unknown', rows: null, source: null };
  return judged({ verdict: kind < 0.7 ? 'flagged' : 'silent', present: CAP, unseen, recovered: random.chance(0.05) });
}

function wholePage(random: Random): Judgement {
  const unseen = { kind: 'none', rows: 0, source: null } as const;
  return judged({ verdict: 'complete', present: random.int(CAP), unseen, recovered: false });
}

function judged(is: Pick<Judgement, 'verdict' | 'present' | 'unseen' | 'recovered'>): Judgement {
  return {
    ...is,
    basis: is.verdict === 'complete' ? 'short_page' : null,
    findings: [],
    declared: { returned: null, matched: null, relation: null },
    limit: { value: CAP, source: 'operator', imposed: true },
    dialect: null,
  };
}

/** 1 and more; the mean is far above the middle (Pareto with exponent 1.2, cut at 5,000). */
function tail(random: Random): number {
  return Math.min(5000, (1 - random.next()) ** (-1 / 1.2));
}
