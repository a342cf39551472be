import type Database from 'better-sqlite3';
import type { CallRow } from './call-row';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Stands for "all accounts together" in the rollups. */
export const ALL_ACCOUNTS = '*';

type Key = (string | number)[];

/** Differences to one table of counts, gathered in memory and written once per batch. */
export class Deltas {
  private readonly byKey = new Map<string, { key: Key; calls: number }>();

  add(key: Key, calls: number): void {
    const name = key.join('\u0000');
    const found = this.byKey.get(name);
    if (found === undefined) this.byKey.set(name, { key, calls });
    else found.calls += calls;
  }

  entries(): IterableIterator<{ key: Key; calls: number }> {
    return this.byKey.values();
  }

  clear(): void {
    this.byKey.clear();
  }
}

/** A table of counts whose rows vanish when their count is zero. */
export class Counter {
  private readonly plus: Database.Statement<unknown[]>;
  private readonly drop: Database.Statement<unknown[]>;

  constructor(db: Database.Database, table: string, columns: readonly string[]) {
    const key = columns.join(', ');
    this.plus = db.prepare(
      `INSERT INTO ${table} (${key}, calls) VALUES (${columns.map(() => '?').join(', ')}, ?)
       ON CONFLICT (${key}) DO UPDATE SET calls = calls + excluded.calls`,
    );
    this.drop = db.prepare(`DELETE FROM ${table} WHERE ${columns.map((c) => `${c} = ?`).join(' AND ')} AND calls = 0`);
  }

  write(deltas: Deltas): void {
    for (const { key, calls } of deltas.entries()) this.writeOne(key, calls);
  }

  writeOne(key: Key, calls: number): void {
    if (calls === 0) return;
    this.plus.run([...key, calls]);
    if (calls < 0) this.drop.run(key);
  }
}

/** Everything that is counted beside the calls, so that screens never count calls. */
export class Rollups {
  private readonly hourly = new Deltas();
  private readonly rows = new Deltas();
  private readonly slow = new Deltas();
  private readonly cube: Counter;
  private readonly rowCounts: Counter;
  private readonly latencies: Counter;
  private readonly version: Database.Statement<unknown[]>;
  private readonly seen = new Map<
    string,
    { tool: string; version: string; first: number; last: number; calls: number }
  >();

  constructor(db: Database.Database) {
    this.cube = new Counter(db, 'rollups', [
      'account',
      'grain',
      'start',
      'tool',
      'verdict',
      'imposed',
      'recovered',
      'unseen_kind',
      'unseen_rows',
    ]);
    this.rowCounts = new Counter(db, 'row_counts', ['start', 'tool', 'verdict', 'present']);
    this.latencies = new Counter(db, 'latencies', ['start', 'tool', 'up_to']);
    this.version = db.prepare(
      `INSERT INTO versions (tool, version, first_ts, last_ts, calls) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (tool, version) DO UPDATE SET calls = calls + excluded.calls,
         first_ts = min(first_ts, excluded.first_ts), last_ts = max(last_ts, excluded.last_ts)`,
    );
  }

  /** Counts a call as it stands now (+1), or takes out how it stood before (−1). */
  count(call: CallRow, sign: 1 | -1): void {
    const hour = startOf(call.ts, HOUR);
    const { verdict, unseen, recovered } = call.judgement;
    this.hourly.add(
      [call.account, hour, call.tool, verdict, Number(call.imposed), Number(recovered), unseen.kind, unseenKey(unseen)],
      sign,
    );
    this.rows.add([hour, call.tool, verdict, call.judgement.present ?? -1], sign);
    if (call.durationMs !== null) this.slow.add([hour, call.tool, latencyBucket(call.durationMs)], sign);
    if (call.version !== null) this.see(call, call.version, sign);
  }

  /** Writes what was gathered; part of the batch's transaction. */
  flush(): void {
    const wider = new Deltas();
    for (const { key, calls } of this.hourly.entries()) {
      const [account, hour, ...rest] = key;
      if (calls === 0 || account === undefined || hour === undefined) continue;
      const day = startOf(Number(hour), DAY);
      this.cube.writeOne([account, 'hour', hour, ...rest], calls);
      wider.add([account, 'day', day, ...rest], calls);
      wider.add([ALL_ACCOUNTS, 'hour', hour, ...rest], calls);
      wider.add([ALL_ACCOUNTS, 'day', day, ...rest], calls);
    }
    this.cube.write(wider);
    this.rowCounts.write(this.rows);
    this.latencies.write(this.slow);
    for (const v of this.seen.values())
      if (v.calls !== 0) this.version.run([v.tool, v.version, v.first, v.last, v.calls]);
    this.clear();
  }

  /** Forgets what was gathered, after a batch that was rolled back. */
  clear(): void {
    this.hourly.clear();
    this.rows.clear();
    this.slow.clear();
    this.seen.clear();
  }

  private see(call: CallRow, version: string, sign: number): void {
    const key = `${call.tool}\u0000${version}`;
    const found = this.seen.get(key);
    if (found === undefined) {
      this.seen.set(key, { tool: call.tool, version, first: call.ts, last: call.ts, calls: sign });
      return;
    }
    found.first = Math.min(found.first, call.ts);
    found.last = Math.max(found.last, call.ts);
    found.calls += sign;
  }
}

/** Start of the UTC hour or day that holds a time. */
export function startOf(ts: number, span: number): number {
  return Math.floor(ts / span) * span;
}

/** Unseen rows as they stand in a rollup's key: 0 where nothing is unseen, −1 where the number is unknown. */
export function unseenKey(unseen: { kind: string; rows: number | null }): number {
  return unseen.kind === 'none' ? 0 : (unseen.rows ?? -1);
}

/** Inclusive upper bound of a duration's bucket: two significant digits, so at most 10 % above the truth. */
export function latencyBucket(ms: number): number {
  const whole = Math.max(0, Math.ceil(ms));
  if (whole < 100) return whole;
  const step = 10 ** (Math.floor(Math.log10(whole)) - 1);
  return Math.ceil(whole / step) * step;
}
