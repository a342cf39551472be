import type { ReactNode } from 'react';
import { BoundsNumber } from '@/components/bounds';
import { KnownNumber, Share } from '@/components/known';
import { Go } from '@/components/link';
import { Visible } from '@/components/payload/visible';
import { accountPath, type Here, linkTo } from '@/lib/address';
import { differenceOf, signed } from '@/lib/caps/known';
import type { Bounds, Candidate } from '@/lib/caps/types';
import { compact, count, medianKnown, money, share } from '@/lib/format';
import classes from './caps.module.css';

/** One fact about a candidate: how it is drawn, and how far it is from today's. */
export interface Fact {
  key: string;
  head: string;
  title: string;
  cell: (c: Candidate) => ReactNode;
  /** Below the figure: the difference to today's cap; null where there is none to tell. */
  change?: (c: Candidate, today: Candidate) => string | null;
}

export interface Group {
  head: string;
  facts: Fact[];
}

/** The facts of the table, grouped by the question that they answer (the two readings of a percentage are named). */
export function factGroups(here: Here, turns: number): Group[] {
  return [
    { head: 'How often is a caller affected?', facts: frequency() },
    { head: 'How much of the problem goes?', facts: [removed()] },
    { head: 'What stays unseen', facts: unseen() },
    { head: 'Who', facts: who(here) },
    { head: 'At what price', facts: price(turns) },
    { head: 'Known', facts: [known()] },
  ];
}

function frequency(): Fact[] {
  return [
    {
      key: 'capped',
      head: 'Capped calls',
      title: 'Calls whose set is larger than the cap, recovered ones included',
      cell: (c) => <BoundsNumber bounds={c.capped} />,
      change: (c, today) => change(c.capped, today.capped, count),
    },
    {
      key: 'share',
      head: 'Share of calls',
      title: 'Capped calls as a share of all calls of this tool: how often a caller is affected',
      cell: (c) => <BoundsNumber bounds={c.share} write={share} />,
      change: (c, today) => change(c.share, today.share, points),
    },
  ];
}

function removed(): Fact {
  return {
    key: 'removed',
    head: 'Incidents removed',
    title: 'Of today’s capped calls, those that this cap would not cap: how much of the problem the change removes',
    cell: (c) => (
      <>
        <BoundsNumber bounds={c.removedShare} write={shareOrMore} />
        {c.today ? null : (
          <span className={classes.below}>
            <BoundsNumber bounds={c.removed} /> calls
          </span>
        )}
      </>
    ),
  };
}

function unseen(): Fact[] {
  return [
    {
      key: 'median',
      head: 'Median unseen',
      title: 'Rows unseen, median over the calls still capped; a range where unknown calls could move it',
      cell: (c) =>
        c.left.high === 0 ? <span className="dim">none</span> : <KnownNumber known={medianKnown(c.median)} />,
      change: (c, today) =>
        c.left.high !== 0 && c.median.kind === 'exact' && today.median.kind === 'exact'
          ? signed(exact((c.median.value ?? 0) - (today.median.value ?? 0)), count)
          : null,
    },
    {
      key: 'sum',
      head: 'Total unseen',
      title: 'Rows unseen, added up call by call: an exact sum where every size is known',
      cell: (c) => <BoundsNumber bounds={c.totalUnseen} />,
      change: (c, today) => change(c.totalUnseen, today.totalUnseen, count),
    },
    {
      key: 'product',
      head: 'Capped × median',
      title: 'Frequency × severity: the calls left times the median. The note below says why it is not the sum',
      cell: (c) => <KnownNumber known={c.cappedTimesMedian} />,
      change: ({ cappedTimesMedian: a }, { cappedTimesMedian: b }) =>
        a.kind === 'exact' && b.kind === 'exact' && b.value > 0
          ? signed(exact((a.value - b.value) / b.value), share)
          : null,
    },
  ];
}

function who(here: Here): Fact[] {
  return [
    {
      key: 'accounts',
      head: 'Accounts exposed',
      title: 'Accounts with at least one capped call that no walk made good',
      cell: (c) => (
        <>
          <BoundsNumber bounds={c.accounts} />
          {segmentsOf(c)}
        </>
      ),
      change: (c, today) => change(c.accounts, today.accounts, count),
    },
    {
      key: 'exposure',
      head: 'Exposure',
      title: 'Revenue of the accounts exposed as a share of all accounts’ revenue, and by segment',
      cell: (c) => <Exposure candidate={c} />,
      change: (c, today) =>
        c.exposure.share && today.exposure.share ? change(c.exposure.share, today.exposure.share, points) : null,
    },
    {
      key: 'largest',
      head: 'Largest account left',
      title: 'By known revenue, among the accounts exposed',
      cell: ({ largest }) =>
        largest === null ? (
          <span className="dim">none known</span>
        ) : (
          <>
            <Go
              href={linkTo(here, accountPath(largest.id), { accounts: [], segments: [] })}
              className={classes.account}
              title={largest.name ?? largest.id}
            >
              <Visible text={largest.name ?? largest.id} />
            </Go>
            <span className={classes.below}>{money(largest.revenue, largest.currency)}</span>
          </>
        ),
    },
  ];
}

function Exposure({ candidate: { exposure } }: { candidate: Candidate }) {
  if (exposure.share === null) {
    return (
      <span title={exposure.reason ?? undefined}>
        <KnownNumber known={{ kind: 'unknown' }} />
        <span className={`${classes.below} ${classes.reason}`}>{exposure.reason}</span>
        {Object.entries(exposure.byCurrency ?? {}).map(([currency, s]) => (
          <span key={currency} className={classes.below}>
            {s.share === null ? (
              <KnownNumber known={{ kind: 'unknown' }} />
            ) : (
              <BoundsNumber bounds={s.share} write={share} />
            )}{' '}
            of {currency || 'revenue without a currency'}
          </span>
        ))}
      </span>
    );
  }
  const segments = Object.entries(exposure.bySegment).filter(([, s]) => s.accounts.high !== 0);
  return (
    <>
      <BoundsNumber bounds={exposure.share} write={share} />
      {segments.length < 2
        ? null
        : segments.map(([segment, s]) => (
            <span key={segment} className={classes.below}>
              {segment}{' '}
              {s.share === null ? (
                <KnownNumber known={{ kind: 'unknown' }} />
              ) : (
                <BoundsNumber bounds={s.share} write={share} />
              )}
            </span>
          ))}
    </>
  );
}

/** `all enterprise`, or how many of each segment. */
function segmentsOf({ exposure, accounts }: Candidate): ReactNode {
  const segments = Object.entries(exposure.bySegment).filter(([, s]) => s.accounts.high !== 0);
  const [only] = segments;
  if (only && segments.length === 1 && accounts.high === only[1].accounts.high) {
    return <span className={classes.below}>all {only[0]}</span>;
  }
  return segments.map(([segment, s]) => (
    <span key={segment} className={classes.below}>
      <BoundsNumber bounds={s.accounts} /> {segment}
    </span>
  ));
}

function price(turns: number): Fact[] {
  const none = <KnownNumber known={{ kind: 'unknown' }} />;
  return [
    {
      key: 'tokens',
      head: 'Tokens a page',
      title: 'A full page at this cap, by the mean cost of a row; p95: by a row that is dearer than 95 of 100',
      cell: ({ tokens }) =>
        tokens === null ? (
          none
        ) : (
          <>
            <span className="num">{count(Math.round(tokens.mean))}</span>
            <span className={classes.below}>p95 {compact(Math.round(tokens.p95))}</span>
          </>
        ),
    },
    {
      key: 'context',
      head: 'Of the window',
      title: 'A full page as a share of the context window',
      cell: ({ tokens }) => (tokens === null ? none : <span className="num">{share(tokens.contextShare)}</span>),
    },
    {
      key: 'resent',
      head: `Over ${count(turns)} turns`,
      title: `Tokens of one page that is sent again in each of ${count(turns)} turns of a session`,
      cell: ({ tokens }) =>
        tokens === null ? none : <span className="num">{compact(Math.round(tokens.resent))}</span>,
    },
  ];
}

function known(): Fact {
  return {
    key: 'known',
    head: 'Known from',
    title: 'Capped calls of today whose set size is known exactly: from a census, a walk or a declared total',
    cell: (c) => <Share part={c.known} whole={c.of} show="below" />,
  };
}

const exact = (n: number): Bounds => ({ low: n, high: n, assumed: n });

function change(of: Bounds, today: Bounds, write: (n: number) => string): string | null {
  const difference = differenceOf(of, today);
  return difference && signed(difference, write);
}

/** A difference of shares in percentage points. */
function points(n: number): string {
  return `${(n * 100).toFixed(1)} pp`;
}

/** A lower cap removes a negative share: it adds incidents. */
function shareOrMore(n: number): string {
  return n < 0 ? `−${share(-n)}` : share(n);
}
