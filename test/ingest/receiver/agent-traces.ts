import { createHash } from 'node:crypto';

/** Traces of an agent as an instrumentation tells them: turns of one conversation, each a trace of its own. */

export interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue: string } }[];
  status?: { code: number };
}

export interface ToolStep {
  /** How the trace tells of the call: by the tool's own span, or only by what the model asked and was sent. */
  told: 'span' | 'span without id' | 'messages' | 'both';
  /** Where its result stands. */
  result: 'span' | 'messages' | 'next turn' | 'nowhere';
  rows: number;
}

export interface Turn {
  steps: ToolStep[];
  /** The session and the user stand on the root only, so that earlier spans do not know them. */
  named: boolean;
}

const START = 1_772_532_000_000;

/** The spans of a conversation. `name` keeps the ids of different conversations apart. */
export function conversation(name: string, turns: readonly Turn[]): OtlpSpan[] {
  const spans: OtlpSpan[] = [];
  const history: object[] = [];
  let clock = START;
  turns.forEach((turn, t) => {
    const traceId = hex(`${name}/${t}`, 32);
    const rootId = hex(`${name}/${t}/root`, 16);
    const span = (id: string, title: string, attributes: Record<string, string>, parent: string | null, took = 10) => {
      clock += 100;
      spans.push({
        traceId,
        spanId: hex(`${name}/${t}/${id}`, 16),
        ...(parent === null ? {} : { parentSpanId: parent }),
        name: title,
        startTimeUnixNano: `${clock}000000`,
        endTimeUnixNano: `${clock + took}000000`,
        attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: { stringValue: value } })),
      });
    };
    const question = { role: 'user', parts: [{ type: 'text', content: `question ${t}` }] };
    history.push(question);
    const began = clock;
    turn.steps.forEach((step, s) => {
      const id = `call_${hex(`${name}/${t}/${s}`, 20)}`;
      const args = JSON.stringify({ q: `${name}-${s}`, limit: 3 });
      const items = Array.from({ length: step.rows }, (_, i) => ({ id: `row-${i}` }));
      const result = JSON.stringify({ items, has_more: step.rows === 3 });
      const asked = {
        role: 'assistant',
        parts: [{ type: 'tool_call', id, name: 'search', arguments: JSON.parse(args) }],
      };
      if (step.told !== 'span') {
        span(`ask-${s}`, 'chat', chat([...history], [asked]), rootId);
        history.push(asked);
      }
      if (step.told !== 'messages')
        span(
          `tool-${s}`,
          'execute_tool search',
          {
            'gen_ai.operation.name': 'execute_tool',
            'gen_ai.tool.name': 'search',
            'gen_ai.tool.call.arguments': args,
            ...(step.told === 'span without id' ? {} : { 'gen_ai.tool.call.id': id }),
            ...(step.result === 'span' ? { 'gen_ai.tool.call.result': result } : {}),
          },
          rootId,
        );
      if (step.told === 'span') return;
      const answer = { role: 'tool', parts: [{ type: 'tool_call_response', id, result: JSON.parse(result) }] };
      if (step.result === 'messages' || step.result === 'span') {
        history.push(answer);
        span(`read-${s}`, 'chat', chat([...history], [said(`so far ${s}`)]), rootId);
      } else if (step.result === 'next turn') history.push(answer);
    });
    span('last', 'chat', chat([...history], [said(`answer ${t}`)]), rootId);
    history.push(said(`answer ${t}`));
    clock = began;
    span(
      'root',
      'invoke_agent helper',
      {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': 'helper',
        ...(turn.named ? { 'session.id': name, 'user.id': `user of ${name}` } : {}),
      },
      null,
      60_000,
    );
    clock = began + 100_000;
  });
  return spans;
}

function chat(input: object[], output: object[]): Record<string, string> {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'some-model',
    'gen_ai.input.messages': JSON.stringify(input),
    'gen_ai.output.messages': JSON.stringify(output),
  };
}

function said(content: string): object {
  return { role: 'assistant', parts: [{ type: 'text', content }] };
}

/** An id in hex that follows from a name. */
export function hex(name: string, length: number): string {
  return createHash('sha256').update(name).digest('hex').slice(0, length);
}

/** One export request with these spans, as JSON. */
export function exportOf(spans: readonly object[]): string {
  return JSON.stringify({
    resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ scope: { name: 'some-instrumentation' }, spans }] }],
  });
}
