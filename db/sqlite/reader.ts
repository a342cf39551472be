import { existsSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { SQL } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import type { Dataset, Store } from '../store';
import { StoreError } from '../store-error';
import { fileVersion, refuseNewer, SCHEMA_VERSION } from './migrate';
import { unpack } from './payload';

const dialect = new SQLiteSyncDialect();
const KEPT_STATEMENTS = 256;

/**
 * A read-only SQLite store. It opens its file at the first question and looks before each one whether the file is
 * still the same: one that was replaced is opened anew, one that is gone is a StoreError 'missing'.
 */
export class SqliteStore implements Store {
  private db: Database.Database | null = null;
  private identity = '';
  private readonly statements = new Map<string, Database.Statement<unknown[]>>();

  constructor(
    readonly path: string,
    readonly dataset: Dataset,
  ) {}

  async all<Row>(query: SQL): Promise<Row[]> {
    const { statement, params } = this.prepared(query);
    return statement.all(...params) as Row[];
  }

  async get<Row>(query: SQL): Promise<Row | undefined> {
    const { statement, params } = this.prepared(query);
    return statement.get(...params) as Row | undefined;
  }

  async payload(callId: string, view: 'result' | 'sent'): Promise<string | null> {
    const row = this.statement('SELECT codec, bytes FROM payloads WHERE call_id = ? AND view = ?').get(callId, view) as
      | { codec: string; bytes: Buffer }
      | undefined;
    return row === undefined ? null : unpack(row.codec, row.bytes);
  }

  /** Lets go of the file; the next question opens it again. */
  close(): void {
    this.statements.clear();
    this.db?.close();
    this.db = null;
  }

  private prepared(query: SQL): { statement: Database.Statement<unknown[]>; params: unknown[] } {
    const { sql, params } = dialect.sqlToQuery(query);
    return { statement: this.statement(sql), params: params.map(bindable) };
  }

  private statement(text: string): Database.Statement<unknown[]> {
    const db = this.open();
    const kept = this.statements.get(text);
    if (kept !== undefined) return kept;
    const statement = db.prepare<unknown[]>(text);
    const oldest = this.statements.size >= KEPT_STATEMENTS ? this.statements.keys().next().value : undefined;
    if (oldest !== undefined) this.statements.delete(oldest);
    this.statements.set(text, statement);
    return statement;
  }

  private open(): Database.Database {
    const identity = fileIdentity(this.path);
    if (this.db !== null && identity === this.identity) return this.db;
    this.close();
    if (identity === null) throw new StoreError('missing', `there is no store at ${this.path}`);
    this.db = openReadOnly(this.path);
    this.identity = identity;
    return this.db;
  }
}

function openReadOnly(path: string): Database.Database {
  let db: Database.Database;
  try {
    db = new Database(path, { readonly: true, timeout: 5000 });
  } catch (error) {
    if (!existsSync(path)) throw new StoreError('missing', `there is no store at ${path}`, { cause: error });
    throw new StoreError('unusable', `${path} cannot be opened: ${String(error)}`, { cause: error });
  }
  try {
    db.pragma('query_only = ON');
    refuseNewer(db, path);
    if (fileVersion(db) < SCHEMA_VERSION)
      throw new StoreError('missing', `${path} is not ready: no worker has prepared it for this version yet`);
    return db;
  } catch (error) {
    db.close();
    if (error instanceof StoreError) throw error;
    throw new StoreError('unusable', `${path} is not a Capwatch store: ${String(error)}`, { cause: error });
  }
}

/** Device and inode: an open file keeps its inode, so a replaced file never has the same. Null when there is none. */
function fileIdentity(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.dev}:${stat.ino}`;
}

function bindable(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.getTime();
  return value;
}
