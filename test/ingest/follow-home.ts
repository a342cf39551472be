import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { vi } from 'vitest';
import { openWriter, type Writer } from '@/db/sqlite/open';
import { type FollowEvents, Follower } from '@/ingest/follow';
import type { TreeOptions } from '@/ingest/follow-tree';
import { Pipeline } from '@/ingest/pipeline';
import type { FileOutcome } from '@/ingest/sources/file';

/** A folder of logs, a store and a real Follower between them; what it told is kept. */
export class FollowHome {
  readonly home = mkdtempSync(join(tmpdir(), 'capwatch-follow-'));
  readonly folder = join(this.home, 'logs');
  readonly reads: { path: string; outcome: FileOutcome }[] = [];
  readonly troubles: { path: string; reason: string }[] = [];
  readonly progress: [done: number, total: number, share: number][] = [];
  writer: Writer;
  follower: Follower;

  constructor(private readonly options: TreeOptions = {}) {
    mkdirSync(this.folder);
    this.writer = openWriter(join(this.home, 'own.db'));
    this.follower = this.fresh();
  }

  /** The program ends and is started again. */
  async restart(): Promise<void> {
    await this.follower.stop();
    this.writer.close();
    this.reads.length = 0;
    this.writer = openWriter(join(this.home, 'own.db'));
    this.follower = this.fresh();
  }

  async end(): Promise<void> {
    await this.follower.stop();
    this.writer.close();
    rmSync(this.home, { recursive: true, force: true });
  }

  all<T>(query: string): T[] {
    const db = new Database(join(this.home, 'own.db'), { readonly: true });
    try {
      return db.prepare<[], T>(query).all();
    } finally {
      db.close();
    }
  }

  calls(): number {
    return this.all<{ n: number }>('SELECT count(*) AS n FROM calls')[0]?.n ?? 0;
  }

  path(...names: string[]): string {
    return join(this.folder, ...names);
  }

  /** How often files with this ending of their path were opened. */
  opened(ending = ''): number {
    return this.reads.filter(({ path }) => path.endsWith(ending)).length;
  }

  private fresh(): Follower {
    const events: FollowEvents = {
      onRead: (path, outcome) => this.reads.push({ path, outcome }),
      onTrouble: (path, error) => this.troubles.push({ path, reason: String(error) }),
      onProgress: (...told) => this.progress.push(told),
    };
    return new Follower(this.writer, new Pipeline(this.writer), events, this.options);
  }
}

/** A line of the native log; each number gives another call. */
export function line(n: number): string {
  return `{"type":"call","tool":"t","ts":${1_772_000_000_000 + n},"args":{"n":${n}},"result":[1]}\n`;
}

/** Waits for what is promised within two seconds. */
export const soon = (check: () => void) => vi.waitFor(check, { timeout: 2_000, interval: 25 });

/** An hour ago: the time of files that have rested. */
export const HOUR_AGO = new Date(Date.now() - 3_600_000);

export const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));
