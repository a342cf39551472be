import type { Metadata } from 'next';
import { DataTable } from '@/components/data-table';
import { Screen } from '@/components/frame/screen';
import { KnownNumber } from '@/components/known';
import { Go } from '@/components/link';
import { Sentence } from '@/components/states';
import { accounts } from '@/db/questions/accounts';
import { accountsTrend } from '@/db/questions/accounts-trend';
import { type Exposure, hits } from '@/db/questions/hits';
import { conversionWords } from '@/db/questions/revenue';
import type { Store } from '@/db/store';
import { exportLink, linkWith } from '@/lib/address';
import { count, plural, share } from '@/lib/format';
import { NoData } from '../no-data';
import { type OpenedScreen, openScreen } from '../screen';
import classes from './accounts.module.css';
import { accountColumns } from './columns';
import { sortOf } from './sort';

export const metadata: Metadata = { title: 'Accounts' };

export default async function AccountsPage({ searchParams }: PageProps<'/accounts'>) {
  const screen = await openScreen('/accounts', await searchParams, ['segment', 'account', 'tool', 'caps']);
  return (
    <Screen {...screen.frame} title="Accounts">
      {screen.store ? <Body {...screen} store={screen.store} /> : <NoData arriving={screen.frame.arriving} />}
    </Screen>
  );
}

async function Body({ store, view, here, zone }: OpenedScreen & { store: Store }) {
  const sort = sortOf(view.sort);
  const page = await accounts(store, view, { sort, dir: view.dir, cursor: view.cursor });
  const trends = await accountsTrend(
    store,
    view,
    page.rows.map((row) => row.id),
  );
  return (
    <div className={classes.page}>
      <Hit store={store} {...{ view, here }} />
      <DataTable
        title="Accounts"
        noun={['account', 'accounts']}
        columns={accountColumns({ here, zone, trends })}
        rows={page.rows}
        rowKey={(row) => row.id}
        shown={page}
        here={here}
        sort={{ key: sort, dir: view.dir }}
        exports={{ csv: exportLink(here, '/api/accounts', 'csv'), json: exportLink(here, '/api/accounts', 'json') }}
        none={
          <>
            No account made a call in this view.{' '}
            <Go href={linkWith(here, { segments: [], accounts: [], tools: [] })}>Take the filters away</Go>
          </>
        }
      />
      {page.silent > 0 ? (
        <p className="dim">{plural(page.silent, 'more account')} in the log made no call in this time.</p>
      ) : null}
      {page.currencies.length > 1 ? (
        <p className="dim">
          Revenue stands in {page.currencies.join(', ')} and is compared{' '}
          {page.converted ? conversionWords(page.converted) : 'as it stands, without conversion'}.
        </p>
      ) : null}
    </div>
  );
}

/** Whom to call first, in a sentence: how many are hit and what they hold. */
async function Hit({ store, view, here }: Pick<OpenedScreen, 'view' | 'here'> & { store: Store }) {
  const { accounts: hit, exposure } = await hits(store, view);
  if (hit === 0)
    return <Sentence>No account has a capped call left in this view: whatever was cut was read to its end.</Sentence>;
  const { unknownRevenue } = exposure;
  return (
    <Sentence>
      {plural(hit, 'account')} {hit === 1 ? 'has' : 'have'} capped calls left
      {exposure.share === null ? (
        <>
          ; their share of revenue is <KnownNumber known={{ kind: 'unknown' }} />: {exposure.reason}.{apart(exposure)}
        </>
      ) : (
        <>
          {' '}
          and hold {share(exposure.share)} of the revenue that is known
          {exposure.converted ? `, ${conversionWords(exposure.converted)}` : ''}.
        </>
      )}{' '}
      {unknownRevenue.hit > 0 && exposure.share !== null ? (
        <span className="dim">Of {count(unknownRevenue.hit)} of them revenue is not known. </span>
      ) : null}
      {view.sort && view.sort !== 'exposure' ? (
        <Go href={linkWith(here, { sort: null, dir: 'desc' })}>Whom to call first</Go>
      ) : (
        <span className="dim">Those first, by revenue.</span>
      )}
    </Sentence>
  );
}

/** Where currencies do not add up, each one's own share. */
function apart({ byCurrency }: Exposure): string {
  const parts = Object.entries(byCurrency ?? {}).map(
    ([currency, part]) => `${part.share === null ? 'unknown' : share(part.share)} of ${currency || 'no currency'}`,
  );
  return parts.length === 0 ? '' : ` By currency: ${parts.join(', ')}.`;
}
