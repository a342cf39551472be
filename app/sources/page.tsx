import type { Metadata } from 'next';
import { Screen } from '@/components/frame/screen';
import { Census } from '@/components/known';
import { Sentence } from '@/components/states';
import { sources } from '@/db/questions/sources';
import { sourceFacts } from '@/db/questions/sources-facts';
import { type FormatRow, sourceFormats } from '@/db/questions/sources-formats';
import type { Store } from '@/db/store';
import { plural } from '@/lib/format';
import { type OpenedScreen, openScreen } from '../screen';
import { AddSource } from './add-source';
import { type SourcesView, sourcesView } from './address';
import { Formats } from './formats';
import { foundHere } from './found';
import { FoundPanel } from './found-panel';
import { SourceList } from './source-list';
import classes from './sources.module.css';
import { WorkerLine } from './worker-line';

export const metadata: Metadata = { title: 'Sources' };

export default async function SourcesPage({ searchParams }: PageProps<'/sources'>) {
  const params = await searchParams;
  const screen = await openScreen('/sources', params, []);
  const open = Number([params.quarantine ?? []].flat()[0] ?? Number.NaN);
  const found = await foundHere(screen.worker, screen.now);
  return (
    <Screen {...screen.frame} title="Sources">
      <div className={classes.page}>
        <WorkerLine worker={screen.worker} now={screen.now} zone={screen.zone} />
        {found ? <FoundPanel found={found} from="sources" now={screen.now} /> : null}
        {screen.store ? (
          <Body
            {...screen}
            store={screen.store}
            which={sourcesView(params, screen.view)}
            open={Number.isInteger(open) ? open : null}
          />
        ) : (
          <Sentence>Nothing has been read yet. Here is how to begin.</Sentence>
        )}
        <AddSource />
      </div>
    </Screen>
  );
}

interface BodyProps extends OpenedScreen {
  store: Store;
  which: SourcesView;
  open: number | null;
}

async function Body({ store, here, zone, now, open, view, which }: BodyProps) {
  const facts = await sourceFacts(store);
  const [page, formats] = await Promise.all([
    sources(store, which, { cursor: which.after, facts }),
    sourceFormats(store, facts),
  ]);
  return (
    <>
      <Totals formats={formats} />
      <Formats formats={formats} here={here} view={which} />
      <SourceList
        store={store}
        page={page}
        view={which}
        data={view.data}
        now={now}
        zone={zone}
        open={open}
        cursor={view.cursor}
      />
    </>
  );
}

/** Everything that was read, in one sentence. */
function Totals({ formats }: { formats: FormatRow[] }) {
  const sum = (key: 'sources' | 'calls' | 'answers' | 'duplicates' | 'quarantined') =>
    formats.reduce((n, row) => n + row[key], 0);
  const quarantined = sum('quarantined');
  return (
    <Sentence>
      {plural(sum('sources'), 'source')}: {plural(sum('calls'), 'call')} and {plural(sum('answers'), 'answer')} read
      {sum('duplicates') > 0 ? `, ${plural(sum('duplicates'), 'record')} met twice and counted once` : ''};{' '}
      {quarantined === 0 ? (
        'nothing was unreadable.'
      ) : (
        <>
          <Census n={quarantined} /> could not be read and {quarantined === 1 ? 'is' : 'are'} listed below with the
          reason.
        </>
      )}
    </Sentence>
  );
}
