import { type Changes, type Here, linkWith } from '@/lib/address';
import { Go } from '../link';
import { AddFilter } from './add-filter';
import classes from './frame.module.css';
import type { FilterName, FrameProps } from './types';

interface FiltersProps {
  here: Here;
  filters: FilterName[];
  choices: FrameProps['choices'];
}

const CAPS = [
  ['imposed', 'Caps that a default, a server or a harness set'],
  ['asked', 'Caps that the agent itself asked for'],
  ['both', 'Both together'],
] as const;

/** Filters in force as removable chips, a way to add one, and whose caps count. Every one is a link. */
export function Filters({ here, filters, choices }: FiltersProps) {
  const { view } = here;
  const chips = chipsOf(here);
  const addable = filters.filter((f) => f !== 'caps');
  return (
    <div className={classes.filters}>
      {chips.map((chip) => (
        <Go key={`${chip.name} ${chip.value}`} href={linkWith(here, chip.without)} className={classes.chip}>
          <span className={classes.chipName}>{chip.name}</span> {chip.value}
          <span aria-hidden="true"> ×</span>
          <span className="visually-hidden"> (remove this filter)</span>
        </Go>
      ))}
      {addable.length > 0 ? <AddFilter here={here} filters={addable} choices={choices} /> : null}
      {filters.includes('caps') ? (
        <nav className={classes.switch} aria-label="Whose caps count">
          {CAPS.map(([caps, says]) => (
            <Go
              key={caps}
              href={linkWith(here, { caps })}
              aria-current={view.caps === caps ? 'true' : undefined}
              title={says}
            >
              {caps}
            </Go>
          ))}
        </nav>
      ) : null}
    </div>
  );
}

function chipsOf({ view }: Here): { name: string; value: string; without: Changes }[] {
  const chips: { name: string; value: string; without: Changes }[] = [];
  for (const s of view.segments) {
    chips.push({ name: 'segment', value: s, without: { segments: view.segments.filter((x) => x !== s) } });
  }
  for (const a of view.accounts) {
    chips.push({
      name: 'account',
      value: a || 'no account',
      without: { accounts: view.accounts.filter((x) => x !== a) },
    });
  }
  for (const t of view.tools) {
    chips.push({ name: 'tool', value: t, without: { tools: view.tools.filter((x) => x !== t) } });
  }
  for (const v of view.verdicts) {
    chips.push({
      name: 'verdict',
      value: v.replaceAll('_', ' '),
      without: { verdicts: view.verdicts.filter((x) => x !== v) },
    });
  }
  if (view.rows) chips.push({ name: 'rows returned', value: view.rows.join('–'), without: { rows: null } });
  if (view.unseen) chips.push({ name: 'unseen', value: view.unseen.join('–'), without: { unseen: null } });
  if (view.q) chips.push({ name: 'search', value: view.q, without: { q: '' } });
  return chips;
}
