import { notFound } from 'next/navigation';
import { Screen } from '@/components/frame/screen';
import { Go } from '@/components/link';
import { EmptyState } from '@/components/states';
import { deploysIn } from '@/db/questions/frame';
import { overview } from '@/db/questions/overview';
import type { Store } from '@/db/store';
import { capsPath, type Here, linkTo, linkWith, nameOf, toolPath, type View } from '@/lib/address';
import { NoData } from '../../no-data';
import { type OpenedScreen, openScreen } from '../../screen';
import { stepsOf } from '../../steps';
import { ToolBody } from './body';

export async function generateMetadata({ params }: PageProps<'/tools/[tool]'>) {
  return { title: nameOf((await params).tool) ?? 'Tool' };
}

export default async function ToolScreen({ params, searchParams }: PageProps<'/tools/[tool]'>) {
  const tool = nameOf((await params).tool);
  if (tool === null) notFound();
  const screen = await openScreen(toolPath(tool), await searchParams, ['segment', 'account', 'caps']);
  return (
    <Screen
      {...screen.frame}
      title={tool || '(no name)'}
      above={<Go href={linkTo(screen.here, '/tools', { tools: [] })}>Tools</Go>}
      beside={
        screen.store ? (
          <Go href={linkTo(screen.here, capsPath(tool), { tools: [], caps: 'imposed' })}>What another cap would do</Go>
        ) : null
      }
    >
      {screen.store ? (
        <Tool {...screen} store={screen.store} tool={tool} known={screen.frame.choices.tools.includes(tool)} />
      ) : (
        <NoData arriving={screen.frame.arriving} asked={screen.view.data === 'sample'} />
      )}
    </Screen>
  );
}

interface ToolProps extends OpenedScreen {
  store: Store;
  tool: string;
  known: boolean;
}

async function Tool({ store, view, here, zone, tool, known }: ToolProps) {
  const steps = stepsOf(view, zone);
  const mine: View = { ...view, tools: [tool], verdicts: [] };
  const [found, deploys] = await Promise.all([overview(store, mine, steps.grain), deploysIn(store, mine)]);
  const figures = found.tools[0];
  if (!figures) return <NoCalls tool={tool} known={known} here={here} />;
  return <ToolBody {...{ store, view: mine, here, zone, steps, deploys, found, figures }} />;
}

function NoCalls({ tool, known, here }: { tool: string; known: boolean; here: Here }) {
  if (!known) {
    return (
      <EmptyState title="No tool of this name was ever called">
        <p>
          The log holds no call of <code>{tool}</code>. <Go href={linkTo(here, '/tools', { tools: [] })}>All tools</Go>
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No calls in this view">
      <p>
        <code>{tool}</code> was not called in this time range with these filters.{' '}
        <Go href={linkWith(here, { pinned: false, segments: [], accounts: [] })}>Show the newest month, unfiltered</Go>
      </p>
    </EmptyState>
  );
}
