import { Figure, Figures, KindBar, KindSplit } from '@/components/figure';
import { Census, KnownNumber, Share } from '@/components/known';
import { Go } from '@/components/link';
import { SegmentBars } from '@/components/states';
import type { Overview } from '@/db/questions/overview';
import { conversionWords } from '@/db/questions/revenue';
import { type Here, linkTo, linkWith } from '@/lib/address';
import { count, countedSoFar, knownText, medianKnown, money, plural, share, sumKnown } from '@/lib/format';
import type { Known } from '@/lib/stats/types';
import { CAPPED } from '@/lib/verdict/types';

const OTHER = { imposed: 'asked', asked: 'imposed', both: null } as const;

/** The four figures of the overview, each a link to what stands behind it. */
export function Headline({ all, here }: { all: Overview['all']; here: Here }) {
  const capped = linkTo(here, '/calls', { verdicts: [...CAPPED] });
  return (
    <Figures>
      <Figure
        name={here.view.caps === 'asked' ? 'Share of calls capped at the agent’s own limit' : 'Share of calls capped'}
        value={<Share part={all.capped} whole={all.calls} noun="calls" />}
        href={capped}
        note={
          <>
            <Census n={all.capped} /> of <Census n={all.calls} unit="calls" />
          </>
        }
      >
        <KindBar kinds={all.kinds} whole={all.capped} />
        <div>
          <KindSplit kinds={all.kinds} />
        </div>
        <div className="dim">
          {count(all.left)} left · {count(all.recovered)} recovered by paging on
        </div>
        <Beside all={all} here={here} />
      </Figure>
      <Figure
        name="Median unseen"
        value={<KnownNumber known={medianOf(all)} unit="rows" />}
        href={linkTo(here, '/tools', { sort: 'median' })}
        note={<KnownFor unseen={all.unseen} left={all.left} />}
      >
        <MedianWords all={all} />
      </Figure>
      <Figure
        name="Accounts hit"
        value={<KnownNumber known={countedSoFar(all.hits.accounts, all.hits.unnamed > 0)} />}
        href={linkTo(here, '/accounts')}
        note={<ExposureNote hits={all.hits} />}
      >
        <SegmentBars bars={segmentBars(all.hits, here)} />
        {all.nobody > 0 ? <div className="dim">{plural(all.nobody, 'call')} left name no account</div> : null}
      </Figure>
      <Figure
        name="Frequency × severity"
        value={<KnownNumber known={all.product} />}
        href={linkTo(here, '/tools', { sort: 'product' })}
        note={`${plural(all.left, 'call')} left × median unseen`}
      >
        <div>
          <KnownNumber known={sumOf(all)} unit="rows" /> <span className="dim">unseen, added up call by call</span>
        </div>
        <p className="dim">
          The two differ: a median ignores how long the tail is, a sum is mostly tail. Compare products with products.
        </p>
      </Figure>
    </Figures>
  );
}

/** Median of what is left; with nothing left there is nothing to have a median of. */
export function medianOf({ left, median }: Pick<Overview['all'], 'left' | 'median'>): Known {
  return left === 0 ? { kind: 'exact', value: 0 } : medianKnown(median);
}

/** Rows unseen in all calls left, exact only when each is. */
export function sumOf({ left, unseen }: Pick<Overview['all'], 'left' | 'unseen'>): Known {
  if (left > 0 && unseen.known + unseen.at_least === 0) return { kind: 'unknown' };
  return sumKnown(unseen.total + unseen.atLeastTotal, unseen.unknown + unseen.at_least === 0);
}

/** "known for 39 % of capped calls". */
export function KnownFor({ unseen, left }: { unseen: Overview['all']['unseen']; left: number }) {
  if (left === 0) return <>no capped call is left</>;
  return (
    <span title={`exact ${count(unseen.known)}, at least ${count(unseen.at_least)}, unknown ${count(unseen.unknown)}`}>
      known for {share(unseen.known / left)} of capped calls left
    </span>
  );
}

function MedianWords({ all }: { all: Overview['all'] }) {
  const { median, unseen } = all;
  const parts: string[] = [];
  if (median.value !== null && median.kind === 'interval') parts.push(`${count(median.value)} among the exactly known`);
  if (unseen.at_least > 0) parts.push(`${plural(unseen.at_least, 'call')} with a lower bound only`);
  if (unseen.unknown > 0) parts.push(`${plural(unseen.unknown, 'call')} of which nothing is known`);
  if (parts.length === 0)
    return <p className="dim">Half of the capped calls left hide more rows than this, half fewer.</p>;
  return (
    <p className="dim">
      {parts.join('; ')}. {unseen.unknown > 0 ? 'A census or a declared total would settle them.' : ''}
    </p>
  );
}

function Beside({ all, here }: { all: Overview['all']; here: Here }) {
  const other = OTHER[here.view.caps];
  if (!other) return <div className="dim">Imposed and asked caps together</div>;
  return (
    <div>
      <Go href={linkWith(here, { caps: other })}>
        + {count(all.beside)} {other === 'asked' ? 'at a limit that the agent asked for' : 'under an imposed cap'}
      </Go>
    </div>
  );
}

function ExposureNote({ hits: { exposure, unnamed } }: { hits: Overview['all']['hits'] }) {
  if (exposure.share === null) return <>exposure unknown: {exposure.reason}</>;
  const { hit, all, currency } = exposure.revenue;
  return (
    <span
      title={`${money(hit, currency)} of ${money(all, currency)} revenue${exposure.converted ? `, ${conversionWords(exposure.converted)}` : ''}`}
    >
      exposure {knownText(countedSoFar(exposure.share, unnamed > 0), share)} of revenue
      {exposure.unknownRevenue.hit > 0
        ? `, ${plural(exposure.unknownRevenue.hit, 'account')} without revenue apart`
        : ''}
    </span>
  );
}

/** Exposure by segment: shares of all revenue, so that they add up. */
export function segmentBars(hits: Overview['all']['hits'], here: Here) {
  return Object.entries(hits.exposure.bySegment)
    .sort(([, a], [, b]) => (b.share ?? 0) - (a.share ?? 0))
    .map(([segment, s]) => ({
      label: segment,
      share: s.share,
      says: `${count(s.accounts)} · ${s.share === null ? 'unknown' : share(s.share)}`,
      href: linkTo(here, '/accounts', { segments: [segment] }),
    }));
}
