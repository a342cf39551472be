import { expect, test } from 'vitest';
import { fixture, readLog } from './read';

test('multi-turn: decoded calls and tool messages pair by place; arguments are the model’s own JSON', () => {
  const log = readLog(fixture('bfcl/multi-turn.jsonl'));
  expect(log.format).toBe('bfcl');
  expect(log.calls.map(({ session, tool, args, result }) => [session, tool, args, result])).toEqual([
    ['bfcl-print-multi_turn_base_0', 'cd', '{"folder": "docs"}', '{"current_working_directory": "docs"}'],
    ['bfcl-print-multi_turn_base_0', 'ls', '{}', '{"contents": ["a"]}'],
    ['bfcl-print-multi_turn_base_1', 'tail', '{"file":"a","lines":3,"opts":{"x":[true,null]}}', 'z'],
  ]);
  expect(log.answers).toMatchObject([{ question: 'Go to docs and list.', text: 'There is one file.' }]);
});

test('single-turn results have calls and no results, as objects or as the text of a prompted model', () => {
  const log = readLog(fixture('bfcl/single-turn.jsonl'));
  expect(log.calls).toMatchObject([
    { tool: 'area', args: '{"base": 10}', result: null },
    { tool: 'area', args: '{"base":10}', result: null },
  ]);
  expect(log.skipped).toEqual({});
});

test('a score file: its summary is no page of results, its tasks are read', () => {
  const log = readLog(fixture('bfcl/score.jsonl'));
  expect(log.calls).toMatchObject([{ tool: 'cd', model: 'model-x' }, { tool: 'ls' }]);
  expect(log.skipped['score summary']).toBe(1);
});
