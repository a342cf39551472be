import type { JsonValue } from '@/lib/json/types';

/** Sessions whose folder is remembered; a log rarely holds more than one. */
const MOST = 100;

/** The folder in which each session began: the agent may move below it, and the project stays the same. */
export class SessionFolders {
  private readonly folders: Map<string, string>;

  constructor(state: JsonValue | null) {
    // The state is our own, written by `state()` in the transaction that stored the position.
    this.folders = new Map(Array.isArray(state) ? (state as [string, string][]) : []);
  }

  /** `cwd`: where the agent stands now, as a record says. Empty where no record said it yet. */
  of(session: string, cwd: string | null): { folder?: string } {
    const known = this.folders.get(session);
    if (known !== undefined) return { folder: known };
    if (!cwd) return {};
    this.folders.set(session, cwd);
    for (const oldest of this.folders.keys()) {
      if (this.folders.size <= MOST) break;
      this.folders.delete(oldest);
    }
    return { folder: cwd };
  }

  state(): JsonValue {
    return [...this.folders];
  }
}
