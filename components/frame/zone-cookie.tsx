'use client';

import { startTransition, useEffect, useRef } from 'react';

interface ZoneCookieProps {
  zone: string;
  known: boolean;
  /** Keeps the zone in a cookie; the page is then read again in it. */
  remember: (zone: string) => Promise<void>;
}

/** Tells the server the viewer's zone, once and whenever it changes. */
export function ZoneCookie({ zone, known, remember }: ZoneCookieProps) {
  const told = useRef<string | null>(null);
  useEffect(() => {
    const mine = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!mine || (known && mine === zone) || told.current === mine) return;
    told.current = mine;
    startTransition(() => remember(mine));
  }, [zone, known, remember]);
  return null;
}
