import type { Stats } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf, FolderWatches } from './follow-watches';
import { isIgnored } from './sources/folder';
import { databaseOfLog } from './sources/wrapping/sqlite-file';

/** Files whose stats are asked for at once. */
const AT_ONCE = 64;
/** Changes told within this many ms are looked at together: a log that grows by lines is not opened for each. */
const GATHER = 40;

export interface TreeEvents {
  /** A file is there, perhaps as it was before. */
  seen(path: string, stats: Stats): void;
  /** A part of a file that stands beside it is there: the write-ahead log of a database. */
  seenBeside(path: string, stats: Stats): void;
  /** A file that was seen is there no more. */
  gone(path: string): void;
  /** A folder cannot be read or watched; the others go on. Told once while the reason stays. */
  trouble(path: string, error: unknown): void;
}

export interface TreeOptions {
  /** Folders watched at most; the others are looked at each second. */
  mostWatches?: number;
}

/** Why something is looked at: a change was told, nothing tells of changes in it, or everything is looked at. */
type Reason = 'told' | 'silent' | 'all';

interface Folder {
  ino: number;
  files: Set<string>;
  folders: Set<string>;
}

/**
 * Knows which files stand below some paths, and learns of changes by one watch for each folder, by looking again where
 * there is none, and by looking at everything from time to time. Links to folders are not followed, so no loop exists.
 */
export class FolderTree {
  private readonly roots = new Set<string>();
  private readonly folders = new Map<string, Folder>();
  /** Files that stand alone or are links: what happens to them is told by no watched folder. */
  private readonly alone = new Set<string>();
  private readonly touched = new Set<string>();
  private readonly told = new Map<string, string>();
  private readonly watches: FolderWatches;
  private gathering: NodeJS.Timeout | null = null;
  private readonly running = new Set<Promise<void>>();
  private closed = false;

  constructor(
    private readonly events: TreeEvents,
    { mostWatches }: TreeOptions = {},
  ) {
    this.watches = new FolderWatches(
      (folder, name) => this.touch(name === null ? folder : join(folder, name)),
      (folder, error) => this.trouble(folder, error),
      mostWatches,
    );
  }

  /** Sees everything below some paths; those that are missing are waited for. */
  async add(paths: readonly string[]): Promise<void> {
    for (const path of paths) this.roots.add(resolve(path));
    await this.look(true);
  }

  /** Looks at all that no watch tells of; `everywhere`: at all that is there. */
  look(everywhere: boolean): Promise<void> {
    return this.counted(async () => {
      for (const path of this.roots) await this.visit(path, everywhere ? 'all' : 'silent');
      for (const path of [...this.alone]) if (!this.roots.has(path)) await this.visit(path, 'silent');
      if (everywhere) return;
      for (const path of [...this.folders.keys()])
        if (!this.watches.has(path) && !this.roots.has(path)) await this.visit(path, 'silent');
    });
  }

  /** Resolves when every change that was told has been looked at. */
  async settled(): Promise<void> {
    while (this.gathering || this.running.size > 0) {
      if (this.gathering) this.gather();
      await Promise.all(this.running);
    }
  }

  /** How much there is to look at; `silent`: folders, and files beside them, of which no watch tells. */
  get size(): { folders: number; watched: number; silent: number } {
    const [folders, watched] = [this.folders.size, this.watches.size];
    return { folders, watched, silent: folders - watched + this.alone.size };
  }

  close(): void {
    this.closed = true;
    if (this.gathering) clearTimeout(this.gathering);
    this.gathering = null;
    this.watches.close();
  }

  private counted(work: () => Promise<void>): Promise<void> {
    const done = work();
    const over: Promise<void> = done
      .catch(() => undefined)
      .then(() => {
        this.running.delete(over);
      });
    this.running.add(over);
    return done;
  }

  private touch(path: string): void {
    if (this.closed) return;
    this.touched.add(path);
    this.gathering ??= setTimeout(() => this.gather(), GATHER);
  }

  private gather(): void {
    if (this.gathering) clearTimeout(this.gathering);
    this.gathering = null;
    const paths = [...this.touched];
    this.touched.clear();
    this.counted(async () => {
      for (const path of paths) await this.visit(path, 'told');
    }).catch((error: unknown) => this.trouble(dirname(paths[0] ?? ''), error));
  }

  private async visit(path: string, reason: Reason): Promise<void> {
    const isRoot = this.roots.has(path);
    const own = await this.statsOf(path, lstat);
    if (this.closed || own === 'denied') return;
    if (own === null) return this.vanished(path);
    const database = isRoot ? null : databaseOfLog(path);
    if (database !== null && own.isFile()) return this.events.seenBeside(database, own);
    if (!isRoot && isIgnored(basename(path), own.isDirectory())) return;
    const stats = own.isSymbolicLink() ? await this.statsOf(path, stat) : own;
    if (this.closed || stats === 'denied') return;
    if (stats === null) return this.vanished(path);
    if (stats.isFile()) this.file(path, stats, own.isSymbolicLink() || isRoot);
    else if (stats.isDirectory() && (isRoot || own.isDirectory())) await this.folder(path, stats, reason);
    else this.vanished(path);
  }

  private file(path: string, stats: Stats, alone: boolean): void {
    if (this.folders.has(path)) this.vanished(path);
    if (alone) this.alone.add(path);
    this.folders.get(dirname(path))?.files.add(basename(path));
    this.events.seen(path, stats);
  }

  /** Lists a folder that is new, was replaced by another, or is to be looked at again. */
  private async folder(path: string, { ino }: Stats, reason: Reason): Promise<void> {
    const known = this.folders.get(path);
    const same = known?.ino === ino;
    if (same && reason === 'silent' && this.watches.has(path)) return;
    if (known) known.ino = ino;
    else this.folders.set(path, { ino, files: new Set(), folders: new Set() });
    const above = this.folders.get(dirname(path));
    above?.files.delete(basename(path));
    above?.folders.add(basename(path));
    if (!same || (reason !== 'silent' && !this.watches.has(path))) await this.watches.add(path);
    if (this.closed) return this.watches.close();
    await this.list(path, same ? reason : 'all');
  }

  private async list(path: string, reason: Reason): Promise<void> {
    const entries = await this.entriesOf(path);
    const folder = this.folders.get(path);
    if (entries === null || folder === undefined) return;
    const inside: string[] = [];
    const files: string[] = [];
    const names = new Set<string>();
    for (const entry of entries) {
      if (isIgnored(entry.name, entry.isDirectory()) && databaseOfLog(entry.name) === null) continue;
      names.add(entry.name);
      if (entry.isDirectory()) inside.push(entry.name);
      else if (entry.isFile() || entry.isSymbolicLink()) files.push(entry.name);
    }
    // The list may be older than a change that was told meanwhile, so what it lacks is asked for by name.
    for (const name of [...folder.files, ...folder.folders]) if (!names.has(name)) files.push(name);
    for (let at = 0; at < files.length && !this.closed; at += AT_ONCE)
      await Promise.all(files.slice(at, at + AT_ONCE).map((name) => this.visit(join(path, name), reason)));
    for (const name of inside) {
      const known = folder.folders.has(name) && (reason !== 'silent' || !this.watches.has(join(path, name)));
      if (reason === 'all' || !known) await this.visit(join(path, name), reason);
    }
  }

  private async entriesOf(path: string) {
    try {
      const entries = await readdir(path, { withFileTypes: true });
      this.told.delete(path);
      return entries;
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) this.vanished(path);
      else this.trouble(path, error);
      return null;
    }
  }

  private vanished(path: string): void {
    const folder = this.folders.get(path);
    const wasAlone = this.alone.delete(path);
    const parent = this.folders.get(dirname(path));
    this.told.delete(path);
    if (parent?.files.delete(basename(path)) || wasAlone) this.events.gone(path);
    if (folder === undefined) return;
    this.watches.remove(path);
    this.folders.delete(path);
    parent?.folders.delete(basename(path));
    for (const name of [...folder.files, ...folder.folders]) this.vanishedIn(path, folder, name);
  }

  private vanishedIn(path: string, folder: Folder, name: string): void {
    const inside = join(path, name);
    if (folder.files.has(name)) {
      this.alone.delete(inside);
      this.events.gone(inside);
    } else this.vanished(inside);
  }

  private trouble(path: string, error: unknown): void {
    const words = String(error);
    if (this.told.get(path) === words) return;
    this.told.set(path, words);
    this.events.trouble(path, error);
  }

  /** Null when nothing stands there. */
  private async statsOf(path: string, ask: typeof stat): Promise<Stats | null | 'denied'> {
    try {
      return await ask(path);
    } catch (error) {
      if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(codeOf(error))) return null;
      this.trouble(dirname(path), error);
      return 'denied';
    }
  }
}
