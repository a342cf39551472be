import type Database from 'better-sqlite3';
import { answers, claims, judgedAnswers } from '../schema';
import { Insert } from './statements';

export type AnswerRow = Omit<typeof answers.$inferInsert, 'seq'>;

/** What an answer is known by; `ts` is null where its log had no time. */
export interface StoredAnswer {
  session: string;
  text: string;
  ts: number | null;
}

export type JudgedRow = typeof judgedAnswers.$inferInsert & { answer: number };
export type ClaimRow = Omit<typeof claims.$inferInsert, 'answer' | 'n'>;

/** Answers; one that is there already stays as it is. */
export class AnswersWriter {
  private readonly put: Insert<typeof answers>;
  private readonly putJudged: Insert<typeof judgedAnswers>;
  private readonly putClaim: Insert<typeof claims>;
  private readonly dropJudged: Database.Statement<unknown[]>;
  private readonly drop: Database.Statement<unknown[]>;
  private readonly byId: Database.Statement<unknown[], StoredAnswer>;

  constructor(db: Database.Database) {
    this.put = new Insert(db, answers, { without: ['seq'] });
    this.putJudged = new Insert(db, judgedAnswers);
    this.putClaim = new Insert(db, claims);
    this.dropJudged = db.prepare('DELETE FROM judged_answers');
    this.drop = db.prepare('DELETE FROM answers WHERE id = ?');
    this.byId = db.prepare('SELECT session, text, CASE WHEN ts_known THEN ts END AS ts FROM answers WHERE id = ?');
  }

  /** False when there is none. */
  remove(id: string): boolean {
    return this.drop.run(id).changes > 0;
  }

  find(id: string): StoredAnswer | null {
    return this.byId.get(id) ?? null;
  }

  store(row: AnswerRow): void {
    this.put.run(row as typeof answers.$inferInsert);
  }

  /** Takes down the claims of an answer that waited to be judged. */
  judged(row: JudgedRow, claims: readonly ClaimRow[]): void {
    this.putJudged.run(row);
    for (const [i, claim] of claims.entries()) this.putClaim.run({ ...claim, answer: row.answer, n: i + 1 });
  }

  /** Every answer waits to be judged again. */
  forgetJudged(): void {
    this.dropJudged.run();
  }
}
