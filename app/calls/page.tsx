import type { Metadata } from 'next';
import { DataTable } from '@/components/data-table';
import { Screen } from '@/components/frame/screen';
import { Go } from '@/components/link';
import { Sentence } from '@/components/states';
import { VerdictMark } from '@/components/verdict-mark';
import { calls } from '@/db/questions/calls';
import { callKinds } from '@/db/questions/calls-kinds';
import { parseSearch } from '@/db/questions/calls-search';
import type { Store } from '@/db/store';
import { type Here, linkWith, queryOf, type View } from '@/lib/address';
import { count, plural } from '@/lib/format';
import { VERDICTS, type Verdict } from '@/lib/verdict/types';
import { NoData } from '../no-data';
import { type OpenedScreen, openScreen } from '../screen';
import classes from './calls.module.css';
import { callColumns } from './columns';

export const metadata: Metadata = { title: 'Calls' };

export default async function CallsPage({ searchParams }: PageProps<'/calls'>) {
  const screen = await openScreen('/calls', await searchParams, ['segment', 'account', 'tool', 'verdict', 'caps']);
  return (
    <Screen {...screen.frame} title="Calls">
      {screen.store ? <Body {...screen} store={screen.store} /> : <NoData arriving={screen.frame.arriving} />}
    </Screen>
  );
}

async function Body({ store, view, here, zone }: OpenedScreen & { store: Store }) {
  const search = { ...parseSearch(view.q), rows: view.rows, unseen: view.unseen };
  const order = view.sort === 'time' && view.dir === 'asc' ? 'oldest' : 'newest';
  const page = await calls(store, view, search, { cursor: view.cursor, order });
  const query = queryOf({ ...view, cursor: null }, true);
  return (
    <div className={classes.page}>
      <SearchForm here={here} />
      <Kinds store={store} here={here} view={view} />
      {page.searched?.next && page.searched.calls < (page.searched.of ?? Number.POSITIVE_INFINITY) ? (
        <Sentence small>
          Looked for the text in {plural(page.searched.calls, 'call')}
          {page.searched.of === null ? '' : ` of ${count(page.searched.of)}`}; the next page goes on from there.
        </Sentence>
      ) : null}
      <DataTable
        title={search.session !== null ? 'Calls of one session' : 'Calls'}
        noun={['call', 'calls']}
        columns={callColumns(here, zone, page.rows)}
        rows={page.rows}
        rowKey={(row) => row.id}
        shown={page}
        here={here}
        sort={{ key: 'time', dir: order === 'oldest' ? 'asc' : 'desc' }}
        exports={{ csv: `/api/calls${withFormat(query, 'csv')}`, json: `/api/calls${withFormat(query, 'json')}` }}
        none={<None here={here} view={view} />}
      />
    </div>
  );
}

function withFormat(query: string, format: 'csv' | 'json'): string {
  return `${query}${query === '' ? '?' : '&'}format=${format}`;
}

/** The search as a plain form: everything else of the address goes along as hidden fields. */
function SearchForm({ here }: { here: Here }) {
  const rest = new URLSearchParams(queryOf({ ...here.view, q: '', cursor: null }, here.view.pinned));
  return (
    <search>
      <form className={classes.search} action="/calls">
        {[...rest].map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
        <label className="visually-hidden" htmlFor="calls-q">
          Search in ids, arguments and sessions
        </label>
        <input
          id="calls-q"
          name="q"
          type="search"
          defaultValue={here.view.q}
          placeholder="Text in arguments, ids and sessions; session:ID; is:left"
          maxLength={2000}
        />
        <button type="submit">Search</button>
        {here.view.q.includes('is:left') ? null : (
          <Go href={linkWith(here, { q: `is:left ${here.view.q}`.trim() })}>Only capped calls left</Go>
        )}
      </form>
    </search>
  );
}

/** Verdicts as choices with what each would list; the counts are those of the slice, whatever text is searched. */
async function Kinds({ store, here, view }: { store: Store; here: Here; view: View }) {
  const kinds = await callKinds(store, view);
  const one = view.verdicts.length === 1 ? view.verdicts[0] : null;
  const there = VERDICTS.filter((verdict) => kinds[verdict] !== undefined);
  if (there.length < 2 && one === null) return null;
  return (
    <nav className={classes.kinds} aria-label="Verdict">
      <Go href={linkWith(here, { verdicts: [] })} aria-current={view.verdicts.length === 0 ? 'true' : undefined}>
        all verdicts
      </Go>
      {there.map((verdict: Verdict) => (
        <Go
          key={verdict}
          href={linkWith(here, { verdicts: [verdict] })}
          aria-current={one === verdict ? 'true' : undefined}
        >
          <VerdictMark verdict={verdict} /> <span className="num dim">{count(kinds[verdict] ?? 0)}</span>
        </Go>
      ))}
    </nav>
  );
}

function None({ here, view }: { here: Here; view: View }) {
  const narrowed = view.q || view.verdicts.length + view.tools.length + view.accounts.length + view.segments.length > 0;
  return (
    <>
      No call matches this view.{' '}
      {view.q ? (
        <Go href={linkWith(here, { q: '' })}>Search for nothing</Go>
      ) : narrowed ? (
        <Go
          href={linkWith(here, {
            q: '',
            verdicts: [],
            tools: [],
            accounts: [],
            segments: [],
            rows: null,
            unseen: null,
          })}
        >
          Take all filters away
        </Go>
      ) : (
        'Choose a wider time range above.'
      )}
    </>
  );
}
