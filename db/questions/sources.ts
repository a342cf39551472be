import { type SQL, sql } from 'drizzle-orm';
import type { Page } from '../filter';
import { groupBy } from '../group-by';
import type { Store } from '../store';
import { type LogCut, type SourceFacts, sourceFacts } from './sources-facts';

/** What to show of the sources beside everything: those that someone should look at. */
export const ONLY = ['trouble', 'quarantined', 'cut', 'resultless'] as const;
export type Only = (typeof ONLY)[number];

export interface SourcesFilter {
  /** Part of the path, in any case. */
  q: string;
  /** Format of the log; '' is none recognised, null all. */
  log: string | null;
  only: Only | null;
}

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
  /** Calls without a result; a lower bound where `resultlessWhole` is false. */
  resultless: number;
  resultlessWhole: boolean;
}

/** Sums over every source that matches, also over those on other pages. */
export interface SourceTotals {
  sources: number;
  calls: number;
  answers: number;
  duplicates: number;
  quarantined: number;
}

export interface SourcesPage extends Page<SourceRow> {
  matched: number;
  totals: SourceTotals;
}

const EVERYTHING: SourcesFilter = { q: '', log: null, only: null };
const ORDER = 'in trouble first, then the latest read';

/** The sources that match, in trouble first, then by last read. The cursor is the place of the last one. */
export async function sources(
  store: Store,
  filter: SourcesFilter = EVERYTHING,
  options: { cursor?: string | null; limit?: number; facts?: SourceFacts } = {},
): Promise<SourcesPage> {
  const limit = Math.min(Math.max(options.limit ?? 50, 1), 5000);
  const { cuts, without } = options.facts ?? (await sourceFacts(store));
  const where = sql.join(conditions(filter, { cuts, without }), sql` and `);
  const totals = await store.get<SourceTotals>(
    sql`select count(*) as sources, coalesce(sum(calls), 0) as calls, coalesce(sum(answers), 0) as answers,
      coalesce(sum(duplicates), 0) as duplicates, coalesce(sum(quarantined), 0) as quarantined
      from sources where ${where}`,
  );
  const found = await store.all<Omit<SourceRow, 'skipped' | 'cutAt' | 'resultless' | 'resultlessWhole'>>(
    sql`select id, kind, path, format, position, size, calls, answers, accounts, census, duplicates, quarantined,
      longest_result as longestResult, first_read_at as firstReadAt, last_read_at as lastReadAt, status, trouble
      from sources where ${where} and ${after(options.cursor)}
      order by trouble is null, last_read_at desc, id limit ${limit + 1}`,
  );
  const page = found.slice(0, limit);
  const skipped = await skippedOf(
    store,
    page.map(({ id }) => id),
  );
  const last = page.at(-1);
  return {
    rows: page.map((row) => ({
      ...row,
      skipped: skipped.get(row.id) ?? [],
      cutAt: cuts.get(row.id) ?? null,
      resultless: without.of.get(row.id) ?? 0,
      resultlessWhole: without.whole,
    })),
    matched: totals?.sources ?? 0,
    returned: page.length,
    order: ORDER,
    next: found.length > limit && last ? `${last.trouble === null ? 1 : 0}.${last.lastReadAt}.${last.id}` : null,
    totals: totals ?? { sources: 0, calls: 0, answers: 0, duplicates: 0, quarantined: 0 },
  };
}

function conditions(filter: SourcesFilter, { cuts, without }: SourceFacts): SQL[] {
  const all: SQL[] = [sql`1`];
  if (filter.q !== '') all.push(sql`instr(lower(path), lower(${filter.q})) > 0`);
  if (filter.log !== null) all.push(sql`coalesce(format, '') = ${filter.log}`);
  if (filter.only === 'trouble') all.push(sql`trouble is not null`);
  if (filter.only === 'quarantined') all.push(sql`quarantined > 0`);
  if (filter.only === 'cut') all.push(isOneOf(cuts.keys()));
  if (filter.only === 'resultless') all.push(isOneOf(without.of.keys()));
  return all;
}

/** As one value: there may be more of them than a statement takes. */
function isOneOf(ids: Iterable<number>): SQL {
  return sql`id in (select value from json_each(${JSON.stringify([...ids])}))`;
}

function after(cursor: string | null | undefined): SQL {
  const place = /^([01])\.(\d{1,15})\.(\d{1,15})$/.exec(cursor ?? '');
  if (place === null) return sql`1`;
  const [fine, at, id] = place.slice(1).map(Number);
  return sql`(trouble is null, -last_read_at, id) > (${fine}, ${-(at ?? 0)}, ${id})`;
}

async function skippedOf(store: Store, ids: readonly number[]): Promise<Map<number, SourceRow['skipped']>> {
  const rows = await store.all<{ source: number; type: string; records: number }>(
    sql`select source, type, records from skipped
      where source in (select value from json_each(${JSON.stringify(ids)})) order by records desc, type`,
  );
  const by = groupBy(rows, (row) => row.source);
  return new Map(
    [...by].map(([source, kinds]) => [source, kinds.map(({ type, records }) => ({ type, records }))] as const),
  );
}
