import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWriter, type Writer } from '@/db/sqlite/open';
import { Pipeline } from '@/ingest/pipeline';
import { Assembly } from '@/ingest/receiver/assembly';
import { Intake } from '@/ingest/receiver/intake';
import { scratch } from '../../db/engine';
import { conversation, exportOf, hex } from './agent-traces';

let path: string;
let writer: Writer;
let remove: () => void;
let now = 1_790_000_000_000;
beforeEach(() => {
  const made = scratch();
  remove = made.remove;
  path = join(made.folder, 'own.db');
  writer = openWriter(path);
});
afterEach(() => {
  writer.close();
  remove();
});

function onStore<T>(work: (db: Database.Database) => T): T {
  const db = new Database(path);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

function count(table: string): number {
  return onStore((db) => Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()));
}

async function take(names: readonly string[]): Promise<void> {
  const steps = [{ told: 'span' as const, result: 'span' as const, rows: 2 }];
  const spans = names.flatMap((name) => conversation(name, [{ named: true, steps }]));
  await new Intake(writer, new Pipeline(writer, () => now), () => now).take(
    'traces',
    'json',
    Buffer.from(exportOf(spans)),
  );
  now += 60_000;
}

function assembly(): Assembly {
  return new Assembly(writer, new Pipeline(writer, () => now), () => now);
}

test('a hundred small traces are put together in one turn', async () => {
  await take(Array.from({ length: 100 }, (_, i) => `many-${i}`));
  expect(assembly().some()).toBe(true);
  expect(count('calls')).toBe(100);
  expect(assembly().some()).toBe(false);
});

test('a trace that cannot be read does not hold up the others of its turn, and is set aside once', async () => {
  await take(['one', 'broken', 'two']);
  onStore((db) => db.prepare("UPDATE trace_spans SET body = '{' WHERE trace = ?").run(hex('broken/0', 32)));
  expect(assembly().some()).toBe(true);
  expect(onStore((db) => db.prepare('SELECT session FROM calls ORDER BY session').pluck().all())).toEqual([
    'one',
    'two',
  ]);
  const reasons = onStore((db) => db.prepare<[], string>('SELECT reason FROM quarantine').pluck().all());
  expect(reasons).toEqual([expect.stringContaining(`trace ${hex('broken/0', 32)} could not be put together`)]);
  expect(assembly().some()).toBe(false);
});

test('what came before is neither stored nor put together again', async () => {
  await take(['same']);
  while (assembly().some());
  await take(['same']);
  expect(assembly().some()).toBe(false);
  expect(onStore((db) => db.prepare('SELECT calls, duplicates FROM sources').all())).toEqual([
    { calls: 1, duplicates: 3 },
  ]);
});

test('an export of many thousand spans is stored in parts, and its bytes are counted once', async () => {
  const names = Array.from({ length: 6_000 }, (_, i) => `part-${i}`);
  await take(names);
  expect(count('trace_spans')).toBe(18_000);
  const length = onStore((db) => Number(db.prepare('SELECT position FROM sources').pluck().get()));
  await take(names);
  expect(onStore((db) => db.prepare('SELECT position, duplicates FROM sources').all())).toEqual([
    { position: 2 * length, duplicates: 18_000 },
  ]);
});

test('while more waits than may be kept, what comes is asked to come later', async () => {
  await take(['before']);
  writer.inbox.news('waiting', 1, now, now + 1e9, 257 * 1024 * 1024);
  await expect(take(['later'])).rejects.toMatchObject({ status: 429, retryAfter: 5 });
  expect(count('trace_spans')).toBe(3);
});
