import { DataTable } from '@/components/data-table';
import { Census, KnownNumber, Share } from '@/components/known';
import { Go } from '@/components/link';
import { Visible } from '@/components/payload/visible';
import type { AccountTool } from '@/db/questions/account';
import { type Here, linkTo, toolPath } from '@/lib/address';
import { count, medianKnown } from '@/lib/format';
import { CAPPED } from '@/lib/verdict/types';
import classes from '../accounts.module.css';

/** Every tool that the account called, with what it hid from it. */
export function AccountTools({ tools, here, account }: { tools: AccountTool[]; here: Here; account: string }) {
  const shown = { matched: tools.length, returned: tools.length, order: 'most capped calls left first', next: null };
  return (
    <DataTable
      title="Tools"
      noun={['tool', 'tools']}
      rows={tools}
      rowKey={(row) => row.tool}
      shown={shown}
      here={here}
      fixed
      none="This account called no tool in this view."
      columns={[
        {
          key: 'tool',
          head: 'Tool',
          cell: (row) => (
            <Go href={linkTo(here, toolPath(row.tool), { accounts: [account], tools: [] })}>
              <Visible text={row.tool} />
            </Go>
          ),
        },
        { key: 'calls', head: 'Calls', align: 'end', cell: (row) => <Census n={row.calls} /> },
        {
          key: 'left',
          head: 'Capped, left',
          align: 'end',
          cell: (row) => (
            <span className={classes.pair}>
              <Go
                href={linkTo(here, '/calls', {
                  accounts: [account],
                  tools: [row.tool],
                  verdicts: [...CAPPED],
                  q: 'is:left',
                })}
              >
                {count(row.left)}
              </Go>
            </span>
          ),
        },
        {
          key: 'share',
          head: 'Share',
          align: 'end',
          cell: (row) => <Share part={row.left} whole={row.calls} noun="calls" />,
        },
        { key: 'flagged', head: 'Flagged', align: 'end', cell: (row) => <Census n={row.flagged} /> },
        { key: 'silent', head: 'Silent', align: 'end', cell: (row) => <Census n={row.silent} /> },
        { key: 'stale', head: 'Stale', align: 'end', cell: (row) => <Census n={row.stale} /> },
        { key: 'recovered', head: 'Recovered', align: 'end', cell: (row) => <Census n={row.recovered} /> },
        { key: 'unseen', head: 'Unseen rows', align: 'end', cell: (row) => <KnownNumber known={row.unseen.total} /> },
        {
          key: 'median',
          head: 'Median',
          align: 'end',
          cell: (row) =>
            row.left === 0 ? <span className="dim">none</span> : <KnownNumber known={medianKnown(row.median)} />,
        },
      ]}
    />
  );
}
