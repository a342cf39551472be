import type { Case } from '../case';

const owner = {
  'traceloop.association.properties.user_id': 'acme',
  'traceloop.association.properties.session_id': 'loop',
};
const ID = 'call_loop_0000000001';

/** Traceloop: entities with wrapped input and output, messages in gen_ai.prompt.N, the owner in association properties. */
export const TRACELOOP: Case[] = [
  {
    name: 'Traceloop: a tool entity below a workflow; the model names the call',
    tell: (telling) => {
      const workflow = { 'traceloop.span.kind': 'workflow', 'traceloop.entity.name': 'desk', ...owner };
      const under = telling.span('desk.workflow', { from: 0, to: 900, attributes: workflow });
      const asks = {
        'llm.request.type': 'chat',
        'gen_ai.prompt.0.role': 'user',
        'gen_ai.prompt.0.content': 'How many?',
        'gen_ai.completion.0.role': 'assistant',
        'gen_ai.completion.0.tool_calls.0.id': ID,
        'gen_ai.completion.0.tool_calls.0.name': 'count_rows',
        'gen_ai.completion.0.tool_calls.0.arguments': '{"open":true}',
      };
      telling.span('own.chat', { under, from: 10, to: 90, attributes: { ...asks, ...owner } });
      const tool = { 'traceloop.span.kind': 'tool', 'traceloop.entity.name': 'count_rows', ...owner };
      const input = { 'traceloop.entity.input': '{"args":[],"kwargs":{"open":true}}' };
      const output = { 'traceloop.entity.output': '{"rows":[[1],[2]],"limit":2}' };
      telling.span('count_rows.tool', { under, from: 100, to: 140, attributes: { ...tool, ...input, ...output } });
      const says = {
        'llm.request.type': 'chat',
        'gen_ai.prompt.0.role': 'user',
        'gen_ai.prompt.0.content': 'How many?',
        'gen_ai.prompt.1.role': 'tool',
        'gen_ai.prompt.1.tool_call_id': ID,
        'gen_ai.prompt.1.content': '{"rows":[[1],[2]],"limit":2}',
        'gen_ai.completion.0.role': 'assistant',
        'gen_ai.completion.0.content': 'Two or more.',
      };
      telling.span('own.chat', { under, from: 150, to: 800, attributes: { ...says, ...owner } });
    },
    calls: [
      {
        id: ID,
        tool: 'count_rows',
        args: '{"open":true}',
        result: '{"rows":[[1],[2]],"limit":2}',
        session: 'loop',
        account: 'acme',
        present: 2,
      },
    ],
    answers: [{ question: 'How many?', text: 'Two or more.', session: 'loop', account: 'acme' }],
  },
  {
    name: 'Traceloop: association properties as one map',
    tell: (telling) => {
      const properties = { 'traceloop.association.properties': { user_id: 'bolt', session_id: 'loop-map' } };
      const tool = { 'traceloop.span.kind': 'tool', 'traceloop.entity.name': 'count_rows', ...properties };
      const attributes = { ...tool, 'gen_ai.tool.call.id': 'call_loop_0000000002', 'traceloop.entity.output': '"7"' };
      telling.span('count_rows.tool', { from: 100, to: 140, attributes });
    },
    calls: [
      {
        id: 'call_loop_0000000002',
        tool: 'count_rows',
        args: '{}',
        result: '7',
        session: 'loop-map',
        account: 'bolt',
      },
    ],
    answers: [],
  },
];
