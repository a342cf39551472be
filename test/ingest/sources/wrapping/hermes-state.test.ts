import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { Follower } from '@/ingest/follow';
import { addMessages, addSession, hermesDb, turn } from './hermes-db';
import { TestStore } from './store';

const store = new TestStore();
const beside = () =>
  readdirSync(store.folder)
    .filter((name) => name.startsWith('state'))
    .sort();

function made(turns: number, options: Parameters<typeof hermesDb>[1] = {}): Database.Database {
  const db = hermesDb(store.path('state.db'), options);
  addSession(db, 's', 'user_1');
  for (let n = 0; n < turns; n++) addMessages(db, turn(n));
  return db;
}

describe('state.db of Hermes', () => {
  test.each([
    ['newer', false],
    ['older', true],
  ])('%s: messages are calls and answers with their session, account, model and time', async (_, older) => {
    made(2, { older }).close();
    expect(await store.read('state.db')).toMatchObject({
      kind: 'read',
      format: 'hermes',
      calls: 2,
      answers: 2,
      quarantined: 0,
    });
    expect(store.all('SELECT id, session, account, tool, args, model, ts FROM calls ORDER BY id')).toMatchObject([
      { id: 'call_s_0', session: 's', account: 'user_1', tool: 'search_files', model: 'm/1', ts: 1_772_000_000_000 },
      { id: 'call_s_1', session: 's' },
    ]);
    expect(store.all('SELECT question, text FROM answers ORDER BY ts')).toMatchObject([
      { question: 'Question 0', text: 'Answer 0' },
      { question: 'Question 1', text: 'Answer 1' },
    ]);
    expect(await store.read('state.db')).toEqual({ kind: 'unchanged' });
    expect(beside()).toEqual(['state.db']);
  });

  test('while Hermes runs, rows that are in the write-ahead log only are read, and nothing is written', async () => {
    const db = made(2);
    const files = beside();
    expect(files).toEqual(['state.db', 'state.db-shm', 'state.db-wal']);
    const main = readFileSync(store.path('state.db'));
    expect(await store.read('state.db', { final: false })).toMatchObject({ calls: 2 });
    addMessages(db, turn(2));
    expect(await store.read('state.db', { final: false })).toMatchObject({ calls: 1, duplicates: 0 });
    expect(await store.read('state.db', { final: false })).toEqual({ kind: 'unchanged' });
    expect(readFileSync(store.path('state.db'))).toEqual(main);
    db.close();
    expect(await store.read('state.db', { final: false })).toEqual({ kind: 'unchanged' });
    expect(beside()).toEqual(['state.db']);
  });

  test('left behind by a crash, with its write-ahead log', async () => {
    const db = made(3);
    for (const end of ['', '-wal']) copyFileSync(store.path(`state.db${end}`), store.path(`left.db${end}`));
    db.close();
    expect(await store.read('left.db')).toMatchObject({ calls: 3 });
    expect(
      readdirSync(store.folder)
        .filter((name) => name.startsWith('left'))
        .sort(),
    ).toEqual(['left.db', 'left.db-wal']);
  });

  test('with a rollback journal', async () => {
    const db = made(2, { journal: 'delete' });
    expect(await store.read('state.db')).toMatchObject({ calls: 2 });
    expect(beside()).toEqual(['state.db']);
    db.close();
  });

  test('a call whose result comes later is one call', async () => {
    const db = made(0);
    const [question, call, result, answer] = turn(7);
    addMessages(
      db,
      [question, call].flatMap((message) => message ?? []),
    );
    expect(await store.read('state.db', { final: false, settle: true })).toMatchObject({ calls: 1 });
    addMessages(
      db,
      [result, answer].flatMap((message) => message ?? []),
    );
    await store.read('state.db', { final: false, settle: true });
    expect(store.all("SELECT id, verdict <> 'unreadable' AS judged FROM calls")).toEqual([
      { id: 'call_s_7', judged: 1 },
    ]);
    expect(store.answers).toBe(1);
    db.close();
  });

  test('sessions side by side keep their own results and answers', async () => {
    const db = made(0);
    addSession(db, 't', null);
    const [a, b] = [turn(1), turn(1, 't')];
    for (const [i, message] of a.entries()) addMessages(db, [message, b[i] ?? message]);
    db.close();
    expect(await store.read('state.db')).toMatchObject({ calls: 2, answers: 2 });
    expect(store.all('SELECT session, account FROM calls ORDER BY session')).toEqual([
      { session: 's', account: 'user_1' },
      { session: 't', account: expect.toSatisfy((account) => account === null || account === '') },
    ]);
  });

  test('the same session as a document counts once', async () => {
    made(3).close();
    await store.read('state.db');
    const messages = [0, 1, 2].flatMap((n) => turn(n)).map(({ session: _, timestamp: __, ...message }) => message);
    const session = { session_id: 's', model: 'm/1', platform: 'cli', session_start: '2026-02-25T06:13:20', messages };
    writeFileSync(store.path('session_s.json'), JSON.stringify(session, null, 2));
    expect(await store.read('session_s.json')).toMatchObject({ calls: 0, quarantined: 0 });
    expect([store.calls, store.answers]).toEqual([3, 3]);
  });

  test('stopped between two batches it loses and repeats nothing', async () => {
    const db = made(0);
    db.transaction(() => {
      for (let n = 0; n < 4_000; n++) addMessages(db, turn(n));
    })();
    db.close();
    let looks = 0;
    while ((await store.read('state.db', { stop: () => true })).kind === 'read') looks++;
    expect(looks).toBeGreaterThan(1);
    expect([store.calls, store.answers]).toEqual([4_000, 4_000]);
    expect(store.all('SELECT sum(duplicates) AS n FROM sources')).toEqual([{ n: 0 }]);
  });

  test('packed with gzip', async () => {
    made(5).close();
    writeFileSync(store.path('packed'), gzipSync(readFileSync(store.path('state.db'))));
    expect(await store.read('packed')).toMatchObject({ calls: 5, answers: 5, quarantined: 0 });
    expect(await store.read('packed')).toEqual({ kind: 'unchanged' });
  });

  test('values that nobody expected are set aside or text', async () => {
    const db = made(0);
    addMessages(db, [
      { role: 'assistant', tool_calls: '[{"id":"x","function":' },
      { role: 'assistant', tool_calls: '[1]' },
      { role: 'user', content: '\u0000json:[{"type":"text","text":"Two\\nlines"}]' },
      ...turn(1),
    ]);
    db.prepare('UPDATE messages SET content = ? WHERE role = ?').run(Buffer.from([0xff, 0x00]), 'tool');
    db.close();
    expect(await store.read('state.db')).toMatchObject({ kind: 'read', calls: 1 });
  });

  test('another database, a view in its place and an empty one are told apart', async () => {
    const other = new Database(store.path('other.db'));
    other.exec('CREATE TABLE notes (id INTEGER); INSERT INTO notes VALUES (1)');
    other.close();
    expect(await store.read('other.db')).toMatchObject({
      kind: 'unknown',
      reason: expect.stringContaining('not the state.db of Hermes'),
    });
    const view = new Database(store.path('view.db'));
    view.exec(`CREATE TABLE sessions (id TEXT); CREATE VIEW messages AS
      WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id, '' AS session_id, '' AS role, '' AS content, '' AS tool_calls FROM n`);
    view.close();
    expect(await store.read('view.db')).toMatchObject({ kind: 'unknown' });
    made(0).close();
    expect(await store.read('state.db')).toEqual({ kind: 'waiting' });
  });

  test('is followed in its folder while Hermes writes to it', async () => {
    const db = made(2);
    const follower = new Follower(store.writer, store.pipeline);
    await follower.watch([store.folder]);
    expect(store.calls).toBe(2);
    addMessages(db, turn(2));
    for (let i = 0; i < 50 && store.calls < 3; i++) await new Promise((wake) => setTimeout(wake, 100));
    expect(store.calls).toBe(3);
    await follower.stop();
    db.close();
  });
});
