'use client';

import { Button, CopyButton, Popover, TextInput, UnstyledButton } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { type Here, linkWith, openingRange, type Span } from '@/lib/address';
import { DAY, dayText, fieldText, HOUR, instantOf, plural, rangeText } from '@/lib/format';
import { Icon } from '../icons';
import { Go } from '../link';
import classes from './frame.module.css';
import type { Deploy } from './types';

interface RangePickerProps {
  here: Here;
  span: Span;
  zone: string;
  deploys: Deploy[];
}

/** The time range of the view: presets counted back from the newest data, deploys, and any two times. */
export function RangePicker({ here, span, zone, deploys }: RangePickerProps) {
  const [open, setOpen] = useState(false);
  const router = useRouter();
  const { view } = here;
  const end = openingRange(span).to;
  const first = Math.floor(span.from / HOUR) * HOUR;
  const presets = [
    { word: 'Last 24 hours with data', from: end - DAY },
    { word: 'Last 7 days with data', from: end - 7 * DAY },
    { word: 'Last 30 days with data', from: end - 30 * DAY },
    { word: 'Everything', from: first },
  ];
  const range = rangeText(view.from, view.to, zone);
  const close = () => setOpen(false);
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.barButton}
          onClick={() => setOpen(!open)}
          aria-label={`Time range: ${range}`}
        >
          <Icon name="clock" size={14} />
          <span>{range}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.choices} aria-label="Time range">
        <div className={classes.choicesList}>
          <Go href={linkWith(here, { pinned: false })} onClick={close} aria-current={view.pinned ? undefined : 'true'}>
            The newest month with data, moving along
          </Go>
          {presets.map((p) => (
            <Go key={p.word} href={linkWith(here, { from: p.from, to: end })} onClick={close}>
              {p.word}
            </Go>
          ))}
        </div>
        {deploys.length > 0 ? (
          <>
            <div className={classes.choicesHead}>Since a deploy</div>
            <div className={classes.choicesList}>
              {deploys.map((d) => (
                <Go
                  key={`${d.version} ${d.at}`}
                  href={linkWith(here, { from: Math.floor(d.at / HOUR) * HOUR, to: Math.max(end, d.at + HOUR) })}
                  onClick={close}
                >
                  {d.version}{' '}
                  <span className="dim">
                    of {d.tools.length === 1 ? d.tools[0] : plural(d.tools.length, 'tool')},{' '}
                    {dayText(d.at, zone, false)}
                  </span>
                </Go>
              ))}
            </div>
          </>
        ) : null}
        <form
          className={classes.custom}
          onSubmit={(event) => {
            event.preventDefault();
            const form = new FormData(event.currentTarget);
            const from = instantOfField(form.get('from'), zone);
            const to = instantOfField(form.get('to'), zone);
            if (from === null || to === null || from >= to) return;
            router.push(linkWith(here, { from, to }));
            close();
          }}
        >
          <TextInput
            size="xs"
            type="datetime-local"
            name="from"
            label={`From (${zone})`}
            required
            defaultValue={fieldText(view.from, zone)}
          />
          <TextInput
            size="xs"
            type="datetime-local"
            name="to"
            label="To, not included"
            required
            defaultValue={fieldText(view.to, zone)}
          />
          <Button type="submit">Show this range</Button>
        </form>
        <CopyLink href={linkWith(here, { from: view.from, to: view.to, cursor: view.cursor })} />
      </Popover.Dropdown>
    </Popover>
  );
}

function CopyLink({ href }: { href: string }) {
  const absolute = typeof window === 'undefined' ? href : new URL(href, window.location.href).href;
  return (
    <CopyButton value={absolute}>
      {({ copied, copy }) => (
        <UnstyledButton className={classes.textButton} onClick={copy}>
          {copied ? 'Copied' : 'Copy a link to exactly this view'}
        </UnstyledButton>
      )}
    </CopyButton>
  );
}

function instantOfField(value: FormDataEntryValue | null, zone: string): number | null {
  const m = /^(\d+)-(\d+)-(\d+)T(\d+):(\d+)/.exec(String(value ?? ''));
  if (!m) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = m.slice(1).map(Number);
  return instantOf({ year, month, day, hour, minute }, zone);
}
