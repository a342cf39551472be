import { sortOf } from '@/app/accounts/sort';
import { cellsOf, csvOf, declaredOf, jsonOf } from '@/app/export';
import { openView } from '@/app/screen';
import { type AccountRow, accounts } from '@/db/questions/accounts';
import { linkWith } from '@/lib/address';
import { answering, limitOf, noStore, onlyFrom } from '../problem';

const COLUMNS = [
  'account',
  'name',
  'revenue',
  'currency',
  'segment',
  'calls',
  'capped',
  'recovered',
  'left',
  'unseen_rows',
  'unseen_kind',
  'unseen_exact_calls',
  'unseen_at_least_calls',
  'unseen_unknown_calls',
  'tools',
  'last_seen',
] as const;

/** The list of accounts of a view as CSV or JSON. */
export const GET = answering(async (request: Request): Promise<Response> => {
  const { store, view, here } = await openView(request);
  if (!store) return noStore();
  const page = await accounts(store, view, {
    sort: sortOf(view.sort),
    dir: view.dir,
    cursor: view.cursor,
    limit: limitOf(request),
  });
  const nextHref = page.next ? onlyFrom(request, linkWith(here, { cursor: page.next })) : null;
  const declared = declaredOf(page, { view, store }, nextHref);
  const rows = page.rows.map(exported);
  if (new URL(request.url).searchParams.get('format') !== 'csv') return jsonOf({ accounts: rows }, declared);
  return csvOf('accounts', COLUMNS, cellsOf(COLUMNS, rows), declared);
});

function exported(row: AccountRow) {
  const { total } = row.unseen;
  return {
    account: row.id,
    name: row.name,
    revenue: row.revenue,
    currency: row.currency,
    segment: row.segment,
    calls: row.calls,
    capped: row.capped,
    recovered: row.recovered,
    left: row.left,
    unseen_rows: total.kind === 'exact' ? total.value : total.kind === 'unknown' ? null : total.low,
    unseen_kind: total.kind,
    unseen_exact_calls: row.unseen.exact,
    unseen_at_least_calls: row.unseen.atLeast,
    unseen_unknown_calls: row.unseen.unknown,
    tools: row.tools,
    last_seen: row.lastSeen === null ? null : new Date(row.lastSeen).toISOString(),
  };
}
