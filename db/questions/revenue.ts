import { sql } from 'drizzle-orm';
import { type Rates, rateOf, ratesOf } from '../currencies';
import type { Store } from '../store';

/** Known revenue of some accounts in one currency; `currency` null where accounts state none, `revenue` null where none is known. */
export interface Amount {
  currency: string | null;
  accounts: number;
  revenue: number | null;
  unknown: number;
}

/** The accounts' revenue, and how amounts of it may be added. */
export interface Revenue {
  amounts: Amount[];
  accounts: number;
  unknown: number;
  /** Sum of all known revenue in `currency`; null where it does not add up, with the reason. */
  sum: number | null;
  currency: string | null;
  reason: string | null;
  /** Currencies with known revenue, sorted; '' where none is stated. */
  currencies: string[];
  /** The table that several currencies are converted with; null where none is needed or it does not cover them. */
  converted: Rates | null;
}

/** All accounts' revenue: added as it stands in one currency, converted in several where every one has a rate. */
export async function revenue(store: Store): Promise<Revenue> {
  const amounts = await store.all<Amount>(sql`SELECT currency, count(*) AS accounts, sum(revenue) AS revenue,
      sum(revenue IS NULL) AS unknown FROM accounts GROUP BY currency ORDER BY currency`);
  return revenueOf(amounts, await ratesOf(store));
}

/** The same from amounts. Pure. Revenue without a currency counts as the only currency's, and fits no several. */
export function revenueOf(amounts: readonly Amount[], rates: Rates | null): Revenue {
  const known = amounts.filter((a) => a.revenue !== null);
  const named = known.flatMap((a) => a.currency ?? []);
  const several = named.length > 1;
  const without = known.filter((a) => rates === null || rateOf(rates, a.currency) === null);
  const reason = whyNot(amounts, several, rates, without);
  const converted = several && reason === null ? rates : null;
  const sum = reason === null || !several ? addUp(known, converted) : null;
  return {
    amounts: [...amounts],
    accounts: amounts.reduce((n, a) => n + a.accounts, 0),
    unknown: amounts.reduce((n, a) => n + a.unknown, 0),
    sum: known.length === 0 ? null : sum,
    currency: converted?.base ?? (several ? null : (named[0] ?? null)),
    reason: reason ?? (known.length > 0 && !(sum !== null && sum > 0) ? 'all revenue is zero' : null),
    currencies: known.map((a) => a.currency ?? ''),
    converted,
  };
}

/** Sum of amounts in the currency of `all`; null where they do not add up. */
export function amountIn(all: Revenue, amounts: readonly Amount[]): number | null {
  if (all.converted === null && all.sum === null && all.currencies.length > 0) return null;
  return addUp(amounts, all.converted);
}

/** `converted to USD at the rates of 2026-11-01`. */
export function conversionWords({ base, asOf }: Pick<Rates, 'base' | 'asOf'>): string {
  return `converted to ${base} at the rates of ${asOf}`;
}

function addUp(amounts: readonly Amount[], rates: Rates | null): number {
  return amounts.reduce(
    (sum, a) => sum + (a.revenue ?? 0) * (rates === null ? 1 : (rateOf(rates, a.currency) ?? 0)),
    0,
  );
}

function whyNot(
  amounts: readonly Amount[],
  several: boolean,
  rates: Rates | null,
  without: readonly Amount[],
): string | null {
  const known = amounts.filter((a) => a.revenue !== null);
  if (known.length === 0) return amounts.length === 0 ? 'no accounts are known' : 'no revenue is known';
  if (!several || without.length === 0) return null;
  const words = `revenue is in ${known.filter((a) => a.currency !== null).length} currencies`;
  if (rates === null) return `${words}, which do not add up`;
  const lacking = without.map((a) => a.currency ?? 'revenue without a currency').join(', ');
  return `${words}, and the rate table of ${rates.asOf} has no rate for ${lacking}`;
}
