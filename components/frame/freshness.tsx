'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { hourText, share, timeText } from '@/lib/format';
import classes from './frame.module.css';
import type { Arriving } from './types';

interface FreshnessProps {
  now: number;
  zone: string;
  zoneKnown: boolean;
  arriving: Arriving;
  pinned: boolean;
  /** Nothing is there yet: look often. */
  empty: boolean;
}

const WHILE_ARRIVING = 2_500;
const STANDING = 30_000;

/** When this view was read, in which zone, and whether data is still arriving; re-reads it while it is. */
export function Freshness({ now, zone, zoneKnown, arriving, pinned, empty }: FreshnessProps) {
  const router = useRouter();
  const every = arriving.now || empty ? WHILE_ARRIVING : pinned ? null : STANDING;
  useEffect(() => {
    if (every === null) return;
    const timer = setInterval(() => {
      if (!isBusy()) router.refresh();
    }, every);
    return () => clearInterval(timer);
  }, [every, router]);

  const zoneText = zoneKnown ? zone : 'UTC (your zone is not known yet)';
  return (
    <div
      className={classes.freshness}
      data-arriving={arriving.now || undefined}
      data-rest={!arriving.watched || undefined}
      data-trouble={arriving.trouble || undefined}
      title={`${arriving.says ? `${arriving.says} ` : ''}As of ${timeText(now, zone, true)}, ${zoneText}`}
    >
      <span className={classes.freshDot} aria-hidden="true" />
      <span className={classes.freshWords}>
        {stateText(arriving)}
        <span className="dim">
          {' '}
          · as of {hourText(now, zone)} {zoneShort(zone)}
        </span>
      </span>
      {arriving.now && arriving.progress !== null ? (
        <span className={classes.freshTrack} aria-hidden="true">
          <span style={{ width: `${arriving.progress * 100}%` }} />
        </span>
      ) : null}
    </div>
  );
}

function stateText({ trouble, now, progress, watched }: Arriving): string {
  if (trouble) return 'Reading stopped';
  if (now) return progress === null ? 'Reading' : `Reading ${share(progress)}`;
  return watched ? 'Watching' : 'At rest';
}

function zoneShort(zone: string): string {
  return zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
}

/** Nothing may move under the pointer, under an open menu, or while no one looks. */
function isBusy(): boolean {
  if (document.hidden) return true;
  if (document.querySelector('main [data-row]:hover, main details[open], [data-portal] [role=dialog]')) return true;
  return document.activeElement?.closest('main [data-row], main form, [role=dialog]') != null;
}
