import { describe, expect, test } from 'vitest';
import { readCall } from '@/lib/contract';
import { reviewSession } from '@/lib/session';
import { certainty } from '@/lib/verdict/certainty';
import { rulePath, unseenSays } from '@/lib/verdict/path';
import { call, records } from '../judging';

function explained(...log: ReturnType<typeof call>[]) {
  const calls = log.map((record, i) => readCall(record, i));
  const judged = reviewSession(calls, { census: () => null });
  return calls.map((one) => {
    const judgement = judged.get(one.id);
    if (judgement === undefined) throw new Error('not judged');
    return {
      verdict: judgement.verdict,
      certain: certainty(judgement, one.reading),
      path: rulePath(judgement, one.reading, one.limit).path,
      says: unseenSays(judgement),
    };
  });
}

describe('what would have made it certain', () => {
  test.each([
    [
      'a silent page',
      { limit: 5 },
      { items: records(5) },
      /^A total that is known to be a total, an explicit "no more"/,
    ],
    [
      'a page with a cursor',
      { limit: 5 },
      { items: records(5), next_cursor: 'x' },
      /following the cursor at result\.next_cursor/,
    ],
    [
      'a lower bound',
      { limit: 5 },
      { items: records(5), total: { value: 9, relation: 'gte' } },
      /in place of the lower bound/,
    ],
    [
      'a total that equals its page',
      { limit: 5 },
      { items: records(5), total: 5 },
      /result\.total that was seen above its page/,
    ],
    [
      'a short page',
      { limit: 50 },
      { items: records(5) },
      /^Presumed complete, because the page is shorter than its limit/,
    ],
    ['no limit at all', {}, { items: records(5) }, /^Presumed complete, because no limit is known/],
  ])('%s', (_, args, result, expected) => {
    expect(explained(call('list_items', args, result))[0]?.certain[0]).toMatch(expected);
  });

  test('nothing, where nothing is left to be known', () => {
    const [exact, whole] = explained(
      call('list_items', { limit: 5 }, { items: records(5), total: 9 }),
      call('list_other', { limit: 5 }, { items: records(3), has_more: false }),
    );
    expect([exact?.verdict, exact?.certain, exact?.says]).toEqual([
      'flagged',
      [],
      '4 rows were not seen, exactly: the result declares it.',
    ]);
    expect([whole?.verdict, whole?.certain]).toEqual(['complete', []]);
  });
});

describe('the way through the rules', () => {
  test('ends at the verdict, with its evidence', () => {
    const [flagged] = explained(call('list_items', { limit: 5 }, { items: records(5), has_more: true }));
    expect(flagged?.path.map((step) => step.step)).toEqual(['rows', 'limit', 'stale', 'silent', 'flagged']);
    expect(flagged?.path.at(-1)).toMatchObject({ evidence: [{ path: 'result.has_more', value: true }] });
    expect(flagged?.path[1]?.evidence).toEqual([{ path: 'args.limit', value: 5 }]);
  });
  test('is short for what holds no list', () => {
    const [error] = explained(call('list_items', {}, 'boom', { error: true }));
    expect(error?.path.map((step) => step.step)).toEqual(['rows', 'error']);
  });
});
