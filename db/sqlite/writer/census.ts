import type Database from 'better-sqlite3';
import type { KnownCount } from '@/lib/session/types';

export interface CensusRow extends KnownCount {
  /** `queryKey` with the record's account; without one the key that any account shares. */
  query: string;
  tool: string;
  account: string | null;
  args: string;
  source: number;
}

type Found = KnownCount & { account: string | null };

/** True counts, one per query: the newest stands. */
export class CensusWriter {
  private readonly put: Database.Statement<unknown[]>;
  private readonly read: Database.Statement<unknown[], Found>;
  private readonly count: Database.Statement<unknown[], { n: number }>;
  private readonly known = new Map<string, Found | null>();
  private any: boolean | null = null;

  constructor(private readonly db: Database.Database) {
    this.put = db.prepare(
      `INSERT INTO census (query, tool, account, args, matched, ts, source) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (query) DO UPDATE SET account = excluded.account, matched = excluded.matched, ts = excluded.ts, source = excluded.source`,
    );
    this.read = db.prepare('SELECT matched, ts, account FROM census WHERE query = ?');
    this.count = db.prepare('SELECT EXISTS (SELECT 1 FROM census) AS n');
  }

  /** The count of a query. */
  find(query: string): Found | null {
    this.any ??= this.count.get()?.n === 1;
    if (!this.any) return null;
    const cached = this.known.get(query);
    if (cached !== undefined) return cached;
    const found = this.read.get(query) ?? null;
    if (this.known.size > 50_000) this.known.clear();
    this.known.set(query, found);
    return found;
  }

  /** Stores a count unless a newer one stands. Returns whether anything changed. */
  store(row: CensusRow): boolean {
    const before = this.find(row.query);
    if (before !== null && !replaces(row, before)) return false;
    this.put.run(row.query, row.tool, row.account, row.args, row.matched, row.ts, row.source);
    this.known.set(row.query, { matched: row.matched, ts: row.ts, account: row.account });
    this.any = true;
    return true;
  }

  isEmpty(): boolean {
    return this.count.get()?.n !== 1;
  }

  /** Stores every count under the key that `keyOf` gives; where two come to one key, the newer stands. */
  rekey(keyOf: (row: CensusRow) => string): void {
    const rows = this.db.prepare<[], CensusRow>('SELECT query, tool, account, args, matched, ts, source FROM census');
    const moved = rows.all().flatMap((row) => (keyOf(row) === row.query ? [] : [{ ...row, to: keyOf(row) }]));
    const remove = this.db.prepare('DELETE FROM census WHERE query = ?');
    for (const { query } of moved) remove.run(query);
    this.forget();
    for (const { to, ...row } of moved) this.store({ ...row, query: to });
  }

  forget(): void {
    this.known.clear();
    this.any = null;
  }
}

/** Newest first; of the same instant the larger, so that the order of arrival does not matter. */
function replaces(row: KnownCount, before: KnownCount): boolean {
  const [a, b] = [row.ts ?? Number.NEGATIVE_INFINITY, before.ts ?? Number.NEGATIVE_INFINITY];
  return a > b || (a === b && row.matched > before.matched);
}
