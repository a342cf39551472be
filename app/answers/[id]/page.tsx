import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Screen } from '@/components/frame/screen';
import { Go } from '@/components/link';
import { Visible } from '@/components/payload/visible';
import { Grid, Panel, Sentence } from '@/components/states';
import { type AnswerDetail, answer } from '@/db/questions/answer';
import { accountPath, answerPath, type Here, linkTo, linkWith, nameOf } from '@/lib/address';
import { verdictGroup } from '@/lib/claims/verdict-words';
import { money, plural, timeText } from '@/lib/format';
import { NoData } from '../../no-data';
import { openScreen } from '../../screen';
import classes from '../answers.module.css';
import { CallsOfTurn } from './calls';
import { ClaimList, MarkedText } from './claims';

export const metadata: Metadata = { title: 'Answer' };

export default async function AnswerPage({ params, searchParams }: PageProps<'/answers/[id]'>) {
  const id = nameOf((await params).id);
  if (id === null) notFound();
  const given = await searchParams;
  const screen = await openScreen(answerPath(id), given, []);
  const found = screen.store ? await answer(screen.store, id) : null;
  if (screen.store && !found) notFound();
  const chosen = Number([given.claim ?? []].flat()[0] ?? Number.NaN);
  return (
    <Screen {...screen.frame} title="Answer" above={<Go href={linkTo(screen.here, '/answers')}>Answers</Go>}>
      {found ? (
        <Body found={found} here={screen.here} zone={screen.zone} chosen={found.claims[chosen - 1] ? chosen : null} />
      ) : (
        <NoData arriving={screen.frame.arriving} />
      )}
    </Screen>
  );
}

interface BodyProps {
  found: AnswerDetail;
  here: Here;
  zone: string;
  /** Number of the chosen claim, from 1. */
  chosen: number | null;
}

function Body({ found, here, zone, chosen }: BodyProps) {
  const { account, claims } = found;
  const claim = chosen === null ? null : (claims[chosen - 1] ?? null);
  const data = here.view.data ? `&data=${here.view.data}` : '';
  return (
    <div className={classes.page}>
      <p className="dim">
        {timeText(found.ts, zone, true)}
        {found.tsKnown ? '' : ' (the log carries no time; this is when it was read)'} ·{' '}
        {account.id === '' ? (
          'no account'
        ) : (
          <Go href={linkTo(here, accountPath(account.id))}>
            <Visible text={account.name ?? account.id} />
          </Go>
        )}
        {account.segment ? `, ${account.segment}` : ''}
        {account.revenue === null ? '' : `, ${money(account.revenue, account.currency)} a year`} · session{' '}
        <Visible text={found.session} /> · <a href={`/api${answerPath(found.id)}?format=md${data}`}>Markdown report</a>{' '}
        · <a href={`/api${answerPath(found.id)}?format=json${data}`}>JSON</a>
      </p>
      <Sentence>{summary(found)}</Sentence>
      {found.paged.map(({ says }) => (
        <p key={says}>
          <Visible text={says} />
        </p>
      ))}
      <Grid two>
        <div className={classes.page}>
          {found.question === null ? null : (
            <Panel title="Question">
              <p className={classes.text}>
                <Visible text={found.question} />
              </p>
            </Panel>
          )}
          <Panel title="Answer" note="each statement about a set is underlined and numbered">
            <MarkedText text={found.text} claims={claims} chosen={chosen} here={here} />
          </Panel>
          <Panel title="What it states" note={plural(claims.length, 'claim')}>
            <ClaimList claims={claims} remedies={found.remedies} chosen={chosen} here={here} turn={found.turn} />
          </Panel>
        </div>
        <Panel
          title={found.turn.ofSession ? 'Calls of the session before it' : 'Calls of its turn'}
          note={`${found.turn.calls.length} of ${plural(found.turn.matched, 'call')}, oldest first`}
        >
          <CallsOfTurn turn={found.turn} here={here} claim={claim} />
          {claim === null ? null : (
            <p>
              <Go href={linkWith({ ...here, own: [] })} scroll={false}>
                Show all calls alike
              </Go>
            </p>
          )}
        </Panel>
      </Grid>
    </div>
  );
}

/** How the answer stands, in a sentence. */
function summary({ claims, turn }: AnswerDetail): string {
  if (claims.length === 0) return 'No statement about a set was found in this answer.';
  const by = (group: string) => claims.filter(({ verdict }) => verdictGroup(verdict) === group);
  const wrong = by('false');
  const first = wrong[0];
  const rest = `${by('good').length} bear out or say their limits, ${by('open').length} cannot be told from the log`;
  if (!first) return `Of ${plural(claims.length, 'claim')}, none is shown to be false: ${rest}.`;
  const calls = turn.calls.length === 0 ? '' : ` ${first.says}`;
  return `${wrong.length} of ${plural(claims.length, 'claim')} ${wrong.length === 1 ? 'is' : 'are'} not borne out.${calls}`;
}
