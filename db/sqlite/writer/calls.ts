import type Database from 'better-sqlite3';
import { getTableColumns } from 'drizzle-orm';
import type { Judgement } from '@/lib/verdict/types';
import { type Packed, pack, unpack } from '../payload';
import { calls, payloads } from '../schema';
import { type CallRow, fromColumns, isImposed, JUDGED, toColumns } from './call-row';
import type { Rollups } from './rollups';
import type { SetSizes } from './set-sizes';
import { bound, Insert, replaceOn } from './statements';

export type Weight = Pick<CallRow, 'marks' | 'cut' | 'textLength'>;
type View = 'result' | 'sent';
type Stored = typeof calls.$inferSelect;

const columns = getTableColumns(calls);
const SELECT = `SELECT ${Object.entries(columns)
  .map(([key, column]) => `"${column.name}" AS "${key}"`)
  .join(', ')} FROM calls`;

/** Calls of a session that are reviewed together. Small enough to review again with each batch of a log that is followed. */
const PART = 1000;
/** Sessions whose size is remembered from one batch to the next. */
const KEPT_SESSIONS = 50_000;

export interface SessionPart {
  session: string;
  part: number;
}

/** Calls and their payloads; keeps the rollups in step with every change. */
export class CallsWriter {
  private readonly put: Insert<typeof calls>;
  private readonly putPayload: Insert<typeof payloads>;
  private readonly byId: Database.Statement<unknown[], Stored>;
  private readonly firstPart: Database.Statement<unknown[], Stored>;
  private readonly laterPart: Database.Statement<unknown[], Stored>;
  private readonly partsOfQuery: Database.Statement<unknown[], SessionPart>;
  private readonly sizeOf: Database.Statement<unknown[], { n: number }>;
  private readonly accountsOfAnyQuery: Database.Statement<unknown[], { account: string; query: string }>;
  private readonly payloadOf: Database.Statement<unknown[], { codec: string; bytes: Buffer }>;
  private readonly rejudge: Database.Statement<unknown[]>;
  private readonly remark: Database.Statement<unknown[]>;
  private readonly drop: Database.Statement<unknown[]>;
  private readonly droppingPayloads: Database.Statement<unknown[]>;
  private readonly sizes = new Map<string, number>();
  /** Sessions that begin in this transaction and of which nothing is stored yet. */
  private readonly begun = new Set<string>();
  private next: number;

  constructor(
    private readonly db: Database.Database,
    private readonly rollups: Rollups,
    private readonly setSizes: SetSizes,
  ) {
    this.put = new Insert(db, calls, { conflict: replaceOn(calls, 'seq') });
    this.putPayload = new Insert(db, payloads, {
      conflict:
        'ON CONFLICT (call_id, view) DO UPDATE SET codec = excluded.codec, length = excluded.length, bytes = excluded.bytes',
    });
    this.byId = db.prepare(`${SELECT} WHERE id = ?`);
    this.firstPart = db.prepare(`${SELECT} WHERE session = ? AND part = 0`);
    this.laterPart = db.prepare(`${SELECT} WHERE session = ? AND part = ? AND part > 0`);
    this.partsOfQuery = db.prepare('SELECT DISTINCT session, part FROM calls WHERE query = ?');
    this.sizeOf = db.prepare('SELECT count(*) AS n FROM calls WHERE session = ?');
    this.accountsOfAnyQuery = db.prepare('SELECT DISTINCT account, query FROM calls WHERE any_query = ?');
    this.payloadOf = db.prepare('SELECT codec, bytes FROM payloads WHERE call_id = ? AND view = ?');
    this.rejudge = db.prepare(
      `UPDATE calls SET ${JUDGED.map((key) => `"${columns[key].name}" = ?`).join(', ')} WHERE seq = ?`,
    );
    this.remark = db.prepare('UPDATE calls SET marks = ?, cut = ?, text_length = ? WHERE seq = ?');
    this.drop = db.prepare('DELETE FROM calls WHERE seq = ?');
    this.droppingPayloads = db.prepare('DELETE FROM payloads WHERE call_id = ?');
    this.next = this.last() + 1;
  }

  /** The next place in the order of arrival, and the part of its session that a new call belongs to. */
  place(session: string): { seq: number; part: number } {
    const known = this.sizes.get(session);
    const size = known ?? this.sizeOf.get(session)?.n ?? 0;
    if (known === undefined && size === 0) this.begun.add(session);
    this.sizes.set(session, size + 1);
    return { seq: this.next++, part: Math.floor(size / PART) };
  }

  /** The last place that was given away. */
  get latest(): number {
    return this.next - 1;
  }

  /** Between batches: sizes can be looked up again, since all calls are stored. */
  trim(): void {
    this.begun.clear();
    if (this.sizes.size > KEPT_SESSIONS) this.sizes.clear();
  }

  /** After a rollback: places that were taken but not stored are free again. */
  forget(): void {
    this.next = this.last() + 1;
    this.sizes.clear();
    this.begun.clear();
  }

  find(id: string): CallRow | null {
    const row = this.byId.get(id);
    return row === undefined ? null : fromColumns(row);
  }

  /** Calls of one part of a session. */
  ofPart({ session, part }: SessionPart): CallRow[] {
    if (this.begun.has(session)) return [];
    const rows = part === 0 ? this.firstPart.all(session) : this.laterPart.all(session, part);
    return rows.map(fromColumns);
  }

  /** Every part of every session, in the order of arrival, with how many calls it holds. */
  parts(): (SessionPart & { calls: number })[] {
    return this.db
      .prepare<[], SessionPart & { calls: number }>(
        'SELECT session, part, count(*) AS calls FROM calls GROUP BY session, part ORDER BY min(seq)',
      )
      .all();
  }

  /** The parts of sessions that hold calls of a query. */
  partsWith(query: string): SessionPart[] {
    return this.partsOfQuery.all(query);
  }

  /** Every account that has made a query, with the query's key for that account. */
  accountsWith(anyQuery: string): { account: string; query: string }[] {
    return this.accountsOfAnyQuery.all(anyQuery);
  }

  payload(id: string, view: View): string | null {
    const row = this.payloadOf.get(id, view);
    return row === undefined ? null : unpack(row.codec, row.bytes);
  }

  /** Stores a new call, or one whose result has come (`before` is how it stood). */
  store(call: CallRow, before: CallRow | null): void {
    if (before !== null) this.count(before, -1);
    this.put.run(toColumns(call));
    this.begun.delete(call.session);
    this.count(call, 1);
  }

  /** Takes a stored call out, with its payloads. Its marks must have been taken back. */
  remove(call: CallRow): void {
    this.count(call, -1);
    this.dropPayloads(call.id);
    this.drop.run(call.seq);
  }

  dropPayloads(callId: string): void {
    this.droppingPayloads.run(callId);
  }

  /** `packed`: what `pack` makes of the text, where that was done beside. */
  storePayload(callId: string, view: View, text: string, packed: Packed = pack(text)): void {
    this.putPayload.run({ callId, view, length: text.length, codec: packed.codec, bytes: packed.bytes });
  }

  /** Gives a stored call a new judgement. Returns false, and writes nothing, when it says the same as before. */
  judge(call: CallRow, judgement: Judgement): boolean {
    const judged: CallRow = { ...call, judgement, imposed: isImposed(judgement) };
    const before = toColumns(call);
    const after = toColumns(judged);
    if (JUDGED.every((key) => before[key] === after[key])) return false;
    this.count(call, -1);
    this.rejudge.run([...JUDGED.map((key) => bound(after[key])), call.seq]);
    this.count(judged, 1);
    return true;
  }

  /** Takes down what a call shows about its tool and its log; all null-like values take it out of every account. */
  mark(seq: number, weight: Weight): void {
    this.remark.run(weight.marks, weight.cut, weight.textLength, seq);
  }

  private count(call: CallRow, sign: 1 | -1): void {
    this.rollups.count(call, sign);
    this.setSizes.count(call, sign);
  }

  /** The last place that holds a stored call; 0 in an empty store. */
  last(): number {
    return this.db.prepare<[], { last: number | null }>('SELECT max(seq) AS last FROM calls').get()?.last ?? 0;
  }
}
