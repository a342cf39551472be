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
  private readonly ofLength: Database.Statement<unknown[], At>;
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
    const side = (column: string) =>
      `${place} WHERE source = ? AND ${column} = ? AND ${given(column)} AND seq > ? AND seq <= ?`;
    this.ofLength = db.prepare(`${side('payload_length')} UNION ${side('text_length')} ORDER BY seq LIMIT ?`);
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
    return this.ofLength.all(source, length, seq, until, source, length, seq, until, calls);
  }
}

/** Before every time that a call can have. */
const FIRST = -9_000_000_000_000_000;
