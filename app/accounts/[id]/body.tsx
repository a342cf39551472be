import { callColumns, sessionSearch } from '@/app/calls/columns';
import { CopyText } from '@/components/copy-line';
import { DataTable } from '@/components/data-table';
import { Go } from '@/components/link';
import { Visible } from '@/components/payload/visible';
import { Panel, Sentence } from '@/components/states';
import type { AccountReport } from '@/db/questions/account';
import { accountSessions } from '@/db/questions/account';
import { calls } from '@/db/questions/calls';
import { NO_SEARCH } from '@/db/questions/calls-where';
import type { Store } from '@/db/store';
import { exportLink, linkTo, linkWith } from '@/lib/address';
import { count, plural, timeText } from '@/lib/format';
import { CAPPED } from '@/lib/verdict/types';
import type { OpenedScreen } from '../../screen';
import classes from '../accounts.module.css';
import { AccountFigures } from './figures';
import { letter } from './letter';
import { AccountOverTime } from './over-time';
import { AccountTools } from './tools';

interface BodyProps extends OpenedScreen {
  store: Store;
  report: AccountReport;
}

/** One account: what was hidden from it, by which tools, since when, and what to tell it. */
export async function AccountBody({ store, view, here, zone, report }: BodyProps) {
  const { facts } = report;
  const mine = { ...view, accounts: [facts.id], segments: [] };
  const capped = { ...mine, verdicts: view.verdicts.length > 0 ? view.verdicts : [...CAPPED] };
  const recent = await calls(store, capped, NO_SEARCH, { limit: 20 });
  const sessions = await accountSessions(store, view, facts.id, { cursor: view.cursor });
  const { exact, atLeast } = report.unseen;
  const words = letter({ ...view, ...report, zone, known: exact + atLeast });
  const toCalls = linkTo(here, '/calls', { accounts: [facts.id], verdicts: capped.verdicts });
  return (
    <div className={classes.page}>
      <AccountFigures report={report} here={here} zone={zone} />
      <Panel title="What support can send" note="plain text; it says no more than the log holds">
        <div className={classes.letter}>
          <Sentence>
            <Visible text={words} />
          </Sentence>
          <CopyText text={words} />
        </div>
      </Panel>
      <AccountOverTime store={store} view={view} here={here} zone={zone} id={facts.id} />
      <AccountTools tools={report.tools} here={here} account={facts.id} />
      <DataTable
        title="Recent capped calls"
        noun={['capped call', 'capped calls']}
        columns={callColumns(here, zone, recent.rows, ['account'])}
        rows={recent.rows}
        rowKey={(row) => row.id}
        shown={{ ...recent, next: null }}
        here={here}
        fixed
        exports={{ csv: exportLink({ ...here, view: { ...here.view, ...capped } }, '/api/calls', 'csv') }}
        none="No call of this account was capped in this view."
      />
      {recent.next ? (
        <p>
          <Go href={toCalls}>All {count(recent.matched ?? 0)} capped calls of this account</Go>
        </p>
      ) : null}
      <Panel
        title="Sessions"
        note={`Showing ${count(sessions.returned)} of ${plural(sessions.matched ?? 0, 'session')}, ${sessions.order}`}
      >
        <div className={classes.sessions}>
          {sessions.rows.length === 0 ? <p className="dim">No session in this view.</p> : null}
          {sessions.rows.map((row) => (
            <p key={row.session} data-row>
              <Go
                href={linkTo(here, '/calls', { accounts: [facts.id], q: sessionSearch(row.session) })}
                className="mono"
              >
                <Visible text={row.session} />
              </Go>{' '}
              <span className="dim">
                {timeText(row.first, zone)} · {plural(row.calls, 'call')}, {count(row.left)} capped and left
                {row.capped > row.left ? `, ${count(row.capped - row.left)} recovered` : ''}
              </span>
            </p>
          ))}
        </div>
        {sessions.next ? (
          <p>
            <Go href={linkWith(here, { cursor: sessions.next })}>Older sessions</Go>
          </p>
        ) : null}
        {view.cursor ? (
          <p>
            <Go href={linkWith(here, { cursor: null })}>Latest sessions</Go>
          </p>
        ) : null}
      </Panel>
    </div>
  );
}
