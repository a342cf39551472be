import { KnownNumber } from '@/components/known';
import { boundsKnown } from '@/lib/caps/known';
import type { Bounds, Candidate, CapDecision } from '@/lib/caps/types';
import { count, knownText, medianKnown, plural, share } from '@/lib/format';
import classes from './caps.module.css';

const text = (bounds: Bounds, write?: (n: number) => string) => knownText(boundsKnown(bounds), write);

interface ReadingsProps {
  decision: CapDecision;
  today: Candidate;
  chosen: Candidate;
}

/** Both readings of the percentages, named, and the product of frequency and severity beside them. */
export function Readings({ decision, today, chosen }: ReadingsProps) {
  const at = `at ${count(chosen.cap)}`;
  const before = knownText(medianKnown(today.median));
  const after = chosen.left.high === 0 ? 'none' : knownText(medianKnown(chosen.median));
  return (
    <div className={classes.readings}>
      <section className={classes.reading} aria-label="How often is a caller affected?">
        <h2>How often is a caller affected?</h2>
        <p>
          {text(today.share, share)} → {text(chosen.share, share)}
        </p>
        <p>
          {text(today.capped)} of {plural(decision.calls, 'call')} today, {text(chosen.capped)} {at}. Small from the
          start wherever most results fit.
        </p>
      </section>
      <section className={classes.reading} aria-label="How much of the problem does this change remove?">
        <h2>How much of the problem does this change remove?</h2>
        <p>{removedText(chosen)}</p>
        <p>
          {text(chosen.removed)} of today’s {text(today.capped)} incidents would not happen {at}. The calls that stay
          capped are those that hide most: median unseen {before} → {after}.
        </p>
      </section>
      <section className={classes.reading} aria-label="Frequency × severity">
        <h2>Frequency × severity</h2>
        <p>
          <KnownNumber known={today.cappedTimesMedian} /> → <KnownNumber known={chosen.cappedTimesMedian} />
        </p>
        <p>
          calls left × median unseen{fall(today, chosen)}. Rows really unseen: {text(today.totalUnseen)} →{' '}
          {text(chosen.totalUnseen)}.
        </p>
      </section>
    </div>
  );
}

/** Whole percent where it is exact and not near an end; the table has the digit. */
function removedText({ removedShare }: Candidate): string {
  const known = boundsKnown(removedShare);
  if (known.kind !== 'exact') return knownText(known, share);
  if (known.value < 0) return `none: ${share(-known.value)} more`;
  return known.value > 0.005 && known.value < 0.995 ? `${Math.round(known.value * 100)} %` : share(known.value);
}

function fall({ cappedTimesMedian: a }: Candidate, { cappedTimesMedian: b }: Candidate): string {
  if (a.kind !== 'exact' || b.kind !== 'exact' || a.value === 0) return '';
  const part = 1 - b.value / a.value;
  return part < 0 ? `: ${share(-part)} more` : `: ${share(part)} less`;
}

/** Why capped × median is not the sum, with the numbers of this row; null where they cannot be told. */
export function whyTheyDiffer(c: Candidate): string | null {
  const { totalUnseen: sum, left, median, cappedTimesMedian: product } = c;
  if (sum.low !== sum.high || left.low !== left.high || left.low === 0) return null;
  if (product.kind !== 'exact' || median.kind !== 'exact' || median.value === null || product.value === 0) return null;
  const mean = sum.low / left.low;
  const where = `At ${count(c.cap)} the exact sum is ${count(sum.low)} rows and capped × median ${count(product.value)}`;
  if (Math.abs(mean - median.value) < 0.05)
    return `${where}: the mean and the median of the unseen rows are about the same here.`;
  const tenth = (n: number) => count(Math.round(n * 10) / 10);
  return mean > median.value
    ? `${where}: the product takes each call for the middle one (${count(median.value)} rows), the sum takes each as it was (mean ${tenth(mean)}), and a few very large sets lift the mean above the median.`
    : `${where}: the product takes each call for the middle one (${count(median.value)} rows), the sum takes each as it was (mean ${tenth(mean)}), and many small remainders pull the mean below the median.`;
}
