import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach } from 'vitest';
import { openWriter, type Writer } from '@/db/sqlite/open';
import { Pipeline } from '@/ingest/pipeline';
import { type FileOptions, type FileOutcome, readFile } from '@/ingest/sources/file';

/** A store of its own for each test, in a folder of its own for its logs. */
export class TestStore {
  folder = '';
  writer!: Writer;
  pipeline!: Pipeline;

  constructor() {
    beforeEach(() => {
      this.folder = mkdtempSync(join(tmpdir(), 'capwatch-packed-'));
      this.writer = openWriter(join(this.folder, 'own.store'));
      this.pipeline = new Pipeline(this.writer);
    });
    afterEach(() => {
      this.writer.close();
      rmSync(this.folder, { recursive: true, force: true });
    });
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  read(name: string, options: Partial<FileOptions> = {}): Promise<FileOutcome> {
    return readFile(this.path(name), this.writer, this.pipeline, { final: true, ...options });
  }

  all<T>(query: string): T[] {
    const db = new Database(join(this.folder, 'own.store'), { readonly: true });
    try {
      return db.prepare<[], T>(query).all();
    } finally {
      db.close();
    }
  }

  get calls(): number {
    return this.all<{ n: number }>('SELECT count(*) AS n FROM calls')[0]?.n ?? -1;
  }

  get answers(): number {
    return this.all<{ n: number }>('SELECT count(*) AS n FROM answers')[0]?.n ?? -1;
  }

  get reasons(): string[] {
    return this.all<{ reason: string }>('SELECT reason FROM quarantine ORDER BY id').map(({ reason }) => reason);
  }

  get sources(): { path: string; format: string; status: string; position: number; size: number }[] {
    return this.all('SELECT path, format, status, position, size FROM sources ORDER BY id');
  }
}

/** Lines of the native log; each is one call. */
export function nativeLines(from: number, to: number, pad = 0): string {
  const line = (n: number) => ({
    type: 'call',
    tool: 'list_things',
    session: 's',
    ts: 1_772_000_000_000 + n,
    args: { n },
    ...(pad > 0 ? { pad: noise(n, pad) } : {}),
    result: [n],
  });
  return Array.from({ length: to - from }, (_, i) => `${JSON.stringify(line(from + i))}\n`).join('');
}

/** Text that does not compress well, the same for the same number. */
function noise(seed: number, length: number): string {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += state.toString(36);
  }
  return text.slice(0, length);
}
