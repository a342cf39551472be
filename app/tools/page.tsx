import { Screen } from '@/components/frame/screen';
import { Sentence } from '@/components/states';
import { overview, toolPage } from '@/db/questions/overview';
import type { Store } from '@/db/store';
import { count, plural, share } from '@/lib/format';
import { NoData } from '../no-data';
import { type OpenedScreen, openScreen } from '../screen';
import { stepsOf, trends } from '../steps';
import { ToolsTable } from './tools-table';

export const metadata = { title: 'Tools' };

export default async function ToolsPage({ searchParams }: PageProps<'/tools'>) {
  const screen = await openScreen('/tools', await searchParams, ['segment', 'account', 'tool', 'caps']);
  return (
    <Screen {...screen.frame} title="Tools">
      {screen.store ? (
        <Tools {...screen} store={screen.store} />
      ) : (
        <NoData arriving={screen.frame.arriving} asked={screen.view.data === 'sample'} />
      )}
    </Screen>
  );
}

async function Tools({ store, view, here, zone }: OpenedScreen & { store: Store }) {
  const steps = stepsOf(view, zone);
  const { all, tools, kinds } = await overview(store, view, steps.grain);
  const capped = tools.filter((t) => t.capped > 0).length;
  return (
    <>
      {all.calls > 0 ? (
        <Sentence>
          {plural(capped, 'tool')} of {count(tools.length)} returned capped results: {count(all.capped)} of{' '}
          {plural(all.calls, 'call')} ({share(all.capped / all.calls)}).
        </Sentence>
      ) : null}
      <ToolsTable
        page={toolPage(tools, { ...view, limit: 100 })}
        trends={trends(kinds, steps)}
        unit={steps.buckets.unit}
        here={here}
      />
    </>
  );
}
