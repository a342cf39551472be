import type { Metadata } from 'next';
import { Screen } from '@/components/frame/screen';
import { Census } from '@/components/known';
import { Grid, Panel, Sentence } from '@/components/states';
import { sources } from '@/db/questions/sources';
import type { Store } from '@/db/store';
import { exportLink } from '@/lib/address';
import { plural } from '@/lib/format';
import { type OpenedScreen, openScreen } from '../screen';
import { AddSource } from './add-source';
import { SourceCard } from './source-card';
import classes from './sources.module.css';
import { WorkerLine } from './worker-line';

export const metadata: Metadata = { title: 'Sources' };

export default async function SourcesPage({ searchParams }: PageProps<'/sources'>) {
  const params = await searchParams;
  const screen = await openScreen('/sources', params, []);
  const open = Number([params.quarantine ?? []].flat()[0] ?? Number.NaN);
  return (
    <Screen {...screen.frame} title="Sources">
      <div className={classes.page}>
        {screen.store ? (
          <Body {...screen} store={screen.store} open={Number.isInteger(open) ? open : null} />
        ) : (
          <Sentence>Nothing has been read yet. Here is how to begin.</Sentence>
        )}
        <AddSource />
      </div>
    </Screen>
  );
}

async function Body({
  store,
  here,
  zone,
  now,
  open,
  view,
  worker,
}: OpenedScreen & { store: Store; open: number | null }) {
  const all = await sources(store);
  const sum = (key: 'calls' | 'quarantined' | 'duplicates' | 'answers') => all.reduce((n, row) => n + row[key], 0);
  const query = view.data ? `?data=${view.data}` : '';
  return (
    <>
      <WorkerLine worker={worker} now={now} zone={zone} />
      <Sentence>
        {plural(all.length, 'source')}: {plural(sum('calls'), 'call')} and {plural(sum('answers'), 'answer')} read
        {sum('duplicates') > 0 ? `, ${plural(sum('duplicates'), 'record')} met twice and counted once` : ''};{' '}
        {sum('quarantined') === 0 ? (
          'nothing was unreadable.'
        ) : (
          <>
            <Census n={sum('quarantined')} /> could not be read and {sum('quarantined') === 1 ? 'is' : 'are'} listed
            below with the reason.
          </>
        )}
      </Sentence>
      <Panel
        title="What was read"
        note={
          <>
            all {plural(all.length, 'source')}, in trouble first, then the latest read ·{' '}
            <a className={classes.inText} href={exportLink(here, '/api/sources', 'csv')}>
              CSV
            </a>{' '}
            ·{' '}
            <a className={classes.inText} href={exportLink(here, '/api/sources', 'json')}>
              JSON
            </a>
          </>
        }
      >
        <Grid>
          {all.map((row) => (
            <SourceCard
              key={row.id}
              store={store}
              source={row}
              now={now}
              zone={zone}
              open={open === row.id}
              cursor={open === row.id ? view.cursor : null}
              here={{ path: '/sources', query }}
            />
          ))}
        </Grid>
      </Panel>
    </>
  );
}
