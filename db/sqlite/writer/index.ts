import type Database from 'better-sqlite3';
import type { Lock } from '../lock';
import { AccountsWriter } from './accounts';
import { AnswersWriter } from './answers';
import { CallsWriter } from './calls';
import { CensusWriter } from './census';
import { HistoryWriter } from './history';
import { InboxWriter } from './inbox';
import { MetaWriter } from './meta';
import { PendingWriter } from './pending';
import { PilesWriter } from './piles';
import { Rollups } from './rollups';
import { SetSizes } from './set-sizes';
import { SourcesWriter } from './sources';

/** The one writer of a SQLite store. Everything that belongs together is written inside one `transaction`. */
export class Writer {
  readonly calls: CallsWriter;
  readonly answers: AnswersWriter;
  readonly accounts: AccountsWriter;
  readonly census: CensusWriter;
  readonly sources: SourcesWriter;
  readonly meta: MetaWriter;
  readonly history: HistoryWriter;
  readonly piles: PilesWriter;
  readonly pending: PendingWriter;
  readonly inbox: InboxWriter;
  /** Transactions that were committed by this writer: what was read before one of them may be old. */
  commits = 0;
  private readonly rollups: Rollups;
  private readonly setSizes: SetSizes;

  constructor(
    private readonly db: Database.Database,
    readonly path: string,
    private readonly lock: Lock,
  ) {
    this.rollups = new Rollups(db);
    this.setSizes = new SetSizes(db);
    this.calls = new CallsWriter(db, this.rollups, this.setSizes);
    this.answers = new AnswersWriter(db);
    this.meta = new MetaWriter(db);
    this.accounts = new AccountsWriter(db, this.meta);
    this.census = new CensusWriter(db);
    this.sources = new SourcesWriter(db);
    this.history = new HistoryWriter(db);
    this.piles = new PilesWriter(db);
    this.pending = new PendingWriter(db);
    this.inbox = new InboxWriter(db);
  }

  /** Runs `work` in one transaction, rollups included. When it throws, nothing of it is left and the error goes on. */
  transaction<T>(work: () => T): T {
    this.calls.trim();
    const run = this.db.transaction(() => {
      const result = work();
      this.accounts.flush();
      this.rollups.flush();
      this.setSizes.flush();
      return result;
    });
    try {
      const result = run.immediate();
      this.commits++;
      return result;
    } catch (error) {
      this.rollups.clear();
      this.setSizes.clear();
      this.accounts.forget();
      this.census.forget();
      this.calls.forget();
      this.history.forget();
      this.piles.forget();
      throw error;
    }
  }

  /** Moves the write-ahead log into the file, so that a copy of the file alone is whole. */
  checkpoint(): void {
    this.db.pragma('wal_checkpoint(TRUNCATE)');
  }

  /** Lets the planner know the sizes of tables; worth a call after much was written. */
  analyze(): void {
    this.db.exec('PRAGMA analysis_limit = 1000; ANALYZE');
  }

  close(): void {
    this.db.close();
    this.lock.release();
  }
}
