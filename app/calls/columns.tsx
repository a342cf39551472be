import { callSentence, LIMIT_SOURCE } from '@/components/call/words';
import type { Column } from '@/components/data-table';
import { Iceberg } from '@/components/iceberg';
import { Census, KnownNumber } from '@/components/known';
import { Go } from '@/components/link';
import { Visible } from '@/components/payload/visible';
import { VerdictMark } from '@/components/verdict-mark';
import type { CallRow } from '@/db/questions/calls';
import { accountPath, callPath, type Here, linkTo, toolPath } from '@/lib/address';
import { count, timeText, unseenKnown } from '@/lib/format';
import type { Verdict } from '@/lib/verdict/types';
import classes from './calls.module.css';

/** Verdicts whose result has rows, so that an iceberg says something. */
const WITHOUT_ROWS: readonly Verdict[] = ['error', 'refused', 'not_a_list', 'unreadable'];

/** Columns of any list of calls; `without` leaves out what the page already says. */
export function callColumns(here: Here, zone: string, rows: CallRow[], without: string[] = []): Column<CallRow>[] {
  const max = scaleOf(rows.map((row) => (row.present ?? 0) + (row.unseen.rows ?? 0)));
  const columns: Column<CallRow>[] = [
    {
      key: 'time',
      head: 'Time',
      sortable: true,
      width: 150,
      cell: (row) => (
        <Go href={linkTo(here, callPath(row.id))} className={classes.time}>
          {timeText(row.ts, zone, true)}
          {row.tsKnown ? null : <span className="dim"> (time of the log)</span>}
        </Go>
      ),
    },
    {
      key: 'tool',
      head: 'Tool',
      cell: (row) => (
        <Go href={linkTo(here, toolPath(row.tool))}>
          <Visible text={row.tool} />
        </Go>
      ),
    },
    {
      key: 'verdict',
      wide: 'labelled',
      head: 'Verdict',
      cell: (row) => (
        <>
          <VerdictMark verdict={row.verdict} basis={row.verdict === 'complete' ? row.basis : null} />
          {row.recovered ? (
            <span className={classes.recovered} title="A walk reached the rest before the answer">
              recovered
            </span>
          ) : null}
        </>
      ),
    },
    {
      key: 'says',
      head: 'In one sentence',
      wide: true,
      cell: (row) => <Visible text={clip(callSentence(row.says, row))} />,
    },
    {
      key: 'iceberg',
      wide: 'labelled',
      head: 'Seen and unseen',
      title:
        'Rows that the model saw (solid) and did not see (hatched); the tick is the limit. One scale for all rows but a few far larger ones',
      width: 130,
      cell: (row) =>
        WITHOUT_ROWS.includes(row.verdict) || row.present === null ? (
          <span className="dim">no rows</span>
        ) : (
          <Iceberg
            seen={row.present}
            unseen={unseenKnown(row.unseen)}
            limit={row.limit}
            claimed={row.returned !== null && row.returned !== row.present ? row.returned : null}
            max={max}
          />
        ),
    },
    {
      key: 'account',
      head: 'Account',
      cell: (row) => (
        <Go href={linkTo(here, accountPath(row.account), { accounts: [] })}>
          {row.account === '' ? (
            <span className="dim">no account</span>
          ) : (
            <Visible text={row.accountName ?? row.account} />
          )}
        </Go>
      ),
    },
    {
      key: 'session',
      head: 'Session',
      cell: (row) => (
        <Go href={linkTo(here, '/calls', { q: sessionSearch(row.session) })} className={classes.session}>
          <Visible text={row.session} />
        </Go>
      ),
    },
    {
      key: 'present',
      head: 'Rows',
      align: 'end',
      optional: true,
      cell: (row) => (row.present === null ? <KnownNumber known={{ kind: 'unknown' }} /> : <Census n={row.present} />),
    },
    {
      key: 'unseen',
      head: 'Unseen',
      align: 'end',
      optional: true,
      cell: (row) => <KnownNumber known={unseenKnown(row.unseen)} />,
    },
    {
      key: 'limit',
      head: 'Limit',
      align: 'end',
      optional: true,
      cell: (row) =>
        row.limit === null ? (
          <span className="dim">none known</span>
        ) : (
          <span title={row.limitSource ? LIMIT_SOURCE[row.limitSource] : undefined}>{count(row.limit)}</span>
        ),
    },
    {
      key: 'whose',
      head: 'Whose cap',
      optional: true,
      cell: (row) => (row.limit === null ? '' : row.imposed ? 'imposed' : 'asked'),
    },
  ];
  return columns.filter((column) => !without.includes(column.key));
}

/** One scale for the bars of a list. A few far larger rows keep a scale of their own, lest they flatten the rest. */
function scaleOf(totals: number[]): number {
  const sorted = totals.toSorted((a, b) => a - b);
  const most = sorted.at(-1) ?? 1;
  const usual = sorted[Math.floor(sorted.length * 0.9)] ?? most;
  return Math.max(1, most > 4 * usual ? usual : most);
}

/** What the search field must say to list one session. */
export function sessionSearch(session: string): string {
  if (session.includes('"')) return session;
  return /^\S+$/.test(session) ? `session:${session}` : `session:"${session}"`;
}

function clip(text: string): string {
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
