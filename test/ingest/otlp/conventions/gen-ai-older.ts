import type { Case } from '../case';

type Texts = Record<string, string>;

const chat = { 'gen_ai.operation.name': 'chat', 'gen_ai.system': 'own', 'gen_ai.request.model': 'm-1' };

function prompts(prefix: string, messages: Texts[]): Texts {
  const flat = messages.flatMap((message, at) =>
    Object.entries(message).map(([key, value]) => [`${prefix}.${at}.${key}`, value] as const),
  );
  return Object.fromEntries(flat);
}

const INDEXED = 'call_old_index_00001';
const ASKS: Texts = {
  role: 'assistant',
  finish_reason: 'tool_calls',
  'tool_calls.0.id': INDEXED,
  'tool_calls.0.name': 'find',
  'tool_calls.0.arguments': '{"q":"it"}',
};
const ANSWERED = prompts('gen_ai.prompt', [
  { role: 'user', content: 'Find it' },
  ASKS,
  { role: 'tool', content: '[1,2,3]', tool_call_id: INDEXED },
]);

const EVENTS = 'call_old_event_00001';
const CALLS = [{ id: EVENTS, type: 'function', function: { name: 'find', arguments: '{"q":"it"}' } }];

/** The conventions up to 1.27 (indexed attributes) and up to 1.36 (one event per message, on the span or as a log record). */
export const GEN_AI_OLDER: Case[] = [
  {
    name: 'GenAI of old: gen_ai.prompt.N and gen_ai.completion.N',
    tell: (telling) => {
      const owner = { 'session.id': 'old-index', 'enduser.id': 'acme' };
      const under = telling.span('run', { from: 0, to: 900, attributes: owner });
      const first = prompts('gen_ai.prompt', [{ role: 'user', content: 'Find it' }]);
      const asks = prompts('gen_ai.completion', [ASKS]);
      telling.span('own.chat', { under, from: 10, to: 90, attributes: { ...chat, ...first, ...asks } });
      const says = prompts('gen_ai.completion', [{ role: 'assistant', content: 'Found 3.', finish_reason: 'stop' }]);
      telling.span('own.chat', { under, from: 150, to: 800, attributes: { ...chat, ...ANSWERED, ...says } });
    },
    calls: [
      {
        id: INDEXED,
        tool: 'find',
        args: '{"q":"it"}',
        result: '[1,2,3]',
        session: 'old-index',
        account: 'acme',
        present: 3,
      },
    ],
    answers: [{ question: 'Find it', text: 'Found 3.', session: 'old-index', account: 'acme' }],
  },
  {
    name: 'GenAI of old: messages as events of the span',
    tell: (telling) => {
      const owner = { 'session.id': 'old-events', 'enduser.id': 'bolt' };
      const under = telling.span('run', { from: 0, to: 900, attributes: owner });
      const user = { name: 'gen_ai.user.message', attributes: { content: 'Find it' } };
      const choice = {
        name: 'gen_ai.choice',
        attributes: { index: 0, finish_reason: 'tool_calls', tool_calls: JSON.stringify(CALLS) },
      };
      telling.span('chat m-1', { under, from: 10, to: 90, attributes: chat, events: [user, choice] });
      const asked = {
        name: 'gen_ai.assistant.message',
        attributes: { role: 'assistant', tool_calls: JSON.stringify(CALLS) },
      };
      const returned = { name: 'gen_ai.tool.message', attributes: { id: EVENTS, content: '[4,5]' } };
      const said = {
        name: 'gen_ai.choice',
        attributes: { index: 0, finish_reason: 'stop', message: '{"role":"assistant","content":"Found 2."}' },
      };
      const events = [user, asked, returned, said];
      telling.span('chat m-1', { under, from: 150, to: 800, attributes: chat, events });
    },
    calls: [
      {
        id: EVENTS,
        tool: 'find',
        args: '{"q":"it"}',
        result: '[4,5]',
        session: 'old-events',
        account: 'bolt',
        present: 2,
      },
    ],
    answers: [{ question: 'Find it', text: 'Found 2.', session: 'old-events', account: 'bolt' }],
  },
  {
    name: 'GenAI of old: messages as log records with bodies',
    tell: (telling) => {
      const id = 'call_old_logs_000001';
      const calls = [{ id, type: 'function', function: { name: 'find', arguments: '{"q":"it"}' } }];
      const owner = { 'session.id': 'old-logs', 'enduser.id': 'cave' };
      const under = telling.span('run', { from: 0, to: 900, attributes: owner });
      const first = telling.span('chat m-1', { under, from: 10, to: 90, attributes: chat });
      telling.log(first, 10, 'gen_ai.user.message', { content: 'Find it' });
      const asks = { index: 0, finish_reason: 'tool_calls', message: { role: 'assistant', tool_calls: calls } };
      telling.log(first, 90, 'gen_ai.choice', asks);
      const second = telling.span('chat m-1', { under, from: 150, to: 800, attributes: chat });
      telling.log(second, 150, 'gen_ai.user.message', { content: 'Find it' });
      telling.log(second, 151, 'gen_ai.assistant.message', { tool_calls: calls });
      telling.log(second, 152, 'gen_ai.tool.message', { id, content: '[6]' });
      const says = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Found 1.' } };
      telling.log(second, 800, 'gen_ai.choice', says);
    },
    calls: [
      {
        id: 'call_old_logs_000001',
        tool: 'find',
        args: '{"q":"it"}',
        result: '[6]',
        session: 'old-logs',
        account: 'cave',
      },
    ],
    answers: [{ question: 'Find it', text: 'Found 1.', session: 'old-logs', account: 'cave' }],
  },
];
