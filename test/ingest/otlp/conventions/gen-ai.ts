import type { Span } from '@opentelemetry/api';
import type { Case } from '../case';
import { ITS_TRACE } from '../case';
import type { SpanTold, Telling, Value } from '../telling';

const ROWS = { rows: [{ id: 1 }, { id: 2 }], has_more: true };
const ROWS_TEXT = JSON.stringify(ROWS);

function executed(id: string, tool: string, more: Record<string, Value>): Record<string, Value> {
  const named = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool, 'gen_ai.tool.call.id': id };
  return { ...named, 'gen_ai.tool.type': 'function', ...more };
}

function agent(telling: Telling, session: string, account: string) {
  const attributes = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'desk' };
  const owner = { 'gen_ai.conversation.id': session, 'user.id': account };
  return telling.span('invoke_agent desk', { from: 0, to: 900, attributes: { ...attributes, ...owner } });
}

function withPayloads(session: string, id: string, args: Value, result: Value): Case['tell'] {
  return (telling) => {
    const under = agent(telling, session, 'acme');
    const attributes = executed(id, 'list_rows', {
      'gen_ai.tool.call.arguments': args,
      'gen_ai.tool.call.result': result,
    });
    telling.span('execute_tool list_rows', { under, from: 100, to: 140, attributes });
  };
}

const listed = (session: string, id: string, result: string): Case['calls'] => [
  { id, tool: 'list_rows', args: '{"limit":2}', result, session, account: 'acme', present: 2 },
];

const BLOCKS = [{ type: 'text', text: ROWS_TEXT }];

/** Arguments and results in the three spellings that are met: maps, JSON in a string, content blocks. */
const spellings: Case[] = [
  {
    name: 'GenAI: arguments and result as maps',
    tell: withPayloads('gen-maps', 'call_gen_maps_000001', { limit: 2 }, ROWS),
    calls: listed('gen-maps', 'call_gen_maps_000001', ROWS_TEXT),
    answers: [],
  },
  {
    name: 'GenAI: arguments and result as JSON strings',
    tell: withPayloads('gen-texts', 'call_gen_texts_00001', '{"limit":2}', ROWS_TEXT),
    calls: listed('gen-texts', 'call_gen_texts_00001', ROWS_TEXT),
    answers: [],
  },
  {
    name: 'GenAI: result as a list of content blocks',
    tell: withPayloads('gen-blocks', 'call_gen_blocks_0001', { limit: 2 }, BLOCKS),
    calls: listed('gen-blocks', 'call_gen_blocks_0001', JSON.stringify(BLOCKS)),
    answers: [],
  },
  {
    name: 'GenAI: result as content blocks in a JSON string',
    tell: withPayloads('gen-block-text', 'call_gen_blockt_0001', '{"limit":2}', JSON.stringify(BLOCKS)),
    calls: listed('gen-block-text', 'call_gen_blockt_0001', JSON.stringify(BLOCKS)),
    answers: [],
  },
];

const ASKED = 'call_gen_later_00001';
const LATER = [
  { role: 'user', parts: [{ type: 'text', content: 'Which rows?' }] },
  { role: 'assistant', parts: [{ type: 'tool_call', id: ASKED, name: 'list_rows', arguments: { limit: 2 } }] },
  { role: 'tool', parts: [{ type: 'tool_call_response', id: ` ${ASKED}`, result: ROWS_TEXT }] },
];
const SAID = [{ role: 'assistant', parts: [{ type: 'text', content: 'Rows 1 and 2.' }], finish_reason: 'stop' }];

function chat(input: Value, output: Value): Record<string, Value> {
  const named = { 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': 'own', 'gen_ai.request.model': 'm-1' };
  return { ...named, 'gen_ai.input.messages': input, 'gen_ai.output.messages': output };
}

function laterTold(session: string, shape: (messages: Value) => Value): Case['tell'] {
  return (telling) => {
    const under = agent(telling, session, 'bolt');
    const asks = chat(shape(LATER.slice(0, 1)), shape(LATER.slice(1, 2)));
    telling.span('chat m-1', { under, from: 10, to: 90, attributes: asks });
    telling.span('execute_tool list_rows', { under, from: 100, to: 140, attributes: executed(ASKED, 'list_rows', {}) });
    telling.span('chat m-1', { under, from: 150, to: 800, attributes: chat(shape(LATER), shape(SAID)) });
  };
}

const NEXT = 'call_gen_turns_00001';
const LOOSE = 'call_gen_loose_00001';

/** A tool span without its result, and in another trace a model call that has it. */
function nextTurn(id: string, root: (telling: Telling) => Span): Case['tell'] {
  return (telling) => {
    const silent = executed(id, 'list_rows', { 'gen_ai.tool.call.arguments': { limit: 2 } });
    telling.span('execute_tool list_rows', { under: root(telling), from: 100, to: 140, attributes: silent });
    const past = JSON.parse(JSON.stringify(LATER).replaceAll(ASKED, id));
    telling.span('chat m-1', { under: root(telling), from: 150, to: 800, attributes: chat(past, SAID) });
  };
}

function nextTold(id: string, session: string, account: string): Case['calls'][number] {
  return { id, tool: 'list_rows', args: '{"limit":2}', result: ROWS_TEXT, session, account, present: 2 };
}

const FAILED = 'call_gen_failed_0001';
const UNSEEN = 'call_gen_unseen_0001';

export const GEN_AI: Case[] = [
  ...spellings,
  {
    name: 'GenAI: a result that only the next model call’s messages hold',
    tell: laterTold('gen-later', (messages) => JSON.stringify(messages)),
    calls: [
      {
        id: ASKED,
        tool: 'list_rows',
        args: '{"limit":2}',
        result: ROWS_TEXT,
        session: 'gen-later',
        account: 'bolt',
        present: 2,
      },
    ],
    answers: [{ question: 'Which rows?', text: 'Rows 1 and 2.', session: 'gen-later', account: 'bolt' }],
  },
  {
    name: 'GenAI: a result that comes in the next turn’s trace only',
    tell: nextTurn(NEXT, (telling) => agent(telling, 'gen-turns', 'bolt')),
    calls: [nextTold(NEXT, 'gen-turns', 'bolt')],
    answers: [{ question: 'Which rows?', text: 'Rows 1 and 2.', session: 'gen-turns', account: 'bolt' }],
  },
  {
    name: 'GenAI: the same where nothing but the call’s id ties the two traces together',
    tell: nextTurn(LOOSE, (telling) => {
      const attributes = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'desk' };
      return telling.span('invoke_agent desk', { from: 0, to: 900, attributes });
    }),
    calls: [nextTold(LOOSE, ITS_TRACE, '')],
    answers: [{ question: 'Which rows?', text: 'Rows 1 and 2.', session: ITS_TRACE, account: '' }],
  },
  {
    name: 'GenAI: a tool that failed',
    tell: (telling) => {
      const under = agent(telling, 'gen-failed', 'cave');
      const given = { 'gen_ai.tool.call.arguments': '{"limit":9}', 'error.type': 'timeout' };
      const attributes = executed(FAILED, 'slow_rows', given);
      const failing: SpanTold = { under, from: 100, to: 140, attributes, failed: 'no answer in 40 ms' };
      telling.span('execute_tool slow_rows', failing);
    },
    calls: [
      {
        id: FAILED,
        tool: 'slow_rows',
        args: '{"limit":9}',
        result: 'no answer in 40 ms',
        session: 'gen-failed',
        account: 'cave',
        error: true,
      },
    ],
    answers: [],
  },
  {
    name: 'GenAI: nothing of the content was captured',
    tell: (telling) => {
      const under = agent(telling, 'gen-unseen', 'cave');
      telling.span('execute_tool plain', { under, from: 200, to: 201, attributes: executed(UNSEEN, 'plain', {}) });
    },
    calls: [{ id: UNSEEN, tool: 'plain', args: '{}', result: null, session: 'gen-unseen', account: 'cave' }],
    answers: [],
    warning: 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true',
  },
  {
    name: 'GenAI: neither conversation nor user is named',
    tell: (telling) => {
      const attributes = executed('call_gen_nobody_0001', 'list_rows', { 'gen_ai.tool.call.result': [1, 2, 3] });
      telling.span('execute_tool list_rows', { from: 0, to: 5, attributes });
    },
    calls: [
      {
        id: 'call_gen_nobody_0001',
        tool: 'list_rows',
        args: '{}',
        result: '[1,2,3]',
        session: ITS_TRACE,
        account: '',
        present: 3,
      },
    ],
    answers: [],
  },
  {
    name: 'GenAI: the account is on the resource',
    resource: { 'enduser.id': 'dune', 'session.id': 'gen-resource' },
    tell: (telling) => {
      const attributes = executed('call_gen_source_0001', 'list_rows', { 'gen_ai.tool.call.result': '[1]' });
      telling.span('execute_tool list_rows', { from: 0, to: 5, attributes });
    },
    calls: [
      {
        id: 'call_gen_source_0001',
        tool: 'list_rows',
        args: '{}',
        result: '[1]',
        session: 'gen-resource',
        account: 'dune',
      },
    ],
    answers: [],
  },
  {
    name: 'GenAI: messages as log events (gen_ai.client.inference.operation.details)',
    tell: (telling) => {
      const under = agent(telling, 'gen-events', 'edge');
      const named = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm-1' };
      const first = telling.span('chat m-1', { under, from: 10, to: 90, attributes: named });
      const second = telling.span('chat m-1', { under, from: 150, to: 800, attributes: named });
      const id = 'call_gen_events_0001';
      const messages = JSON.parse(JSON.stringify(LATER).replaceAll(ASKED, id));
      const details = 'gen_ai.client.inference.operation.details';
      telling.log(first, 89, details, null, chat(messages.slice(0, 1), messages.slice(1, 2)));
      telling.log(second, 799, details, null, chat(messages, SAID));
    },
    calls: [
      {
        id: 'call_gen_events_0001',
        tool: 'list_rows',
        args: '{"limit":2}',
        result: ROWS_TEXT,
        session: 'gen-events',
        account: 'edge',
        present: 2,
      },
    ],
    answers: [{ question: 'Which rows?', text: 'Rows 1 and 2.', session: 'gen-events', account: 'edge' }],
  },
];
