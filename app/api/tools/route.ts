import { csvOf, declaredOf, jsonOf } from '@/app/export';
import { openView } from '@/app/screen';
import { overview, type ToolFigures, toolPage } from '@/db/questions/overview';
import { linkWith } from '@/lib/address';
import { problem } from '../problem';

const ROWS = 1_000;

/** The table of tools, exactly as the same address shows it, as JSON or (`format=csv`) CSV. */
export async function GET(request: Request): Promise<Response> {
  const { store, view, here } = await openView(request);
  if (!store) return problem(404, 'There is no data yet.');
  const { all, tools } = await overview(store, view, 'day');
  const page = toolPage(tools, { ...view, limit: ROWS });
  const format = new URL(request.url).searchParams.get('format');
  const nextHref = page.next ? `${linkWith(here, { cursor: page.next })}&format=${format ?? 'json'}` : null;
  const declared = declaredOf(page, { view, store }, nextHref);
  if (format === 'csv') return csvOf('tools', NAMES, page.rows.map(cells), declared);
  const { hits, ...figures } = all;
  return jsonOf(
    {
      caps: view.caps,
      problems: view.problems,
      all: { ...figures, accounts: hits.accounts, exposure: hits.exposure },
      tools: page.rows.map(({ hits: h, ...t }) => ({ ...t, accounts: h.accounts, exposure: h.exposure })),
    },
    declared,
  );
}

const NAMES = [
  'tool',
  'calls',
  'capped',
  'flagged',
  'silent',
  'stale',
  'recovered',
  'left',
  'share',
  'median_kind',
  'median_unseen',
  'median_low',
  'median_high',
  'unseen_known_calls',
  'unseen_at_least_calls',
  'unseen_unknown_calls',
  'unseen_rows_known',
  'accounts',
  'exposure',
  'errors',
  'p95_ms_at_most',
];

function cells(t: ToolFigures) {
  const of = (kind: 'flagged' | 'silent' | 'stale') => t.kinds[kind].left + t.kinds[kind].recovered;
  return [
    t.tool,
    t.calls,
    t.capped,
    of('flagged'),
    of('silent'),
    of('stale'),
    t.recovered,
    t.left,
    t.calls === 0 ? null : t.capped / t.calls,
    t.median.kind,
    t.median.value,
    t.median.low,
    t.median.high,
    t.unseen.known,
    t.unseen.at_least,
    t.unseen.unknown,
    t.unseen.total + t.unseen.atLeastTotal,
    t.hits.accounts,
    t.hits.exposure.share,
    t.errors,
    t.p95,
  ];
}
