import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { openWriter } from '@/db/sqlite/open';
import { formats } from '@/ingest/formats';
import { Pipeline } from '@/ingest/pipeline';
import { readFile } from '@/ingest/sources/file';
import { damage, damaged } from './damage';
import { logs } from './logs';

const folder = mkdtempSync(join(tmpdir(), 'capwatch-fuzz-'));
const writer = openWriter(join(folder, 'own.db'));
const pipeline = new Pipeline(writer);
const db = new Database(join(folder, 'own.db'), { readonly: true });
const position = db.prepare<[string], { position: number }>('SELECT position FROM sources WHERE path = ?');
const all = logs();

afterAll(() => {
  db.close();
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Damaged files of each format that go the whole way into a store. */
const FILES = 6;

describe('damaged files in a real store', () => {
  test.each(formats.map(({ id }) => id))(
    '%s: read to the last byte, and nothing new when read again',
    async (format) => {
      const own = all.filter((log) => log.format === format);
      const samples = fc.sample(fc.tuple(fc.constantFrom(...own), damage), { numRuns: FILES, seed: format.length });
      for (const [nth, [log, changes]] of samples.entries()) {
        const path = join(folder, `${format}-${nth}`);
        const bytes = damaged(log, changes, all);
        writeFileSync(path, bytes);
        const outcome = await readFile(path, writer, pipeline, { final: true });
        if (outcome.kind === 'unknown') expect(outcome.reason).not.toBe('');
        else if (outcome.kind === 'waiting') expect(bytes).toHaveLength(0);
        else if (outcome.kind === 'read') {
          expect(outcome.bytes).toBe(bytes.length);
          expect(position.get(path)?.position).toBe(bytes.length);
          expect(await readFile(path, writer, pipeline, { final: true })).toEqual({ kind: 'unchanged' });
        }
      }
    },
  );
});
