'use client';

import type { ReactNode } from 'react';
import classes from './charts.module.css';

/** What every axis shares. */
export const AXIS = {
  tickLine: false,
  axisLine: { stroke: 'var(--cw-line-strong)' },
  tick: { fill: 'var(--cw-dim)', fontSize: 11.5 },
} as const;

export const GRID = { stroke: 'var(--cw-line)', vertical: false } as const;

/** The box that follows the pointer: a head and pairs of words and numbers. */
export function Tip({ head, pairs, foot }: { head: ReactNode; pairs: [string, ReactNode][]; foot?: ReactNode }) {
  return (
    <div className={classes.tip}>
      <b>{head}</b>
      {pairs.map(([word, number]) => (
        <div key={word}>
          <span className="dim">{word}</span>
          <span className="num">{number}</span>
        </div>
      ))}
      {foot ? <span className="dim">{foot}</span> : null}
    </div>
  );
}

/** Fills for kinds of capped calls that stay apart without colour: plain, dotted, hatched. */
export function KindPatterns({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={`${id}-flagged`} width="6" height="6" patternUnits="userSpaceOnUse">
        <rect width="6" height="6" fill="var(--cw-flagged)" />
      </pattern>
      <pattern id={`${id}-silent`} width="5" height="5" patternUnits="userSpaceOnUse">
        <rect width="5" height="5" fill="var(--cw-silent)" />
        <circle cx="2.500" cy="2.500" r="0.900" fill="var(--cw-panel)" />
      </pattern>
      <pattern id={`${id}-stale`} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="5" height="5" fill="var(--cw-stale)" />
        <rect width="1.300" height="5" fill="var(--cw-panel)" />
      </pattern>
    </defs>
  );
}

/** The key to the fills, in words. */
export function Legend({ items }: { items: { fill: string; word: string }[] }) {
  return (
    <div className={classes.legend} aria-hidden="true">
      {items.map((item) => (
        <span key={item.word}>
          <span className={classes.swatch} style={{ background: item.fill }} />
          {item.word}
        </span>
      ))}
    </div>
  );
}
