import type Database from 'better-sqlite3';
import { queryShape, setSize } from '@/lib/caps/set-size';
import { CAPPED } from '@/lib/verdict/types';
import type { CallRow } from './call-row';
import { ALL_ACCOUNTS, Counter, Deltas, startOf } from './rollups';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Page = [tool: string, day: number, account: string];

/**
 * What a cap decision asks of the calls: how large the sets of capped calls are (`set_sizes`), and the largest page that
 * nothing cut, of each account (`largest_pages`). Kept in the transaction of the calls.
 */
export class SetSizes {
  private readonly hourly = new Deltas();
  private readonly pages = new Map<string, { page: Page; calls: Map<number, number> }>();
  private readonly cube: Counter;
  private readonly show: Database.Statement<unknown[]>;
  private readonly showAgain: Database.Statement<unknown[]>;

  constructor(db: Database.Database) {
    this.cube = new Counter(db, 'set_sizes', [
      'tool',
      'account',
      'grain',
      'start',
      'shape',
      'imposed',
      'cap',
      'recovered',
      'standing',
      'size',
    ]);
    this.show = db.prepare(
      `INSERT INTO largest_pages (tool, day, account, present) VALUES (?, ?, ?, ?)
       ON CONFLICT (tool, day, account) DO UPDATE SET present = max(present, excluded.present)`,
    );
    this.showAgain = db.prepare(
      `INSERT INTO largest_pages (tool, day, account, present)
       SELECT @tool, @day, @account, coalesce(max(present), 0) FROM calls
       WHERE account = @account AND ts >= @day AND ts < @day + ${DAY} AND tool = @tool AND verdict = 'complete'
       ON CONFLICT (tool, day, account) DO UPDATE SET present = excluded.present`,
    );
  }

  /** Counts a call as it stands now (+1), or takes out how it stood before (−1). */
  count(call: CallRow, sign: 1 | -1): void {
    this.page(call, sign);
    if (!CAPPED.includes(call.judgement.verdict)) return;
    const { standing, size } = setSize(call.judgement);
    const cap = call.judgement.limit?.value ?? call.judgement.present ?? 0;
    this.hourly.add(
      [
        call.tool,
        call.account,
        startOf(call.ts, HOUR),
        queryShape(call.args),
        Number(call.imposed),
        cap,
        Number(call.judgement.recovered),
        standing,
        size,
      ],
      sign,
    );
  }

  /** Writes what was gathered; part of the batch's transaction, after the calls. */
  flush(): void {
    const wider = new Deltas();
    for (const { key, calls } of this.hourly.entries()) {
      const [tool = '', account = '', hour = 0, shape = '', ...rest] = key;
      if (calls === 0) continue;
      const day = startOf(Number(hour), DAY);
      this.cube.writeOne([tool, account, 'hour', hour, shape, ...rest], calls);
      wider.add([tool, account, 'day', day, shape, ...rest], calls);
      wider.add([tool, ALL_ACCOUNTS, 'hour', hour, '', ...rest], calls);
      wider.add([tool, ALL_ACCOUNTS, 'day', day, '', ...rest], calls);
    }
    this.cube.write(wider);
    for (const { page, calls } of this.pages.values()) {
      const [tool, day, account] = page;
      const shown = largest(calls, (n) => n > 0);
      const taken = largest(calls, (n) => n < 0);
      // A page that is smaller now, or gone, may have been the largest.
      if (taken > shown) this.showAgain.run({ tool, day, account });
      else if (shown > 0) this.show.run(tool, day, account, shown);
    }
    this.clear();
  }

  /** Forgets what was gathered, after a batch that was rolled back. */
  clear(): void {
    this.hourly.clear();
    this.pages.clear();
  }

  private page({ tool, ts, account, judgement }: CallRow, sign: 1 | -1): void {
    const present = judgement.present ?? 0;
    // Capped pages are in `set_sizes`, with whether a walk made them good.
    if (present === 0 || judgement.verdict !== 'complete') return;
    const page: Page = [tool, startOf(ts, DAY), account];
    const key = page.join('\u0000');
    const known = this.pages.get(key) ?? { page, calls: new Map() };
    // Net: a page that was counted and taken back within one batch was never there.
    known.calls.set(present, (known.calls.get(present) ?? 0) + sign);
    this.pages.set(key, known);
  }
}

/** The largest page, in rows, whose net number of calls is as asked; 0 where there is none. */
function largest(calls: ReadonlyMap<number, number>, is: (net: number) => boolean): number {
  let rows = 0;
  for (const [present, net] of calls) if (is(net) && present > rows) rows = present;
  return rows;
}
