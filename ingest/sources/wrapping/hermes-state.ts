import type Database from 'better-sqlite3';
import { wholeValue } from '../../formats/fields';
import type { Bytes } from './bytes';
import { inWords, type OpenDatabase, openDatabase } from './sqlite-file';
import { type Piece, Unreadable, type Wrapping } from './types';

/** Rows asked for at once: between two batches the program that owns the database is not held up. */
const BATCH_ROWS = 200;
const BATCH_LENGTH = 4 * 1024 * 1024;

/** A message is one line; longer ones are named and not read. */
const MESSAGE_LIMIT = 64 * 1024 * 1024;

/** Hermes' `state.db`: its messages in the order of their ids, which are never given twice. */
export const hermesState: Wrapping = {
  id: 'sqlite',
  fits: (head) => head.toString('latin1', 0, 16) === 'SQLite format 3\0',
  async *open(packed) {
    const state = await HermesState.open(packed);
    try {
      yield* state.after(0);
    } finally {
      state.close();
    }
  },
};

interface Row {
  id: number;
  long: number;
  [column: string]: unknown;
}

/** Columns that are read where the version has them; the first four it must have. */
const MESSAGE_COLUMNS = ['session_id', 'role', 'content', 'tool_calls', 'tool_call_id', 'tool_name', 'timestamp'];
const SESSION_COLUMNS = ['user_id', 'model', 'source'];

/** An open `state.db`. Its methods throw `Unreadable` where the database is damaged. */
export class HermesState {
  private readonly select: Database.Statement<[number, number], Row>;

  private constructor(private readonly open: OpenDatabase) {
    const messages = this.columns('messages');
    const sessions = this.columns('sessions');
    if (!['id', ...MESSAGE_COLUMNS.slice(0, 4)].every((name) => messages.has(name)) || !sessions.has('id'))
      throw new Unreadable(
        'it is an SQLite database, but not the state.db of Hermes: it has no tables "sessions" and "messages" as Hermes writes them',
      );
    const own = MESSAGE_COLUMNS.filter((name) => messages.has(name)).map((name) => `m."${name}" AS "${name}"`);
    const shared = SESSION_COLUMNS.filter((name) => sessions.has(name)).map((name) => `s."${name}" AS "s_${name}"`);
    const length = 'coalesce(length(m.content), 0) + coalesce(length(m.tool_calls), 0)';
    this.select = open.db.prepare(
      `SELECT m.id AS id, ${length} AS long, ${[...own, ...shared].map((column) => guardedBy(length, column)).join(', ')}
       FROM messages m LEFT JOIN sessions s ON s.id = m.session_id WHERE m.id > ? ORDER BY m.id LIMIT ?`,
    );
  }

  static async open(packed: Bytes): Promise<HermesState> {
    const open = await openDatabase(packed);
    try {
      return new HermesState(open);
    } catch (error) {
      open.close();
      throw inWords(error);
    }
  }

  close(): void {
    this.open.close();
  }

  /** The messages after an id, each as one line with what its session says of it; the id is its place. */
  async *after(id: number): AsyncGenerator<Piece & { position: number }, void, undefined> {
    for (let last = id; ; ) {
      const rows = this.rows(last);
      for (const row of rows) yield { bytes: Buffer.from(lineOf(row)), position: row.id };
      if (rows.length === 0) return;
      last = rows.at(-1)?.id ?? last;
    }
  }

  /** The first messages, as they stay: what identifies the database. */
  head(): Buffer {
    return Buffer.from(
      this.rows(0)
        .map((row) => `${coreOf(row)}\n`)
        .join(''),
    );
  }

  /** The message with this id as it stands now; null when it is gone. */
  at(id: number): Buffer | null {
    const [row] = this.rows(id - 1, 1);
    return row?.id === id ? Buffer.from(coreOf(row)) : null;
  }

  /** The id of the newest message; 0 when there is none. */
  last(): number {
    return this.trying(
      () => this.open.db.prepare<[], { last: number | null }>('SELECT max(id) AS last FROM messages').get()?.last ?? 0,
    );
  }

  /** The next messages, as many as are good to have in memory at once. */
  private rows(after: number, most = BATCH_ROWS): Row[] {
    return this.trying(() => {
      const rows: Row[] = [];
      let length = 0;
      for (const row of this.select.iterate(after, most)) {
        rows.push(row);
        length += row.long;
        if (length > BATCH_LENGTH) break;
      }
      return rows;
    });
  }

  /** Of a plain table only: a view or a virtual table of somebody else's could do anything. */
  private columns(table: string): Set<string> {
    const { db } = this.open;
    const kind = db
      .prepare<[string], { sql: string | null }>("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?")
      .get(table);
    if (!/^CREATE TABLE/i.test(kind?.sql ?? '')) return new Set();
    const found = db.prepare<[string], { name: string }>('SELECT name FROM pragma_table_info(?)').all(table);
    return new Set(found.map(({ name }) => name));
  }

  private trying<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw inWords(error);
    }
  }
}

/** A message of hundreds of megabytes is not brought into memory to be thrown away. */
function guardedBy(length: string, column: string): string {
  const [value, name] = column.split(' AS ');
  return `iif(${length} > ${MESSAGE_LIMIT}, NULL, ${value}) AS ${name}`;
}

function lineOf(row: Row): string {
  const session = { user_id: row.s_user_id, model: row.s_model, source: row.s_source };
  return `${coreOf(row).slice(0, -1)},"session":${JSON.stringify(session)}}`;
}

/** What stays as it is once written: a session's model or user may be set later. */
function coreOf(row: Row): string {
  const { id, long, session_id, role, tool_call_id, tool_name, timestamp } = row;
  const too =
    Number(long) > MESSAGE_LIMIT ? { trouble: `the message is longer than ${MESSAGE_LIMIT / 1024 / 1024} MiB` } : {};
  const plain = { hermes_message: id, session_id, role, tool_call_id, tool_name, timestamp, ...too };
  const core = JSON.stringify(plain).slice(0, -1);
  return `${core},"content":${contentOf(row.content)},"tool_calls":${jsonOf(row.tool_calls)}}`;
}

/** Newer versions mark content that is a list of parts, written as JSON. */
const PARTS = '\u0000json:';

function contentOf(content: unknown): string {
  return typeof content === 'string' && content.startsWith(PARTS)
    ? jsonOf(content.slice(PARTS.length))
    : JSON.stringify(textOf(content));
}

/** JSON text stays as it is written, without line ends; anything else becomes a string. */
function jsonOf(value: unknown): string {
  const text = textOf(value);
  return text !== null && wholeValue(text) ? text.replace(/[\r\n]/g, ' ') : JSON.stringify(text);
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return Buffer.isBuffer(value) ? value.toString('utf8') : String(value);
}
