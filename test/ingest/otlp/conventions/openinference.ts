import type { Case } from '../case';
import type { Value } from '../telling';

const kind = (name: string): Record<string, Value> => ({ 'openinference.span.kind': name });

function message(prefix: string, at: number, parts: Record<string, string>): Record<string, Value> {
  return Object.fromEntries(Object.entries(parts).map(([key, value]) => [`${prefix}.${at}.message.${key}`, value]));
}

const ID = 'call_inference_00001';
const ASK = {
  role: 'assistant',
  'tool_calls.0.tool_call.id': ID,
  'tool_calls.0.tool_call.function.name': 'find_rows',
  'tool_calls.0.tool_call.function.arguments': '{"q":"late","limit":3}',
};
const ROWS = '{"items":[{"n":1},{"n":2},{"n":3}],"total":8}';

/** OpenInference: TOOL and LLM spans, flat messages, and the owner in attributes or in `metadata`. */
export const OPENINFERENCE: Case[] = [
  {
    name: 'OpenInference: a TOOL span and the messages of two model calls',
    tell: (telling) => {
      const owner = { 'session.id': 'inference', 'user.id': 'acme' };
      const asked = { ...kind('AGENT'), ...owner, 'agent.name': 'desk', 'input.value': 'What is late?' };
      const root = { ...asked, 'output.value': 'Eight are late.' };
      const under = telling.span('agent', { from: 0, to: 900, attributes: root });
      const question = message('llm.input_messages', 0, { role: 'user', content: 'What is late?' });
      const first = { ...kind('LLM'), 'llm.model_name': 'm-1', ...question };
      const asks = message('llm.output_messages', 0, ASK);
      telling.span('llm', { under, from: 10, to: 90, attributes: { ...first, ...asks } });
      const tool = { ...kind('TOOL'), 'tool.name': 'find_rows', 'tool_call.id': ID, 'output.value': ROWS };
      const given = { 'input.value': '{"q":"late","limit":3}', 'input.mime_type': 'application/json' };
      const schema = { 'tool.parameters': '{"type":"object","properties":{"q":{"type":"string"}}}' };
      telling.span('find_rows', { under, from: 100, to: 140, attributes: { ...tool, ...given, ...schema } });
      const past = message('llm.input_messages', 1, ASK);
      const returned = message('llm.input_messages', 2, { role: 'tool', content: ROWS, tool_call_id: ID });
      const says = message('llm.output_messages', 0, { role: 'assistant', content: 'Eight are late.' });
      telling.span('llm', { under, from: 150, to: 800, attributes: { ...first, ...past, ...returned, ...says } });
    },
    calls: [
      {
        id: ID,
        tool: 'find_rows',
        args: '{"q":"late","limit":3}',
        result: ROWS,
        session: 'inference',
        account: 'acme',
        present: 3,
      },
    ],
    answers: [{ question: 'What is late?', text: 'Eight are late.', session: 'inference', account: 'acme' }],
  },
  {
    name: 'OpenInference: the owner stands in `metadata` (JSON in a string), and the result is masked',
    tell: (telling) => {
      const owner = { metadata: '{"user_id":"bolt","session_id":"inference-meta","plan":"x"}' };
      const under = telling.span('chain', { from: 0, to: 900, attributes: { ...kind('CHAIN'), ...owner } });
      const tool = { ...kind('TOOL'), 'tool.name': 'find_rows', 'tool.id': 'call_inference_00002' };
      const masked = { 'input.value': '{"q":"x"}', 'output.value': '__REDACTED__' };
      telling.span('find_rows', { under, from: 100, to: 140, attributes: { ...tool, ...masked } });
    },
    calls: [
      {
        id: 'call_inference_00002',
        tool: 'find_rows',
        args: '{"q":"x"}',
        result: null,
        session: 'inference-meta',
        account: 'bolt',
      },
    ],
    answers: [],
  },
];
