import { expect, test } from 'vitest';
import { fixture, readLog } from './read';

test('events: paired by call id or by cause; what the user ran is no call of the agent', () => {
  const log = readLog(fixture('openhands/events.json'));
  expect(log.format).toBe('openhands');
  expect(log.calls).toMatchObject([
    {
      id: 'toolu_oh_000000000000001',
      tool: 'execute_bash',
      args: '{"command": "ls invoices"}',
      result: '1.txt\n2.txt',
      error: false,
      model: 'model-x',
      ts: Date.UTC(2025, 1, 1, 9, 0, 1),
      session: 'openhands-print',
    },
    { id: 'openhands-print:event-4', tool: 'read', args: '{"path":"/w/1.txt"}', result: 'no such file', error: true },
  ]);
  expect(log.answers).toMatchObject([{ question: 'Which invoices are there?', text: 'There are two invoices.' }]);
  expect(log.skipped).toEqual({ 'observation:agent_state_changed': 1, 'action:run of the user': 1 });
});

test('one event per file: an observation says what was asked as well, under the same id', () => {
  const log = readLog(fixture('openhands/event.json'));
  expect(log.calls).toMatchObject([
    {
      id: 'toolu_oh_000000000000001',
      tool: 'execute_bash',
      args: '{"command": "ls invoices"}',
      result: '1.txt\n2.txt',
    },
  ]);
});

test('output lines: evaluation, resolver without ids, and pairs', () => {
  const log = readLog(fixture('openhands/output.jsonl'));
  expect(log.unit).toBe('line');
  expect(log.calls.map(({ session, tool, args, result }) => [session, tool, args, result])).toEqual([
    ['books-5', 'execute_bash', '{"command": "ls"}', '1.txt'],
    ['o/books#7', 'run', '{"command":"cat a.py"}', '(90 more lines below)'],
    ['books-6', 'run', '{"command":"pwd"}', '/w'],
  ]);
  expect(log.answers).toMatchObject([{ session: 'o/books#7', question: 'Fix it.', text: 'It is fixed.' }]);
});

test('a model call log: the run’s own end is its answer, not a call that waits', () => {
  const log = readLog(fixture('openhands/call-log.json'));
  expect(log.calls).toMatchObject([
    { id: 'toolu_oh_000000000000003', session: 'ses-oh', tool: 'execute_bash', result: '1.txt', model: 'model-x' },
  ]);
  expect(log.answers).toMatchObject([{ question: 'List them.', text: expect.stringContaining('There is one') }]);
});

test('a model call log without function calling: calls are read from the text', () => {
  const log = readLog(fixture('openhands/call-log-text.json'));
  expect(log.calls).toMatchObject([{ tool: 'execute_bash', args: '{"command":"ls"}', result: '1.txt' }]);
  expect(log.answers).toMatchObject([{ question: 'List them.', text: 'One invoice.' }]);
});

test('a message list of the agent: every tool call, and the same ids as in its model call logs', () => {
  const log = readLog(fixture('openhands/messages.json'));
  expect(log.calls.map(({ id, tool }) => [id, tool])).toEqual([
    ['toolu_oh_000000000000003', 'execute_bash'],
    ['toolu_oh_000000000000004', 'finish'],
  ]);
  expect(log.answers).toMatchObject([{ text: 'There is one invoice.' }]);
});

test('events of the agent SDK', () => {
  const log = readLog(fixture('openhands/sdk-events.json'));
  expect(log.calls).toMatchObject([
    { tool: 'terminal', args: '{"command":"ls"}', result: '1.txt', error: false },
    { id: 'openhands-print:e5', tool: 'list_orders', result: 'no such tool', error: true },
  ]);
  expect(log.answers).toMatchObject([{ question: 'List them.', text: 'One.' }]);
});
