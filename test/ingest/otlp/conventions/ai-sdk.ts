import type { Case } from '../case';

const owner = { 'ai.telemetry.metadata.userId': 'acme', 'ai.telemetry.metadata.sessionId': 'sdk' };
const ID = 'call_aisdk_000000001';
const ROWS = '{"docs":["a","b","c"],"nextCursor":"c9"}';

/** AI SDK: the legacy ai.* spans (result encoded twice) and the gen_ai.* spans of `@ai-sdk/otel` (stringified JSON). */
export const AI_SDK: Case[] = [
  {
    name: 'AI SDK: ai.toolCall below ai.generateText, the result encoded twice',
    tell: (telling) => {
      const named = (id: string) => ({ 'operation.name': `${id} desk`, 'ai.operationId': id, ...owner });
      const whole = { 'ai.prompt': '{"prompt":"Which documents?"}', 'ai.response.text': 'a, b and c.' };
      const root = { ...named('ai.generateText'), ...whole };
      const under = telling.span('ai.generateText', { from: 0, to: 900, attributes: root });
      const asks = {
        ...named('ai.generateText.doGenerate'),
        'ai.prompt.messages': '[{"role":"user","content":[{"type":"text","text":"Which documents?"}]}]',
        'ai.response.toolCalls': `[{"toolCallId":"${ID}","toolName":"searchDocs","args":"{\\"limit\\":3}"}]`,
      };
      telling.span('ai.generateText.doGenerate', { under, from: 10, to: 90, attributes: asks });
      const tool = {
        ...named('ai.toolCall'),
        'ai.toolCall.name': 'searchDocs',
        'ai.toolCall.id': ID,
        'ai.toolCall.args': '{"limit":3}',
        'ai.toolCall.result': JSON.stringify(ROWS),
      };
      telling.span('ai.toolCall', { under, from: 100, to: 140, attributes: tool });
    },
    calls: [
      {
        id: ID,
        tool: 'searchDocs',
        args: '{"limit":3}',
        result: ROWS,
        session: 'sdk',
        account: 'acme',
        present: 3,
      },
    ],
    answers: [{ question: 'Which documents?', text: 'a, b and c.', session: 'sdk', account: 'acme' }],
  },
  {
    name: 'AI SDK: execute_tool of @ai-sdk/otel, the result in the next call’s messages too',
    tell: (telling) => {
      const owned = { 'user.id': 'bolt', 'gen_ai.conversation.id': 'sdk-new' };
      const root = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'desk', ...owned };
      const under = telling.span('invoke_agent desk', { from: 0, to: 900, attributes: root });
      const tool = {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'searchDocs',
        'gen_ai.tool.call.id': 'call_aisdk_000000002',
        'gen_ai.tool.call.arguments': '{"limit":3}',
        'gen_ai.tool.call.result': ROWS,
      };
      telling.span('execute_tool searchDocs', { under, from: 100, to: 140, attributes: tool });
      const messages = [
        { role: 'user', parts: [{ type: 'text', content: 'Which documents?' }] },
        { role: 'tool', parts: [{ type: 'tool_call_response', id: 'call_aisdk_000000002', response: 'a, b' }] },
      ];
      const says = {
        'gen_ai.operation.name': 'chat',
        'gen_ai.input.messages': JSON.stringify(messages),
        'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"text","content":"a and b."}]}]',
      };
      telling.span('chat m-1', { under, from: 150, to: 800, attributes: says });
    },
    calls: [
      {
        id: 'call_aisdk_000000002',
        tool: 'searchDocs',
        args: '{"limit":3}',
        result: ROWS,
        sent: 'a, b',
        session: 'sdk-new',
        account: 'bolt',
      },
    ],
    answers: [{ question: 'Which documents?', text: 'a and b.', session: 'sdk-new', account: 'bolt' }],
  },
];
