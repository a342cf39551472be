import { expect, test } from 'vitest';
import { fixture, readLog } from './read';

test('version 1.0: a list of messages; a command block is the call and the next user message its output', () => {
  const log = readLog(fixture('mini-swe-agent/v1.0.traj.json'));
  expect(log.format).toBe('mini-swe-agent');
  expect(log.calls).toMatchObject([
    {
      tool: 'bash',
      args: '{"command":"ls invoices | head -20"}',
      result: '<returncode>0</returncode>\n<output>\n1.txt\n2.txt\n</output>',
      session: 'mini-swe-agent-print',
    },
    { args: '{"command":"echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT"}', result: '' },
  ]);
  expect(log.answers).toMatchObject([{ question: 'Count the invoices.', text: 'There are two invoices.' }]);
});

test('version 1.x: instance, version and model from the wrapper; the submission is the answer', () => {
  const log = readLog(fixture('mini-swe-agent/v1.x.traj.json'));
  expect(log.calls).toHaveLength(2);
  expect(log.calls[0]).toMatchObject({
    session: 'books-4',
    version: '1.9.0',
    model: 'vendor/model-x',
    ts: 1_760_000_000_500,
  });
  expect(log.answers).toMatchObject([{ session: 'books-4', text: 'There are two invoices.' }]);
});

test('version 2: the output as the command gave it, and as the model got it', () => {
  const log = readLog(fixture('mini-swe-agent/v2.traj.json'));
  expect(log.calls).toMatchObject([
    {
      id: 'call_mini_00000000000001',
      args: '{"command": "seq 9"}',
      result: '1\n2\n3\n4\n5\n6\n7\n8\n9\n',
      sent: expect.stringContaining('14 characters elided'),
      ts: 1_760_000_000_500,
    },
  ]);
  expect(log.answers).toMatchObject([{ text: 'Two.' }]);
});
