import { BoundsNumber } from '@/components/bounds';
import { CapCurve } from '@/components/charts';
import { KnownNumber } from '@/components/known';
import { Go } from '@/components/link';
import { ChartWithTable, Grid } from '@/components/states';
import { type Here, linkWith } from '@/lib/address';
import { boundsKnown } from '@/lib/caps/known';
import type { Candidate } from '@/lib/caps/types';
import { count, knownText, medianKnown, share } from '@/lib/format';
import type { Known } from '@/lib/stats/types';
import { withAt } from './table';

interface CurvesProps {
  /** Every cap that was reckoned, smallest first; the candidates are among them. */
  points: readonly Candidate[];
  today: number | null;
  chosen: number | null;
  here: Here;
}

/** Caps between and around the candidates, evenly on a log axis, so that a curve bends where it bends. */
export function curveCaps(caps: readonly number[]): number[] {
  const low = Math.max(1, Math.min(...caps));
  const high = Math.max(...caps, low * 4);
  const steps = 14;
  return Array.from({ length: steps + 1 }, (_, i) => Math.round(low * (high / low) ** (i / steps)));
}

/** Frequency, severity and their product against the cap, each with the table that says the same. */
export function Curves({ points, today, chosen, here }: CurvesProps) {
  const href = (c: Candidate) => linkWith(withAt(here, c.cap));
  const curve = (of: (c: Candidate) => Known) => points.map((c) => ({ cap: c.cap, known: of(c), href: href(c) }));
  const marks = { today, chosen };
  const median = (c: Candidate): Known => (c.left.high === 0 ? { kind: 'exact', value: 0 } : medianKnown(c.median));
  const ends = (of: (c: Candidate) => Known, write: (n: number) => string) => {
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last) return '';
    return `${knownText(of(first), write)} at a cap of ${count(first.cap)}, ${knownText(of(last), write)} at ${count(last.cap)}`;
  };
  const capLink = (c: Candidate) => (
    <Go key="cap" href={href(c)} scroll={false}>
      {count(c.cap)}
      {c.cap === today ? ' (today)' : ''}
    </Go>
  );
  const frequency = (c: Candidate) => boundsKnown(c.share);
  const product = (c: Candidate) => c.cappedTimesMedian;
  return (
    <Grid two>
      <ChartWithTable
        title="Frequency against the cap"
        note="share of calls capped; a band where it is not known"
        table={{
          head: ['Cap', 'Share of calls', 'Capped calls'],
          rows: points.map((c) => [
            capLink(c),
            <BoundsNumber key="share" bounds={c.share} write={share} />,
            <BoundsNumber key="capped" bounds={c.capped} />,
          ]),
        }}
      >
        <CapCurve
          points={curve(frequency)}
          measure="share of calls capped"
          write="share"
          {...marks}
          words={`Share of calls capped: ${ends(frequency, share)}.`}
        />
      </ChartWithTable>
      <ChartWithTable
        title="Severity against the cap"
        note="median unseen among the calls still capped, log axis"
        table={{
          head: ['Cap', 'Median unseen', 'Calls left'],
          rows: points.map((c) => [
            capLink(c),
            <KnownNumber key="median" known={median(c)} />,
            <BoundsNumber key="left" bounds={c.left} />,
          ]),
        }}
      >
        <CapCurve
          points={curve(median)}
          measure="median unseen"
          write="count"
          log
          {...marks}
          words={`Median unseen rows: ${ends(median, count)}.`}
        />
      </ChartWithTable>
      <ChartWithTable
        title="Frequency × severity against the cap"
        note="calls left × median unseen, log axis"
        table={{
          head: ['Cap', 'Calls left × median', 'Rows unseen, exact sum'],
          rows: points.map((c) => [
            capLink(c),
            <KnownNumber key="product" known={c.cappedTimesMedian} />,
            <BoundsNumber key="sum" bounds={c.totalUnseen} />,
          ]),
        }}
      >
        <CapCurve
          points={curve(product)}
          measure="calls left × median"
          write="count"
          log
          {...marks}
          words={`Calls left times median unseen: ${ends(product, count)}.`}
        />
      </ChartWithTable>
    </Grid>
  );
}
