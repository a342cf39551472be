import { notFound } from 'next/navigation';
import { Screen } from '@/components/frame/screen';
import { Go } from '@/components/link';
import { EmptyState } from '@/components/states';
import { capsPath, linkTo, linkWith, nameOf, toolPath } from '@/lib/address';
import { parseCaps, withoutCaps } from '@/lib/caps/address';
import { NoData } from '../../../no-data';
import { openScreen } from '../../../screen';
import { CapsBody } from './body';

export async function generateMetadata({ params }: PageProps<'/tools/[tool]/caps'>) {
  return { title: `${nameOf((await params).tool) ?? 'Tool'}: the cap decision` };
}

/** What another cap would do, to whom, at what price. The address holds the whole state. */
export default async function CapsScreen({ params, searchParams }: PageProps<'/tools/[tool]/caps'>) {
  const tool = nameOf((await params).tool);
  if (tool === null) notFound();
  const given = await searchParams;
  const settings = parseCaps(given);
  const screen = await openScreen(capsPath(tool), withoutCaps(given), ['segment', 'account']);
  screen.here.own = settings.own;
  screen.view.problems.push(...settings.problems);
  const { here } = screen;
  return (
    <Screen
      {...screen.frame}
      title={`${tool || '(no name)'}: which cap?`}
      above={
        <>
          <Go href={linkTo(here, '/tools', { tools: [] })}>Tools</Go> ›{' '}
          <Go href={linkTo(here, toolPath(tool), { tools: [] })}>{tool || '(no name)'}</Go>
        </>
      }
    >
      {!screen.store ? (
        <NoData arriving={screen.frame.arriving} asked={screen.view.data === 'sample'} />
      ) : screen.frame.choices.tools.includes(tool) ? (
        <CapsBody {...screen} store={screen.store} tool={tool} settings={settings} />
      ) : (
        <EmptyState title="No tool of this name was ever called">
          <p>
            The log holds no call of <code>{tool}</code>.{' '}
            <Go href={linkWith({ ...here, path: '/tools', own: [] })}>All tools</Go>
          </p>
        </EmptyState>
      )}
    </Screen>
  );
}
