import { describe, expect, test } from 'vitest';
import { readFixture, said, told } from './spans';

const ROOT = '00000000-0000-4000-8000-00000000000a';
const place = { session: 'thread-3', account: 'umbrella', sent: null };
const orders = { id: 'call_ord_00000000011', tool: 'find_orders', result: '[1,2,3,4,5]', error: false, ...place };
const failed = { tool: 'ship', args: '{"input":"order 7"}', result: "ToolException('no')", error: true, ...place };
const ship = { id: '00000000-0000-4000-8000-00000000000a/00000000-0000-4000-8000-00000000000d', ...failed };

describe('LangSmith runs', () => {
  test.each(['langsmith/runs.json', 'langsmith/run-tree.json'])('%s: arguments written as a Python dict', (name) => {
    const log = readFixture(name);
    expect([log.format, log.unit]).toEqual(['langsmith', 'document']);
    expect(log.calls.map(told)).toEqual([{ ...orders, args: '{"limit":5,"open":true,"note":"it\'s"}' }, ship]);
    const { session, account } = place;
    expect(log.answers.map(said)).toEqual([{ session, account, question: 'Orders?', text: 'Five orders.' }]);
    expect(log.skipped).toEqual({ 'span: langsmith': 1 });
  });

  test('one run a line, the root first: still one answer and each call once', () => {
    const log = readFixture('langsmith/runs.jsonl');
    expect(log.unit).toBe('line');
    expect(log.calls.map(({ id, result }) => [id, result])).toEqual([
      [orders.id, orders.result],
      [ship.id, ship.result],
    ]);
    expect(log.answers.map(({ id }) => id)).toEqual([`${ROOT}/${ROOT}/answer`]);
  });
});
