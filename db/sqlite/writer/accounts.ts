import type Database from 'better-sqlite3';
import type { AccountRecord } from '@/lib/records';
import { type Band, DEFAULT_BANDS, parseBands } from '../../bands';
import type { MetaWriter } from './meta';

/** Accounts: what records say of them, and a row for each that only calls name. */
export class AccountsWriter {
  private readonly upsert: Database.Statement<unknown[]>;
  private readonly name: Database.Statement<unknown[]>;
  private readonly currencies: Database.Statement<[], { n: number }>;
  private readonly clear: Database.Statement<unknown[]>;
  private readonly band: Database.Statement<unknown[]>;
  private readonly named = new Set<string>();
  private stale = false;

  constructor(
    db: Database.Database,
    private readonly meta: MetaWriter,
  ) {
    this.upsert = db.prepare(
      `INSERT INTO accounts (id, name, revenue, currency, segment, segment_given) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET
         name = coalesce(excluded.name, name),
         revenue = coalesce(excluded.revenue, revenue),
         currency = coalesce(excluded.currency, currency),
         segment = CASE WHEN excluded.segment_given THEN excluded.segment ELSE segment END,
         segment_given = max(segment_given, excluded.segment_given)`,
    );
    this.name = db.prepare('INSERT INTO accounts (id, segment_given) VALUES (?, 0) ON CONFLICT (id) DO NOTHING');
    this.currencies = db.prepare(
      'SELECT count(DISTINCT currency) AS n FROM accounts WHERE revenue IS NOT NULL AND currency IS NOT NULL',
    );
    this.clear = db.prepare('UPDATE accounts SET segment = NULL WHERE segment_given = 0 AND segment IS NOT NULL');
    this.band = db.prepare(
      `UPDATE accounts SET segment = @segment WHERE segment_given = 0 AND revenue >= @from
         AND (@below IS NULL OR revenue < @below) AND segment IS NOT @segment`,
    );
  }

  /** Takes over what the record says; what it leaves open stays as it was. */
  store(record: AccountRecord): void {
    const given = record.segment !== null;
    this.upsert.run(record.id, record.name, record.revenue, record.currency, record.segment, Number(given));
    this.named.add(record.id);
    this.stale = true;
  }

  /** Makes sure that an account that a call or an answer names has a row; everything else about it is unknown. */
  mention(id: string): void {
    if (id === '' || this.named.has(id)) return;
    if (this.named.size > 100_000) this.named.clear();
    this.name.run(id);
    this.named.add(id);
  }

  /** Revenue bands from now on, highest first. */
  setBands(bands: readonly Band[], at: number): void {
    this.meta.set('bands', JSON.stringify(bands), at);
    this.stale = true;
    this.flush();
  }

  /**
   * Segments that were not given follow from revenue. Bands compare plain numbers, so they only speak while all
   * revenue is in one currency; with several, such accounts have no segment.
   */
  flush(): void {
    if (!this.stale) return;
    this.stale = false;
    if ((this.currencies.get()?.n ?? 0) > 1) {
      this.clear.run();
      return;
    }
    const bands = parseBands(this.meta.get('bands')) ?? DEFAULT_BANDS;
    bands.forEach((band, i) => {
      this.band.run({ ...band, below: bands[i - 1]?.from ?? null });
    });
  }

  /** After a rollback nothing is certain about which rows exist. */
  forget(): void {
    this.named.clear();
    this.stale = false;
  }
}
