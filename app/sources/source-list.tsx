import { Button, TextInput } from '@mantine/core';
import { shownText } from '@/components/data-table';
import { Go } from '@/components/link';
import { Grid, Panel } from '@/components/states';
import type { Only, SourcesPage } from '@/db/questions/sources';
import type { Store } from '@/db/store';
import { type SourcesView, sourcesQuery } from './address';
import { SourceCard } from './source-card';
import classes from './sources.module.css';

interface SourceListProps {
  store: Store;
  page: SourcesPage;
  view: SourcesView;
  data: string | null;
  now: number;
  zone: string;
  /** The source whose quarantine is unfolded, and from where on. */
  open: number | null;
  cursor: string | null;
}

const WORDS: Record<Only, string> = {
  trouble: 'in trouble',
  quarantined: 'with a quarantine',
  cut: 'that look cut',
  resultless: 'with calls without result',
};

/** One page of the sources that match, each with everything that was and was not taken of it. */
export function SourceList({ store, page, view, data, now, zone, open, cursor }: SourceListProps) {
  const exported = (format: string) => {
    const query = sourcesQuery(view, data);
    return `/api/sources${query === '' ? '?' : `${query}&`}format=${format}`;
  };
  const query = sourcesQuery(view, data, { after: view.after });
  return (
    <Panel
      title="What was read"
      id="read"
      note={
        <>
          {shownText(page, ['source', 'sources'])} ·{' '}
          <a className={classes.inText} href={exported('csv')}>
            CSV
          </a>{' '}
          ·{' '}
          <a className={classes.inText} href={exported('json')}>
            JSON
          </a>
        </>
      }
    >
      <Which view={view} data={data} />
      {page.returned === 0 ? (
        <p>
          No source matches. <Go href={`/sources${sourcesQuery(NO_CHOICE, data)}`}>Show all sources</Go>
        </p>
      ) : null}
      <Grid>
        {page.rows.map((row) => (
          <SourceCard
            key={row.id}
            store={store}
            source={row}
            now={now}
            zone={zone}
            open={open === row.id}
            cursor={open === row.id ? cursor : null}
            here={{ path: '/sources', query }}
          />
        ))}
      </Grid>
      {page.next || view.after ? (
        <nav className={classes.pages} aria-label="Pages of sources">
          {view.after ? <Go href={`/sources${sourcesQuery(view, data)}#read`}>First page</Go> : <span />}
          {page.next ? (
            <Go href={`/sources${sourcesQuery(view, data, { after: page.next })}#read`}>Next page</Go>
          ) : (
            <span>This is the last page.</span>
          )}
        </nav>
      ) : null}
    </Panel>
  );
}

const NO_CHOICE: SourcesView = { q: '', log: null, only: null, after: null };

/** Which sources are shown: by path, by format, and those that someone should look at. */
function Which({ view, data }: { view: SourcesView; data: string | null }) {
  const to = (changes: Partial<SourcesView>) => `/sources${sourcesQuery(view, data, changes)}#read`;
  return (
    <div className={classes.which}>
      <form action="/sources" method="get">
        {data ? <input type="hidden" name="data" value={data} /> : null}
        {view.log === null ? null : <input type="hidden" name="log" value={view.log} />}
        {view.only ? <input type="hidden" name="only" value={view.only} /> : null}
        <TextInput name="q" defaultValue={view.q} size="xs" aria-label="Part of a path" placeholder="part of a path" />
        <Button type="submit" variant="default">
          Find
        </Button>
      </form>
      <nav aria-label="Which sources">
        {view.q === '' && view.log === null && view.only === null ? null : (
          <Go href={`/sources${sourcesQuery(NO_CHOICE, data)}#read`}>All</Go>
        )}
        {view.log === null ? null : <Go href={to({ log: null })}>{view.log === '' ? 'not recognised' : view.log} ✕</Go>}
        {(Object.keys(WORDS) as Only[]).map((only) => (
          <Go
            key={only}
            href={to({ only: view.only === only ? null : only })}
            aria-current={view.only === only ? 'true' : undefined}
          >
            {WORDS[only]}
            {view.only === only ? ' ✕' : ''}
          </Go>
        ))}
      </nav>
    </div>
  );
}
