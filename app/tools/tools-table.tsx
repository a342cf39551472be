import { type Column, DataTable } from '@/components/data-table';
import { KindSplit } from '@/components/figure';
import { Iceberg } from '@/components/iceberg';
import { Census, KnownNumber, Share } from '@/components/known';
import { Go } from '@/components/link';
import { Sparkline } from '@/components/sparkline';
import type { Page } from '@/db/filter';
import type { ToolFigures, ToolSort } from '@/db/questions/overview';
import { capsPath, exportLink, type Here, linkTo, toolPath } from '@/lib/address';
import { count, countedSoFar, duration, knownLow, share } from '@/lib/format';
import { CAPPED } from '@/lib/verdict/types';
import { medianOf, sumOf } from '../overview/headline';
import classes from '../overview/overview.module.css';

interface ToolsTableProps {
  page: Page<ToolFigures> & { sort: ToolSort; dir: 'asc' | 'desc' };
  trends: Map<string, number[]>;
  unit: string;
  here: Here;
}

/** Tools with the columns of the headline, worst product first. */
export function ToolsTable({ page, trends, unit, here }: ToolsTableProps) {
  return (
    <DataTable
      title="Tools"
      noun={['tool', 'tools']}
      columns={columns(here, trends, unit, scaleOf(page.rows))}
      rows={page.rows}
      rowKey={(t) => t.tool}
      shown={page}
      here={here}
      sort={{ key: page.sort, dir: page.dir }}
      exports={{ csv: exportLink(here, '/api/tools', 'csv'), json: exportLink(here, '/api/tools', 'json') }}
      none="No tool was called in this time range, with these filters. Remove a filter above, or choose Everything as the time range."
    />
  );
}

/** The largest typical call on this page: the common scale of its icebergs. */
function scaleOf(rows: readonly ToolFigures[]): number {
  return Math.max(100, ...rows.map((t) => (t.typicalPage ?? 0) + (t.left === 0 ? 0 : (knownLow(medianOf(t)) ?? 0))));
}

function columns(here: Here, trends: Map<string, number[]>, unit: string, max: number): Column<ToolFigures>[] {
  const none = <span className="dim">none</span>;
  return [
    {
      key: 'tool',
      head: 'Tool',
      sortable: true,
      cell: (t) => (
        <Go href={linkTo(here, toolPath(t.tool), { tools: [] })} className={classes.toolName} title={t.tool}>
          {t.tool || '(no name)'}
        </Go>
      ),
    },
    {
      key: 'caps',
      head: 'Cap',
      title: 'What another cap would do, to whom, at what price',
      cell: (t) => (
        <Go href={linkTo(here, capsPath(t.tool), { tools: [], caps: 'imposed' })} title={`Another cap for ${t.tool}?`}>
          weigh<span className="visually-hidden"> caps of {t.tool || '(no name)'}</span>
        </Go>
      ),
    },
    { key: 'calls', head: 'Calls', align: 'end', sortable: true, cell: (t) => <Census n={t.calls} /> },
    {
      key: 'capped',
      head: 'Capped',
      title: 'Capped calls by kind: stale (triangle), silent (half disc), flagged (ring)',
      align: 'end',
      sortable: true,
      cell: (t) =>
        t.capped === 0 ? (
          none
        ) : (
          <Go href={linkTo(here, '/calls', { tools: [t.tool], verdicts: [...CAPPED] })} className={classes.split}>
            <Census n={t.capped} />
          </Go>
        ),
    },
    {
      key: 'kinds',
      wide: 'labelled',
      head: 'By kind',
      title: 'Stale (triangle), silent (half disc), flagged (ring)',
      cell: (t) => (t.capped === 0 ? null : <KindSplit kinds={t.kinds} bare />),
    },
    {
      key: 'share',
      head: 'Share',
      title: 'Capped calls as a share of all calls',
      align: 'end',
      sortable: true,
      cell: (t) => <Share part={t.capped} whole={t.calls} noun="calls" />,
    },
    {
      key: 'recovered',
      head: 'Recovered',
      title: 'Capped, but the agent paged on to the rest before it answered',
      align: 'end',
      sortable: true,
      cell: (t) => <Census n={t.recovered} />,
    },
    {
      key: 'typical',
      wide: 'labelled',
      head: 'Typical capped call',
      title:
        'Rows that a capped call usually held, and the median of what it did not. One scale for all tools, log beyond 100 rows',
      align: 'end',
      cell: (t) =>
        t.left === 0 ? null : (
          <span className={classes.ice}>
            <Iceberg seen={t.typicalPage} unseen={medianOf(t)} limit={t.typicalPage} max={max} />
          </span>
        ),
    },
    {
      key: 'median',
      head: 'Median unseen',
      title: 'Rows not seen, median over the capped calls left',
      align: 'end',
      sortable: true,
      cell: (t) =>
        t.left === 0 ? (
          none
        ) : (
          <span title={`known for ${share(t.unseen.known / t.left)} of ${count(t.left)} capped calls left`}>
            <KnownNumber known={medianOf(t)} />
          </span>
        ),
    },
    {
      key: 'product',
      head: 'Left × median',
      title: 'Frequency × severity: capped calls left × median unseen',
      align: 'end',
      sortable: true,
      cell: (t) => (t.left === 0 ? none : <KnownNumber known={t.product} />),
    },
    {
      key: 'sum',
      head: 'Rows unseen',
      title: 'Added up call by call; differs from the product because a median ignores the tail',
      align: 'end',
      optional: true,
      cell: (t) => (t.left === 0 ? none : <KnownNumber known={sumOf(t)} />),
    },
    {
      key: 'accounts',
      head: 'Accounts',
      title: 'Accounts hit: with at least one capped call left',
      align: 'end',
      sortable: true,
      cell: (t) => <KnownNumber known={countedSoFar(t.hits.accounts, t.hits.unnamed > 0)} />,
    },
    {
      key: 'exposure',
      head: 'Exposure',
      title: 'Revenue of the accounts hit as a share of all accounts’ revenue',
      align: 'end',
      sortable: true,
      cell: (t) => {
        const { share: part, reason } = t.hits.exposure;
        return part === null ? (
          <span title={reason ?? undefined}>
            <KnownNumber known={{ kind: 'unknown' }} />
          </span>
        ) : (
          <KnownNumber known={countedSoFar(part, t.hits.unnamed > 0)} write={share} />
        );
      },
    },
    {
      key: 'errors',
      head: 'Errors',
      align: 'end',
      sortable: true,
      cell: (t) => <Share part={t.errors} whole={t.calls} noun="calls" />,
    },
    {
      key: 'p95',
      head: 'p95',
      title: 'Latency: 95 of 100 calls took at most this long. All accounts together',
      align: 'end',
      sortable: true,
      cell: (t) =>
        t.p95 === null ? <KnownNumber known={{ kind: 'unknown' }} /> : <span className="num">≤ {duration(t.p95)}</span>,
    },
    {
      key: 'trend',
      head: 'Trend',
      title: `Capped calls per ${unit}`,
      cell: (t) => {
        const points = trends.get(t.tool) ?? [];
        const most = Math.max(0, ...points);
        const words = `Capped calls per ${unit}: ${count(points[0] ?? 0)} at first, ${count(points.at(-1) ?? 0)} at last, at most ${count(most)}`;
        return <Sparkline points={points} words={words} />;
      },
    },
  ];
}
