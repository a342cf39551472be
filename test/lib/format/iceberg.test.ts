import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { icebergLayout, icebergWords } from '@/lib/format';
import type { Known } from '@/lib/stats/types';

const known: fc.Arbitrary<Known> = fc.oneof(
  fc.record({ kind: fc.constant('exact' as const), value: fc.nat(100_000) }),
  fc.record({ kind: fc.constant('at_least' as const), low: fc.nat(100_000) }),
  fc.constant({ kind: 'unknown' as const }),
);

describe('the iceberg bar', () => {
  it('keeps everything on the bar and in order', () => {
    fc.assert(
      fc.property(fc.nat(5000), known, fc.option(fc.nat(5000)), (seen, unseen, limit) => {
        const at = icebergLayout({ seen, unseen, limit });
        expect(at.seen).toBeGreaterThanOrEqual(0);
        expect(at.unseen).toBeGreaterThanOrEqual(at.seen);
        expect(at.unseen).toBeLessThanOrEqual(1);
        if (at.limit !== null) expect(at.limit).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('is even to 100 rows and logarithmic beyond, where the first 100 take half', () => {
    expect(icebergLayout({ seen: 25, unseen: { kind: 'exact', value: 75 } })).toMatchObject({ seen: 0.25, unseen: 1 });
    const far = icebergLayout({ seen: 100, unseen: { kind: 'exact', value: 9_900 } });
    expect(far).toMatchObject({ seen: 0.5, unseen: 1, logarithmic: true });
  });

  it('never draws an end where the size is not known', () => {
    expect(icebergLayout({ seen: 25, unseen: { kind: 'unknown' } })).toMatchObject({ fades: true });
    expect(icebergLayout({ seen: 25, unseen: { kind: 'at_least', low: 1 } }).unseen).toBeLessThan(1);
    expect(icebergLayout({ seen: 25, unseen: { kind: 'exact', value: 71 } })).toMatchObject({
      fades: false,
      unseen: 1,
    });
  });

  it('says in words what it draws', () => {
    const unseen: Known = { kind: 'exact', value: 71 };
    expect(icebergWords({ seen: 25, unseen, limit: 25 })).toBe('25 rows seen; 71 not seen; limit 25.');
    expect(icebergWords({ seen: 14, unseen: { kind: 'unknown' }, claimed: 20 })).toBe(
      '14 rows seen; how many were not seen is unknown; the result claims 20.',
    );
  });
});
