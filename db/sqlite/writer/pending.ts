import type Database from 'better-sqlite3';
import type { SessionPart } from './calls';
import type { Contract } from './history';
import { given } from './piles';

/** What changed, so that calls judged before must be judged again. */
export type Change = { kind: 'contract'; contract: Contract } | { kind: 'length'; source: number; length: number };

export interface PendingRow {
  kind: string;
  key: string;
  until: number;
  ts: number;
  seq: number;
}

type At = SessionPart & { ts: number; seq: number };

/** The queue of stored calls that must be judged again. It is worked off in parts and survives a stop at any instant. */
export class PendingWriter {
  private readonly put: Database.Statement<unknown[]>;
  private readonly first: Database.Statement<[], PendingRow>;
  private readonly move: Database.Statement<unknown[]>;
  private readonly drop: Database.Statement<unknown[]>;
  private readonly ofTool: Database.Statement<unknown[], At>;
  private readonly ofPayload: Database.Statement<unknown[], At>;
  private readonly ofText: Database.Statement<unknown[], At>;
  private readonly unweighed: Database.Statement<unknown[], At>;

  constructor(db: Database.Database) {
    this.put = db.prepare(
      `INSERT INTO pending (kind, key, until, ts, seq) VALUES (?, ?, ?, ${FIRST}, 0)
       ON CONFLICT (kind, key) DO UPDATE SET until = excluded.until, ts = excluded.ts, seq = 0`,
    );
    this.first = db.prepare('SELECT kind, key, until, ts, seq FROM pending ORDER BY kind, key LIMIT 1');
    this.move = db.prepare('UPDATE pending SET ts = ?, seq = ? WHERE kind = ? AND key = ?');
    this.drop = db.prepare('DELETE FROM pending WHERE kind = ? AND key = ?');
    const place = 'SELECT session, part, ts, seq FROM calls';
    this.ofTool = db.prepare(
      `${place} WHERE tool = ? AND (ts, seq) > (?, ?) AND dialect IS ? AND present IS NOT NULL AND seq <= ?
       ORDER BY ts, seq LIMIT ?`,
    );
    // In the order of its index: a pile of any size is worked off without sorting it. `ts` holds column and `cut`.
    const side = (column: string, first: number) =>
      db.prepare<unknown[], At>(
        `SELECT session, part, cut + ${first} AS ts, seq FROM calls WHERE source = ? AND ${column} = ? AND ${given(column)}
         AND (cut, seq) > (? - ${first}, ?) AND seq <= ? ORDER BY cut, seq LIMIT ?`,
      );
    this.ofPayload = side('payload_length', 0);
    this.ofText = side('text_length', TEXT);
    this.unweighed = db.prepare(`${place} WHERE marks IS NULL ORDER BY seq LIMIT ?`);
  }

  /** Calls stored up to `until` are to be judged again. */
  add(change: Change, until: number): void {
    const key =
      change.kind === 'contract'
        ? JSON.stringify([change.contract.tool, change.contract.dialect])
        : JSON.stringify([change.source, change.length]);
    this.put.run(change.kind, key, until);
  }

  /** Parts of sessions that come next, with a function that takes them off the queue; null when nothing waits. */
  next(calls: number): { parts: At[]; done: () => void } | null {
    const unweighed = this.unweighed.all(calls);
    // Judging writes the marks: what is done does not wait any longer.
    if (unweighed.length > 0) return { parts: unweighed, done: () => {} };
    const row = this.first.get();
    if (row === undefined) return null;
    const parts = this.waiting(row, calls);
    const last = parts.at(-1);
    const done = () => {
      if (last === undefined || parts.length < calls) this.drop.run(row.kind, row.key);
      else this.move.run(last.ts, last.seq, row.kind, row.key);
    };
    return { parts, done };
  }

  private waiting({ kind, key, until, ts, seq }: PendingRow, calls: number): At[] {
    if (kind === 'contract') {
      const [tool, dialect] = JSON.parse(key) as [string, string | null];
      return this.ofTool.all(tool, ts, seq, dialect, until, calls);
    }
    const [source, length] = JSON.parse(key) as [number, number];
    const outer = ts < TEXT ? this.ofPayload.all(source, length, ts, seq, until, calls) : [];
    const from = ts < TEXT ? { ts: TEXT - 1, seq: 0 } : { ts, seq };
    return [...outer, ...this.ofText.all(source, length, from.ts, from.seq, until, calls - outer.length)];
  }
}

/** Marks a place among the inner texts, which come after the payloads. */
const TEXT = 2;
/** Before every time that a call can have. */
const FIRST = -9_000_000_000_000_000;
