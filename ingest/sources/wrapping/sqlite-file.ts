import { closeSync, constants, copyFileSync, existsSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type Bytes, readWhole } from './bytes';
import { messageOf, Unreadable } from './types';

/** A database of a stream is held in memory. */
const MEMORY_LIMIT = 256 * 1024 * 1024;

/** Bytes 18 and 19 of a database say how it is written: 1 is a rollback journal, 2 is write-ahead (sqlite.org/fileformat2). */
const WRITE_VERSION = 18;
const WRITE_AHEAD = 2;

export interface OpenDatabase {
  db: Database.Database;
  close(): void;
}

/** The database whose newest rows a path holds (`state.db-wal` → `state.db`); null for any other path. */
export function databaseOfLog(path: string): string | null {
  return /\.(?:db|sqlite3?)-wal$/i.test(path) ? path.slice(0, -'-wal'.length) : null;
}

/**
 * Opens somebody else's database for reading, without leaving a file beside it. In place where that writes nothing: with
 * a rollback journal, or while its program runs and both companions are there. Else SQLite would make the companions
 * itself, so a copy of database and write-ahead log in a folder of our own is read and removed again.
 */
export async function openDatabase(packed: Bytes): Promise<OpenDatabase> {
  try {
    if (packed.path === null) return fromMemory(await readWhole(packed, MEMORY_LIMIT));
    if (isSafeInPlace(packed.path)) return inPlace(packed.path);
    return fromCopy(packed.path);
  } catch (error) {
    throw inWords(error);
  }
}

/** SQLite's errors as reasons; what the file system says stays as it is. */
export function inWords(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  const isBusy = /BUSY|LOCKED/.test(error.code);
  const reason = isBusy
    ? 'its program is writing to it; try again'
    : `the SQLite database is damaged (${messageOf(error)})`;
  return new Unreadable(reason, true, error);
}

function isSafeInPlace(path: string): boolean {
  if (!isWriteAhead(path)) return true;
  return existsSync(`${path}-wal`) && existsSync(`${path}-shm`);
}

function isWriteAhead(path: string): boolean {
  const bytes = Buffer.alloc(20);
  const file = openSync(path, 'r');
  try {
    readSync(file, bytes, 0, bytes.length, 0);
  } finally {
    closeSync(file);
  }
  return bytes[WRITE_VERSION] === WRITE_AHEAD || bytes[WRITE_VERSION + 1] === WRITE_AHEAD;
}

function inPlace(path: string): OpenDatabase {
  const db = guarded(new Database(path, { readonly: true, fileMustExist: true, timeout: 2_000 }));
  return { db, close: () => db.close() };
}

function fromCopy(path: string): OpenDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'capwatch-sqlite-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, 'copy.db');
    copyFileSync(path, copy, constants.COPYFILE_FICLONE);
    if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`, constants.COPYFILE_FICLONE);
    const { db } = inPlace(copy);
    return {
      db,
      close() {
        db.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

function fromMemory(bytes: Buffer): OpenDatabase {
  // Nothing is ahead of bytes that came alone, and a database in memory cannot be opened as if there were.
  const own = Buffer.from(bytes);
  for (const at of [WRITE_VERSION, WRITE_VERSION + 1]) if (own[at] === WRITE_AHEAD) own[at] = 1;
  const db = guarded(new Database(own, { readonly: true }));
  return { db, close: () => db.close() };
}

/** The schema comes from somebody else: its functions do nothing, and damaged pages are noticed. */
function guarded(db: Database.Database): Database.Database {
  db.pragma('trusted_schema = OFF');
  db.pragma('cell_size_check = ON');
  return db;
}
