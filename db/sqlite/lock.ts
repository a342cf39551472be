import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { StoreError } from '../store-error';

/** A held lock; the system frees it when the process ends, however it ends. */
export interface Lock {
  release(): void;
}

/** The file that says who writes a store. */
export function lockPath(path: string): string {
  return `${path}.lock`;
}

/**
 * Takes the right to write a store, or throws a StoreError that names the holder. The lock is an open write
 * transaction on a file beside the store: the system drops it with its process, so a stale one cannot exist.
 */
export function takeLock(path: string): Lock {
  const file = lockPath(path);
  const db = new Database(file, { timeout: 0 });
  try {
    db.exec('CREATE TABLE IF NOT EXISTS holder (pid INTEGER NOT NULL, since TEXT NOT NULL)');
    db.exec('BEGIN IMMEDIATE; DELETE FROM holder');
    db.prepare('INSERT INTO holder VALUES (?, ?)').run(process.pid, new Date().toISOString());
    db.exec('COMMIT; BEGIN IMMEDIATE');
  } catch (error) {
    const holder = readHolder(db);
    db.close();
    if (!isBusy(error)) throw error;
    throw new StoreError(
      'locked',
      `${path} is being written by another Capwatch${holder ? ` (process ${holder.pid}, since ${holder.since})` : ''}. ` +
        'Stop it first, or wait until it is done.',
      { cause: error },
    );
  }
  return {
    release() {
      if (!db.open) return;
      db.exec('DELETE FROM holder; COMMIT');
      db.close();
    },
  };
}

/** Removes the lock file of a store that is gone. */
export function removeLock(path: string): void {
  rmSync(lockPath(path), { force: true });
}

function isBusy(error: unknown): boolean {
  return (
    error instanceof Database.SqliteError && (error.code.startsWith('SQLITE_BUSY') || error.code === 'SQLITE_LOCKED')
  );
}

function readHolder(db: Database.Database): { pid: number; since: string } | undefined {
  try {
    return db.prepare<[], { pid: number; since: string }>('SELECT pid, since FROM holder').get();
  } catch {
    return undefined;
  }
}
