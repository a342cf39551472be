/** The customers of the billing system: who they are, what they are worth, how large their book of invoices has grown. */

import { normalQuantile, type Random, strata } from '../random';
import { FIRM_FORMS, FIRM_HEADS, FIRM_TAILS } from './names';

export type Segment = 'enterprise' | 'mid-market' | 'small';

export interface Account {
  index: number;
  id: string;
  name: string;
  segment: Segment;
  currency: 'USD';
  /** USD a year. */
  revenue: number;
  /** Invoices issued by the end of March 2026. */
  bookSize: number;
  /** Days since the first invoice, at the end of March 2026. */
  ageDays: number;
}

interface Tier {
  segment: Segment;
  count: number;
  /** Part of all revenue that this tier brings. */
  revenueShare: number;
  revenueSpread: number;
  book: (z: number) => number;
  years: readonly [number, number];
}

/** USD a year, all accounts together. */
const TOTAL_REVENUE = 912_000_000;

const logNormal = (median: number, spread: number, low: number, high: number) => (z: number) =>
  Math.round(Math.min(high, Math.max(low, median * Math.exp(spread * z))));

/**
 * The shape of the business. Long-standing enterprise accounts are few, bring nearly a third of revenue and are the
 * only ones whose books have passed 500 invoices; a mid-market book ends well below.
 */
const TIERS: readonly Tier[] = [
  {
    segment: 'enterprise',
    count: 92,
    revenueShare: 0.31,
    revenueSpread: 0.55,
    book: (z) => Math.round(560 + 2_150 * Math.exp(0.8 * z)),
    years: [3, 7],
  },
  {
    segment: 'enterprise',
    count: 26,
    revenueShare: 0.06,
    revenueSpread: 0.4,
    book: logNormal(190, 0.5, 60, 470),
    years: [0.7, 2],
  },
  {
    segment: 'mid-market',
    count: 430,
    revenueShare: 0.38,
    revenueSpread: 0.5,
    book: logNormal(165, 0.55, 30, 480),
    years: [1, 5],
  },
  {
    segment: 'small',
    count: 1_092,
    revenueShare: 0.25,
    revenueSpread: 0.6,
    book: logNormal(28, 0.75, 2, 240),
    years: [0.3, 4],
  },
];

/** Draws every tier as a systematic sample of its distributions: the shares hold for any seed, who is who does not. */
export function makeAccounts(random: Random, scale: number): Account[] {
  const drafts: Omit<Account, 'index' | 'id' | 'name'>[] = [];
  for (const tier of TIERS) {
    const count = Math.max(3, Math.round(tier.count * scale));
    const revenues = random.shuffle([...strata(count)].map((u) => Math.exp(tier.revenueSpread * normalQuantile(u))));
    const unit = (TOTAL_REVENUE * tier.revenueShare) / revenues.reduce((left, right) => left + right, 0);
    let k = 0;
    for (const u of strata(count)) {
      const [from, to] = tier.years;
      drafts.push({
        segment: tier.segment,
        currency: 'USD',
        revenue: Math.round(((revenues[k] ?? 1) * unit) / 1_000) * 1_000,
        bookSize: tier.book(normalQuantile(u)),
        ageDays: Math.round(365 * (from + (to - from) * random.next())),
      });
      k += 1;
    }
  }
  random.shuffle(drafts);
  const names = firmNames(random);
  return drafts.map((draft, index) => ({
    ...draft,
    index,
    id: `acct-${String(index + 1).padStart(4, '0')}`,
    name: names[index % names.length] ?? `Account ${index + 1}`,
  }));
}

function firmNames(random: Random): string[] {
  const names: string[] = [];
  for (const head of FIRM_HEADS) {
    for (const tail of FIRM_TAILS) {
      const form = random.int(FIRM_FORMS.length);
      for (let step = 0; step < 2; step += 1) names.push(`${head} ${tail} ${FIRM_FORMS[(form + step) % 8]}`);
    }
  }
  return random.shuffle(names);
}
