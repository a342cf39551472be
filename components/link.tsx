'use client';

import Link, { useLinkStatus } from 'next/link';
import type { ComponentProps } from 'react';
import classes from './frame/frame.module.css';

/** A link inside Capwatch. Views are asked of the store when they are opened, so nothing is fetched ahead. */
export function Go({ children, ...props }: ComponentProps<typeof Link>) {
  return (
    <Link prefetch={false} {...props}>
      {children}
      <Waiting />
    </Link>
  );
}

/** The old view stands until the new one is there; words appear when that takes a moment. */
function Waiting() {
  const { pending } = useLinkStatus();
  if (!pending) return null;
  return (
    <span className={classes.waiting} role="status">
      Reading the store…
    </span>
  );
}
