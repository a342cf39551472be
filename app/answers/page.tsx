import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { Metadata } from 'next';
import { type Column, DataTable } from '@/components/data-table';
import { Screen } from '@/components/frame/screen';
import { Census, Share } from '@/components/known';
import { Go } from '@/components/link';
import { Visible } from '@/components/payload/visible';
import { Sentence } from '@/components/states';
import { type AnswerListed, type AnswersSum, answers, answersSum } from '@/db/questions/answers';
import type { Store } from '@/db/store';
import { accountPath, answerPath, exportLink, type Here, linkTo, linkWith, queryOf } from '@/lib/address';
import { CLAIM_VERDICTS } from '@/lib/claims';
import { verdictWord } from '@/lib/claims/verdict-words';
import { plural, timeText } from '@/lib/format';
import { NoData } from '../no-data';
import { type OpenedScreen, openScreen } from '../screen';
import classes from './answers.module.css';
import { askedOf } from './asked';

export const metadata: Metadata = { title: 'Answers' };

const PER_PAGE = 50;

export default async function AnswersPage({ searchParams }: PageProps<'/answers'>) {
  const params = await searchParams;
  const screen = await openScreen('/answers', params, ['segment', 'account', 'tool']);
  const asked = askedOf(params, screen.view.q);
  return (
    <Screen {...screen.frame} title="Answers">
      {screen.store ? (
        <Body {...screen} store={screen.store} asked={asked} />
      ) : (
        <NoData arriving={screen.frame.arriving} />
      )}
    </Screen>
  );
}

type Asked = ReturnType<typeof askedOf>;

async function Body({ store, view, here: at, zone, asked }: OpenedScreen & { store: Store; asked: Asked }) {
  const here: Here = { ...at, own: asked.own };
  const [page, sum] = await Promise.all([
    answers(store, view, asked, { limit: PER_PAGE, cursor: view.cursor }),
    answersSum(store, view),
  ]);
  return (
    <div className={classes.page}>
      <SearchForm here={here} asked={asked} />
      {asked.q === null ? (
        <Sum sum={sum} asked={asked} here={here} />
      ) : (
        <Sentence>
          {page.matched === 0
            ? 'No answer holds these words.'
            : `${plural(page.matched ?? 0, 'answer')} ${page.matched === 1 ? 'holds' : 'hold'} these words, at any time.`}{' '}
          <Go href={linkTo(here, '/answers/new')}>Judge a conversation that is not in the store</Go>
        </Sentence>
      )}
      <DataTable
        title={asked.q === null ? 'Answers' : 'Answers found'}
        noun={['answer', 'answers']}
        columns={columns(here, zone)}
        rows={page.rows}
        rowKey={(row) => row.id}
        shown={page}
        here={here}
        exports={{ csv: exportLink(here, '/api/answers', 'csv'), json: exportLink(here, '/api/answers', 'json') }}
        none="No answer is in this view. Answers are what an agent said at the end of a turn; logs that hold calls only have none."
      />
    </div>
  );
}

function Sum({ sum, asked, here }: { sum: AnswersSum; asked: Asked; here: Here }) {
  return (
    <Sentence>
      <Census n={sum.touched} /> of <Census n={sum.answers} unit="answers" /> (
      <Share part={sum.touched} whole={sum.answers} noun="answers" />) come after a capped call of their session that no
      walk made good; <Go href={linkWith({ ...here, own: [['touched', '1']] }, { cursor: null })}>show only these</Go>.{' '}
      <Census n={sum.withFalse} /> of <Census n={sum.judged} unit="judged answers" /> (
      <Share part={sum.withFalse} whole={sum.judged} noun="judged answers" />) state something that the log does not
      bear out; <Go href={linkWith({ ...here, own: [['claim', 'false']] }, { cursor: null })}>show only these</Go>.
      {sum.judged < sum.answers ? ` ${plural(sum.answers - sum.judged, 'answer')} still to be judged.` : ''}
      {asked.own.length === 0 ? null : (
        <>
          {' '}
          <Go href={linkWith({ ...here, own: [] }, { cursor: null })}>Show all answers</Go>.
        </>
      )}{' '}
      <Go href={linkTo(here, '/answers/new')}>Judge a conversation that is not in the store</Go>.
    </Sentence>
  );
}

function SearchForm({ here, asked }: { here: Here; asked: Asked }) {
  const kept = new URLSearchParams(queryOf({ ...here.view, q: '', cursor: null }, here.view.pinned));
  return (
    <search>
      <form className={classes.search} action="/answers">
        {[...kept].map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
        <TextInput
          className={classes.pasted}
          type="search"
          name="q"
          key={here.view.q}
          defaultValue={here.view.q}
          aria-label="Paste a sentence, an id or a session"
          placeholder="Paste a sentence: there were 20 incidents last week"
          autoComplete="off"
        />
        <NativeSelect
          name="claim"
          key={`claim ${asked.verdict}`}
          defaultValue={asked.verdict ?? ''}
          aria-label="Verdict of a claim"
          data={[
            { value: '', label: 'any claim, or none' },
            { value: 'false', label: 'not borne out (any)' },
            ...CLAIM_VERDICTS.map((verdict) => ({ value: verdict, label: verdictWord(verdict) })),
          ]}
        />
        {asked.touched ? <input type="hidden" name="touched" value="1" /> : null}
        <Button type="submit" variant="default">
          Find
        </Button>
      </form>
    </search>
  );
}

function columns(here: Here, zone: string): Column<AnswerListed>[] {
  return [
    {
      key: 'time',
      head: 'Time',
      cell: (row) => <span className="num">{timeText(row.ts, zone, true)}</span>,
    },
    {
      key: 'answer',
      head: 'Answer',
      wide: true,
      cell: (row) => (
        <>
          {row.question === null ? null : (
            <span className={classes.question}>
              <Visible text={clip(row.question, 160)} />
            </span>
          )}
          <Go href={linkTo(here, answerPath(row.id))} className={classes.fragment}>
            <Visible text={clip(row.text, 240)} />
          </Go>
        </>
      ),
    },
    {
      key: 'account',
      head: 'Account',
      cell: (row) =>
        row.account === '' ? (
          <span className="dim">no account</span>
        ) : (
          <Go href={linkTo(here, accountPath(row.account))}>
            <Visible text={row.accountName ?? row.account} />
          </Go>
        ),
    },
    {
      key: 'touched',
      head: 'Capped calls before it',
      title: 'Calls of its session, up to it, that an imposed cap cut and no walk made good',
      align: 'end',
      cell: (row) => <Census n={row.touched} />,
    },
    {
      key: 'false',
      head: 'Claims not borne out',
      title: 'Statements about a set that the calls before it do not bear out, of all such statements in it',
      align: 'end',
      cell: (row) =>
        row.claims === null || row.falseClaims === null ? (
          <span className="dim">to be judged</span>
        ) : (
          <>
            <Census n={row.falseClaims} /> of <Census n={row.claims} />
          </>
        ),
    },
  ];
}

function clip(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
