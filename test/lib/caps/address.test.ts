import { describe, expect, test } from 'vitest';
import { LISTED_CAPS, parseCaps, withoutCaps } from '@/lib/caps/address';

describe('the address of a cap decision', () => {
  test('says nothing: the usual caps, window and turns', () => {
    const s = parseCaps({});
    expect(s.caps).toEqual([...LISTED_CAPS]);
    expect(s).toMatchObject({
      budget: null,
      window: 200_000,
      share: 0.25,
      reserve: 0,
      turns: 10,
      own: [],
      problems: [],
    });
  });

  test('names caps as a form writes them: a list, and one more; each once, in rising order', () => {
    expect(parseCaps({ caps: ['500, 25', '300', ''] }).caps).toEqual([25, 300, 500]);
    expect(parseCaps({ caps: ['25', '25'] }).own).toEqual([['caps', '25']]);
  });

  test('what it understood is written so that it is read the same again', () => {
    const params = {
      caps: '25,500',
      budget: '20,000',
      window: '128000',
      share: '12.5 %',
      reserve: '0',
      turns: '7',
      at: '500',
    };
    const first = parseCaps(params);
    expect(first.problems).toEqual([]);
    expect(parseCaps(Object.fromEntries(first.own))).toEqual(first);
    expect(first).toMatchObject({ budget: 20_000, share: 0.125, turns: 7, at: 500 });
  });

  test('what is no cap or out of range is left out and named', () => {
    const s = parseCaps({ caps: '25,many,0,99999999', share: '900', turns: '-1', window: '1e9' });
    expect(s.caps).toEqual([25]);
    expect(s).toMatchObject({ share: 0.25, turns: 10, window: 200_000 });
    expect(s.problems).toHaveLength(6);
  });

  test('at most 20 caps, and the rest is named', () => {
    const s = parseCaps({ caps: Array.from({ length: 22 }, (_, i) => String(i + 1)).join(',') });
    expect(s.caps).toHaveLength(20);
    expect(s.problems).toHaveLength(2);
  });

  test('whose caps count elsewhere is not a candidate, and is no mistake', () => {
    expect(parseCaps({ caps: 'asked' })).toMatchObject({ caps: [...LISTED_CAPS], problems: [] });
    expect(withoutCaps({ caps: '25', tool: 'a' })).toEqual({ tool: 'a' });
  });
});
