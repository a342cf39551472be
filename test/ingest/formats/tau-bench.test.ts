import { expect, test } from 'vitest';
import { fixture, readLog } from './read';

test('trajectories: one session per task and trial, the account is the task’s user', () => {
  const log = readLog(fixture('tau-bench/trajectories.json'));
  expect(log.format).toBe('tau-bench');
  expect(log.calls).toMatchObject([
    {
      id: 'tau-bench-print-3-0:call_tau',
      account: 'mia_1',
      tool: 'get_orders',
      args: '{"user_id": "mia_1"}',
      result: '[{"order_id": "#W1"}]',
    },
    { id: 'tau-bench-print-3-1:call_tau', session: 'tau-bench-print-3-1' },
  ]);
  expect(log.answers).toMatchObject([
    { session: 'tau-bench-print-3-0', question: 'Cancel my order.', text: 'Order #W1 is cancelled.', account: 'mia_1' },
    { session: 'tau-bench-print-3-1' },
  ]);
});

test('few-shot lines: results of tools whose names are lost, also over several lines', () => {
  const log = readLog(fixture('tau-bench/few-shot.jsonl'));
  expect(log.calls.map(({ tool, result }) => [tool, result])).toEqual([
    ['unknown tool', 'mia_1'],
    ['unknown tool', '{"orders":\n[1]}'],
  ]);
  expect(log.answers.map(({ question, text }) => [question, text])).toEqual([
    ['Cancel my order.', 'Which\none?'],
    ['Hi', 'Hello.'],
  ]);
});
