import { cellsOf, csvOf, declaredOf, jsonOf } from '@/app/export';
import { openView } from '@/app/screen';
import { sourcesQuery, sourcesView } from '@/app/sources/address';
import { sources } from '@/db/questions/sources';
import { sourceFormats } from '@/db/questions/sources-formats';
import { answering, limitOf, noStore, onlyFrom } from '../problem';

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
  'without_result',
  'looks_cut_at',
  'first_read',
  'last_read',
  'trouble',
] as const;

/** The sources that match, as CSV or JSON: the same choice as on the Sources page, with the way to the rest. */
export const GET = answering(async (request: Request): Promise<Response> => {
  const { store, view } = await openView(request);
  if (!store) return noStore();
  const asked = new URL(request.url).searchParams;
  const which = sourcesView(Object.fromEntries(asked), view);
  const page = await sources(store, which, { cursor: which.after, limit: limitOf(request) });
  const rest = sourcesQuery(which, view.data, { after: page.next });
  const nextHref = page.next === null ? null : onlyFrom(request, `/api/sources${rest}`);
  const declared = declaredOf(page, { view, store }, nextHref);
  if (asked.get('format') !== 'csv')
    return jsonOf({ sources: page.rows, totals: page.totals, formats: await sourceFormats(store) }, declared);
  const rows = page.rows.map((row) => ({
    ...row,
    skipped: row.skipped.reduce((n, kind) => n + kind.records, 0),
    longest_result: row.longestResult,
    without_result: row.resultless,
    looks_cut_at: row.cutAt?.length ?? null,
    first_read: new Date(row.firstReadAt).toISOString(),
    last_read: new Date(row.lastReadAt).toISOString(),
  }));
  return csvOf('sources', COLUMNS, cellsOf(COLUMNS, rows), declared);
});
