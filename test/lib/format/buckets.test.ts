import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketAt, bucketEnd, bucketsOf, clockAt, DAY, HOUR } from '@/lib/format';

describe('steps of time', () => {
  it('are hours, days or weeks by the length of the range', () => {
    const start = Date.UTC(2026, 2, 1);
    expect(bucketsOf(start, start + DAY, 'UTC')).toMatchObject({ unit: 'hour' });
    expect(bucketsOf(start, start + 31 * DAY, 'UTC').starts).toHaveLength(31);
    expect(bucketsOf(start, start + 364 * DAY, 'UTC').starts).toHaveLength(52);
  });

  it('begin at the viewer’s midnight, also over a change of the clock', () => {
    const { starts } = bucketsOf(Date.UTC(2026, 2, 25), Date.UTC(2026, 3, 2), 'Europe/Berlin');
    for (const start of starts) expect(clockAt(start, 'Europe/Berlin')).toMatchObject({ hour: 0, minute: 0 });
  });

  it('hold every instant of the range exactly once', () => {
    const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns');
    fc.assert(
      fc.property(fc.nat(2_000), fc.integer({ min: 1, max: 4_000 }), fc.nat(999), zones, (a, hours, part, zone) => {
        const from = Date.UTC(2026, 0, 1) + a * HOUR;
        const to = from + hours * HOUR;
        const buckets = bucketsOf(from, to, zone);
        const at = from + Math.floor((part / 1000) * (to - from));
        const i = bucketAt(buckets, at);
        expect(i).toBeGreaterThanOrEqual(0);
        expect(buckets.starts[i]).toBeLessThanOrEqual(at);
        expect(bucketEnd(buckets, i)).toBeGreaterThan(at);
      }),
    );
  });
});
