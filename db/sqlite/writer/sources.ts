import type Database from 'better-sqlite3';
import type { JsonValue } from '@/lib/json/types';

export type SourceKind = 'file' | 'stdin' | 'sample' | 'otlp' | 'http';
export type SourceStatus = 'reading' | 'following' | 'done' | 'gone' | 'failed';

/** What identifies a source, and what is known of it before a byte is read. */
export interface SourceHead {
  kind: SourceKind;
  path: string;
  /** Hash of the first bytes: identity by content, not by path. */
  fingerprint: string;
  format: string | null;
  /** Bytes that are there now. */
  size: number;
}

/** A source as it was committed last: go on from `position` with `state`. */
export interface OpenSource {
  id: number;
  position: number;
  state: JsonValue | null;
  status: SourceStatus;
}

export interface Quarantined {
  /** Byte offset of the unit in the source. */
  offset: number;
  /** Bytes of the whole unit; `bytes` may hold its beginning only. */
  length: number;
  reason: string;
  bytes: Buffer;
}

/** How far a source has come; committed with the records of the same batch. */
export interface Progress {
  position: number;
  size: number;
  state: JsonValue;
  status: SourceStatus;
  trouble?: string | null;
  format?: string | null;
}

export interface Tally {
  calls: number;
  answers: number;
  accounts: number;
  census: number;
  duplicates: number;
}

/** Sources with their positions, what was skipped in them and what could not be read. */
export class SourcesWriter {
  private readonly insert: Database.Statement<unknown[]>;
  private readonly read: Database.Statement<unknown[], { id: number; position: number; state: string; status: string }>;
  private readonly at: Database.Statement<
    unknown[],
    { position: number; size: number; state: string; status: string; trouble: string | null }
  >;
  private readonly advance: Database.Statement<unknown[]>;
  private readonly state: Database.Statement<unknown[]>;
  private readonly rename: Database.Statement<unknown[]>;
  private readonly skip: Database.Statement<unknown[]>;
  private readonly bad: Database.Statement<unknown[]>;

  constructor(db: Database.Database) {
    this.insert = db.prepare(
      `INSERT INTO sources (kind, path, fingerprint, format, position, size, state, first_read_at, last_read_at, status)
       VALUES (?, ?, ?, ?, 0, ?, 'null', ?, ?, 'reading')
       ON CONFLICT (fingerprint) DO UPDATE SET path = excluded.path, size = excluded.size,
         format = coalesce(excluded.format, format)`,
    );
    this.read = db.prepare('SELECT id, position, state, status FROM sources WHERE fingerprint = ?');
    this.at = db.prepare('SELECT position, size, state, status, trouble FROM sources WHERE id = ?');
    this.advance = db.prepare(
      `UPDATE sources SET position = ?, size = ?, state = ?, status = ?, trouble = ?, format = coalesce(?, format),
         last_read_at = ?, calls = calls + ?, answers = answers + ?, accounts = accounts + ?, census = census + ?,
         duplicates = duplicates + ?, quarantined = quarantined + ?, longest_result = max(longest_result, ?)
       WHERE id = ?`,
    );
    this.state = db.prepare('UPDATE sources SET status = ?, trouble = ?, size = coalesce(?, size) WHERE id = ?');
    this.rename = db.prepare('UPDATE sources SET fingerprint = ? WHERE id = ?');
    this.skip = db.prepare(
      `INSERT INTO skipped (source, type, records) VALUES (?, ?, ?)
       ON CONFLICT (source, type) DO UPDATE SET records = records + excluded.records`,
    );
    this.bad = db.prepare(
      'INSERT INTO quarantine (source, "offset", length, reason, bytes, at) VALUES (?, ?, ?, ?, ?, ?)',
    );
  }

  /** Finds a source by its fingerprint, or adds it at position 0. The path follows the file when it was renamed. */
  open(head: SourceHead, now: number): OpenSource {
    this.insert.run(head.kind, head.path, head.fingerprint, head.format, head.size, now, now);
    const found = this.find(head.fingerprint);
    if (found === null) throw new Error(`source ${head.path} was not stored`);
    return found;
  }

  find(fingerprint: string): OpenSource | null {
    const row = this.read.get(fingerprint);
    if (row === undefined) return null;
    return {
      id: row.id,
      position: row.position,
      state: JSON.parse(row.state) as JsonValue,
      status: row.status as SourceStatus,
    };
  }

  /** How far a source has come, as it was committed last. */
  progressOf(id: number): Progress {
    const row = this.at.get(id);
    if (row === undefined) throw new Error(`there is no source ${id}`);
    return { ...row, state: JSON.parse(row.state) as JsonValue, status: row.status as SourceStatus };
  }

  /** A short file's fingerprint changes while it grows: the source keeps its position under the new one. */
  refingerprint(id: number, fingerprint: string): void {
    this.rename.run(fingerprint, id);
  }

  setStatus(id: number, status: SourceStatus, trouble: string | null = null, size: number | null = null): void {
    this.state.run(status, trouble, size, id);
  }

  commit(id: number, progress: Progress, tally: Tally & { quarantined: number; longest: number }, now: number): void {
    this.advance.run(
      progress.position,
      progress.size,
      JSON.stringify(progress.state),
      progress.status,
      progress.trouble ?? null,
      progress.format ?? null,
      now,
      tally.calls,
      tally.answers,
      tally.accounts,
      tally.census,
      tally.duplicates,
      tally.quarantined,
      tally.longest,
      id,
    );
  }

  skipped(id: number, types: ReadonlyMap<string, number>): void {
    for (const [type, records] of types) this.skip.run(id, type, records);
  }

  quarantine(id: number, units: readonly Quarantined[], now: number): void {
    for (const unit of units) this.bad.run(id, unit.offset, unit.length, unit.reason, unit.bytes, now);
  }
}
