import { expect, test } from 'vitest';
import { fixture, readLog } from './read';

test('v1.5: results by the id of their call, in whatever order', () => {
  const log = readLog(fixture('atif/v1.5.json'));
  expect(log.format).toBe('atif');
  expect(log.calls).toMatchObject([
    {
      id: 'ses-atif:c1',
      tool: 'list_files',
      result: 'a\nb',
      model: 'model-x',
      agent: 'openhands',
      version: '1.1.0',
      ts: Date.UTC(2026, 0, 2, 9, 0, 1),
    },
    { id: 'ses-atif:c2', result: 'a\nb\nc' },
    { id: 'ses-atif:c3', tool: 'finish', result: null },
  ]);
  expect(log.answers).toMatchObject([{ question: 'List them.', text: 'There are three.', session: 'ses-atif' }]);
});

test('v1.7: arguments as text, and ids that somebody blanked out are still several calls', () => {
  const log = readLog(fixture('atif/v1.7.json'));
  expect(log.calls.map(({ args, result }) => [args, result])).toEqual([
    ['{"q":"ACME"}', '[1]'],
    ['{"q":"acme"}', '[2]'],
  ]);
  expect(new Set(log.calls.map((call) => call.id)).size).toBe(2);
  expect(log.answers).toMatchObject([{ question: 'Orders of ACME?', text: 'ACME has two orders.' }]);
});

test('a terminal agent: a batch of keystrokes is a call, what the terminal shows its result', () => {
  const log = readLog(fixture('atif/terminus.json'));
  expect(log.calls).toMatchObject([
    {
      tool: 'terminal',
      args: '{"commands":[{"keystrokes": "mkdir x\\n", "duration": 0.1}]}',
      result: 'New Terminal Output:\n$ mkdir x',
    },
  ]);
  expect(log.answers).toEqual([]);
  expect(log.skipped).toEqual({ 'step:system': 1, 'observation without content': 1 });
});
