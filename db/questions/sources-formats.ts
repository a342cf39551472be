import { sql } from 'drizzle-orm';
import { groupBy } from '../group-by';
import type { Store } from '../store';
import { type SourceFacts, sourceFacts } from './sources-facts';

/** All sources of one format that came the same way. */
export interface FormatRow {
  /** Null where no format was recognised. */
  format: string | null;
  kind: string;
  sources: number;
  calls: number;
  answers: number;
  accounts: number;
  census: number;
  duplicates: number;
  quarantined: number;
  /** Records that carry nothing for us, and of which types, the most frequent first. */
  skipped: number;
  skippedTypes: { type: string; records: number }[];
  /** Bytes read and committed. */
  bytes: number;
  longestResult: number;
  /** Calls without a result; a lower bound where `resultlessWhole` is false. */
  resultless: number;
  resultlessWhole: boolean;
  /** Sources whose log looks cut. */
  cut: number;
}

type Summed = Omit<FormatRow, 'skipped' | 'skippedTypes' | 'resultless' | 'resultlessWhole' | 'cut'>;

const keyOf = ({ format, kind }: Pick<FormatRow, 'format' | 'kind'>) => `${kind} ${format ?? ''}`;

/** What was read, by format and by the way in which it came; the most calls first. */
export async function sourceFormats(store: Store, facts?: SourceFacts): Promise<FormatRow[]> {
  const { cuts, without } = facts ?? (await sourceFacts(store));
  const rows = await store.all<Summed>(
    sql`select format, kind, count(*) as sources, sum(calls) as calls, sum(answers) as answers, sum(accounts) as accounts,
      sum(census) as census, sum(duplicates) as duplicates, sum(quarantined) as quarantined, sum(position) as bytes,
      max(longest_result) as longestResult
      from sources group by format, kind order by calls desc, format, kind`,
  );
  const types = await store.all<{ format: string | null; kind: string; type: string; records: number }>(
    sql`select s.format, s.kind, k.type, sum(k.records) as records from skipped k join sources s on s.id = k.source
      group by s.format, s.kind, k.type order by records desc, k.type`,
  );
  const noted = JSON.stringify([...new Set([...cuts.keys(), ...without.of.keys()])]);
  const sources = await store.all<{ id: number; format: string | null; kind: string }>(
    sql`select id, format, kind from sources where id in (select value from json_each(${noted}))`,
  );
  const typesOf = groupBy(types, keyOf);
  const notedOf = groupBy(sources, keyOf);
  return rows.map((row) => {
    const skippedTypes = (typesOf.get(keyOf(row)) ?? []).map(({ type, records }) => ({ type, records }));
    const mine = notedOf.get(keyOf(row)) ?? [];
    return {
      ...row,
      skipped: skippedTypes.reduce((n, { records }) => n + records, 0),
      skippedTypes,
      resultless: mine.reduce((n, { id }) => n + (without.of.get(id) ?? 0), 0),
      resultlessWhole: without.whole,
      cut: mine.filter(({ id }) => cuts.has(id)).length,
    };
  });
}
