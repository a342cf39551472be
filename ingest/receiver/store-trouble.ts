import Database from 'better-sqlite3';

/** Whether the store could not be written for a reason of its own (locked, full, out of reach): it may be well again. */
export function isStoreError(error: unknown): boolean {
  return error instanceof Database.SqliteError && !error.code.startsWith('SQLITE_CONSTRAINT');
}
