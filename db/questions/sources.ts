import { sql } from 'drizzle-orm';
import { groupBy } from '../group-by';
import type { Store } from '../store';

/** At most so many of the latest cut results are looked at when a log's own cut is sought. */
const MEASURED = 200_000;

export interface SourceRow {
  id: number;
  kind: string;
  path: string;
  format: string | null;
  /** Bytes read and committed, and bytes there at the last look. */
  position: number;
  size: number;
  calls: number;
  answers: number;
  accounts: number;
  census: number;
  duplicates: number;
  quarantined: number;
  longestResult: number;
  firstReadAt: number;
  lastReadAt: number;
  status: string;
  trouble: string | null;
  skipped: { type: string; records: number }[];
  cutAt: LogCut | null;
}

/** Proof that the log, not a tool, cuts results at one length. */
export interface LogCut {
  length: number;
  results: number;
  tools: number;
}

/** Every source, in trouble first, then by last read; all of them, since nothing that was read is hidden. */
export async function sources(store: Store): Promise<SourceRow[]> {
  const rows = await store.all<Omit<SourceRow, 'skipped' | 'cutAt'>>(
    sql`select id, kind, path, format, position, size, calls, answers, accounts, census, duplicates, quarantined,
      longest_result as longestResult, first_read_at as firstReadAt, last_read_at as lastReadAt, status, trouble
      from sources order by trouble is null, last_read_at desc, id`,
  );
  const skipped = await store.all<{ source: number; type: string; records: number }>(
    sql`select source, type, records from skipped order by records desc, type`,
  );
  const bySource = groupBy(skipped, (row) => row.source);
  const cuts = await logCuts(store);
  return rows.map((row) => ({
    ...row,
    skipped: (bySource.get(row.id) ?? []).map(({ type, records }) => ({ type, records })),
    cutAt: cuts.get(row.id) ?? null,
  }));
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
