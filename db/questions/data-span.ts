import { sql } from 'drizzle-orm';
import type { Store } from '../store';

const DAY = 24 * 3_600_000;
const SCREEN_DAYS = 30;
/** The worker says so at least every 15 seconds while it can take in data. */
const ARRIVING_WITHIN = 30_000;

/** What time the store covers, and how fresh it is. Epoch ms, UTC. */
export interface DataSpan {
  /** First and last call; null when there is none. */
  first: number | null;
  last: number | null;
  /** What screens open on: the 30 most recent UTC days that hold data, as [from, to). Null when there is no data. */
  recent: { from: number; to: number; days: number } | null;
  /** All data, rounded outwards to the hour as rollups are. Null when there is no data. */
  all: { from: number; to: number } | null;
  /** When the store last took something in; null when it never did. */
  asOf: number | null;
  /** Whether a worker is there that takes in data now. */
  arriving: boolean;
}

/** Costs a few index look-ups, whatever the number of calls. `now`: epoch ms. */
export async function dataSpan(store: Store, now: number = Date.now()): Promise<DataSpan> {
  const row = await store.get<{
    first: number | null;
    last: number | null;
    asOf: number | null;
    arriving: number | null;
  }>(sql`SELECT (SELECT min(ts) FROM calls) AS first, (SELECT max(ts) FROM calls) AS last,
      (SELECT max(last_read_at) FROM sources) AS asOf, (SELECT at FROM meta WHERE key = 'arriving') AS arriving`);
  const days = await store.all<{ start: number }>(
    sql`SELECT DISTINCT start FROM rollups WHERE account = '*' AND grain = 'day' ORDER BY start DESC LIMIT ${SCREEN_DAYS}`,
  );
  const [latest, earliest] = [days[0]?.start, days.at(-1)?.start];
  const { first = null, last = null, asOf = null, arriving = null } = row ?? {};
  return {
    first,
    last,
    recent:
      latest === undefined || earliest === undefined ? null : { from: earliest, to: latest + DAY, days: days.length },
    all: first === null || last === null ? null : { from: hourFloor(first), to: hourFloor(last) + 3_600_000 },
    asOf,
    arriving: arriving !== null && now - arriving < ARRIVING_WITHIN,
  };
}

function hourFloor(ts: number): number {
  return Math.floor(ts / 3_600_000) * 3_600_000;
}
