import { type Column, DataTable } from '@/components/data-table';
import { Visible } from '@/components/payload/visible';
import { Panel } from '@/components/states';
import { askedCosts } from '@/db/questions/caps-asked';
import type { Store } from '@/db/store';
import type { Here, View } from '@/lib/address';
import type { CapsSettings } from '@/lib/caps/address';
import { withoutField } from '@/lib/caps/row-cost';
import type { FieldCost, RowCosts } from '@/lib/caps/row-cost-types';
import { grantOf, tokenSentences } from '@/lib/caps/token-words';
import { count, share } from '@/lib/format';
import classes from './caps.module.css';

interface TokensProps {
  store: Store;
  view: View;
  here: Here;
  tool: string;
  settings: CapsSettings;
  /** Pages to tell the price of: today's cap and the chosen one, rows. */
  pages: readonly number[];
}

/** Fields shown: those that cost most. */
const SHOWN = 12;

/** What a row of the tool costs in tokens, page from budget and budget from page, and which field costs most. */
export async function TokensPanel({ store, view, here, tool, settings, pages }: TokensProps) {
  const costs = await askedCosts(store, view, tool, settings);
  if (costs === null)
    return (
      <Panel title="Tokens">
        <p>
          No result with rows is kept in this view (none came, or their payloads have expired), so what a row costs is
          not known.
        </p>
      </Panel>
    );
  const fields = costs.fields.slice(0, SHOWN);
  return (
    <>
      <Panel title="Tokens" note={`measured from this tool’s stored results with ${costs.tokenizer}`}>
        <ul className={classes.list}>
          {tokenSentences(costs, settings, pages).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Panel>
      {fields.length === 0 ? null : (
        <DataTable
          title="What a row is made of"
          noun={['field', 'fields']}
          columns={columns(costs, grantOf(settings))}
          rows={fields}
          rowKey={(field) => field.name}
          shown={{
            matched: costs.fields.length,
            returned: fields.length,
            order: 'dearest first, names of fields counted with them',
            next: null,
          }}
          here={here}
          fixed
        />
      )}
    </>
  );
}

function columns(costs: RowCosts, budget: number): Column<FieldCost>[] {
  return [
    { key: 'field', head: 'Field', cell: (field) => <Visible text={field.name} /> },
    {
      key: 'tokens',
      head: 'Tokens a row',
      align: 'end',
      cell: (field) => count(Math.round(field.mean * 10) / 10),
    },
    { key: 'share', head: 'Share of a row', align: 'end', cell: (field) => share(field.share) },
    {
      key: 'without',
      head: 'Rows without it',
      title: `Rows that ${count(budget)} tokens pay for when this field is dropped`,
      align: 'end',
      cell: (field) => withoutText(costs, field, budget),
    },
  ];
}

function withoutText(costs: RowCosts, field: FieldCost, budget: number): string {
  const { rows, without } = withoutField(costs, field, budget);
  return without === null || rows === null ? '–' : `${count(without)} instead of ${count(rows)}`;
}
