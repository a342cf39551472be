import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Screen } from '@/components/frame/screen';
import { Go } from '@/components/link';
import { account } from '@/db/questions/account';
import { accountPath, linkTo, nameOf } from '@/lib/address';
import { visibleText } from '@/lib/payload/visible';
import { NoData } from '../../no-data';
import { openScreen } from '../../screen';
import { AccountBody } from './body';

export const metadata: Metadata = { title: 'Account' };

export default async function AccountPage({ params, searchParams }: PageProps<'/accounts/[id]'>) {
  const id = nameOf((await params).id);
  if (id === null) notFound();
  const screen = await openScreen(accountPath(id), await searchParams, ['tool', 'caps']);
  const report = screen.store ? await account(screen.store, screen.view, id) : null;
  if (report && !report.facts.known) notFound();
  const title = id === '' ? 'No account' : visibleText(report?.facts.name ?? id);
  return (
    <Screen {...screen.frame} title={title} above={<Go href={linkTo(screen.here, '/accounts')}>Accounts</Go>}>
      {screen.store && report ? (
        <AccountBody {...screen} store={screen.store} report={report} />
      ) : (
        <NoData arriving={screen.frame.arriving} />
      )}
    </Screen>
  );
}
