import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';
import { sql } from 'drizzle-orm';
import { wishFolder } from '@/db/paths';
import { CHOSEN_KEY, FOUND_KEY, type FoundLogs } from '@/db/questions/sources-found';
import { openStore, type Writer } from '@/db/sqlite/open';
import { foldersOf, lookForLogs } from './found-logs';
import { LOG_PLACES } from './found-logs-table';

const WISH = /^(follow|stop)-([a-z0-9-]+)$/;

/**
 * Which of the logs on this machine a person chose to read and follow. The choice is kept in the store, so the next
 * start follows them again. `offered`: the dashboard may show what is there and leave wishes; else neither is heard.
 */
export class ChosenLogs {
  private readonly ids: Set<string>;
  private readonly left = new Set<string>();
  private last: FoundLogs | null = null;
  private looking: Promise<void> = Promise.resolve();

  constructor(
    private readonly writer: Writer,
    private readonly dataFolder: string,
    private readonly offered: boolean,
    asked: readonly string[] = [],
  ) {
    const kept = JSON.parse(writer.meta.get(CHOSEN_KEY) ?? '[]') as string[];
    this.ids = new Set([...kept, ...asked].filter(isKnown));
    if (this.ids.size > kept.length) this.keep();
    // A wish that nobody heard is not granted days later.
    rmSync(wishFolder(dataFolder), { recursive: true, force: true });
    writer.transaction(() => writer.meta.set(FOUND_KEY, 'null', Date.now()));
  }

  /** The folders to follow that are there now. */
  folders(): string[] {
    return [...this.ids].flatMap((id) => foldersOf(id)).filter((folder) => existsSync(folder));
  }

  /** Grants what the dashboard left word of; true when the folders to follow have changed. */
  takeWishes(): boolean {
    const folder = wishFolder(this.dataFolder);
    if (!this.offered || !existsSync(folder)) return false;
    const before = [...this.ids].sort().join();
    for (const name of readdirSync(folder)) {
      const [, verb, id = ''] = WISH.exec(name) ?? [];
      rmSync(join(folder, name), { recursive: true, force: true });
      if (!isKnown(id)) continue;
      if (verb === 'follow') this.ids.add(id);
      else if (this.ids.delete(id)) this.left.add(id);
    }
    if ([...this.ids].sort().join() === before) return false;
    this.keep();
    if (this.last) this.put(this.last);
    return true;
  }

  /** Sources of logs that are followed no more say so; what was read of them stays. */
  async release(): Promise<void> {
    const folders = [...this.left].filter((id) => !this.ids.has(id)).flatMap((id) => foldersOf(id));
    this.left.clear();
    if (folders.length === 0) return;
    const store = openStore(this.writer.path, 'own');
    try {
      const followed = await store.all<{ id: number; path: string }>(
        sql`select id, path from sources where kind = 'file' and status in ('reading', 'following')`,
      );
      const released = followed.filter(({ path }) => folders.some((folder) => path.startsWith(folder + sep)));
      this.writer.transaction(() => {
        for (const { id } of released) this.writer.sources.setStatus(id, 'done');
      });
    } finally {
      store.close();
    }
  }

  /** Looks at names, sizes and times, and writes for the dashboard what is there. One look at a time. */
  publish(): Promise<void> {
    if (!this.offered) return Promise.resolve();
    this.looking = this.looking.then(async () => this.put(await lookForLogs(this.ids)));
    return this.looking;
  }

  private put(found: FoundLogs): void {
    this.last = found;
    const programs = found.programs.map((program) => ({ ...program, chosen: this.ids.has(program.id) }));
    this.writer.transaction(() => this.writer.meta.set(FOUND_KEY, JSON.stringify({ ...found, programs }), Date.now()));
  }

  private keep(): void {
    this.writer.transaction(() => this.writer.meta.set(CHOSEN_KEY, JSON.stringify([...this.ids]), Date.now()));
  }
}

function isKnown(id: string): boolean {
  return LOG_PLACES.some((place) => place.id === id);
}
