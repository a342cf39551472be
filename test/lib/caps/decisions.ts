import type { Bounds, Candidate, CapDecision } from '@/lib/caps/types';

export const exactly = (n: number): Bounds => ({ low: n, high: n, assumed: n });

/** A candidate of which everything is known, unless told otherwise. */
export function candidate(over: Partial<Candidate> & Pick<Candidate, 'cap'>): Candidate {
  return {
    today: false,
    why: ['listed'],
    known: 4_900,
    of: 4_900,
    capped: exactly(160),
    recovered: exactly(0),
    left: exactly(160),
    share: exactly(160 / 41_000),
    removed: exactly(4_740),
    removedShare: exactly(4_740 / 4_900),
    median: { kind: 'exact', value: 1_400, low: 1_400, high: 1_400 },
    totalUnseen: exactly(300_000),
    cappedTimesMedian: { kind: 'exact', value: 224_000 },
    accounts: exactly(92),
    unnamed: exactly(0),
    exposure: {
      share: exactly(0.31),
      reason: null,
      bySegment: { enterprise: { accounts: exactly(92), share: exactly(0.31) } },
    },
    largest: { id: 'acct-1', name: 'Acme', revenue: 1_200_000, currency: 'USD', segment: 'enterprise' },
    tokens: { mean: 149_000, p95: 160_000, contextShare: 0.745, resent: 1_490_000 },
    ...over,
  };
}

export const TODAY = candidate({
  cap: 25,
  today: true,
  why: ['today', 'typed'],
  capped: exactly(4_900),
  left: exactly(4_900),
  share: exactly(4_900 / 41_000),
  removed: exactly(0),
  removedShare: exactly(0),
  median: { kind: 'exact', value: 71, low: 71, high: 71 },
  totalUnseen: exactly(800_000),
  cappedTimesMedian: { kind: 'exact', value: 347_900 },
  accounts: exactly(400),
  exposure: {
    share: exactly(0.8),
    reason: null,
    bySegment: {
      enterprise: { accounts: exactly(100), share: exactly(0.5) },
      smb: { accounts: exactly(300), share: exactly(0.3) },
    },
  },
  tokens: { mean: 7_450, p95: 8_000, contextShare: 0.03725, resent: 74_500 },
});

export const AT_500 = candidate({ cap: 500 });

/** The figures of the document that the product is made for (requirement C2). */
export function decision(over: Partial<CapDecision> = {}): CapDecision {
  return {
    tool: 'search_invoices',
    from: Date.UTC(2026, 2, 1),
    to: Date.UTC(2026, 3, 1),
    asOf: Date.UTC(2026, 3, 2, 9, 30),
    calls: 41_000,
    known: 4_900,
    unknown: 0,
    todayCap: 25,
    candidates: [TODAY, AT_500],
    notes: [],
    ...over,
  };
}
