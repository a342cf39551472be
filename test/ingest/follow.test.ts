import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openWriter, type Writer } from '@/db/sqlite/open';
import { Follower } from '@/ingest/follow';
import { Pipeline } from '@/ingest/pipeline';

let home: string;
let folder: string;
let writer: Writer;
let follower: Follower;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'capwatch-follow-'));
  folder = join(home, 'logs');
  mkdirSync(folder);
  writer = openWriter(join(home, 'own.db'));
  follower = new Follower(writer, new Pipeline(writer));
});

afterEach(async () => {
  await follower.stop();
  writer.close();
  rmSync(home, { recursive: true, force: true });
});

const line = (n: number) => `{"type":"call","tool":"t","ts":${1_772_000_000_000 + n},"args":{"n":${n}},"result":[1]}\n`;

function all<T>(query: string): T[] {
  const db = new Database(join(home, 'own.db'), { readonly: true });
  try {
    return db.prepare<[], T>(query).all();
  } finally {
    db.close();
  }
}
const calls = () => all<{ n: number }>('SELECT count(*) AS n FROM calls')[0]?.n;
const soon = (check: () => void) => vi.waitFor(check, { timeout: 2_000, interval: 50 });

describe('following a folder', () => {
  // Two seconds are promised of a machine that has time: a busy one gets another try.
  test('reads what is there, then new files, growth, rotation and deletion, each within two seconds', {
    retry: 2,
  }, async () => {
    const path = join(folder, 'a.ndjson');
    writeFileSync(path, line(0) + line(1));
    await follower.watch([folder]);
    expect(calls()).toBe(2);

    appendFileSync(path, line(2) + line(3).slice(0, 20));
    await soon(() => expect(calls()).toBe(3));
    appendFileSync(path, line(3).slice(20));
    await soon(() => expect(calls()).toBe(4));

    mkdirSync(join(folder, 'deep'));
    writeFileSync(join(folder, 'deep', 'b.ndjson'), line(10));
    await soon(() => expect(calls()).toBe(5));

    renameSync(path, join(folder, 'a.1.ndjson'));
    writeFileSync(path, line(20));
    await soon(() => expect(calls()).toBe(6));

    rmSync(join(folder, 'deep', 'b.ndjson'));
    await soon(() =>
      expect(all('SELECT path, status FROM sources ORDER BY path')).toEqual([
        { path: join(folder, 'a.1.ndjson'), status: 'following' },
        { path, status: 'following' },
        { path: join(folder, 'deep', 'b.ndjson'), status: 'gone' },
      ]),
    );
    expect(all('SELECT sum(duplicates) AS d, sum(quarantined) AS q FROM sources')).toEqual([{ d: 0, q: 0 }]);
  });
});
