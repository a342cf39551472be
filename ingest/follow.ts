import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { sql } from 'drizzle-orm';
import { openStore, type Writer } from '@/db/sqlite/open';
import type { Pipeline } from './pipeline';
import { type FileOutcome, readFile } from './sources/file';
import { isIgnored } from './sources/folder';

/** How long a file has to be quiet before its open calls are told as they are. */
const QUIET = 30_000;
const LOOK_AGAIN = 5_000;

export interface FollowEvents {
  /** A file was looked at. */
  onRead?: (path: string, outcome: FileOutcome) => void;
  /** A file could not be read; the others go on. */
  onTrouble?: (path: string, error: unknown) => void;
  /** How many files have been looked at of how many that are known, while the first look lasts. */
  onProgress?: (done: number, total: number) => void;
}

/** Reads folders and files, and then what is added to them while they grow, rotate, are replaced or vanish. One file at a time. */
export class Follower {
  private watcher: FSWatcher | null = null;
  private readonly queue = new Set<string>();
  private readonly quietAt = new Map<string, number>();
  private readonly idOf = new Map<string, number>();
  private readonly pathOf = new Map<number, string>();
  private readonly timer: NodeJS.Timeout;
  private working: Promise<void> | null = null;
  private stopping = false;
  private scanned = false;
  private looked = 0;

  constructor(
    private readonly writer: Writer,
    private readonly pipeline: Pipeline,
    private readonly events: FollowEvents = {},
  ) {
    this.timer = setInterval(() => this.lookAgain(), LOOK_AGAIN);
    this.timer.unref();
  }

  /** Watches paths; resolves when what is there now has been read. */
  async watch(paths: readonly string[]): Promise<void> {
    await this.markGone();
    const watcher = watch([...paths], {
      ignored: (path, stats) => isIgnored(basename(path), stats?.isDirectory() ?? false),
    });
    this.watcher = watcher;
    watcher.on('add', (path) => this.enqueue(path));
    watcher.on('change', (path) => this.enqueue(path));
    watcher.on('unlink', (path) => this.gone(path));
    watcher.on('error', (error) => this.events.onTrouble?.(paths.join(', '), error));
    await new Promise<void>((ready) => watcher.once('ready', () => ready()));
    this.begin();
    await this.drained();
    this.scanned = true;
  }

  /** Resolves when everything that is known to have changed has been read. */
  async drained(): Promise<void> {
    while (this.working) await this.working;
  }

  /** Finishes the transaction at hand and stops. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    await this.watcher?.close();
    await this.drained();
  }

  private enqueue(path: string): void {
    this.queue.add(path);
    this.begin();
  }

  private begin(): void {
    this.working ??= this.work().finally(() => {
      this.working = null;
    });
  }

  private async work(): Promise<void> {
    do {
      for (const path of this.queue) {
        if (this.stopping) return;
        this.queue.delete(path);
        await this.look(path);
        this.looked++;
        if (!this.scanned) this.events.onProgress?.(this.looked, this.looked + this.queue.size);
      }
      // What came may tell more of what is stored; whatever comes meanwhile goes first.
      await this.pipeline.settle(() => this.stopping || this.queue.size > 0);
    } while (this.queue.size > 0 && !this.stopping);
  }

  private async look(path: string): Promise<void> {
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    const settle = age >= QUIET;
    try {
      const outcome = await readFile(path, this.writer, this.pipeline, {
        final: false,
        settle,
        stop: () => this.stopping,
      });
      if (settle) this.quietAt.delete(path);
      else this.quietAt.set(path, Date.now() - age + QUIET);
      if (outcome.kind === 'read') this.remember(path, outcome.source);
      this.events.onRead?.(path, outcome);
    } catch (error) {
      if (existsSync(path)) this.events.onTrouble?.(path, error);
      else this.gone(path);
    }
  }

  /** Another source under a known path: the text that stood there was replaced. */
  private remember(path: string, source: number): void {
    if (this.idOf.get(path) !== source) this.leave(path);
    this.idOf.set(path, source);
    this.pathOf.set(source, path);
  }

  /** What became quiet is looked at once more. */
  private lookAgain(): void {
    const now = Date.now();
    for (const [path, due] of this.quietAt) if (due <= now && this.quietAt.delete(path)) this.enqueue(path);
  }

  private gone(path: string): void {
    this.queue.delete(path);
    this.quietAt.delete(path);
    this.leave(path);
    this.idOf.delete(path);
  }

  /** A file that was renamed lives on under its new name; else its source is gone. */
  private leave(path: string): void {
    const id = this.idOf.get(path);
    if (id === undefined || this.pathOf.get(id) !== path) return;
    this.writer.transaction(() => this.writer.sources.setStatus(id, 'gone'));
  }

  /** Files that vanished while nobody watched. */
  private async markGone(): Promise<void> {
    const store = openStore(this.writer.path, 'own');
    try {
      const known = await store.all<{ id: number; path: string }>(
        sql`SELECT id, path FROM sources WHERE kind = 'file' AND status IN ('reading', 'following')`,
      );
      for (const { id, path } of known) {
        this.remember(path, id);
        if (!existsSync(path)) this.gone(path);
      }
    } finally {
      store.close();
    }
  }
}
