import { count, plural, share } from '../format/number';
import type { Median } from '../stats/types';
import type { Bounds, Candidate } from './types';

/** What was observed of a tool in one period. Ends are whole hours, epoch ms UTC, `to` exclusive. */
export interface CapPeriod {
  from: number;
  to: number;
  /** The version that began with it, where one did. */
  version: string | null;
  calls: number;
  capped: number;
  left: number;
  /** Rows that its capped calls held most often; null where none was capped. */
  cap: number | null;
  median: Median;
  /** Exactly known unseen rows of the calls left, and how many of those calls are not exactly known. */
  unseenRows: number;
  unseenUnsure: number;
}

/** Promise and delivery as shares of calls, so that periods of different length compare. */
export interface CapComparison {
  tool: string;
  before: CapPeriod;
  after: CapPeriod;
  /** What the earlier period's what-if says of the later one's cap; null where it cannot be asked. */
  promised: { cap: number; share: Bounds; capped: Bounds; unseenPerCall: Bounds } | null;
  delivered: { share: number; scatter: { low: number; high: number }; unseenPerCall: number };
  verdict: 'kept' | 'better' | 'worse' | 'cannot say';
  says: string[];
}

/** 95 of 100 such periods. */
const Z = 1.96;

/** Compares two periods; `candidate` is the earlier period's what-if at the later one's cap. Pure. */
export function compareCapPeriods(
  tool: string,
  before: CapPeriod,
  after: CapPeriod,
  candidate: Candidate | null,
): CapComparison {
  const part = after.calls === 0 ? 0 : after.capped / after.calls;
  const promised =
    candidate === null || before.calls === 0 || after.calls === 0
      ? null
      : {
          cap: candidate.cap,
          share: candidate.share,
          capped: scaled(candidate.share, after.calls),
          unseenPerCall: scaled(candidate.totalUnseen, 1 / before.calls),
        };
  const comparison = {
    tool,
    before,
    after,
    promised,
    delivered: {
      share: part,
      scatter: scatter(after.capped, after.calls),
      unseenPerCall: after.calls === 0 ? 0 : after.unseenRows / after.calls,
    },
  };
  const verdict = judge(comparison);
  return { ...comparison, verdict, says: sentences({ ...comparison, verdict }) };
}

function scaled({ low, high, assumed }: Bounds, by: number): Bounds {
  return { low: low * by, high: high === null ? null : high * by, assumed: assumed === null ? null : assumed * by };
}

/** Wilson interval of a share: what the same tool may show by chance alone in a period of so many calls. */
function scatter(hits: number, calls: number): { low: number; high: number } {
  if (calls === 0) return { low: 0, high: 1 };
  const p = hits / calls;
  const middle = p + Z ** 2 / (2 * calls);
  const half = Z * Math.sqrt((p * (1 - p)) / calls + Z ** 2 / (4 * calls ** 2));
  const whole = 1 + Z ** 2 / calls;
  return { low: Math.max(0, Math.min(p, (middle - half) / whole)), high: Math.min(1, (middle + half) / whole) };
}

function judge({
  promised,
  delivered: { scatter },
}: Omit<CapComparison, 'verdict' | 'says'>): CapComparison['verdict'] {
  if (promised === null) return 'cannot say';
  if (promised.share.high !== null && scatter.low > promised.share.high) return 'worse';
  return scatter.high < promised.share.low ? 'better' : 'kept';
}

function sentences(c: Omit<CapComparison, 'says'>): string[] {
  const { before, after, promised } = c;
  const observed = (p: CapPeriod) =>
    p.calls === 0
      ? 'no calls'
      : `${count(p.capped)} of ${plural(p.calls, 'call')} capped (${share(p.capped / p.calls)}) ${p.cap === null ? '' : `at ${count(p.cap)} rows`}`.trim();
  const says = [`Before: ${observed(before)}. After: ${observed(after)}.`];
  if (after.cap !== null && after.cap === before.cap)
    says.push(`The cap did not change: capped calls held ${count(after.cap)} rows in both periods.`);
  if (promised === null) {
    const why =
      after.cap === null
        ? 'no call after the change was capped, so its cap is not in the log'
        : 'the calls before cannot be asked about that cap';
    return [...says, `What the change promised cannot be said: ${why}.`];
  }
  const { low, high } = promised.share;
  const range =
    high === null ? `at least ${share(low)}` : low === high ? share(low) : `${share(low)} to ${share(high)}`;
  says.push(
    `The calls before promised ${range} capped at ${count(promised.cap)} rows; of ${plural(after.calls, 'call')} after, ${endsOf(promised.capped)} calls. Delivered: ${count(after.capped)} calls, ${share(c.delivered.share)}.`,
    VERDICTS[c.verdict],
  );
  if (after.unseenUnsure + before.unseenUnsure > 0)
    says.push(
      `Unseen rows are not exactly known of ${plural(before.unseenUnsure, 'call')} before and ${count(after.unseenUnsure)} after.`,
    );
  return says;
}

function endsOf({ low, high }: Bounds): string {
  const one = (n: number) => count(Math.round(n));
  if (high === null) return `at least ${one(low)}`;
  return one(low) === one(high) ? one(low) : `${one(low)} to ${one(high)}`;
}

const VERDICTS: Record<CapComparison['verdict'], string> = {
  kept: 'The change did what was promised, as far as a period of this length can tell.',
  better: 'Fewer calls were capped than promised, by more than chance explains: what is asked has changed too.',
  worse:
    'More calls were capped than promised, by more than chance explains: what is asked has changed, or the cap is not what it seems.',
  'cannot say': 'Whether the change did what was promised cannot be said.',
};
