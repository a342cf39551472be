/** A file to look at, and how much of it there may be to read. */
interface Due {
  path: string;
  modified: number;
  bytes: number;
}

/**
 * What is to be looked at: first what changed just now, then what was there at the first look, the newest first, so that
 * people see their recent calls soon and a long backlog does not hold up what is being written.
 */
export class FollowQueue {
  private readonly urgent = new Set<string>();
  private backlog: Due[] = [];
  private sorted = true;
  private readonly waiting = new Map<string, Due>();
  private total = 0;

  get isEmpty(): boolean {
    return this.urgent.size === 0 && this.waiting.size === 0;
  }

  /** Something changed while a backlog is worked off. */
  get isUrgent(): boolean {
    return this.urgent.size > 0;
  }

  get size(): number {
    return this.urgent.size + this.waiting.size;
  }

  /** Bytes of the files of the backlog that wait. */
  get bytes(): number {
    return this.total;
  }

  /** A file that changed just now. */
  add(path: string): void {
    this.urgent.add(path);
  }

  /** A file that was there before anyone looked. */
  addBacklog(path: string, modified: number, bytes: number): void {
    this.drop(path);
    const due = { path, modified, bytes };
    this.waiting.set(path, due);
    this.total += bytes;
    this.backlog.push(due);
    this.sorted = false;
  }

  delete(path: string): void {
    this.urgent.delete(path);
    this.drop(path);
  }

  /** Takes all that changed just now. */
  *takeUrgent(): Generator<string, void, undefined> {
    const now = [...this.urgent];
    for (const path of now) {
      if (!this.urgent.delete(path)) continue;
      this.drop(path);
      yield path;
    }
  }

  /** Takes the newest file of the backlog; null when none waits. */
  takeBacklog(): string | null {
    if (!this.sorted) {
      this.backlog = [...this.waiting.values()].sort((a, b) => a.modified - b.modified);
      this.sorted = true;
    }
    for (let due = this.backlog.pop(); due !== undefined; due = this.backlog.pop()) {
      if (this.waiting.get(due.path) !== due) continue;
      this.drop(due.path);
      return due.path;
    }
    return null;
  }

  private drop(path: string): void {
    const due = this.waiting.get(path);
    if (due === undefined) return;
    this.waiting.delete(path);
    this.total -= due.bytes;
  }
}
