import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import type { Dataset, Store } from '../store';
import { StoreError } from '../store-error';
import { takeLock } from './lock';
import { migrate } from './migrate';
import { SqliteStore } from './reader';
import { Writer } from './writer';

export { StoreError } from '../store-error';
export type { Writer } from './writer';

/** A read-only store. Never creates a file; questions throw StoreError 'missing' while there is none. */
export function openStore(path: string, dataset: Dataset): Store & { close(): void } {
  return new SqliteStore(path, dataset);
}

/**
 * The one writer of a store: makes the folder and file when absent, migrates forward, and holds the lock until
 * `close`. Throws a StoreError ('locked', 'newer', 'unusable') whose message can be shown.
 */
export function openWriter(path: string): Writer {
  mkdirSync(dirname(path), { recursive: true });
  const lock = takeLock(path);
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { timeout: 5000 });
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    db.pragma('foreign_keys = ON');
    db.pragma('cache_size = -65536');
    db.pragma('wal_autocheckpoint = 4000');
    db.pragma('journal_size_limit = 67108864');
    migrate(db, path);
    return new Writer(db, path, lock);
  } catch (error) {
    db?.close();
    lock.release();
    if (error instanceof StoreError) throw error;
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_NOTADB')
      throw new StoreError('unusable', `${path} is not a Capwatch store; it was left as it is`, { cause: error });
    throw error;
  }
}
