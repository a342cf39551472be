import type { Column } from '@/components/data-table';
import { Census, KnownNumber, Share } from '@/components/known';
import { Go } from '@/components/link';
import { Visible } from '@/components/payload/visible';
import { Sparkline } from '@/components/sparkline';
import type { AccountRow } from '@/db/questions/accounts';
import type { AccountTrend } from '@/db/questions/accounts-trend';
import { accountPath, type Here, linkTo, toolPath } from '@/lib/address';
import { count, dayText, money, plural, timeText } from '@/lib/format';
import { CAPPED } from '@/lib/verdict/types';
import classes from './accounts.module.css';

interface ColumnFacts {
  here: Here;
  zone: string;
  trends: Map<string, AccountTrend>;
}

/** What one asks of an account in a list: whose, how much, how bad, since when. */
export function accountColumns({ here, zone, trends }: ColumnFacts): Column<AccountRow>[] {
  return [
    {
      key: 'name',
      head: 'Account',
      sortable: true,
      cell: (row) => (
        <>
          <Go href={linkTo(here, accountPath(row.id), { accounts: [], segments: [] })}>
            {row.id === '' ? 'no account' : <Visible text={row.name ?? row.id} />}
          </Go>
          <span className={classes.id}>
            {row.id === '' ? 'calls that name none' : row.name === null ? 'no record of it' : <Visible text={row.id} />}
          </span>
        </>
      ),
    },
    {
      key: 'revenue',
      head: 'Revenue',
      title: 'Per year, as the log or the accounts file gives it',
      align: 'end',
      sortable: true,
      cell: (row) =>
        row.revenue === null ? (
          <KnownNumber known={{ kind: 'unknown' }} />
        ) : (
          <span className="num" title={`${row.currency ?? ''} ${count(row.revenue)} a year`.trim()}>
            {money(row.revenue, row.currency)}
          </span>
        ),
    },
    {
      key: 'segment',
      head: 'Segment',
      cell: (row) =>
        row.segment === null ? (
          <i className="dim">unknown</i>
        ) : (
          <span title={row.segmentGiven ? 'as given' : 'by its revenue band'}>
            <Visible text={row.segment} />
          </span>
        ),
    },
    {
      key: 'left',
      head: 'Capped, left',
      title: 'Capped calls that no walk made good, and their share of the account’s calls',
      align: 'end',
      sortable: true,
      cell: (row) => (
        <span className={classes.pair}>
          <Go href={linkTo(here, '/calls', { accounts: [row.id], verdicts: [...CAPPED], q: 'is:left' })}>
            {count(row.left)}
          </Go>
          <span className="dim">
            <Share part={row.left} whole={row.calls} noun="calls" />
          </span>
        </span>
      ),
    },
    {
      key: 'unseen',
      head: 'Unseen rows',
      title: 'Summed over the capped calls left; at least so many where some calls do not tell',
      align: 'end',
      sortable: true,
      cell: (row) => (
        <span title={unseenWords(row)}>
          <KnownNumber known={row.unseen.total} />
        </span>
      ),
    },
    {
      key: 'recovered',
      head: 'Recovered',
      align: 'end',
      optional: true,
      cell: (row) => <Census n={row.recovered} />,
    },
    {
      key: 'capped',
      head: 'Capped',
      align: 'end',
      optional: true,
      sortable: true,
      cell: (row) => <Census n={row.capped} />,
    },
    { key: 'calls', head: 'Calls', align: 'end', sortable: true, cell: (row) => <Census n={row.calls} /> },
    {
      key: 'tools',
      head: 'Tools that hide most',
      wide: true,
      cell: (row) =>
        row.topTools.length === 0 ? (
          <span className="dim">none of {plural(row.tools, 'tool')}</span>
        ) : (
          <span className={classes.tools}>
            {row.topTools.map((tool) => (
              <Go key={tool} href={linkTo(here, toolPath(tool), { accounts: [row.id] })}>
                <Visible text={tool} />
              </Go>
            ))}
            {row.tools > row.topTools.length ? <span className="dim">of {row.tools} called</span> : null}
          </span>
        ),
    },
    {
      key: 'seen',
      head: 'Last seen',
      cell: (row) => (
        <span className="num" title={row.lastSeen === null ? undefined : timeText(row.lastSeen, zone)}>
          {row.lastSeen === null ? 'unknown' : dayText(row.lastSeen, zone)}
        </span>
      ),
    },
    {
      key: 'trend',
      head: 'Trend',
      title: 'Capped calls left over time',
      width: 92,
      cell: (row) => <Trend trend={trends.get(row.id)} zone={zone} />,
    },
  ];
}

function unseenWords({ unseen, left }: AccountRow): string {
  const { exact, atLeast, unknown } = unseen;
  return `Known exactly for ${count(exact)} of ${plural(left, 'capped call')} left, at least for ${count(atLeast)}, unknown for ${count(unknown)}`;
}

function Trend({ trend, zone }: { trend: AccountTrend | undefined; zone: string }) {
  if (!trend) return null;
  const total = trend.left.reduce((sum, n) => sum + n, 0);
  if (total === 0) return <span className="dim">none</span>;
  const most = Math.max(...trend.left);
  const at = trend.from + trend.left.indexOf(most) * trend.step;
  return (
    <Sparkline
      points={trend.left}
      words={`Capped calls left over time: ${count(total)} in all, most (${count(most)}) on ${dayText(at, zone)}.`}
    />
  );
}
