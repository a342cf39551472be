import type Database from 'better-sqlite3';
import { emptyHistory, keyOf, lessonOf, MARK } from '@/lib/session';
import type { Lesson, ToolHistory } from '@/lib/session/types';
import { Counter, Deltas } from './rollups';

/** A contract as its calls name it. */
export interface Contract {
  tool: string;
  dialect: string | null;
}

/** The largest page under a mark, with some of the queries that were served it, smallest first. */
export interface Top {
  present: number;
  queries: string[];
}

type Counted = Exclude<keyof typeof MARK, 'short' | 'over'>;

const COUNTED = (Object.keys(MARK) as (keyof typeof MARK)[]).filter(
  (mark): mark is Counted => mark !== 'short' && mark !== 'over',
);
/** Marks whose evidence is a distribution over rows served. */
const BY_ROWS = new Set<Counted>(['served', 'proven']);
/** More queries than any lesson asks for. */
const QUERIES = 4;
const NOTHING = JSON.stringify(lessonOf(emptyHistory()));
const KEPT_LESSONS = 20_000;

/** What each contract's calls have shown, and the lesson that judgement draws from it. */
export class HistoryWriter {
  private readonly deltas = new Deltas();
  private readonly counter: Counter;
  private readonly counts: Database.Statement<unknown[], { mark: Counted; present: number; calls: number }>;
  private readonly largest: Record<'short' | 'over', Database.Statement<unknown[], { present: number }>>;
  private readonly nextQuery: Record<'short' | 'over', Database.Statement<unknown[], { query: string }>>;
  private readonly read: Database.Statement<unknown[], { lesson: string }>;
  private readonly put: Database.Statement<unknown[]>;
  private readonly drop: Database.Statement<unknown[]>;
  private readonly known = new Map<string, Lesson | null>();

  constructor(db: Database.Database) {
    this.counter = new Counter(db, 'tool_history', ['contract', 'mark', 'present']);
    this.counts = db.prepare('SELECT mark, present, calls FROM tool_history WHERE contract = ?');
    const both = <Row>(make: (bit: number) => string) => ({
      short: db.prepare<unknown[], Row>(make(MARK.short)),
      over: db.prepare<unknown[], Row>(make(MARK.over)),
    });
    // The mark stands as a literal: only then SQLite knows that the partial index holds the answer.
    this.largest = both(
      (bit) =>
        `SELECT present FROM calls WHERE tool = ? AND dialect IS ? AND marks & ${bit} ORDER BY present DESC LIMIT 1`,
    );
    this.nextQuery = both(
      (bit) => `SELECT query FROM calls WHERE tool = ? AND dialect IS ? AND present = ? AND query > ? AND marks & ${bit}
        ORDER BY query LIMIT 1`,
    );
    this.read = db.prepare('SELECT lesson FROM lessons WHERE contract = ?');
    this.put = db.prepare(
      'INSERT INTO lessons (contract, lesson) VALUES (?, ?) ON CONFLICT (contract) DO UPDATE SET lesson = excluded.lesson',
    );
    this.drop = db.prepare('DELETE FROM lessons WHERE contract = ?');
  }

  /** Counts the marks that a call with a page of this length has now (+1) or had (−1). */
  count(contract: string, marks: number, page: number, sign: 1 | -1): void {
    for (const mark of COUNTED)
      if (marks & MARK[mark]) this.deltas.add([contract, mark, BY_ROWS.has(mark) ? page : 0], sign);
  }

  /** Writes what was counted; part of the transaction at hand. */
  flush(): void {
    this.counter.write(this.deltas);
    this.deltas.clear();
  }

  /** The history of a contract. `short` and `over` hold their largest page only: nothing else is ever asked of them. */
  historyOf(contract: Contract, unstored: { short: Top | null; over: Top | null }): ToolHistory {
    const history = emptyHistory();
    for (const { mark, present, calls } of this.counts.all(keyOf(contract.tool, contract.dialect))) {
      if (mark === 'served' || mark === 'proven') history[mark][present] = calls;
      else history[COUNTERS[mark]] = calls;
    }
    for (const mark of ['short', 'over'] as const) {
      const top = larger(this.top(contract, mark), unstored[mark]);
      if (top !== null) history[mark] = { [top.present]: top.queries };
    }
    return history;
  }

  lesson(contract: string): Lesson | null {
    const known = this.known.get(contract);
    if (known !== undefined) return known;
    const row = this.read.get(contract);
    const lesson = row === undefined ? null : (JSON.parse(row.lesson) as Lesson);
    if (this.known.size > KEPT_LESSONS) this.known.clear();
    this.known.set(contract, lesson);
    return lesson;
  }

  /** Draws the lesson anew. True when it is another than before, so that earlier judgements may not hold. */
  teach(contract: string, history: ToolHistory): boolean {
    const lesson = lessonOf(history);
    const before = this.lesson(contract);
    const text = JSON.stringify(lesson);
    const beforeText = before === null ? NOTHING : JSON.stringify(before);
    if (text === beforeText) return false;
    // A lesson that was taken back leaves nothing: the store must not show by which way it came to what it knows.
    const says = text !== NOTHING;
    if (says) this.put.run(contract, text);
    else this.drop.run(contract);
    this.known.set(contract, says ? lesson : null);
    return true;
  }

  /** After a rollback. */
  forget(): void {
    this.deltas.clear();
    this.known.clear();
  }

  private top({ tool, dialect }: Contract, mark: 'short' | 'over'): Top | null {
    const found = this.largest[mark].get(tool, dialect);
    if (found === undefined) return null;
    const queries: string[] = [];
    while (queries.length < QUERIES) {
      const next = this.nextQuery[mark].get(tool, dialect, found.present, queries.at(-1) ?? '');
      if (next === undefined) break;
      queries.push(next.query);
    }
    return { present: found.present, queries };
  }
}

const COUNTERS = {
  exceeded: 'totalExceeded',
  moved: 'totalMoved',
  noMoreFull: 'noMoreFull',
  noMoreWrong: 'noMoreWrong',
} as const;

/** The larger of two pages; of equal ones both sets of queries. */
export function larger(a: Top | null, b: Top | null): Top | null {
  if (a === null || b === null) return a ?? b;
  if (a.present !== b.present) return a.present > b.present ? a : b;
  return { present: a.present, queries: [...new Set([...a.queries, ...b.queries])].sort().slice(0, QUERIES) };
}
