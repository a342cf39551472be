import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Suspense } from 'react';
import classes from '@/components/call/call.module.css';
import { CallColumns } from '@/components/call/columns';
import { Decision } from '@/components/call/decision';
import { callSentence, UNSEEN_SOURCE, unseenSum } from '@/components/call/words';
import { Screen } from '@/components/frame/screen';
import { Iceberg } from '@/components/iceberg';
import { KnownNumber } from '@/components/known';
import { Go } from '@/components/link';
import { Visible } from '@/components/payload/visible';
import { Grid, Panel, Sentence } from '@/components/states';
import { VerdictMark } from '@/components/verdict-mark';
import { type CallDetail, call } from '@/db/questions/call';
import { type Neighbours, neighbours } from '@/db/questions/neighbours';
import type { Store } from '@/db/store';
import { accountPath, callPath, type Here, linkTo, nameOf, toolPath } from '@/lib/address';
import { count, duration, money, plural, timeText, unseenKnown } from '@/lib/format';
import { visibleText } from '@/lib/payload/visible';
import { certainty } from '@/lib/verdict/certainty';
import { NoData } from '../../no-data';
import { type OpenedScreen, openScreen } from '../../screen';
import { sessionSearch } from '../columns';
import { Around, WalkPanel } from './around';
import { Payloads } from './payloads';

export const metadata: Metadata = { title: 'Call' };

export default async function CallPage({ params, searchParams }: PageProps<'/calls/[id]'>) {
  const id = nameOf((await params).id);
  if (id === null) notFound();
  const screen = await openScreen(callPath(id), await searchParams, []);
  const found = screen.store ? await call(screen.store, id) : null;
  if (screen.store && !found) notFound();
  const title = found ? visibleText(found.tool) : 'Call';
  const above = <Go href={linkTo(screen.here, '/calls')}>Calls</Go>;
  return (
    <Screen
      {...screen.frame}
      title={title}
      above={above}
      beside={found ? <VerdictMark verdict={found.judgement.verdict} basis={found.judgement.basis} size={14} /> : null}
    >
      {screen.store && found ? (
        <Body {...screen} store={screen.store} call={found} />
      ) : (
        <NoData arriving={screen.frame.arriving} />
      )}
    </Screen>
  );
}

async function Body({ store, here, zone, call: one }: OpenedScreen & { store: Store; call: CallDetail }) {
  const around = await neighbours(store, one);
  const { judgement, reading } = one;
  const sentence = callSentence(judgement.findings[0]?.says ?? null, {
    ...judgement,
    limit: judgement.limit?.value ?? null,
    matched: judgement.declared.matched,
  });
  const { returned } = judgement.declared;
  return (
    <div className={classes.top}>
      <Order call={one} around={around} here={here} zone={zone} />
      <Sentence>
        <Visible text={sentence} />
      </Sentence>
      {judgement.present === null && judgement.unseen.kind === 'none' ? null : (
        <Iceberg
          size="large"
          seen={judgement.present}
          unseen={unseenKnown(judgement.unseen)}
          limit={judgement.limit?.value ?? null}
          claimed={returned !== null && returned !== judgement.present ? returned : null}
        />
      )}
      <CallColumns
        args={one.args}
        reading={reading}
        limitAt={one.limitFact?.at ?? null}
        judgement={judgement}
        otherView={otherView(one)}
      />
      <Grid two>
        <Panel title="How it was decided" note="worst first">
          <Decision judgement={judgement} sentence={visibleText(sentence)} />
        </Panel>
        <div className={classes.stack}>
          <Panel title="What was unseen, and how we know">
            <UnseenWords call={one} />
          </Panel>
          <Certainty sentences={certainty(judgement, reading)} />
          <Around call={one} around={around} here={here} zone={zone} />
        </div>
      </Grid>
      <WalkPanel call={one} around={around} here={here} />
      <Suspense fallback={<p className="dim">Reading the payload…</p>}>
        <Payloads store={store} call={one} here={here} />
      </Suspense>
    </div>
  );
}

/** What the log would have to hold for nothing to be left open. */
function Certainty({ sentences }: { sentences: string[] }) {
  if (sentences.length === 0) return null;
  return (
    <Panel title="What would have made it certain">
      {sentences.map((sentence) => (
        <p key={sentence} className={classes.certainty}>
          <Visible text={sentence} />
        </p>
      ))}
    </Panel>
  );
}

/** What the tool itself returned, where the log holds that view too. */
function otherView({ reading, judgement }: CallDetail): string | null {
  const { otherView: other } = reading;
  if (!other) return null;
  if (other.present === null) return `rows that cannot be counted (${other.stage})`;
  const lost = judgement.present === null ? 0 : other.present - judgement.present;
  const rows = plural(other.present, 'row');
  return lost > 0 ? `${rows}; ${count(lost)} of them were removed ${other.stage}` : rows;
}

/** When, where in its session, whose: one line, with the way to the previous and next call. */
function Order({ call: one, around, here, zone }: { call: CallDetail; around: Neighbours; here: Here; zone: string }) {
  const previous = around.before.at(-1);
  const next = around.after[0];
  const { account } = one;
  const facts: [string, string | null][] = [
    ['agent', one.agent],
    ['model', one.model],
    ['version', one.version],
    ['environment', one.environment],
  ];
  return (
    <div>
      <nav className={classes.order} aria-label="Neighbours in the session">
        {previous ? (
          <Go rel="prev" href={linkTo(here, callPath(previous.id))} title="Previous call of the session ( [ )">
            ← previous
          </Go>
        ) : (
          <span className="dim">first</span>
        )}
        <span>
          call {count(around.position)} of {count(around.of)} in session{' '}
          <Go href={linkTo(here, '/calls', { q: sessionSearch(one.session) })} className="mono">
            <Visible text={one.session} />
          </Go>
        </span>
        {next ? (
          <Go rel="next" href={linkTo(here, callPath(next.id))} title="Next call of the session ( ] )">
            next →
          </Go>
        ) : (
          <span className="dim">last</span>
        )}
        <a href={`/api${callPath(one.id)}${here.view.data ? `?data=${here.view.data}` : ''}`}>JSON</a>
      </nav>
      <p className={classes.facts2}>
        <span>
          <b>{timeText(one.ts, zone, true)}</b>
          {one.tsKnown ? '' : ' (the log carries no time; this is when it was read)'}
        </span>
        <span>
          tool{' '}
          <Go href={linkTo(here, toolPath(one.tool))}>
            <Visible text={one.tool} />
          </Go>
        </span>
        <span>
          account{' '}
          <Go href={linkTo(here, accountPath(account.id))}>
            {account.id === '' ? 'no account' : <Visible text={account.name ?? account.id} />}
          </Go>
          {account.segment ? (
            <>
              , <Visible text={account.segment} />
            </>
          ) : null}
          {account.revenue === null ? null : `, ${money(account.revenue, account.currency)} a year`}
        </span>
        {facts.map(([name, value]) =>
          value === null ? null : (
            <span key={name}>
              {name}{' '}
              <b>
                <Visible text={value} />
              </b>
            </span>
          ),
        )}
        {one.durationMs === null ? null : (
          <span>
            took <b>{duration(one.durationMs)}</b>
          </span>
        )}
        <span>
          id{' '}
          <b className="mono">
            <Visible text={one.id} />
          </b>
        </span>
        {one.source ? (
          <span>
            from <Visible text={one.source.path} />
          </span>
        ) : null}
      </p>
    </div>
  );
}

function UnseenWords({ call: one }: { call: CallDetail }) {
  const { unseen, recovered, verdict } = one.judgement;
  const sum = unseenSum(one.judgement);
  const without = unseen.kind === 'none' ? WITHOUT_ROWS[verdict] : undefined;
  return (
    <>
      <p className={classes.unseen}>{without ? 'no rows to miss' : <UnseenRows unseen={unseen} />}</p>
      <p className="dim">
        {without ?? (unseen.source ? `Known because ${UNSEEN_SOURCE[unseen.source]}.` : NO_SOURCE[unseen.kind])}
      </p>
      {sum ? <p className="num">{sum}</p> : null}
      {recovered ? <p>A walk reached the rest before the answer, so this call is counted as recovered.</p> : null}
    </>
  );
}

function UnseenRows({ unseen }: { unseen: CallDetail['judgement']['unseen'] }) {
  if (unseen.kind === 'none') return 'nothing';
  const known = unseenKnown(unseen);
  if (known.kind === 'unknown') return <KnownNumber known={known} />;
  return <KnownNumber known={known} unit={known.kind === 'exact' && known.value === 1 ? 'row' : 'rows'} />;
}

const WITHOUT_ROWS: Partial<Record<CallDetail['judgement']['verdict'], string>> = {
  not_a_list: 'This result is no list, so nothing of a list can be missing from it.',
  refused: 'The tool served nothing and said so: the model knows that it has to ask again.',
  error: 'The call failed and held no rows.',
  unreadable: 'The log holds no result that could be read, so nothing is said about its rows.',
};

const NO_SOURCE: Record<CallDetail['judgement']['unseen']['kind'], string> = {
  none: 'Everything that matched is there, as far as the verdict’s basis goes.',
  exact: 'The count follows from this call.',
  at_least: 'More is certain, how many is not.',
  unknown: 'Neither this result nor the rest of the log says how many matched. A census of this query would.',
};
