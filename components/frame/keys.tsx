'use client';

import { ActionIcon, Kbd, Modal } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../icons';
import classes from './frame.module.css';
import { carried, PLACES } from './nav';

const OPEN = 'capwatch:help';

const LIST: [string[], string][] = [
  [['/'], 'Search calls'],
  ...PLACES.map((p): [string[], string] => [['g', p.key], `Go to ${p.word}`]),
  [['j'], 'Next row'],
  [['k'], 'Previous row'],
  [['Enter'], 'Open the row'],
  [['['], 'Previous call of the session'],
  [[']'], 'Next call of the session'],
  [['?'], 'This list'],
];

/** Opens the list of keys. */
export function HelpButton() {
  return (
    <ActionIcon
      aria-label="Keyboard shortcuts"
      title="Keyboard shortcuts (?)"
      onClick={() => window.dispatchEvent(new Event(OPEN))}
    >
      <Icon name="help" />
    </ActionIcon>
  );
}

/** Keyboard of the whole product. Keys never act while something is typed or a modifier is down. */
export function Keys() {
  const router = useRouter();
  const [help, setHelp] = useState(false);
  const waiting = useRef(0);

  useEffect(() => {
    const show = () => setHelp(true);
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const afterG = Date.now() - waiting.current < 1_500;
      waiting.current = 0;
      if (afterG) {
        const place = PLACES.find((p) => p.key === event.key);
        if (place) router.push(place.href + carried(new URLSearchParams(window.location.search)));
        return;
      }
      if (event.key === 'g') waiting.current = Date.now();
      else if (event.key === '?') setHelp(true);
      else if (event.key === 'j') moveRow(1);
      else if (event.key === 'k') moveRow(-1);
      else if (event.key === '[') document.querySelector<HTMLAnchorElement>('a[rel~=prev]')?.click();
      else if (event.key === ']') document.querySelector<HTMLAnchorElement>('a[rel~=next]')?.click();
      else if (event.key === '/') {
        event.preventDefault();
        document.getElementById('search')?.focus();
      }
    };
    window.addEventListener('keydown', onKey);
    window.addEventListener(OPEN, show);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener(OPEN, show);
    };
  }, [router]);

  return (
    <Modal
      opened={help}
      onClose={() => setHelp(false)}
      title="Keyboard"
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <dl className={classes.keys}>
        {LIST.map(([keys, says]) => (
          <div key={says}>
            <dt>
              {keys.map((k) => (
                <Kbd key={k}>{k}</Kbd>
              ))}
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

function moveRow(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-row]')].flatMap((row) => {
    const link = row.querySelector<HTMLElement>('a');
    return link ? [link] : [];
  });
  const at = links.findIndex((l) => l.closest('[data-row]')?.contains(document.activeElement));
  const to = at === -1 ? (by === 1 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, at + by));
  links[to]?.focus();
  links[to]?.scrollIntoView({ block: 'nearest' });
}
