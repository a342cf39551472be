import { type Column, DataTable } from '@/components/data-table';
import { Census, Share } from '@/components/known';
import { Go } from '@/components/link';
import { Visible } from '@/components/payload/visible';
import { Grid, Sentence } from '@/components/states';
import { answersSum } from '@/db/questions/answers';
import { type AnswersKey, type AnswersOf, answersBy } from '@/db/questions/answers-by';
import type { Store } from '@/db/store';
import { accountPath, type Here, linkTo, toolPath, type View } from '@/lib/address';

interface SumProps {
  store: Store;
  view: View;
  here: Here;
}

/** How many answers of the slice come after a capped call, how many state what the log does not bear out, and the way to both. */
export async function AnswersSum({ store, view, here }: SumProps) {
  const { answers, touched, judged, withFalse } = await answersSum(store, view);
  if (answers === 0) return null;
  return (
    <Sentence small>
      <Census n={touched} /> of <Census n={answers} unit="answers" /> (
      <Share part={touched} whole={answers} noun="answers" />) come after a capped call of their session that no walk
      made good: <Go href={answersLink(here, view, 'touched=1')}>read them</Go>. <Census n={withFalse} /> of{' '}
      <Census n={judged} unit="judged answers" /> (<Share part={withFalse} whole={judged} noun="judged answers" />)
      state something that the log does not bear out: <Go href={answersLink(here, view, 'claim=false')}>read these</Go>.
      {judged < answers ? (
        <>
          {' '}
          <Census n={answers - judged} /> still {answers - judged === 1 ? 'waits' : 'wait'} to be judged.
        </>
      ) : null}
    </Sentence>
  );
}

const SHOWN = 5;

/** Where the answers that are not borne out come from. Draws nothing where every answer of the slice is borne out. */
export async function AnswersBy({ store, view, here, by }: SumProps & { by: readonly AnswersKey[] }) {
  const groups = await Promise.all(
    by.map(async (key) => ({ key, page: await answersBy(store, view, key, { limit: SHOWN }) })),
  );
  const bad = groups.filter(({ page }) => page.rows.some(({ withFalse }) => withFalse > 0));
  if (bad.length === 0) return null;
  return (
    <Grid two>
      {bad.map(({ key, page }) => (
        <DataTable
          key={key}
          title={`Answers not borne out, by ${key}`}
          noun={[key, `${key}s`]}
          columns={columns(key, here, view)}
          rows={page.rows}
          rowKey={(row) => row.key}
          shown={page}
          here={here}
          fixed
        />
      ))}
    </Grid>
  );
}

function columns(by: AnswersKey, here: Here, view: View): Column<AnswersOf>[] {
  return [
    { key: by, head: by[0]?.toUpperCase() + by.slice(1), cell: (row) => <Name by={by} row={row} here={here} /> },
    {
      key: 'false',
      head: 'Not borne out',
      title: 'Judged answers with a claim that the log does not bear out',
      align: 'end',
      cell: (row) => (
        <Go href={answersLink(here, narrowed(by, row, view), 'claim=false')}>
          <Census n={row.withFalse} />
        </Go>
      ),
    },
    {
      key: 'share',
      head: 'Of answers with a claim',
      align: 'end',
      cell: (row) => (
        <>
          <Share part={row.withFalse} whole={row.claiming} noun="answers" /> of <Census n={row.claiming} />
        </>
      ),
    },
  ];
}

function Name({ by, row, here }: { by: AnswersKey; row: AnswersOf; here: Here }) {
  if (row.key === '') return <span className="dim">no {by}</span>;
  if (by === 'segment') return <Visible text={row.key} />;
  return (
    <Go href={linkTo(here, by === 'tool' ? toolPath(row.key) : accountPath(row.key))}>
      <Visible text={row.name ?? row.key} />
    </Go>
  );
}

function narrowed(by: AnswersKey, { key }: AnswersOf, view: View): View {
  if (by === 'tool') return { ...view, tools: [key] };
  return by === 'account' ? { ...view, accounts: [key] } : { ...view, segments: [key] };
}

function answersLink(here: Here, { tools, accounts, segments }: View, own: string): string {
  const href = linkTo(here, '/answers', { tools, accounts, segments });
  return `${href}${href.includes('?') ? '&' : '?'}${own}`;
}
