import type Database from 'better-sqlite3';

/** Settings and state of the store itself. */
export class MetaWriter {
  private readonly put: Database.Statement<unknown[]>;
  private readonly read: Database.Statement<unknown[], { value: string }>;

  constructor(db: Database.Database) {
    this.put = db.prepare(
      'INSERT INTO meta (key, value, at) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value, at = excluded.at',
    );
    this.read = db.prepare('SELECT value FROM meta WHERE key = ?');
  }

  get(key: string): string | null {
    return this.read.get(key)?.value ?? null;
  }

  /** `at`: when, epoch ms. */
  set(key: string, value: string, at: number): void {
    this.put.run(key, value, at);
  }
}
