import Database from 'better-sqlite3';
import { unpack } from '@/db/sqlite/payload';

/** A call as the store holds it. */
export interface StoredCall {
  id: string;
  tool: string;
  args: string;
  result: string | null;
  sent: string | null;
  session: string;
  account: string;
  error: boolean;
  present: number | null;
}

export interface StoredAnswer {
  question: string | null;
  text: string;
  session: string;
  account: string;
}

interface Row extends Omit<StoredCall, 'result' | 'sent' | 'error'> {
  error: number;
}

/** Runs a question on a store that another process writes. */
export function asked<T>(path: string, question: (db: Database.Database) => T): T {
  const db = new Database(path, { readonly: true, fileMustExist: true });
  try {
    return question(db);
  } finally {
    db.close();
  }
}

/** Every call of a store, in the order of its ids. */
export function storedCalls(path: string): StoredCall[] {
  return asked(path, (db) => {
    const payload = db.prepare<[string, string], { codec: string; bytes: Buffer }>(
      'SELECT codec, bytes FROM payloads WHERE call_id = ? AND view = ?',
    );
    const text = (id: string, view: string) => {
      const row = payload.get(id, view);
      return row ? unpack(row.codec, row.bytes) : null;
    };
    const rows = db
      .prepare<[], Row>('SELECT id, tool, args, session, account, error, present FROM calls ORDER BY id')
      .all();
    return rows.map((row) => ({
      ...row,
      result: text(row.id, 'result'),
      sent: text(row.id, 'sent'),
      error: row.error === 1,
    }));
  });
}

export function storedAnswers(path: string): StoredAnswer[] {
  return asked(path, (db) =>
    db.prepare<[], StoredAnswer>('SELECT question, text, session, account FROM answers ORDER BY session').all(),
  );
}

/** What SQLite itself says of the file: 'ok' where it is sound. */
export function integrity(path: string): string {
  return asked(path, (db) => String(db.pragma('integrity_check', { simple: true })));
}
