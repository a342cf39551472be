import type { ReactNode } from 'react';
import { BASIS_WORDS, VERDICT_WORDS } from '@/lib/format';
import type { Basis, Verdict } from '@/lib/verdict/types';
import classes from './verdict-mark.module.css';

/** Each verdict's colour, the same in charts and marks. */
export const VERDICT_COLOURS: Record<Verdict, string> = {
  flagged: 'var(--cw-flagged)',
  silent: 'var(--cw-silent)',
  stale: 'var(--cw-stale)',
  complete: 'var(--cw-complete)',
  unknown: 'var(--cw-unknown)',
  refused: 'var(--cw-refused)',
  error: 'var(--cw-stale)',
  not_a_list: 'var(--cw-unknown)',
  unreadable: 'var(--cw-unknown)',
};

const SHAPES: Record<Verdict, ReactNode> = {
  flagged: <circle cx="6" cy="6" r="4.2" fill="none" stroke="currentColor" strokeWidth="2.2" />,
  silent: (
    <>
      <circle cx="6" cy="6" r="4.7" fill="none" stroke="currentColor" strokeWidth="1.2" />
      <path d="M6 1.3a4.7 4.7 0 0 0 0 9.4z" fill="currentColor" />
    </>
  ),
  stale: <path d="M6 1.2 11.3 10.8H.7z" fill="currentColor" />,
  complete: <circle cx="6" cy="6" r="4" fill="currentColor" />,
  unknown: (
    <circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.2 1.5" />
  ),
  refused: <rect x="1.8" y="1.8" width="8.4" height="8.4" rx="1" fill="currentColor" />,
  error: <path d="M2 2l8 8M10 2l-8 8" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />,
  not_a_list: <path d="M2 6h8" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />,
  unreadable: <path d="M1 3h4M7 3h4M1 6h2M5 6h6M1 9h5M8 9h3" stroke="currentColor" strokeWidth="1.5" />,
};

interface VerdictMarkProps {
  verdict: Verdict;
  /** How a complete result is known; presumed ones are shown so. */
  basis?: Basis | null;
  /** Leave the word to the title, where a column head already says it. */
  bare?: boolean;
  size?: number;
}

/** A verdict as colour, shape and word. */
export function VerdictMark({ verdict, basis, bare = false, size = 12 }: VerdictMarkProps) {
  const { word, says } = VERDICT_WORDS[verdict];
  const how = basis ? BASIS_WORDS[basis] : null;
  return (
    <span className={classes.mark} title={says}>
      <svg
        width={size}
        height={size}
        viewBox="0 0 12 12"
        aria-hidden="true"
        style={{ color: VERDICT_COLOURS[verdict] }}
      >
        {SHAPES[verdict]}
      </svg>
      {bare ? <span className="visually-hidden">{word}</span> : <span>{word}</span>}
      {how && !bare ? (
        <span className={classes.presumed}>{how.proven ? how.word : `presumed, ${how.word}`}</span>
      ) : null}
    </span>
  );
}
