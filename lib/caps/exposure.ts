import type { Bounds, Candidate } from './types';

/** Key of accounts whose segment is not known; as in the report. */
const UNKNOWN_SEGMENT = 'unknown';

/** An account that a tool's cap hits, or could. Sizes are rows. */
export interface AccountSets {
  id: string;
  name: string | null;
  segment: string | null;
  revenue: number | null;
  currency: string | null;
  /** Revenue in the currency in which all is added up; null where it is unknown or does not add up. */
  worth: number | null;
  /** Calls left under an imposed cap today. */
  left: number;
  /** The largest set that is certain, under an imposed cap; and the largest under the assumption. */
  certain: number;
  assumed: number;
  /** Calls left whose set could be any larger. */
  unsure: number;
  /** The largest limit of its own that a capped call asked for, and the largest page that was served. */
  asked: number;
  page: number;
}

/** Who is hit: `yes` certainly, `maybe` possibly, `likely` under the assumption. */
interface Hit {
  yes: boolean;
  maybe: boolean;
  likely: boolean;
}

export type HitBy = (account: AccountSets) => Hit;

/** Whom a cap hits. Today's hits whom it hit; whole pages and asked limits are cut by a cap below today's only. */
export function hitBy(cap: number, todayCap: number | null): HitBy {
  const lower = todayCap === null || cap < todayCap;
  if (cap === todayCap) return ({ left }) => ({ yes: left > 0, maybe: left > 0, likely: left > 0 });
  return ({ certain, assumed, unsure, asked, page }) => {
    const yes = certain > cap || (lower && (asked > cap || page > cap));
    return { yes, maybe: yes || unsure > 0, likely: yes || assumed > cap };
  };
}

/** All accounts' known revenue: its sum in one currency, or why there is none; and the sum of each currency apart. */
export interface AllRevenue {
  sum: number | null;
  reason: string | null;
  byCurrency: Record<string, number>;
}

type Exposed = Pick<Candidate, 'accounts' | 'exposure' | 'largest'>;

/**
 * Who stays exposed and what revenue they hold. Calls that name no account could be anybody's: with any (`unnamed`), accounts
 * and shares have no upper bound. Accounts without revenue count as accounts; their revenue is not zero but absent.
 */
export function exposed(accounts: readonly AccountSets[], by: HitBy, unnamed: Bounds, all: AllRevenue): Exposed {
  const hit = accounts.map((account) => ({ account, ...by(account) })).filter(({ maybe }) => maybe);
  const open = (unnamed.high ?? 1) > 0;
  const nobody = hit.length === 0 && unnamed.low > 0;
  const reason = nobody ? 'the capped calls name no account' : all.reason;
  const share = reason === null && all.sum !== null ? shareOf(hit, all.sum, open, (a) => a.worth) : null;
  return {
    accounts: counted(hit, open),
    exposure: {
      share,
      reason,
      // A segment whose accounts have no known revenue holds an unknown share, not none: as in the report.
      bySegment: grouped(
        hit,
        ({ segment }) => segment ?? UNKNOWN_SEGMENT,
        (of) =>
          share === null || all.sum === null || of.every(({ account }) => account.worth === null)
            ? null
            : shareOf(of, all.sum, open, (a) => a.worth),
        open,
      ),
      ...(all.sum === null && Object.keys(all.byCurrency).length > 1
        ? {
            byCurrency: grouped(
              hit,
              ({ currency }) => currency ?? '',
              (of, currency) => shareOf(of, all.byCurrency[currency] ?? 0, open, (a) => a.revenue),
              open,
            ),
          }
        : {}),
    },
    largest: largest(hit),
  };
}

type HitAccount = Hit & { account: AccountSets };

function counted(hit: readonly HitAccount[], open: boolean): Bounds {
  const count = (is: keyof Hit) => hit.filter((one) => one[is]).length;
  return { low: count('yes'), high: open ? null : count('maybe'), assumed: open ? null : count('likely') };
}

function shareOf(
  hit: readonly HitAccount[],
  whole: number,
  open: boolean,
  worth: (account: AccountSets) => number | null,
): Bounds | null {
  if (whole <= 0) return null;
  const sum = (is: keyof Hit) => hit.reduce((n, one) => n + (one[is] ? (worth(one.account) ?? 0) : 0), 0) / whole;
  return { low: sum('yes'), high: open ? null : sum('maybe'), assumed: open ? null : sum('likely') };
}

function grouped(
  hit: readonly HitAccount[],
  keyOf: (account: AccountSets) => string,
  share: (of: readonly HitAccount[], key: string) => Bounds | null,
  open: boolean,
): Record<string, { accounts: Bounds; share: Bounds | null }> {
  const groups = new Map<string, HitAccount[]>();
  for (const one of hit) {
    const key = keyOf(one.account);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  const entries = [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, of]) => [key, { accounts: counted(of, open), share: share(of, key) }]));
}

function largest(hit: readonly HitAccount[]): Candidate['largest'] {
  let top: AccountSets | null = null;
  for (const { account, yes } of hit) {
    if (!yes) continue;
    const more = (account.worth ?? account.revenue ?? -1) - (top?.worth ?? top?.revenue ?? -1);
    if (top === null || more > 0 || (more === 0 && account.id < top.id)) top = account;
  }
  if (top === null) return null;
  const { id, name, revenue, currency, segment } = top;
  return { id, name, revenue, currency, segment };
}
