import { BoundsNumber } from '@/components/bounds';
import { type Column, DataTable } from '@/components/data-table';
import { KnownNumber } from '@/components/known';
import { Go } from '@/components/link';
import { Visible } from '@/components/payload/visible';
import { type ExposedAccount, exposedAt } from '@/db/questions/caps-exposed';
import type { Store } from '@/db/store';
import { accountPath, type Here, linkTo, linkWith, type View } from '@/lib/address';
import type { Candidate } from '@/lib/caps/types';
import { count, money } from '@/lib/format';
import classes from './caps.module.css';
import { withAt } from './table';

interface ExposedProps {
  store: Store;
  view: View;
  here: Here;
  tool: string;
  chosen: Candidate;
  all: readonly Candidate[];
}

const PER_PAGE = 25;

/** Which accounts stay exposed at the chosen candidate, by revenue. */
export async function Exposed({ store, view, here, tool, chosen, all }: ExposedProps) {
  const page = await exposedAt(store, view, tool, chosen.cap, { limit: PER_PAGE, cursor: view.cursor });
  return (
    <>
      <nav className={classes.choice} aria-label="Candidate whose exposed accounts are listed">
        <span className="dim">Who stays exposed at</span>
        {all.map((c) => (
          <Go
            key={c.cap}
            href={linkWith(withAt(here, c.cap))}
            scroll={false}
            aria-current={c.cap === chosen.cap ? 'true' : undefined}
          >
            {count(c.cap)}
          </Go>
        ))}
      </nav>
      <DataTable
        title={`Accounts that stay exposed at ${count(chosen.cap)}`}
        noun={['account', 'accounts']}
        columns={columns(here, tool)}
        rows={page.rows}
        rowKey={(row) => row.id}
        shown={page}
        here={withAt(here, chosen.cap)}
        fixed
        none="No account is known to stay exposed at this cap."
      />
    </>
  );
}

function columns(here: Here, tool: string): Column<ExposedAccount>[] {
  return [
    {
      key: 'name',
      head: 'Account',
      cell: (row) => (
        <Go href={linkTo(here, accountPath(row.id), { accounts: [], segments: [], tools: [tool] })}>
          <Visible text={row.name ?? row.id} />
        </Go>
      ),
    },
    {
      key: 'revenue',
      head: 'Revenue',
      title: 'Per year, as the log or the accounts file gives it',
      align: 'end',
      cell: (row) =>
        row.revenue === null ? (
          <KnownNumber known={{ kind: 'unknown' }} />
        ) : (
          <span className="num">{money(row.revenue, row.currency)}</span>
        ),
    },
    {
      key: 'segment',
      head: 'Segment',
      cell: (row) => (row.segment === null ? <i className="dim">unknown</i> : <Visible text={row.segment} />),
    },
    {
      key: 'left',
      head: 'Calls still capped',
      title: 'Calls that this cap would still cut and no walk made good',
      align: 'end',
      cell: (row) => <BoundsNumber bounds={row.left} />,
    },
  ];
}
