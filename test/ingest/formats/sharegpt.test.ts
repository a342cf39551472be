import { expect, test } from 'vitest';
import { fixture, readLog } from './read';

test('a terminal agent: rows that repeat each other give each call once, with its result', () => {
  const log = readLog(fixture('sharegpt/terminal.jsonl'));
  expect(log.format).toBe('sharegpt');
  expect(log.calls).toMatchObject([
    {
      session: 'run-1/folder__a',
      tool: 'terminal',
      result: '$ mkdir x\n$ ls\nx',
      agent: 'terminus-2',
      model: 'model-x',
      ts: Date.UTC(2026, 0, 2, 9),
    },
  ]);
  expect(log.answers).toMatchObject([{ question: 'Make a folder.', text: 'The folder is there.' }]);
});

test('the last call of a row waits for the next row, and is told at the end of what is there', () => {
  const [first = ''] = fixture('sharegpt/terminal.jsonl').split('\n');
  expect(readLog(first).calls).toMatchObject([{ tool: 'terminal', result: null }]);
});

test('Hermes: calls and responses in tags, in order; named content is the result', () => {
  const log = readLog(fixture('sharegpt/hermes.json'));
  expect(log.unit).toBe('document');
  expect(log.calls.map(({ session, tool, args, result }) => [session, tool, args, result])).toEqual([
    ['h-1', 'orders', '{"customer": "ACME"}', '{"rows": [1, 2]}'],
    ['h-1', 'orders', '{"customer": "Acme"}', '[]'],
  ]);
  expect(log.answers).toMatchObject([{ question: 'Orders of ACME?', text: 'ACME has two orders.' }]);
});

test('LLaMA-Factory: function_call and observation', () => {
  const log = readLog(fixture('sharegpt/factory.jsonl'));
  expect(log.calls).toMatchObject([{ tool: 'orders', args: '{"n": 1}', result: '[1]' }]);
  expect(log.answers.map(({ text }) => text)).toEqual(['One.', 'Hello.']);
});
