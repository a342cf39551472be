import { Suspense } from 'react';
import { Screen } from '@/components/frame/screen';
import { deployEvents, deploysIn } from '@/db/questions/frame';
import { overview, toolPage } from '@/db/questions/overview';
import type { Store } from '@/db/store';
import { AnswersBy, AnswersSum } from './answers/sum';
import { NoData } from './no-data';
import { Headline } from './overview/headline';
import { OverTime } from './overview/over-time';
import classes from './overview/overview.module.css';
import { Risk } from './overview/risk';
import { type OpenedScreen, openScreen } from './screen';
import { foundHere } from './sources/found';
import { FoundPanel } from './sources/found-panel';
import { deployMarks, kindsBuckets, stepsOf, trends } from './steps';
import { ToolsTable } from './tools/tools-table';

export const metadata = { title: 'Overview' };

export default async function OverviewPage({ searchParams }: PageProps<'/'>) {
  const screen = await openScreen('/', await searchParams, ['segment', 'account', 'tool', 'caps']);
  const found = screen.frame.hasOwn ? null : await foundHere(screen.worker, screen.now);
  return (
    <Screen {...screen.frame} title="Overview">
      {found ? <FoundPanel found={found} from="overview" now={screen.now} /> : null}
      {screen.store ? (
        <Overview {...screen} store={screen.store} />
      ) : (
        <NoData arriving={screen.frame.arriving} asked={screen.view.data === 'sample'} />
      )}
    </Screen>
  );
}

async function Overview({ store, view, here, zone }: OpenedScreen & { store: Store }) {
  const steps = stepsOf(view, zone);
  const [found, deploys] = await Promise.all([
    overview(store, view, steps.grain),
    deploysIn(store, view).then(deployEvents),
  ]);
  const { unit } = steps.buckets;
  return (
    <>
      <Headline all={found.all} here={here} />
      <Suspense fallback={<p className="dim">Counting answers…</p>}>
        <AnswersSum store={store} view={view} here={here} />
      </Suspense>
      <div className={classes.charts}>
        <OverTime
          buckets={kindsBuckets(found.kinds, steps, here)}
          unit={unit}
          marks={deployMarks(deploys, steps)}
          deploys={deploys}
          here={here}
          zone={zone}
        />
        <Risk tools={found.tools} here={here} />
      </div>
      <ToolsTable page={toolPage(found.tools, view)} trends={trends(found.kinds, steps)} unit={unit} here={here} />
      <Suspense fallback={<p className="dim">Counting answers…</p>}>
        <AnswersBy store={store} view={view} here={here} by={['tool', 'account', 'segment']} />
      </Suspense>
    </>
  );
}
