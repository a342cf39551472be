import { sql } from 'drizzle-orm';
import type { Verdict } from '@/lib/verdict/types';
import type { Store } from '../store';

/** What the strip of neighbours shows of a call. */
export interface Neighbour {
  id: string;
  ts: number;
  tool: string;
  verdict: Verdict;
  present: number | null;
  unseenKind: 'none' | 'exact' | 'at_least' | 'unknown';
  unseenRows: number | null;
}

export interface WalkPage extends Neighbour {
  /** As the payload declares or echoes it; null when it says nothing. */
  offset: number | null;
  limit: number | null;
  matched: number | null;
  args: string;
}

export interface Neighbours {
  /** Place of the call in its session, from 1, and how many calls the session holds. */
  position: number;
  of: number;
  before: Neighbour[];
  after: Neighbour[];
  /** Calls of the same query in this session, in order; the call itself among them. At most `WALK_PAGES`. */
  walk: WalkPage[];
  walkOf: number;
}

export const WALK_PAGES = 60;

const COLUMNS = sql.raw(
  'c.id, c.ts, c.tool, c.verdict, c.present, c.unseen_kind as unseenKind, c.unseen_rows as unseenRows',
);

/** The calls around one call in its session, and the pages of its walk. */
export async function neighbours(
  store: Store,
  call: { id: string; ts: number; seq: number; session: string; query: string },
  around = 3,
): Promise<Neighbours> {
  const here = sql`(${call.ts}, ${call.seq})`;
  const mine = sql`c.session = ${call.session}`;
  const before = await store.all<Neighbour>(
    sql`select ${COLUMNS} from calls c where ${mine} and (c.ts, c.seq) < ${here} order by c.ts desc, c.seq desc limit ${around}`,
  );
  const after = await store.all<Neighbour>(
    sql`select ${COLUMNS} from calls c where ${mine} and (c.ts, c.seq) > ${here} order by c.ts, c.seq limit ${around}`,
  );
  const place = await store.get<{ of: number; position: number }>(
    sql`select count(*) as "of", coalesce(sum((c.ts, c.seq) <= ${here}), 0) as position from calls c where ${mine}`,
  );
  const same = sql`c.query = ${call.query} and +c.session = ${call.session}`;
  const walkOf = await store.get<{ n: number; at: number }>(
    sql`select count(*) as n, coalesce(sum((c.ts, c.seq) < ${here}), 0) as at from calls c where ${same}`,
  );
  const skip = Math.max(0, Math.min((walkOf?.at ?? 0) - WALK_PAGES / 2, (walkOf?.n ?? 0) - WALK_PAGES));
  const walk = await store.all<WalkPage>(
    sql`select ${COLUMNS}, json_extract(c.reading, '$.offset.value') as "offset", c.limit_value as "limit", c.matched, c.args
      from calls c where ${same} order by c.ts, c.seq limit ${WALK_PAGES} offset ${skip}`,
  );
  return {
    position: place?.position ?? 0,
    of: place?.of ?? 0,
    before: before.reverse(),
    after,
    walk,
    walkOf: walkOf?.n ?? 0,
  };
}
