import type Database from 'better-sqlite3';

/** What lies at one length of one source. */
export interface StoredPile {
  /** Up to 2 tools and 3 queries, smallest first. */
  tools: string[];
  queries: string[];
  cut: boolean;
}

const KEPT_SOURCES = 1000;
const LENGTHS = ['payload_length', 'text_length'] as const;

/** Results of one same length, per source. */
export class PilesWriter {
  private readonly read: Database.Statement<unknown[], { tools: string; queries: string; cut: number }>;
  private readonly put: Database.Statement<unknown[]>;
  private readonly drop: Database.Statement<unknown[]>;
  private readonly cuts: Database.Statement<unknown[], { length: number }>;
  private readonly whole: Database.Statement<unknown[]>[];
  private readonly at: Database.Statement<unknown[], { tool: string; query: string }>[];
  private readonly longestOf: Database.Statement<unknown[], { longest: number }>;
  private readonly known = new Map<number, Set<number>>();

  constructor(db: Database.Database) {
    this.read = db.prepare('SELECT tools, queries, cut FROM piles WHERE source = ? AND length = ?');
    this.put = db.prepare(
      `INSERT INTO piles (source, length, tools, queries, cut) VALUES (?, ?, ?, ?, ?) ON CONFLICT (source, length)
       DO UPDATE SET tools = excluded.tools, queries = excluded.queries, cut = excluded.cut`,
    );
    this.drop = db.prepare('DELETE FROM piles WHERE source = ? AND length = ?');
    this.cuts = db.prepare('SELECT length FROM piles WHERE source = ? AND cut');
    const where = (column: string) => `FROM calls WHERE source = ? AND ${column} = ? AND ${given(column)}`;
    this.whole = LENGTHS.map((column) => db.prepare(`SELECT 1 ${where(column)} AND cut = 0 LIMIT 1`));
    this.at = LENGTHS.map((column) => db.prepare(`SELECT DISTINCT tool, query ${where(column)}`));
    this.longestOf = db.prepare('SELECT longest_result AS longest FROM sources WHERE id = ?');
  }

  find(source: number, length: number): StoredPile | null {
    const row = this.read.get(source, length);
    if (row === undefined) return null;
    return {
      tools: JSON.parse(row.tools) as string[],
      queries: JSON.parse(row.queries) as string[],
      cut: row.cut === 1,
    };
  }

  store(source: number, length: number, pile: StoredPile): void {
    if (pile.tools.length === 0) this.drop.run(source, length);
    else this.put.run(source, length, JSON.stringify(pile.tools), JSON.stringify(pile.queries), Number(pile.cut));
    const known = this.known.get(source);
    if (pile.cut) known?.add(length);
    else known?.delete(length);
  }

  /** The lengths at which the log of a source cuts. */
  cutLengths(source: number): ReadonlySet<number> {
    const known = this.known.get(source);
    if (known !== undefined) return known;
    const found = new Set(this.cuts.all(source).map(({ length }) => length));
    if (this.known.size > KEPT_SOURCES) this.known.clear();
    this.known.set(source, found);
    return found;
  }

  /** Whether a stored result of this length ends where it should. */
  holdsWhole(source: number, length: number): boolean {
    return this.whole.some((statement) => statement.get(source, length) !== undefined);
  }

  /** Tools and queries of the stored results of this length. */
  membersAt(source: number, length: number): { tool: string; query: string }[] {
    return this.at.flatMap((statement) => statement.all(source, length));
  }

  /** UTF-16 length of the longest result of a source so far. */
  longest(source: number): number {
    return this.longestOf.get(source)?.longest ?? 0;
  }

  /** After a rollback. */
  forget(): void {
    this.known.clear();
  }
}

/** Said again so that SQLite knows that the partial index holds the answer. */
export function given(column: string): string {
  return column === 'text_length' ? 'text_length IS NOT NULL AND cut IS NOT NULL' : 'cut IS NOT NULL';
}
