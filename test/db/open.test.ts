import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dataFolder, storePath } from '@/db/paths';
import { SCHEMA_VERSION } from '@/db/sqlite/migrate';
import { openStore, openWriter, StoreError } from '@/db/sqlite/open';
import { datasets, pickStore, removeSample } from '@/db/stores';
import { Pipeline } from '@/ingest/pipeline';
import journal from '../../db/sqlite/migrations/meta/_journal.json' with { type: 'json' };
import { call } from '../ingest/records';
import { openSource, scratch } from './engine';

let folder: string;
let remove: () => void;
let path: string;
beforeEach(() => {
  ({ folder, remove } = scratch());
  path = join(folder, 'own.db');
});
afterEach(() => remove());

const COUNT = sql`SELECT count(*) AS n FROM calls`;

function fill(at: string, calls: number): void {
  const writer = openWriter(at);
  const pipeline = new Pipeline(writer);
  const source = openSource(pipeline);
  const records = Array.from({ length: calls }, (_, i) => call(`c-${i}`));
  pipeline.write({
    source: source.id,
    records,
    progress: { position: 1, size: 1, state: null, status: 'done' },
    sourceTime: 0,
  });
  writer.close();
}

async function trouble(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StoreError) return error.trouble;
    throw error;
  }
  return 'none';
}

describe('the writer', () => {
  test('makes folder and file, and sets what durability rests on', () => {
    const deep = join(folder, 'a', 'b', 'own.db');
    openWriter(deep).close();
    const db = new Database(deep, { readonly: true });
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('user_version', { simple: true })).toBe(SCHEMA_VERSION);
    db.close();
  });

  test('knows as many migrations as there are', () => {
    expect(SCHEMA_VERSION).toBe(journal.entries.length);
  });

  test('opened again, finds what was there', async () => {
    fill(path, 3);
    openWriter(path).close();
    const store = openStore(path, 'own');
    expect(await store.get(COUNT)).toEqual({ n: 3 });
    store.close();
  });

  test('is one: a second is refused until the first is closed', async () => {
    const first = openWriter(path);
    expect(await trouble(() => openWriter(path))).toBe('locked');
    first.close();
    openWriter(path).close();
  });

  test.each(['writer', 'reader'])('a file of a newer program is refused by the %s and left as it is', async (who) => {
    fill(path, 1);
    const db = new Database(path);
    db.pragma('user_version = 99');
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.close();
    const before = readFileSync(path);
    const open = who === 'writer' ? () => openWriter(path) : () => openStore(path, 'own').get(COUNT);
    expect(await trouble(open)).toBe('newer');
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test('a file that is no store is refused and left as it is', async () => {
    writeFileSync(path, 'my diary, not a database, and long enough to be looked at as one\n'.repeat(40));
    const before = readFileSync(path);
    expect(await trouble(() => openWriter(path))).toBe('unusable');
    expect(await trouble(() => openStore(path, 'own').get(COUNT))).toBe('unusable');
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

describe('the reader', () => {
  test('can be there before the file, and before the writer is done with it', async () => {
    const store = openStore(path, 'own');
    expect(await trouble(() => store.get(COUNT))).toBe('missing');
    expect(existsSync(path)).toBe(false);
    new Database(path).close();
    writeFileSync(path, '');
    expect(await trouble(() => store.get(COUNT))).toBe('missing');
    fill(path, 2);
    expect(await store.get(COUNT)).toEqual({ n: 2 });
    store.close();
  });

  test('notices that its file was replaced, and that it is gone', async () => {
    fill(path, 2);
    const store = openStore(path, 'own');
    expect(await store.get(COUNT)).toEqual({ n: 2 });
    const other = join(folder, 'other.db');
    fill(other, 5);
    for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true });
    renameSync(other, path);
    expect(await store.get(COUNT)).toEqual({ n: 5 });
    rmSync(path);
    expect(await trouble(() => store.get(COUNT))).toBe('missing');
    store.close();
  });

  test('cannot write', async () => {
    fill(path, 1);
    const store = openStore(path, 'own');
    await expect(store.all(sql`DELETE FROM calls RETURNING id`)).rejects.toThrow(/readonly/);
    store.close();
  });

  test('takes booleans and lists as parameters', async () => {
    fill(path, 1);
    const store = openStore(path, 'own');
    expect(await store.get(sql`SELECT ${true} AS yes, 3 IN ${[1, 3]} AS found`)).toEqual({ yes: 1, found: 1 });
    store.close();
  });
});

describe('datasets', () => {
  test('own data comes first when there is any, else the sample; the asked one always', async () => {
    expect(await pickStore(null, folder)).toBeNull();
    fill(storePath('sample', folder), 1);
    openWriter(path).close();
    expect((await pickStore(null, folder))?.dataset).toBe('sample');
    expect((await pickStore('own', folder))?.dataset).toBe('own');
    fill(path, 1);
    expect((await pickStore(null, folder))?.dataset).toBe('own');
    expect((await pickStore('sample', folder))?.dataset).toBe('sample');
  });

  test('removing the sample leaves own data, and waits for no one who still loads it', async () => {
    const sample = storePath('sample', folder);
    fill(path, 1);
    fill(sample, 4);
    expect(await (await pickStore('sample', folder))?.get(COUNT)).toEqual({ n: 4 });
    const loading = openWriter(sample);
    expect(await trouble(() => removeSample(folder))).toBe('locked');
    expect(statSync(sample).size).toBeGreaterThan(0);
    loading.close();
    removeSample(folder);
    expect((await datasets(folder)).map(({ dataset, exists, hasCalls }) => [dataset, exists, hasCalls])).toEqual([
      ['own', true, true],
      ['sample', false, false],
    ]);
    expect(await pickStore('sample', folder)).toBeNull();
    fill(sample, 2);
    expect(await (await pickStore('sample', folder))?.get(COUNT)).toEqual({ n: 2 });
  });

  test('the data folder is where the platform keeps such things, unless told', () => {
    expect(dataFolder({ CAPWATCH_HOME: '/x/y' }, 'linux')).toBe('/x/y');
    expect(dataFolder({ XDG_DATA_HOME: '/data' }, 'linux')).toBe(join('/data', 'capwatch'));
    expect(dataFolder({}, 'linux')).toMatch(/\.local[\\/]share[\\/]capwatch$/);
    expect(dataFolder({}, 'darwin')).toMatch(/Application Support[\\/]capwatch$/);
    expect(dataFolder({ LOCALAPPDATA: '/local' }, 'win32')).toBe(join('/local', 'capwatch'));
  });
});
