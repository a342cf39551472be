import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openWriter, type Writer } from '@/db/sqlite/open';
import { Pipeline } from '@/ingest/pipeline';
import { type FileOptions, readFile } from '@/ingest/sources/file';
import { freshFingerprint } from '@/ingest/sources/identity';

let folder: string;
let writer: Writer;
let pipeline: Pipeline;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'capwatch-file-'));
  writer = openWriter(join(folder, 'own.db'));
  pipeline = new Pipeline(writer);
});

afterEach(() => {
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

const log = () => join(folder, 'a.ndjson');
const line = (n: number, tool = 'list_things') =>
  `${JSON.stringify({ type: 'call', tool, session: 's', ts: 1_772_000_000_000 + n, args: { n }, result: [n] })}\n`;
const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => line(from + i)).join('');
const read = (path = log(), options: Partial<FileOptions> = {}) =>
  readFile(path, writer, pipeline, { final: true, ...options });

function all<T>(query: string): T[] {
  const db = new Database(join(folder, 'own.db'), { readonly: true });
  try {
    return db.prepare<[], T>(query).all();
  } finally {
    db.close();
  }
}
const calls = () => all<{ n: number }>('SELECT count(*) AS n FROM calls')[0]?.n;
const sources = () =>
  all<{ path: string; position: number; status: string }>('SELECT path, position, status FROM sources ORDER BY id');

describe('reading a file', () => {
  test('twice changes nothing', async () => {
    writeFileSync(log(), lines(0, 50));
    expect(await read()).toMatchObject({ kind: 'read', calls: 50, duplicates: 0, quarantined: 0, format: 'native' });
    expect(await read()).toEqual({ kind: 'unchanged' });
    expect(calls()).toBe(50);
  });

  test('goes on where it stopped, also when the file was very short at first', async () => {
    writeFileSync(log(), lines(0, 1));
    await read();
    for (let n = 1; n < 40; n++) {
      appendFileSync(log(), line(n));
      expect(await read()).toMatchObject({ kind: 'read', calls: 1, duplicates: 0 });
    }
    expect(calls()).toBe(40);
    expect(sources()).toHaveLength(1);
  });

  test('a last line without its end waits while the file may grow', async () => {
    const whole = lines(0, 3);
    writeFileSync(log(), whole.slice(0, -10));
    expect(await read(log(), { final: false })).toMatchObject({ kind: 'read', calls: 2, quarantined: 0 });
    expect(await read(log(), { final: false })).toEqual({ kind: 'unchanged' });
    appendFileSync(log(), whole.slice(-10));
    expect(await read(log(), { final: false })).toMatchObject({ kind: 'read', calls: 1 });
  });

  test('at the end of a plain ingest the last line counts', async () => {
    writeFileSync(log(), lines(0, 3).trimEnd());
    expect(await read()).toMatchObject({ calls: 3, quarantined: 0 });
    appendFileSync(log(), `\n${line(3)}`);
    expect(await read()).toMatchObject({ calls: 1, quarantined: 0 });
  });

  test('a truncated file is read from its start', async () => {
    writeFileSync(log(), lines(0, 30));
    await read();
    writeFileSync(log(), lines(0, 12) + lines(100, 105));
    expect(await read()).toMatchObject({ kind: 'read', calls: 17 });
    expect(calls()).toBe(47);
    expect(sources()).toHaveLength(1);
  });

  test('a replaced file is another source', async () => {
    writeFileSync(log(), lines(0, 30));
    await read();
    writeFileSync(log(), lines(500, 540));
    expect(await read()).toMatchObject({ kind: 'read', calls: 40 });
    expect(sources()).toHaveLength(2);
  });

  test('a renamed file goes on under its new name', async () => {
    writeFileSync(log(), lines(0, 30));
    await read();
    const renamed = join(folder, 'a.1.ndjson');
    renameSync(log(), renamed);
    appendFileSync(renamed, line(30));
    expect(await read(renamed)).toMatchObject({ calls: 1, duplicates: 0 });
    writeFileSync(log(), lines(50, 60));
    expect(await read()).toMatchObject({ calls: 10 });
    expect(calls()).toBe(41);
  });

  test('a copy beside its original counts once, and what each gets later counts', async () => {
    const copy = join(folder, 'copy.ndjson');
    writeFileSync(log(), lines(0, 30));
    await read();
    copyFileSync(log(), copy);
    await read(copy);
    expect(calls()).toBe(30);
    appendFileSync(copy, line(31));
    appendFileSync(log(), line(32));
    await read(copy);
    await read();
    expect(calls()).toBe(32);
  });

  test('two logs that begin alike but differ are both read', async () => {
    const other = join(folder, 'b.ndjson');
    writeFileSync(log(), lines(0, 30));
    writeFileSync(other, lines(0, 12) + lines(200, 220));
    await read();
    await read(other);
    expect(all<{ n: number }>("SELECT count(*) AS n FROM calls WHERE json_extract(args, '$.n') >= 200")[0]?.n).toBe(20);
    expect(sources().map((source) => source.path)).toEqual([log(), other]);
  });

  test('bad lines are set aside with their place; the rest is read', async () => {
    const good = lines(0, 2);
    writeFileSync(log(), `${good}{"type":"call","tool":"x"}\nnot json\n${line(2)}`);
    expect(await read()).toMatchObject({ calls: 3, quarantined: 2 });
    const bad = all<{ offset: number; reason: string; bytes: Buffer }>(
      'SELECT "offset", reason, bytes FROM quarantine ORDER BY "offset"',
    );
    expect(bad.map(({ offset, reason, bytes }) => [offset, reason, bytes.toString()])).toEqual([
      [good.length, 'field "result": required of a call', '{"type":"call","tool":"x"}'],
      [good.length + 27, 'the line is not valid JSON (cut, or broken)', 'not json'],
    ]);
  });

  test('stopped between two batches it loses and repeats nothing', async () => {
    writeFileSync(log(), lines(0, 20_000).replaceAll('"result":[', `"pad":"${'p'.repeat(500)}","result":[`));
    let looks = 0;
    while ((await read(log(), { stop: () => true })).kind === 'read') looks++;
    expect(looks).toBeGreaterThan(2);
    expect(calls()).toBe(20_000);
    expect(all<{ d: number }>('SELECT duplicates AS d FROM sources')[0]?.d).toBe(0);
  });

  test('ended between naming a source and reading it, it is still one source', async () => {
    writeFileSync(log(), lines(0, 30));
    const head = readFileSync(log()).subarray(0, 1024);
    const fingerprint = freshFingerprint(head, true) ?? '';
    pipeline.open({ kind: 'file', path: log(), fingerprint, format: 'native', size: 1 });
    expect(await read()).toMatchObject({ calls: 30 });
    expect(sources()).toEqual([expect.objectContaining({ path: log(), status: 'done' })]);
  });

  test('a call whose result comes later is one call', async () => {
    const ask =
      '{"type":"assistant","sessionId":"s","uuid":"u1","timestamp":"2026-02-01T08:00:00Z","message":{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"Glob","input":{}}]}}\n';
    const got =
      '{"type":"user","sessionId":"s","uuid":"u2","timestamp":"2026-02-01T08:00:01Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"a.ts"}]}}\n';
    writeFileSync(log(), ask);
    expect(await read()).toMatchObject({ calls: 1 });
    expect(await read()).toEqual({ kind: 'unchanged' });
    appendFileSync(log(), got);
    await read();
    expect(all("SELECT id, verdict <> 'unreadable' AS judged FROM calls")).toEqual([{ id: 'toolu_1', judged: 1 }]);
  });

  test('what no format knows, what is binary and what is empty is told apart', async () => {
    writeFileSync(log(), 'dear diary\n');
    expect(await read()).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('Claude Code session') });
    writeFileSync(log(), Buffer.from([0x1f, 0x8b, 8, 0]));
    expect(await read()).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('gzip') });
    writeFileSync(log(), '');
    expect(await read()).toEqual({ kind: 'waiting' });
    expect(sources()).toEqual([]);
  });

  test('a document is read whole, and again when it changed', async () => {
    const message = (id: number) => [
      { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 't', arguments: { id } } },
      { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: String(id) }] } },
    ];
    writeFileSync(log(), JSON.stringify(message(1), null, 1));
    expect(await read()).toMatchObject({ calls: 1, format: 'mcp' });
    expect(await read()).toEqual({ kind: 'unchanged' });
    writeFileSync(log(), JSON.stringify([...message(1), ...message(2)], null, 1));
    await read();
    expect(calls()).toBe(2);
  });
});
