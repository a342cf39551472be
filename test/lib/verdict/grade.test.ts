import { expect, it } from 'vitest';
import { readCall } from '@/lib/contract';
import { grade } from '@/lib/verdict';
import { call, records } from '../judging';

const answers = (result: object): string[] => {
  const { cut, scale, which, rest } = grade(readCall(call('list_y', {}, result), 0));
  return [cut, scale, which, rest].map((one) => one.answer);
};

it('a bare boolean answers one question of four', () =>
  expect(answers({ items: records(30), truncated: true })).toEqual(['yes', 'no', 'no', 'no']));
it('a full contract answers all four', () =>
  expect(
    answers({
      matched: 340,
      returned: 20,
      order_by: 'opened_at DESC',
      next_cursor: 'x',
      narrow_by: 'service',
      items: records(20),
    }),
  ).toEqual(['yes', 'yes', 'yes', 'yes']));
it('a lower bound is half an answer to "how much"', () =>
  expect(answers({ total_count: 51, total_count_is_lower_bound: true, truncated: true, items: records(50) })[1]).toBe(
    'half',
  ));
it('a bare list answers none', () => expect(answers(records(10))).toEqual(['no', 'no', 'no', 'no']));
it('the overhead is the share of the payload that is contract', () => {
  const { overhead } = grade(
    readCall(call('list_y', {}, { matched: 2, returned: 2, has_more: false, next_cursor: null, items: records(2) }), 0),
  );
  expect(overhead).toBeGreaterThan(0.3);
  expect(grade(readCall(call('list_y', {}, { has_more: false, items: records(400) }), 0)).overhead).toBeLessThan(0.01);
});
