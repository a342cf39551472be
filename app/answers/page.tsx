import type { Metadata } from 'next';
import { type Column, DataTable } from '@/components/data-table';
import { Screen } from '@/components/frame/screen';
import { Census, Share } from '@/components/known';
import { Go } from '@/components/link';
import { Visible } from '@/components/payload/visible';
import { Sentence } from '@/components/states';
import { type AnswerListed, answers, answersTouched } from '@/db/questions/answers';
import type { Store } from '@/db/store';
import { accountPath, answerPath, type Here, linkTo, linkWith, queryOf } from '@/lib/address';
import { plural, timeText } from '@/lib/format';
import { NoData } from '../no-data';
import { type OpenedScreen, openScreen } from '../screen';
import classes from './answers.module.css';

export const metadata: Metadata = { title: 'Answers' };

const PER_PAGE = 50;

export default async function AnswersPage({ searchParams }: PageProps<'/answers'>) {
  const params = await searchParams;
  const screen = await openScreen('/answers', params, ['segment', 'account', 'tool']);
  const touched = [params.touched ?? []].flat()[0] === '1';
  return (
    <Screen {...screen.frame} title="Answers">
      {screen.store ? (
        <Body {...screen} store={screen.store} touched={touched} />
      ) : (
        <NoData arriving={screen.frame.arriving} />
      )}
    </Screen>
  );
}

async function Body({ store, view, here: at, zone, touched }: OpenedScreen & { store: Store; touched: boolean }) {
  const here: Here = { ...at, own: touched ? [['touched', '1']] : [] };
  const q = view.q === '' ? null : view.q;
  const [page, sum] = await Promise.all([
    answers(store, view, { q, touched }, { limit: PER_PAGE, cursor: view.cursor }),
    answersTouched(store, view),
  ]);
  return (
    <div className={classes.page}>
      <SearchForm here={here} />
      {q === null ? (
        <Sentence>
          <Census n={sum.touched} /> of <Census n={sum.answers} unit="answers" /> (
          <Share part={sum.touched} whole={sum.answers} noun="answers" />) come after a capped call of their session
          that no walk made good.{' '}
          {touched ? (
            <Go href={linkWith({ ...here, own: [] })}>Show all answers</Go>
          ) : (
            <Go href={linkWith({ ...here, own: [['touched', '1']] })}>Show only these</Go>
          )}
        </Sentence>
      ) : (
        <Sentence>
          {page.matched === 0
            ? 'No answer holds these words.'
            : `${plural(page.matched ?? 0, 'answer')} ${page.matched === 1 ? 'holds' : 'hold'} these words, at any time.`}
        </Sentence>
      )}
      <DataTable
        title={q === null ? 'Answers' : 'Answers found'}
        noun={['answer', 'answers']}
        columns={columns(here, zone)}
        rows={page.rows}
        rowKey={(row) => row.id}
        shown={page}
        here={here}
        none="No answer is in this view. Answers are what an agent said at the end of a turn; logs that hold calls only have none."
      />
    </div>
  );
}

function SearchForm({ here }: { here: Here }) {
  const kept = new URLSearchParams(queryOf({ ...here.view, q: '', cursor: null }, here.view.pinned));
  return (
    <search>
      <form className={classes.search} action="/answers">
        {[...kept].map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
        <label className="visually-hidden" htmlFor="answers-q">
          Paste a sentence, an id or a session
        </label>
        <input
          id="answers-q"
          type="search"
          name="q"
          key={here.view.q}
          defaultValue={here.view.q}
          placeholder="Paste a sentence: there were 20 incidents last week"
          autoComplete="off"
        />
        <button type="submit">Find</button>
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
  ];
}

function clip(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
