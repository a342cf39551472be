import { existsSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { openStore, type Writer } from '@/db/sqlite/open';
import type { SourceStatus } from '@/db/sqlite/writer/sources';

/** A source of the store that was a file, as it was when it was read last. */
interface Known {
  id: number;
  path: string;
  status: SourceStatus;
  /** `stampOf` the file when it had been read to its end and had rested; null before. */
  stamp: string | null;
}

/** Which source stands under which path, and sources that are followed or gone. */
export class FollowedSources {
  private readonly idOf = new Map<string, number>();
  private readonly pathOf = new Map<number, string>();

  constructor(private readonly writer: Writer) {}

  /**
   * What the store knows of files: those that vanished while nobody watched are gone. Returns the stamps of files that
   * need no look while they keep it.
   */
  async load(isFollowed: (path: string) => boolean): Promise<Map<string, string>> {
    const stamps = new Map<string, string>();
    const adopted: number[] = [];
    const gone: number[] = [];
    for (const { id, path, status, stamp } of await this.known()) {
      const isThere = existsSync(path);
      if (status === 'done' && !(isThere && isFollowed(path))) continue;
      const before = this.replace(path, id);
      if (before !== null) gone.push(before);
      stamps.delete(path);
      if (!isThere) gone.push(id);
      else if (stamp !== null && status !== 'reading' && isFollowed(path)) {
        stamps.set(path, stamp);
        if (status === 'done') adopted.push(id);
      }
    }
    this.mark(adopted, 'following');
    this.mark(gone, 'gone');
    return stamps;
  }

  /** Another source under a known path: the text that stood there was replaced. */
  remember(path: string, source: number): void {
    const before = this.replace(path, source);
    if (before !== null) this.mark([before], 'gone');
  }

  /** Files that are there no more; one that was renamed lives on under its new name. */
  gone(paths: Iterable<string>): void {
    const gone: number[] = [];
    for (const path of paths) {
      const id = this.leave(path);
      if (id !== null) gone.push(id);
      this.idOf.delete(path);
    }
    this.mark(gone, 'gone');
  }

  private replace(path: string, source: number): number | null {
    const before = this.idOf.get(path) === source ? null : this.leave(path);
    this.idOf.set(path, source);
    this.pathOf.set(source, path);
    return before;
  }

  private leave(path: string): number | null {
    const id = this.idOf.get(path);
    if (id === undefined || this.pathOf.get(id) !== path) return null;
    this.pathOf.delete(id);
    return id;
  }

  private mark(ids: readonly number[], status: SourceStatus): void {
    if (ids.length === 0) return;
    this.writer.transaction(() => {
      for (const id of ids) this.writer.sources.setStatus(id, status);
    });
  }

  private async known(): Promise<Known[]> {
    const store = openStore(this.writer.path, 'own');
    try {
      return await store.all<Known>(
        sql`SELECT id, path, status, json_extract(state, '$.stamp') AS stamp FROM sources
            WHERE kind = 'file' AND status IN ('reading', 'following', 'done') ORDER BY last_read_at, id`,
      );
    } finally {
      store.close();
    }
  }
}
