import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clockAt,
  compact,
  count,
  dayStart,
  duration,
  instantOf,
  knownText,
  medianKnown,
  money,
  nextDay,
  rangeText,
  share,
  timeText,
} from '@/lib/format';

describe('numbers', () => {
  it('are written with their unit and separated thousands', () => {
    expect(count(41_000)).toBe('41,000');
    expect(count(71.5)).toBe('71.5');
    expect(share(4_900 / 41_000)).toBe('12.0 %');
    expect(compact(347_900)).toBe('347.9k');
    expect(duration(240)).toBe('240 ms');
    expect(money(1_200_000, 'USD')).toBe('USD 1.2M');
    expect(money(null, 'USD')).toBe('unknown');
  });

  it('never round a part to nothing or to all', () => {
    expect(share(0)).toBe('0.0 %');
    expect(share(1)).toBe('100.0 %');
    expect(share(0.00001)).toBe('< 0.01 %');
    expect(share(0.0004)).toBe('0.04 %');
    expect(share(0.99999)).toBe('> 99.9 %');
  });
});

describe('a number with its standing', () => {
  it('says which it is', () => {
    expect(knownText({ kind: 'exact', value: 71 })).toBe('71');
    expect(knownText({ kind: 'at_least', low: 71 })).toBe('≥ 71');
    expect(knownText({ kind: 'interval', low: 71, high: 140, value: null })).toBe('71–140');
    expect(knownText({ kind: 'unknown' })).toBe('unknown');
  });

  it('a median without an upper end is a lower bound, and one without anything is unknown', () => {
    expect(medianKnown({ kind: 'interval', value: 80, low: 71, high: null })).toEqual({ kind: 'at_least', low: 71 });
    expect(medianKnown({ kind: 'interval', value: 50, low: 0, high: null })).toEqual({ kind: 'unknown' });
    expect(medianKnown({ kind: 'unknown', value: null, low: null, high: null })).toEqual({ kind: 'unknown' });
  });
});

describe('times', () => {
  it('show the viewer’s zone', () => {
    expect(timeText(Date.UTC(2026, 2, 13, 17, 20), 'UTC')).toBe('13 Mar 2026, 17:20');
    expect(timeText(Date.UTC(2026, 2, 13, 17, 20), 'Asia/Kolkata')).toBe('13 Mar 2026, 22:50');
    expect(rangeText(Date.UTC(2026, 2, 1), Date.UTC(2026, 3, 1), 'UTC')).toBe('1–31 Mar 2026');
    expect(rangeText(Date.UTC(2026, 2, 1), Date.UTC(2026, 2, 2), 'UTC')).toBe('1 Mar 2026');
    expect(rangeText(Date.UTC(2026, 2, 1, 8), Date.UTC(2026, 2, 1, 9), 'UTC')).toBe('1 Mar 2026, 08:00 – 09:00');
  });

  it('a day of 23 hours is one day', () => {
    const start = instantOf({ year: 2026, month: 3, day: 29, hour: 0, minute: 0 }, 'Europe/Berlin');
    expect(nextDay(start, 'Europe/Berlin') - start).toBe(23 * 3_600_000);
  });

  it('a wall clock gives back its instant, in every zone', () => {
    const zone = fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'Australia/Lord_Howe');
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) }), zone, (ms, z) => {
        const clock = clockAt(ms, z);
        expect(clockAt(instantOf(clock, z), z)).toEqual(clock);
        const start = dayStart(ms, z);
        expect(start).toBeLessThanOrEqual(ms);
        expect(nextDay(start, z)).toBeGreaterThan(ms);
      }),
    );
  });
});
