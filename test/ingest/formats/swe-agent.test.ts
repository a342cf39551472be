import { expect, test } from 'vitest';
import { fixture, readLog } from './read';

test('version 0.x: the first word of a command is the tool, the command its argument; demonstrations are not the run', () => {
  const log = readLog(fixture('swe-agent/v0.traj'));
  expect(log.format).toBe('swe-agent');
  expect(log.calls.map(({ tool, args }) => [tool, args])).toEqual([
    ['search_dir', '{"command":"search_dir \\"rounding\\" src"}'],
    ['open', '{"command":"open src/a.py\\n"}'],
    ['submit', '{"command":"submit"}'],
  ]);
  expect(log.calls[1]).toMatchObject({
    result: '[File: /books/src/a.py (150 lines total)]\n1:import math\n(140 more lines below)',
    sent: null,
    session: 'swe-agent-print',
    ts: null,
  });
});

test('a patch is no answer: the text beside the last command is', () => {
  expect(readLog(fixture('swe-agent/v0.traj')).answers).toMatchObject([
    { question: 'ISSUE: totals are rounded twice.', text: 'Rounding now happens once.', session: 'swe-agent-print' },
  ]);
});

test('version 1.x: a step and its function call are one call; what the model got stands beside a longer observation', () => {
  const log = readLog(fixture('swe-agent/v1.traj'));
  expect(log.calls).toMatchObject([
    {
      id: 'call_v1_0000000000000001',
      tool: 'find_file',
      args: '{"file_name": "a.py"}',
      session: 'books-17',
      model: 'vendor/model-x',
      result: `/books/src/a.py\n${'x'.repeat(40)}`,
      sent: 'Observation: /books/src/a.py<response clipped>',
      durationMs: 250,
    },
    { id: 'call_v1_0000000000000002', tool: 'str_replace_editor', result: '1\timport math', sent: null },
  ]);
  expect(log.answers).toMatchObject([{ question: 'Where is a.py?', text: 'It is in src.' }]);
});

test('a history alone: function calls and their replies by id, the last one open', () => {
  const log = readLog(fixture('swe-agent/history.traj'));
  expect(log.calls.map(({ tool, result }) => [tool, result])).toEqual([
    ['find_file', '/books/src/a.py'],
    ['submit', null],
  ]);
  expect(log.answers).toMatchObject([{ question: 'Where is a.py?', text: 'That was all.' }]);
});
