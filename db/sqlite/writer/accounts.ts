import type Database from 'better-sqlite3';
import type { AccountRecord } from '@/lib/records';
import { type Band, DEFAULT_BANDS, parseBands } from '../../bands';
import { parseRates, type Rates } from '../../currencies';
import type { MetaWriter } from './meta';

/** The rate of the account's currency, out of the parameter `rates`; PLAIN takes numbers as they stand. */
const PLAIN = 'null';
const RATE = `CASE @rates WHEN 'null' THEN 1 ELSE (SELECT value FROM json_each(@rates) WHERE key = upper(currency)) END`;

/** Accounts: what records say of them, and a row for each that only calls name. */
export class AccountsWriter {
  private readonly upsert: Database.Statement<unknown[]>;
  private readonly name: Database.Statement<unknown[]>;
  private readonly currencies: Database.Statement<unknown[], { n: number; rated: number }>;
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
      `SELECT count(DISTINCT currency) AS n, count(DISTINCT CASE WHEN ${RATE} IS NOT NULL THEN currency END) AS rated
       FROM accounts WHERE revenue IS NOT NULL AND currency IS NOT NULL`,
    );
    this.clear = db.prepare(
      `UPDATE accounts SET segment = NULL WHERE segment_given = 0 AND segment IS NOT NULL AND ${RATE} IS NULL`,
    );
    this.band = db.prepare(
      `UPDATE accounts SET segment = @segment WHERE segment_given = 0
         AND revenue * ${RATE} >= @from AND (@below IS NULL OR revenue * ${RATE} < @below) AND segment IS NOT @segment`,
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

  /** Rates between currencies from now on. */
  setRates(rates: Rates, at: number): void {
    this.meta.set('currencies', JSON.stringify(rates), at);
    this.stale = true;
    this.flush();
  }

  /**
   * Segments that were not given follow from revenue. With a rate for the currency bands are in the base
   * currency; else they compare plain numbers while all revenue is in one currency, and say nothing with several.
   */
  flush(): void {
    if (!this.stale) return;
    this.stale = false;
    const given = parseRates(this.meta.get('currencies'));
    let rates = JSON.stringify(given === null ? {} : { ...given.rates, [given.base]: 1 });
    const { n, rated } = this.currencies.get({ rates }) ?? { n: 0, rated: 0 };
    if (n > 1 || rated > 0) this.clear.run({ rates });
    if (n <= 1 && rated === 0) rates = PLAIN;
    const bands = parseBands(this.meta.get('bands')) ?? DEFAULT_BANDS;
    bands.forEach((band, i) => {
      this.band.run({ rates, ...band, below: bands[i - 1]?.from ?? null });
    });
  }

  /** After a rollback nothing is certain about which rows exist. */
  forget(): void {
    this.named.clear();
    this.stale = false;
  }
}
