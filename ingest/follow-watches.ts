import { type FSWatcher, watch } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { basename } from 'node:path';

/** Folders that one process watches at most: half of what a system with a common setting grants to all its programs. */
export const MOST_WATCHES = 32_768;

/** What becomes of a wish to be told of changes in a folder. */
export type Watching =
  /** Changes are told. */
  | 'told'
  /** The folder has to be looked at again and again. */
  | 'silent';

/** File systems whose changes from elsewhere are not told: NFS, SMB, CIFS, FUSE, 9P (statfs(2), magic numbers). */
const REMOTE = new Set([0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x65735546, 0x01021997]);

/** Where no watch is to be had, looking goes on by itself; told with what a person can do about it. */
export class WatchesExhausted extends Error {
  constructor(cause: string) {
    super(
      `no more folders can be watched (${cause}); the others are looked at again and again instead, which takes longer. ` +
        'On Linux, raise fs.inotify.max_user_watches and fs.inotify.max_user_instances.',
    );
  }
}

const EXHAUSTED = new Set(['ENOSPC', 'EMFILE', 'ENFILE', 'ENOMEM']);

/** One watch for each folder, never one for a file: what happens to the files in it is told by the folder. */
export class FolderWatches {
  private readonly watchers = new Map<string, FSWatcher>();
  private toldExhausted = false;

  /**
   * @param changed a name in a folder was made, changed or removed; null when the system does not say which
   * @param trouble told once when watches are exhausted, and for each folder that fails otherwise
   */
  constructor(
    private readonly changed: (folder: string, name: string | null) => void,
    private readonly trouble: (folder: string, error: unknown) => void,
    private readonly most = MOST_WATCHES,
  ) {}

  get size(): number {
    return this.watchers.size;
  }

  /** Watches a folder; an earlier watch of it is given up. A folder that cannot be watched has to be looked at. */
  async add(folder: string): Promise<Watching> {
    const remote = await isRemote(folder);
    this.remove(folder);
    if (remote) return 'silent';
    if (this.watchers.size >= this.most) return this.exhausted(folder, `${this.most.toLocaleString('en-US')} are`);
    try {
      const watcher = watch(folder, { persistent: true }, (event, name) => {
        if (event === 'rename' && name === basename(folder)) this.lost(folder, watcher);
        this.changed(folder, name);
      });
      watcher.on('error', (error) => this.failed(folder, error));
      this.watchers.set(folder, watcher);
      return 'told';
    } catch (error) {
      return this.refused(folder, error);
    }
  }

  has(folder: string): boolean {
    return this.watchers.has(folder);
  }

  remove(folder: string): void {
    this.watchers.get(folder)?.close();
    this.watchers.delete(folder);
  }

  close(): void {
    for (const watcher of this.watchers.values()) watcher.close();
    this.watchers.clear();
  }

  /**
   * A folder tells of its own end by its own name. One that was made anew may have the same inode, and the watch is dead all the
   * same; a file that is called like its folder costs one more look.
   */
  private lost(folder: string, watcher: FSWatcher): void {
    if (this.watchers.get(folder) !== watcher) return;
    this.remove(folder);
    this.changed(folder, null);
  }

  private failed(folder: string, error: unknown): void {
    this.remove(folder);
    this.refused(folder, error);
    this.changed(folder, null);
  }

  private refused(folder: string, error: unknown): Watching {
    const code = codeOf(error);
    if (EXHAUSTED.has(code)) return this.exhausted(folder, code);
    // A folder that vanished or may not be read says so when it is listed.
    if (!['ENOENT', 'EACCES', 'EPERM', 'ENOTDIR'].includes(code)) this.trouble(folder, error);
    return 'silent';
  }

  private exhausted(folder: string, cause: string): Watching {
    if (!this.toldExhausted) this.trouble(folder, new WatchesExhausted(cause));
    this.toldExhausted = true;
    return 'silent';
  }
}

/** The system's code of an error; empty when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

async function isRemote(folder: string): Promise<boolean> {
  try {
    return REMOTE.has((await statfs(folder)).type);
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return false;
  }
}
