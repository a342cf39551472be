import { csvOf, jsonOf } from '@/app/export';
import { openView } from '@/app/screen';
import { sources } from '@/db/questions/sources';
import { answering, noStore } from '../problem';

const COLUMNS = [
  'path',
  'kind',
  'format',
  'status',
  'position',
  'size',
  'calls',
  'answers',
  'accounts',
  'census',
  'duplicates',
  'quarantined',
  'skipped',
  'longest_result',
  'first_read',
  'last_read',
  'trouble',
] as const;

/** Every source as CSV or JSON. */
export const GET = answering(async (request: Request): Promise<Response> => {
  const { store, view } = await openView(request);
  if (!store) return noStore();
  const all = await sources(store);
  const declared = {
    matched: all.length,
    returned: all.length,
    order: 'in trouble first, then the latest read',
    next: null,
    from: view.from,
    to: view.to,
    dataset: store.dataset,
    nextHref: null,
  };
  if (new URL(request.url).searchParams.get('format') !== 'csv') return jsonOf({ sources: all }, declared);
  const rows = all.map((row) => ({
    ...row,
    skipped: row.skipped.reduce((n, kind) => n + kind.records, 0),
    longest_result: row.longestResult,
    first_read: new Date(row.firstReadAt).toISOString(),
    last_read: new Date(row.lastReadAt).toISOString(),
  }));
  return csvOf(
    'sources',
    COLUMNS,
    rows.map((row) => COLUMNS.map((column) => row[column])),
    declared,
  );
});
