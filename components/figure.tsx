import type { ReactNode } from 'react';
import { count, VERDICT_WORDS } from '@/lib/format';
import classes from './figure.module.css';
import { Go } from './link';
import { VERDICT_COLOURS, VerdictMark } from './verdict-mark';

/** A row of large figures. */
export function Figures({ children }: { children: ReactNode }) {
  return <div className={classes.figures}>{children}</div>;
}

interface FigureProps {
  name: string;
  /** A `KnownNumber`, `Census` or `Share`. */
  value: ReactNode;
  /** Where the calls behind it are. */
  href: string;
  /** One line: what it is of, how much of it is known. */
  note: ReactNode;
  children?: ReactNode;
}

/** One large figure; it is a link to what stands behind it. */
export function Figure({ name, value, href, note, children }: FigureProps) {
  return (
    <section className={classes.figure} aria-label={name}>
      <h2 className={classes.name}>{name}</h2>
      <div className={classes.value}>
        <Go href={href}>{value}</Go>
      </div>
      <div className={classes.note}>{note}</div>
      {children ? <div className={classes.more}>{children}</div> : null}
    </section>
  );
}

const ORDER = ['stale', 'silent', 'flagged'] as const;
export type KindCounts = Record<(typeof ORDER)[number], { left: number; recovered: number }>;

/** Capped calls by kind: shape, number and (unless `bare`) word. Kinds that do not occur are left out. */
export function KindSplit({ kinds, bare = false }: { kinds: KindCounts; bare?: boolean }) {
  const present = ORDER.filter((k) => kinds[k].left + kinds[k].recovered > 0);
  return (
    <span className={bare ? classes.bareSplit : classes.split}>
      {present.map((k) => (
        <span key={k} className="num">
          <VerdictMark verdict={k} bare={bare} size={11} /> {count(kinds[k].left + kinds[k].recovered)}
        </span>
      ))}
    </span>
  );
}

/** The same as a bar of the whole: kinds in their colours, the recovered part of each paler. */
export function KindBar({ kinds, whole }: { kinds: KindCounts; whole: number }) {
  const width = (n: number) => ({ width: `${(n / Math.max(1, whole)) * 100}%` });
  const words = ORDER.map(
    (k) => `${VERDICT_WORDS[k].word} ${count(kinds[k].left)} left, ${count(kinds[k].recovered)} recovered`,
  );
  return (
    <span className={classes.stack} role="img" aria-label={words.join('; ')} title={words.join('; ')}>
      {ORDER.flatMap((k) => [
        kinds[k].left > 0 ? <span key={k} style={{ ...width(kinds[k].left), background: VERDICT_COLOURS[k] }} /> : null,
        kinds[k].recovered > 0 ? (
          <span
            key={`${k} recovered`}
            className={classes.recovered}
            style={{ ...width(kinds[k].recovered), background: VERDICT_COLOURS[k] }}
          />
        ) : null,
      ])}
    </span>
  );
}
