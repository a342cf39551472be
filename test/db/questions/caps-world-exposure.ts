import { expect } from 'vitest';
import type { Candidate } from '@/lib/caps/types';
import type { Counted, Owner } from './caps-world-count';

/** Revenue, segments and the largest account of a candidate, by plain loops over the accounts. */
export function expectExposure({ exposure, largest }: Candidate, counted: Counted, all: readonly Owner[]): void {
  const { surely, maybe, unnamed } = counted;
  const known = all.filter((owner) => owner.revenue !== null);
  const currencies = new Set(known.map((owner) => owner.currency));
  const whole = total(known);
  const nobody = maybe.size === 0 && unnamed.low > 0;
  if (nobody || currencies.size > 1 || whole === 0) {
    expect(exposure.share).toBeNull();
    expect(exposure.reason).toMatch(/./);
  } else {
    expect(exposure.share?.low).toBeCloseTo(total(known.filter(({ id }) => surely.has(id))) / whole, 12);
    // Calls that name no account could be anybody's: with any, nothing bounds the share.
    if (unnamed.high > 0) expect(exposure.share?.high).toBeNull();
    else expect(exposure.share?.high).toBeCloseTo(total(known.filter(({ id }) => maybe.has(id))) / whole, 12);
  }
  const segments = new Map<string, { low: number; high: number | null }>();
  for (const { id, segment } of all) {
    if (!maybe.has(id)) continue;
    const found = segments.get(segment ?? 'unknown') ?? { low: 0, high: 0 };
    segments.set(segment ?? 'unknown', {
      low: found.low + (surely.has(id) ? 1 : 0),
      high: unnamed.high > 0 ? null : (found.high ?? 0) + 1,
    });
  }
  const told = Object.entries(exposure.bySegment).filter(([, part]) => part.accounts.high !== 0);
  expect(
    Object.fromEntries(
      told.map(
        ([
          name,
          {
            accounts: { low, high },
          },
        ]) => [name, { low, high }],
      ),
    ),
  ).toEqual(Object.fromEntries(segments));
  if (largest !== null) expect(surely.has(largest.id)).toBe(true);
  const hit = known.filter(({ id }) => surely.has(id));
  if (currencies.size === 1 && hit.length > 0)
    expect(largest?.revenue).toBe(Math.max(...hit.map(({ revenue }) => revenue ?? 0)));
}

function total(owners: readonly Owner[]): number {
  return owners.reduce((sum, { revenue }) => sum + (revenue ?? 0), 0);
}
