import { count, knownText, knownWords, share as shareText } from '@/lib/format';
import type { Known } from '@/lib/stats/types';
import classes from './known.module.css';

interface KnownNumberProps {
  known: Known;
  /** Unit after the number, e.g. `rows`. */
  unit?: string;
  /** How the number itself is written; default: thousands separated. */
  write?: (n: number) => string;
}

/** The only way a number that may be a bound reaches the screen: `71`, `≥ 71`, `71–140` or `unknown`. */
export function KnownNumber({ known, unit, write = count }: KnownNumberProps) {
  if (known.kind === 'unknown') return <span className={`${classes.known} ${classes.unknown}`}>unknown</span>;
  return (
    <span className={classes.known} title={knownWords(known, write)} data-known={known.kind}>
      {knownText(known, write)}
      {unit ? ` ${unit}` : null}
    </span>
  );
}

/** A number that was counted over everything: calls, accounts, records. Saying so is the point of the name. */
export function Census({ n, unit }: { n: number; unit?: string }) {
  return <KnownNumber known={{ kind: 'exact', value: n }} unit={unit} />;
}

interface ShareProps {
  part: number;
  whole: number;
  /** What is counted, for the words beside it: `calls`. */
  noun?: string;
  /** Write "4,900 of 41,000" beside or below; by default it is one hover away. */
  show?: 'hover' | 'beside' | 'below';
}

/** A share with what it is a share of. Nothing of nothing has no share: `unknown`. */
export function Share({ part, whole, noun, show = 'hover' }: ShareProps) {
  const of = `${count(part)} of ${count(whole)}${noun ? ` ${noun}` : ''}`;
  if (whole === 0) return <KnownNumber known={{ kind: 'unknown' }} />;
  return (
    <span className={classes.known} title={of}>
      {shareText(part / whole)}
      {show === 'beside' ? <span className={classes.of}> · {of}</span> : null}
      {show === 'below' ? <span className={`${classes.of} ${classes.line}`}>{of}</span> : null}
    </span>
  );
}
