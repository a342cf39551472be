import type { Known, Median } from '../stats/types';
import type { Bounds, Candidate, CapDecision } from './types';

/** A number that is known is a number; one that is not is told as its proven bounds, with what is assumed beside them. */
export type Told = number | { low: number; high: number | null; assumed: number | null };

/**
 * `caps --format json`, and the same from `/api/caps`; stable, other programs read it: fields are added, never changed.
 * Times are ISO 8601, UTC; `to` is exclusive. Shares are 0 to 1.
 */
export interface ToldCaps {
  tool: string;
  from: string;
  to: string;
  as_of: string;
  calls: number;
  /** Capped calls of today whose set size is known exactly; `unknown` are the rest of them. */
  known: number;
  unknown: number;
  today: number | null;
  caps: ToldCap[];
  notes: readonly string[];
  matched: number;
  returned: number;
}

/** Accounts of a segment or a currency, and their share of revenue. */
interface ToldPart {
  accounts: Told;
  share: Told | null;
}

export interface ToldCap {
  cap: number;
  today: boolean;
  why: readonly string[];
  /** Of `of` capped calls of today, the sets of `known` are known exactly. */
  known: number;
  of: number;
  capped: Told;
  recovered: Told;
  left: Told;
  /** Capped ÷ calls: how often a caller is affected. */
  share: Told;
  /** Incidents removed ÷ incidents of today: how much of the problem this cap removes. Below zero at a lower cap. */
  removed: Told;
  removed_calls: Told;
  median_unseen: Median;
  total_unseen: { low: number; high: number | null; assumed: number | null };
  capped_times_median: number | { low: number; high: number | null } | null;
  accounts: Told;
  /** Capped calls left that name no account: with any, `accounts` and the exposure are lower bounds. */
  unnamed_calls: Told;
  exposure: {
    share: Told | null;
    by_segment: Record<string, ToldPart>;
    /** Only where revenue is in several currencies, which do not add up by themselves. */
    by_currency?: Record<string, ToldPart>;
    reason: string | null;
  };
  largest: Candidate['largest'];
  tokens_per_page: number | null;
  tokens_per_page_p95: number | null;
  context_share: number | null;
  resent_tokens: number | null;
}

/** A decision in the stable shape. Pure: the command line, the API and the page's download tell the same. */
export function toldCaps(decision: CapDecision): ToldCaps {
  return {
    tool: decision.tool,
    from: new Date(decision.from).toISOString(),
    to: new Date(decision.to).toISOString(),
    as_of: new Date(decision.asOf).toISOString(),
    calls: decision.calls,
    known: decision.known,
    unknown: decision.unknown,
    today: decision.todayCap,
    caps: decision.candidates.map(toldCap),
    notes: decision.notes,
    matched: decision.candidates.length,
    returned: decision.candidates.length,
  };
}

function toldCap(c: Candidate): ToldCap {
  return {
    cap: c.cap,
    today: c.today,
    why: c.why,
    known: c.known,
    of: c.of,
    capped: told(c.capped),
    recovered: told(c.recovered),
    left: told(c.left),
    share: told(c.share),
    removed: told(c.removedShare),
    removed_calls: told(c.removed),
    median_unseen: c.median,
    total_unseen: { low: c.totalUnseen.low, high: c.totalUnseen.high, assumed: c.totalUnseen.assumed },
    capped_times_median: toldKnown(c.cappedTimesMedian),
    accounts: told(c.accounts),
    unnamed_calls: told(c.unnamed),
    exposure: {
      share: c.exposure.share && told(c.exposure.share),
      by_segment: parts(c.exposure.bySegment),
      ...(c.exposure.byCurrency && { by_currency: parts(c.exposure.byCurrency) }),
      reason: c.exposure.reason,
    },
    largest: c.largest,
    tokens_per_page: c.tokens?.mean ?? null,
    tokens_per_page_p95: c.tokens?.p95 ?? null,
    context_share: c.tokens?.contextShare ?? null,
    resent_tokens: c.tokens?.resent ?? null,
  };
}

function parts(of: Candidate['exposure']['bySegment']): Record<string, ToldPart> {
  return Object.fromEntries(
    Object.entries(of).map(([name, { accounts, share }]) => [
      name,
      { accounts: told(accounts), share: share && told(share) },
    ]),
  );
}

function told({ low, high, assumed }: Bounds): Told {
  return low === high ? low : { low, high, assumed };
}

function toldKnown(known: Known): ToldCap['capped_times_median'] {
  if (known.kind === 'exact') return known.value;
  if (known.kind === 'unknown') return null;
  return { low: known.low, high: known.kind === 'interval' ? known.high : null };
}
