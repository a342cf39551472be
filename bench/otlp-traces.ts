import { randomBytes } from 'node:crypto';
import { ROOT_CONTEXT, type Span, trace } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace-base';

/** Spans of tools in a trace; a model call that tells one of them again and the agent's own span come on top. */
export const TOOLS_PER_TRACE = 10;

/** A span and the id under which the store must hold its call; null where it is not a tool's. */
export interface Told {
  span: ReadableSpan;
  call: string | null;
}

const ROWS = Array.from({ length: 5 }, (_, n) => ({ id: n, name: `row ${n}`, note: 'due since March' }));

/**
 * Traces of one sender in the order in which a tracer ends their spans: an agent's span comes after everything below it,
 * so that requests cut traces. In every second trace the calls have ids of their own. Every call has other arguments.
 */
export function* tracesOf(sender: number, calls: number): Iterable<Told> {
  const ended: ReadableSpan[] = [];
  const collect = { onStart: () => {}, onEnd: (span: ReadableSpan) => ended.push(span), ...AT_REST };
  const resource = resourceFromAttributes({ 'service.name': `sender ${sender}`, 'enduser.id': `account ${sender}` });
  const tracer = new BasicTracerProvider({ resource, spanProcessors: [collect] }).getTracer('load');
  const run = randomBytes(4).toString('hex');
  for (let done = 0; done < calls; done += TOOLS_PER_TRACE) {
    const named = (done / TOOLS_PER_TRACE) % 2 === 0;
    const agent = tracer.startSpan('invoke_agent load', { attributes: { 'gen_ai.operation.name': 'invoke_agent' } });
    const below = trace.setSpan(ROOT_CONTEXT, agent);
    const { traceId } = agent.spanContext();
    for (let n = done; n < Math.min(calls, done + TOOLS_PER_TRACE); n++) {
      const id = named ? `call_${run}_${sender}_${n}` : null;
      const span = tracer.startSpan('execute_tool list_due', { attributes: toolAttributes(sender, n, id) }, below);
      span.end();
      yield { span: last(ended), call: id ?? `${traceId}/${span.spanContext().spanId}` };
    }
    const chat = tracer.startSpan('chat load', { attributes: retold(sender, done, named ? run : null) }, below);
    chat.end();
    yield { span: last(ended), call: null };
    end(agent);
    yield { span: last(ended), call: null };
  }
}

const AT_REST = { forceFlush: () => Promise.resolve(), shutdown: () => Promise.resolve() };

function end(span: Span): void {
  span.end();
}

function last(ended: ReadableSpan[]): ReadableSpan {
  const span = ended.pop();
  if (!span) throw new Error('the tracer gave no span');
  return span;
}

function argsOf(sender: number, n: number): string {
  return JSON.stringify({ sender, n, limit: ROWS.length });
}

function toolAttributes(sender: number, n: number, id: string | null): Record<string, string> {
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'list_due',
    ...(id === null ? {} : { 'gen_ai.tool.call.id': id }),
    'gen_ai.tool.call.arguments': argsOf(sender, n),
    'gen_ai.tool.call.result': JSON.stringify({ rows: ROWS, page: n, has_more: true }),
  };
}

/** A model call whose messages hold the trace's first call once more. */
function retold(sender: number, n: number, run: string | null): Record<string, string> {
  const said = [{ role: 'assistant', parts: [{ type: 'text', content: `Five of them, at ${n}.` }] }];
  const named = { 'gen_ai.operation.name': 'chat', 'gen_ai.output.messages': JSON.stringify(said) };
  if (run === null) return named;
  const id = `call_${run}_${sender}_${n}`;
  const result = JSON.stringify({ rows: ROWS, page: n, has_more: true });
  const past = [
    { role: 'assistant', parts: [{ type: 'tool_call', id, name: 'list_due', arguments: argsOf(sender, n) }] },
    { role: 'tool', parts: [{ type: 'tool_call_response', id, result }] },
  ];
  return { ...named, 'gen_ai.input.messages': JSON.stringify(past) };
}
