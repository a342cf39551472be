import { expect, test } from 'vitest';
import { readLog } from './read';

const text = (...texts: string[]) => texts.map((one) => ({ type: 'text', text: one }));
const DETAILS = '<environment_details>\n# Files\na.txt\n</environment_details>';

const HISTORY = [
  { role: 'user', content: text('<task>\nfix it\n</task>', DETAILS), ts: 1767036061123 },
  {
    role: 'assistant',
    content: text('I look at <p> first.\n\n<read_file>\n<path>a.txt</path>\n</read_file>'),
    ts: 1767036061124,
  },
  { role: 'user', content: text("[read_file for 'a.txt'] Result:", 'line <b>one</b>', DETAILS), ts: 1767036061125 },
  {
    role: 'assistant',
    content: '<use_mcp_tool>\n<server_name>s</server_name>\n<arguments>\n{"limit": 2}\n</arguments>\n</use_mcp_tool>',
    ts: 1767036061126,
  },
  {
    role: 'user',
    content: text('[use_mcp_tool for \'s\'] Result:\n\n{"items":[1,2],"has_more":true}', DETAILS),
    ts: 1767036061127,
  },
  { role: 'assistant', content: text('<attempt_completion>\n<result>\nFixed.\n</result>\n</attempt_completion>') },
];

test.each([
  ['over many lines', JSON.stringify(HISTORY, null, 2)],
  ['on one line', JSON.stringify(HISTORY)],
])('a history whose calls are tags in the text, %s', (_, source) => {
  const log = readLog(source);
  expect([log.format, log.reasons]).toEqual(['cline', []]);
  expect(log.calls.map(({ tool, args, result }) => [tool, JSON.parse(args), result])).toEqual([
    ['read_file', { path: 'a.txt' }, 'line <b>one</b>'],
    ['use_mcp_tool', { server_name: 's', arguments: '{"limit": 2}' }, '{"items":[1,2],"has_more":true}'],
    ['attempt_completion', { result: 'Fixed.' }, null],
  ]);
  expect(log.answers.map(({ question, text: said }) => [question, said])).toEqual([['fix it', 'Fixed.']]);
});

test('a chat that only speaks of tags is no task', () => {
  const chat = [
    { role: 'user', content: text('What does <read_file> do?') },
    { role: 'assistant', content: text('It reads a file.') },
  ];
  expect(readLog(JSON.stringify(chat)).format).not.toBe('cline');
});

test('a message list with blocks for calls stays a list of Anthropic messages, and the completion is its answer', () => {
  const use = (id: string, name: string, input: object) => [{ type: 'tool_use', id, name, input }];
  const log = readLog(
    JSON.stringify({
      version: 1,
      sessionId: 'task-1',
      messages: [
        { role: 'user', content: text('<task>\nfix it\n</task>', DETAILS), ts: 1767036061123 },
        { role: 'assistant', content: use('toolu_1', 'read_file', { path: 'a' }), modelInfo: { modelId: 'm' } },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: text('abc') }] },
        { role: 'assistant', content: use('toolu_2', 'attempt_completion', { result: 'Fixed.' }) },
      ],
    }),
  );
  expect([log.format, log.reasons]).toEqual(['anthropic-messages', []]);
  expect(log.calls.map(({ id, session, model, result }) => [id, session, model, result])).toEqual([
    ['toolu_1', 'task-1', 'm', 'abc'],
    ['toolu_2', 'task-1', null, null],
  ]);
  expect(log.answers.map(({ text: said }) => said)).toEqual(['Fixed.']);
});
