'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const YEAR = 31_536_000;

/** Tells the server the viewer's zone, once and whenever it changes; the page is then read again in it. */
export function ZoneCookie({ zone, known }: { zone: string; known: boolean }) {
  const router = useRouter();
  useEffect(() => {
    const mine = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!mine || (known && mine === zone)) return;
    if (document.cookie.includes(`zone=${encodeURIComponent(mine)}`)) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve
    document.cookie = `zone=${encodeURIComponent(mine)}; path=/; max-age=${YEAR}; samesite=lax`;
    router.refresh();
  }, [zone, known, router]);
  return null;
}
