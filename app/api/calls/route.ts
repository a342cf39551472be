import { cellsOf, csvOf, declaredOf, jsonOf } from '@/app/export';
import { openView } from '@/app/screen';
import { type CallRow, calls } from '@/db/questions/calls';
import { parseSearch } from '@/db/questions/calls-search';
import { linkWith } from '@/lib/address';
import { answering, limitOf, noStore, onlyFrom } from '../problem';

const COLUMNS = [
  'id',
  'time',
  'tool',
  'verdict',
  'basis',
  'says',
  'present',
  'returned',
  'matched',
  'relation',
  'limit',
  'limit_source',
  'imposed',
  'unseen_kind',
  'unseen_rows',
  'unseen_source',
  'recovered',
  'account',
  'account_name',
  'session',
] as const;

/** The list of calls of a view as CSV or JSON, 1,000 at a time unless `limit` says otherwise; `next` goes on. */
export const GET = answering(async (request: Request): Promise<Response> => {
  const { store, view, here } = await openView(request);
  if (!store) return noStore();
  const search = { ...parseSearch(view.q), rows: view.rows, unseen: view.unseen };
  const order = view.sort === 'time' && view.dir === 'asc' ? 'oldest' : 'newest';
  const page = await calls(store, view, search, { cursor: view.cursor, order, limit: limitOf(request) });
  const nextHref = page.next ? onlyFrom(request, linkWith(here, { cursor: page.next })) : null;
  const declared = declaredOf(page, { view, store }, nextHref);
  const rows = page.rows.map(exported);
  if (new URL(request.url).searchParams.get('format') !== 'csv')
    return jsonOf({ calls: rows, ...(page.searched ? { searched: page.searched.calls } : {}) }, declared);
  return csvOf('calls', COLUMNS, cellsOf(COLUMNS, rows), declared);
});

function exported(row: CallRow) {
  return {
    id: row.id,
    time: new Date(row.ts).toISOString(),
    tool: row.tool,
    verdict: row.verdict,
    basis: row.basis,
    says: row.says,
    present: row.present,
    returned: row.returned,
    matched: row.matched,
    relation: row.relation,
    limit: row.limit,
    limit_source: row.limitSource,
    imposed: row.imposed,
    unseen_kind: row.unseen.kind,
    unseen_rows: row.unseen.rows,
    unseen_source: row.unseen.source,
    recovered: row.recovered,
    account: row.account,
    account_name: row.accountName,
    session: row.session,
  };
}
