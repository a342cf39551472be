import { expect, test } from 'vitest';
import { readLog } from './read';

function lines(...records: object[]): string {
  return `${records.map((record) => JSON.stringify(record)).join('\n')}\n`;
}

test('Codex: an output that was written as an object', () => {
  const at = { timestamp: '2025-09-20T00:00:00.000Z', type: 'response_item' };
  const log = readLog(
    lines(
      { timestamp: at.timestamp, type: 'session_meta', payload: { id: 'x1', timestamp: at.timestamp, cwd: '/w' } },
      { ...at, payload: { type: 'function_call', name: 'shell', arguments: '{}', call_id: 'call_1' } },
      {
        ...at,
        payload: { type: 'function_call_output', call_id: 'call_1', output: { content: 'no', success: false } },
      },
    ),
  );
  expect(log.calls.map(({ result, error }) => [result, error])).toEqual([['no', true]]);
});

test('OpenAI Responses: a page of items', () => {
  const data = [
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'q' }] },
    { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'f', arguments: '{}' },
    { type: 'function_call_output', call_id: 'call_1', output: 'r' },
  ];
  const log = readLog(JSON.stringify({ object: 'list', data, has_more: false }, null, 2));
  expect([log.format, log.reasons]).toEqual(['openai-responses', []]);
  expect(log.calls.map(({ id, tool, result }) => [id, tool, result])).toEqual([['call_1', 'f', 'r']]);
});

const OBSERVATION = {
  id: 'o1',
  type: 'TOOL',
  name: 'search',
  input: { q: 'x' },
  output: { items: [1], has_more: true },
};

test('Langfuse: observations with names as its storage writes them', () => {
  const log = readLog(
    lines({
      ...OBSERVATION,
      trace_id: 't1',
      project_id: 'p',
      parent_observation_id: null,
      start_time: '2026-01-01 00:00:00.000',
      end_time: '2026-01-01 00:00:01.000',
      input: '{"q":"x"}',
    }),
  );
  expect([log.format, log.reasons]).toEqual(['langfuse', []]);
  expect(log.calls.map(({ tool, args, result, session }) => [tool, args, result, session])).toEqual([
    ['search', '{"q":"x"}', '{"items":[1],"has_more":true}', 't1'],
  ]);
});

test('Langfuse: a list of traces that names its observations by id only', () => {
  const trace = { id: 't1', timestamp: '2026-01-01T00:00:00.000Z', name: 'agent', userId: 'u1', sessionId: 's1' };
  const log = readLog(JSON.stringify([{ ...trace, input: 'q', output: 'a', observations: ['o1', 'o2'] }], null, 2));
  expect([log.format, log.reasons]).toEqual(['langfuse', []]);
  expect(log.answers.map(({ question, text, account }) => [question, text, account])).toEqual([['q', 'a', 'u1']]);
});

test('Copilot CLI: newer events name the sub-agent beside the data', () => {
  const event = (type: string, data: object, more = {}) => ({
    type,
    data,
    id: type,
    timestamp: '2026-01-01T00:00:00.000Z',
    parentId: null,
    ...more,
  });
  const request = { toolCallId: 't5', name: 'view', arguments: { path: 'a' } };
  const log = readLog(
    lines(
      event('session.start', { sessionId: 'c1', copilotVersion: '1.0.14' }),
      event('user.message', { content: 'find' }),
      event('assistant.message', { messageId: 'm4', content: '', toolRequests: [request] }, { agentId: 'ag1' }),
      event('tool.execution_start', { toolCallId: 't5', toolName: 'view', arguments: {} }, { agentId: 'ag1' }),
      event(
        'tool.execution_complete',
        { toolCallId: 't5', success: true, result: { content: 'x' } },
        { agentId: 'ag1' },
      ),
      event('assistant.message', { messageId: 'm5', content: 'sub-agent is done' }, { agentId: 'ag1' }),
      event('assistant.message', { messageId: 'm6', content: 'Done' }),
    ),
  );
  expect(log.calls.map(({ id, session, agent, result }) => [id, session, agent, result])).toEqual([
    ['t5', 'c1/ag1', 'sub-agent', 'x'],
  ]);
  expect(log.answers.map(({ session, question, text }) => [session, question, text])).toContainEqual([
    'c1',
    'find',
    'Done',
  ]);
});

test('tau-bench: agents that write their action into the text', () => {
  const traj = [
    { role: 'system', content: 'p' },
    { role: 'user', content: 'hi' },
    { role: 'assistant', content: 'Thought:\nx\nAction:\n{"name": "get_order", "arguments": {"order_id": "#1"}}' },
    { role: 'user', content: 'API output: {"b":1}' },
    { role: 'assistant', content: 'Action:\n{"name": "respond", "arguments": {"content": "It is sent."}}' },
    { role: 'user', content: '###STOP###' },
  ];
  const log = readLog(JSON.stringify([{ task_id: 1, reward: 0, info: {}, traj, trial: 0 }], null, 2));
  expect([log.format, log.reasons]).toEqual(['tau-bench', []]);
  expect(log.calls.map(({ tool, args, result }) => [tool, args, result])).toEqual([
    ['get_order', '{"order_id": "#1"}', '{"b":1}'],
  ]);
  expect(log.answers.map(({ question, text }) => [question, text])).toEqual([['hi', 'It is sent.']]);
});

test('OpenAI Responses: a search of tools by the server, whose halves bear ids of their own', () => {
  const half = { call_id: null, execution: 'server', status: 'completed' };
  const output = [
    { id: 'tsc_1', type: 'tool_search_call', arguments: { paths: ['eta'] }, ...half },
    { id: 'tso_1', type: 'tool_search_output', tools: [{ type: 'function', name: 'eta' }], ...half },
    { id: 'ls_1', type: 'local_shell_call', call_id: 'call_2', action: { type: 'exec', command: ['ls'] } },
    { id: 'call_2', type: 'local_shell_call_output', output: 'a' },
  ];
  const log = readLog(JSON.stringify({ id: 'resp_1', object: 'response', status: 'completed', output }));
  expect(log.calls.map(({ id, tool, result }) => [id, tool, result])).toEqual([
    ['tsc_1', 'tool_search', '[{"type":"function","name":"eta"}]'],
    ['call_2', 'local_shell', 'a'],
  ]);
});

const GOOSE_CALL = { name: 'developer__shell', arguments: { command: 'ls' } };
const GOOSE = [
  { role: 'user', created: 1759276800, content: [{ type: 'text', text: 'list' }] },
  {
    role: 'assistant',
    created: 1759276801,
    content: [{ type: 'toolRequest', id: 'call_1', toolCall: { status: 'success', value: GOOSE_CALL } }],
  },
  {
    role: 'user',
    created: 1759276802,
    content: [
      {
        type: 'toolResponse',
        id: 'call_1',
        toolResult: {
          status: 'success',
          value: [
            { type: 'text', text: 'a\nb', annotations: { audience: ['assistant'] } },
            { type: 'text', text: 'a\nb', annotations: { audience: ['user'], priority: 0 } },
            { type: 'resource', resource: { uri: 'file:///c', text: 'c' } },
          ],
        },
      },
    ],
  },
  { role: 'assistant', created: 1759276803, content: [{ type: 'text', text: 'Three.' }] },
];

test.each([
  ['a session', lines(...GOOSE)],
  [
    'what is printed without a screen',
    lines(...GOOSE.map((message) => ({ type: 'message', message })), { type: 'complete' }),
  ],
])('Goose, %s: what only the person was shown is no part of the result', (_, text) => {
  const log = readLog(text);
  expect([log.format, log.reasons]).toEqual(['goose', []]);
  expect(log.calls.map(({ id, tool, result }) => [id, tool, result])).toEqual([
    ['call_1', 'developer__shell', 'a\nb\nc'],
  ]);
  expect(log.answers.map(({ question, text: said }) => [question, said])).toEqual([['list', 'Three.']]);
});

test('MCP: the log of a host with several servers, whose ids are their own, and which shortens long messages', () => {
  const at = '2026-01-01T00:00:00.000Z [info]';
  const call = (name: string, id: number) =>
    `Message from client: {"method":"tools/call","params":{"name":"${name}","arguments":{}},"jsonrpc":"2.0","id":${id}}`;
  const said = (text: string, id: number) =>
    `Message from server: {"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"${text}"}]}}`;
  const hello = 'Message from client: {"method":"initialize","params":{},"jsonrpc":"2.0","id":0}';
  const log = readLog(
    [
      `${at} [memory] ${hello} { metadata: undefined }`,
      `${at} [weather] ${hello}`,
      `${at} [memory] ${call('read_graph', 5)} { metadata: undefined }`,
      `${at} [weather] ${call('get_forecast', 5)}`,
      `${at} [memory] ${said('graph', 5)} { metadata: undefined }`,
      `${at} [weather] ${said('sun', 5)}`,
      `${at} [weather] ${call('get_alerts', 6)}`,
      `${at} [weather] ${said('[1,2', 6).slice(0, -5)}...[200 chars truncated]... { metadata: undefined }`,
      '',
    ].join('\n'),
  );
  expect([log.format, log.reasons]).toEqual(['mcp', []]);
  expect(log.calls.map(({ tool, result }) => [tool, result?.includes('graph'), result?.includes('sun')])).toEqual([
    ['read_graph', true, false],
    ['get_forecast', false, true],
    ['get_alerts', false, false],
  ]);
  expect(new Set(log.calls.map(({ session }) => session)).size).toBe(2);
  expect(log.calls[2]?.result).toMatch(/\[1,2.*truncated\]\.\.\.$/);
});
