import { sql } from 'drizzle-orm';
import type { Store } from '../store';

/** At most so many of the latest calls in question are looked at when something of a whole source is sought. */
const MEASURED = 200_000;

/** Proof that the log, not a tool, cuts results at one length. */
export interface LogCut {
  length: number;
  results: number;
  tools: number;
}

/** Calls whose result is not in the log. `whole` is false where not all of them were looked at: then a lower bound. */
export interface Resultless {
  of: Map<number, number>;
  whole: boolean;
}

/** What only the calls of a source can tell; asked once for all questions of one page. */
export interface SourceFacts {
  cuts: Map<number, LogCut>;
  without: Resultless;
}

/** Both facts of every source that has any. */
export async function sourceFacts(store: Store): Promise<SourceFacts> {
  const [cuts, without] = await Promise.all([logCuts(store), resultless(store)]);
  return { cuts, without };
}

/**
 * Sources in which results of different queries end in the middle of a value at one same length, in two tools or more
 * or three times and more, without any marker (design: log cut or tool cut). A result that was cut is stale or
 * unreadable, so only these are looked at: the latest `MEASURED` of them.
 */
async function logCuts(store: Store): Promise<Map<number, LogCut>> {
  const rows = await store.all<LogCut & { source: number }>(
    sql`select l.source, l.payload_length as length, count(*) as results, count(distinct l.tool) as tools
      from (select source, tool, query, payload_length, reading from calls where verdict in ('stale', 'unreadable')
            order by ts desc, seq desc limit ${MEASURED}) l
      where json_extract(l.reading, '$.cut.how') in ('json', 'text') and json_array_length(l.reading, '$.markers') = 0
      group by l.source, l.payload_length
      having count(distinct l.query) >= 2 and (count(*) >= 3 or count(distinct l.tool) >= 2)
      order by results`,
  );
  return new Map(rows.map(({ source, ...cut }) => [source, cut]));
}

/** How many calls of each source hold no result: they are unreadable, so only these are looked at. */
async function resultless(store: Store): Promise<Resultless> {
  const rows = await store.all<{ source: number; calls: number }>(
    sql`select l.source, count(*) as calls
      from (select source from calls where verdict = 'unreadable' and payload_length = 0
            order by ts desc, seq desc limit ${MEASURED}) l
      group by l.source`,
  );
  const seen = rows.reduce((n, row) => n + row.calls, 0);
  return { of: new Map(rows.map(({ source, calls }) => [source, calls])), whole: seen < MEASURED };
}
