import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import type { Writer } from '@/db/sqlite/open';
import { FollowQueue } from './follow-queue';
import { FollowedSources } from './follow-sources';
import { FolderTree, type TreeOptions } from './follow-tree';
import { codeOf } from './follow-watches';
import type { Pipeline } from './pipeline';
import { type FileOutcome, readFile } from './sources/file';
import { isRacy, RACY, stampOf } from './sources/stamp';

/** How long a file has to be quiet before its open calls are told as they are. */
export const QUIET = 30_000;
const LOOK_AGAIN = 1_000;
/** Everything is looked at this often, for changes that no system tells of. */
const LOOK_EVERYWHERE = 60_000;
/** Looking takes at most this share of the time. */
const SHARE = 0.2;
/** A file that could not be read is tried again after this time. */
const TRY_AGAIN = 30_000;
const TELL_PROGRESS = 200;

export interface FollowEvents {
  /** A file was opened and looked at. */
  onRead?: (path: string, outcome: FileOutcome) => void;
  /** A file or folder could not be read; the others go on. Told once while the reason stays. */
  onTrouble?: (path: string, error: unknown) => void;
  /** How many files have been looked at of how many that have to be, and the share of their bytes, 0 … 1. */
  onProgress?: (done: number, total: number, share: number) => void;
}

/** Reads folders and files, and then what is added to them while they grow, rotate, are replaced or vanish. One file at a time. */
export class Follower {
  private readonly queue = new FollowQueue();
  private readonly tree: FolderTree;
  private readonly sources: FollowedSources;
  /** What files were when they were looked at last: they need no look while they stay so. */
  private stamps = new Map<string, string>();
  /** The same of what stands beside a file, when a look at the file was asked for because of it. */
  private readonly besides = new Map<string, string>();
  /** When a file is looked at once more: it has become quiet then, or what kept it from being read may be over. */
  private readonly lookAt = new Map<string, number>();
  private readonly troubled = new Map<string, string>();
  private vanished: string[] = [];
  private timer: NodeJS.Timeout | null = null;
  private lookedEverywhere = Date.now();
  /** How long it took to look at everything, and at what tells of no changes; ms. */
  private readonly took = { everywhere: 0, silent: 0 };
  private working: Promise<void> | null = null;
  private stopping = false;
  private scanned = false;
  private readonly first = { files: 0, bytes: 0, looked: 0, read: 0, told: 0 };

  constructor(
    private readonly writer: Writer,
    private readonly pipeline: Pipeline,
    private readonly events: FollowEvents = {},
    options: TreeOptions = {},
  ) {
    this.sources = new FollowedSources(writer);
    this.tree = new FolderTree(
      {
        seen: (path, stats) => this.seen(path, stats),
        seenBeside: (path, stats) => this.seenBeside(path, stats),
        gone: (path) => this.gone(path),
        trouble: (path, error) => this.events.onTrouble?.(path, error),
      },
      options,
    );
  }

  /** Watches paths; resolves when what is there now has been read. */
  async watch(paths: readonly string[]): Promise<void> {
    const roots = paths.map((path) => resolve(path));
    this.stamps = await this.sources.load((path) => roots.some((root) => path === root || path.startsWith(root + sep)));
    const start = performance.now();
    await this.tree.add(roots);
    this.lookedEverywhere = Date.now();
    this.took.everywhere = performance.now() - start;
    if (this.stopping) return;
    this.lookLater();
    this.first.files = this.queue.size;
    this.first.bytes = this.queue.bytes;
    this.scanned = true;
    this.begin();
    await this.worked();
  }

  /** Resolves when everything that is known to have changed has been read. */
  async drained(): Promise<void> {
    do {
      await this.tree.settled();
      await this.worked();
    } while (this.working);
  }

  /** Looks at everything now, as is done from time to time, and resolves when what is new has been read. */
  async lookEverywhere(): Promise<void> {
    await this.tree.look(true);
    await this.drained();
  }

  /** Folders that are known, and how many of them tell of changes. */
  get size() {
    return { ...this.tree.size, waiting: this.queue.size };
  }

  /** Finishes the transaction at hand and stops. */
  async stop(): Promise<void> {
    this.stopping = true;
    if (this.timer) clearTimeout(this.timer);
    this.tree.close();
    await this.drained();
  }

  private async worked(): Promise<void> {
    while (this.working) await this.working;
  }

  private seen(path: string, stats: Stats): void {
    if (this.stamps.get(path) === stampOf(stats)) return;
    if (this.scanned) this.enqueue(path);
    else this.queue.addBacklog(path, stats.mtimeMs, stats.size);
  }

  /** SQLite touches the entry of a write-ahead log when the superuser opens its database: only a new text counts. */
  private seenBeside(path: string, stats: Stats): void {
    const { size, mtimeMs, ino } = stats;
    const stamp = `${size} ${mtimeMs} ${ino}`;
    if (this.besides.get(path) === stamp) return;
    this.besides.set(path, stamp);
    if (this.scanned) this.enqueue(path);
    else this.queue.addBacklog(path, mtimeMs, size);
  }

  private gone(path: string): void {
    this.forget(path);
    this.vanished.push(path);
    this.begin();
  }

  private forget(path: string): void {
    this.queue.delete(path);
    this.lookAt.delete(path);
    this.stamps.delete(path);
    this.besides.delete(path);
    this.troubled.delete(path);
  }

  private enqueue(path: string): void {
    this.queue.add(path);
    this.begin();
  }

  private begin(): void {
    if (!this.scanned || this.stopping) return;
    this.working ??= this.work().finally(() => {
      this.working = null;
    });
  }

  private async work(): Promise<void> {
    do {
      this.leaveVanished();
      for (const path of this.queue.takeUrgent()) {
        if (this.stopping) return;
        await this.look(path);
      }
      const path = this.queue.takeBacklog();
      if (path !== null && !this.stopping) await this.look(path);
      // What came may tell more of what is stored; whatever comes meanwhile goes first.
      else await this.pipeline.settle(() => this.stopping || !this.queue.isEmpty);
    } while ((!this.queue.isEmpty || this.vanished.length > 0) && !this.stopping);
  }

  private leaveVanished(): void {
    const paths = this.vanished;
    this.vanished = [];
    this.sources.gone(paths);
  }

  /** The rest of a long file is left for later when another one changes. */
  private async look(path: string): Promise<void> {
    let left = false;
    let position = 0;
    let stats: Stats | null = null;
    try {
      stats = await stat(path);
      const quiet = stats.mtimeMs + QUIET;
      const settle = Date.now() >= quiet;
      const outcome = await readFile(path, this.writer, this.pipeline, {
        final: false,
        settle,
        stop: () => {
          left = this.stopping || this.queue.isUrgent;
          return left;
        },
        onProgress: (at) => {
          position = at;
          this.tellProgress(at);
        },
      });
      if (outcome.kind === 'read') this.sources.remember(path, outcome.source);
      if (left) this.queue.addBacklog(path, stats.mtimeMs, Math.max(0, stats.size - position));
      else this.rests(path, stats, settle ? null : quiet);
      this.troubled.delete(path);
      this.events.onRead?.(path, outcome);
      if (!left) this.looked(stats.size);
    } catch (error) {
      this.failed(path, stats, error);
    }
  }

  /** `again`: when it is to be looked at once more although it stays as it is. */
  private rests(path: string, stats: Stats, again: number | null): void {
    const now = Date.now();
    const racy = isRacy(stats, now);
    if (racy) this.stamps.delete(path);
    else this.stamps.set(path, stampOf(stats));
    if (again === null && !racy) this.lookAt.delete(path);
    else this.lookAt.set(path, again ?? now + RACY);
  }

  private failed(path: string, stats: Stats | null, error: unknown): void {
    if (codeOf(error) === 'ENOENT') {
      this.forget(path);
      this.sources.gone([path]);
      return;
    }
    if (stats) this.rests(path, stats, Date.now() + TRY_AGAIN);
    const words = String(error);
    if (this.troubled.get(path) === words) return;
    this.troubled.set(path, words);
    this.events.onTrouble?.(path, error);
  }

  private looked(bytes: number): void {
    this.first.looked++;
    this.first.read += bytes;
    this.tellProgress(0);
  }

  private tellProgress(position: number): void {
    const { first, queue } = this;
    const now = Date.now();
    if (first.files === 0 || now - first.told < TELL_PROGRESS) return;
    first.told = now;
    const total = first.looked + queue.size + (position > 0 ? 1 : 0);
    const share = first.bytes > 0 ? Math.min(1, (first.read + position) / first.bytes) : first.looked / total;
    this.events.onProgress?.(first.looked, total, share);
    if (queue.isEmpty) first.files = 0;
  }

  private lookLater(): void {
    const wait = Math.max(LOOK_AGAIN, this.took.silent / SHARE);
    this.timer = setTimeout(() => {
      this.lookAgain()
        .catch((error: unknown) => this.events.onTrouble?.('', error))
        .finally(() => {
          if (!this.stopping) this.lookLater();
        });
    }, wait);
  }

  /** What became quiet is looked at once more, and whatever tells of no changes by itself. */
  private async lookAgain(): Promise<void> {
    const now = Date.now();
    for (const [path, due] of this.lookAt) if (due <= now && this.lookAt.delete(path)) this.enqueue(path);
    const start = performance.now();
    const everywhere = now - this.lookedEverywhere > Math.max(LOOK_EVERYWHERE, this.took.everywhere / SHARE);
    await this.tree.look(everywhere);
    if (everywhere) this.lookedEverywhere = Date.now();
    this.took[everywhere ? 'everywhere' : 'silent'] = performance.now() - start;
  }
}
