import Database from 'better-sqlite3';

export interface Message {
  session?: string;
  role: string;
  content?: string | null;
  tool_calls?: unknown;
  tool_call_id?: string;
  tool_name?: string;
  timestamp?: number;
}

/** A `state.db` as Hermes writes it, in write-ahead mode. `older`: the columns of its first versions. */
export function hermesDb(path: string, { older = false, journal = 'wal' } = {}): Database.Database {
  const db = new Database(path);
  db.pragma(`journal_mode = ${journal}`);
  db.exec(`
    CREATE TABLE schema_version (version INTEGER NOT NULL);
    CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT NOT NULL, user_id TEXT, model TEXT, system_prompt TEXT,
      parent_session_id TEXT, started_at REAL NOT NULL, message_count INTEGER DEFAULT 0
      ${older ? '' : ', session_key TEXT, chat_id TEXT'});
    CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL REFERENCES sessions(id),
      role TEXT NOT NULL, content TEXT, tool_call_id TEXT, tool_calls TEXT
      ${older ? '' : ', tool_name TEXT'}, timestamp REAL NOT NULL, finish_reason TEXT);
  `);
  return db;
}

export function addSession(db: Database.Database, id: string, user: string | null = null): void {
  db.prepare('INSERT INTO sessions (id, source, user_id, model, started_at) VALUES (?, ?, ?, ?, ?)').run(
    id,
    'cli',
    user,
    'm/1',
    1_772_000_000,
  );
}

export function addMessages(db: Database.Database, messages: readonly Message[]): void {
  for (const message of messages) {
    const {
      session = 's',
      role,
      content = null,
      tool_calls = null,
      tool_call_id = null,
      timestamp = 1_772_000_000.5,
    } = message;
    const calls = tool_calls === null || typeof tool_calls === 'string' ? tool_calls : JSON.stringify(tool_calls);
    db.prepare(
      'INSERT INTO messages (session_id, role, content, tool_calls, tool_call_id, timestamp) VALUES (?, ?, ?, ?, ?, ?)',
    ).run(session, role, content, calls, tool_call_id, timestamp);
  }
}

/** A question, a call with its result, and the answer. */
export function turn(n: number, session = 's'): Message[] {
  const id = `call_${session}_${n}`;
  const call = {
    id,
    call_id: id,
    response_item_id: `fc_${n}`,
    type: 'function',
    function: { name: 'search_files', arguments: `{"n":${n}}` },
  };
  const timestamp = 1_772_000_000 + n;
  return [
    { session, role: 'user', content: `Question ${n}`, timestamp },
    { session, role: 'assistant', content: '', tool_calls: [call], timestamp },
    { session, role: 'tool', content: `{"total_count":1,"files":["${n}.ts"]}`, tool_call_id: id, timestamp },
    { session, role: 'assistant', content: `Answer ${n}`, timestamp },
  ];
}
