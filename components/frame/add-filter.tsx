'use client';

import { Popover, TextInput, UnstyledButton } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { type Changes, type Here, linkWith } from '@/lib/address';
import { VERDICTS } from '@/lib/verdict/types';
import { Icon } from '../icons';
import { Go } from '../link';
import classes from './frame.module.css';
import type { FilterName, FrameProps } from './types';

interface AddFilterProps {
  here: Here;
  filters: FilterName[];
  choices: FrameProps['choices'];
}

/** Offers the filters that make sense on this screen; each choice is a link, accounts are typed. */
export function AddFilter({ here, filters, choices }: AddFilterProps) {
  const [open, setOpen] = useState(false);
  const router = useRouter();
  const { view } = here;
  const groups: { name: string; options: { word: string; changes: Changes }[] }[] = [];
  if (filters.includes('segment')) {
    const options = choices.segments.filter((s) => !view.segments.includes(s));
    groups.push({
      name: 'Segment',
      options: options.map((s) => ({ word: s, changes: { segments: [...view.segments, s] } })),
    });
  }
  if (filters.includes('verdict')) {
    const options = VERDICTS.filter((v) => !view.verdicts.includes(v));
    groups.push({
      name: 'Verdict',
      options: options.map((v) => ({ word: v.replaceAll('_', ' '), changes: { verdicts: [...view.verdicts, v] } })),
    });
  }
  if (filters.includes('tool')) {
    const options = choices.tools.filter((t) => !view.tools.includes(t));
    groups.push({ name: 'Tool', options: options.map((t) => ({ word: t, changes: { tools: [...view.tools, t] } })) });
  }
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.chipAdd} onClick={() => setOpen(!open)}>
          <Icon name="add" size={12} /> Filter
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.choices} aria-label="Add a filter">
        {groups.map((group) =>
          group.options.length === 0 ? null : (
            <div key={group.name}>
              <div className={classes.choicesHead}>{group.name}</div>
              <div className={classes.choicesList}>
                {group.options.map((o) => (
                  <Go key={o.word} href={linkWith(here, o.changes)} onClick={() => setOpen(false)}>
                    {o.word}
                  </Go>
                ))}
              </div>
            </div>
          ),
        )}
        {filters.includes('account') ? (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              const account = String(new FormData(event.currentTarget).get('account') ?? '').trim();
              if (account) router.push(linkWith(here, { accounts: [...new Set([...view.accounts, account])] }));
              setOpen(false);
            }}
          >
            <TextInput size="xs" name="account" label="Account" placeholder="Account id, then Enter" />
          </form>
        ) : null}
      </Popover.Dropdown>
    </Popover>
  );
}
