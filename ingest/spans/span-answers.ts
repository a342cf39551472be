import type { JsonValue } from '@/lib/json/types';
import type { SpanMeaning } from './conventions';
import type { Message } from './messages';
import { trim } from './span-index';
import type { Exchange } from './span-messages';
import type { Traces } from './trace-facts';
import type { Span } from './types';

/** A text that may be the answer of a trace. */
export interface Answering {
  traceId: string;
  spanId: string;
  rank: 'agent' | 'chain' | 'llm';
  root: boolean;
  end: number | null;
  question: string | null;
  /** '' when the span holds a question only. */
  text: string;
}

/** Candidates kept of one trace, and traces kept. */
const MOST_CANDIDATES = 200;
const MOST_TRACES = 300;
const MOST_DONE = 2_000;

/** A call for a tool that an instrumentation wrote as text (traceloop/openllmetry openai-agents). */
const NO_ANSWER = /^ResponseFunctionToolCall\(/;

/** Finds what was said at the end: by the root, else by the outermost agents, else by the last model call. */
export class SpanAnswers {
  private readonly candidates: Map<string, Answering[]>;
  /** Traces whose root has given their answer: nothing that arrives later is another one. */
  private readonly done: Set<string>;

  constructor(state: JsonValue | null) {
    // The state is our own, written by `state()` in the transaction that stored the position.
    const known = (state ?? {}) as unknown as { candidates?: [string, Answering[]][]; done?: string[] };
    this.candidates = new Map(known.candidates);
    this.done = new Set(known.done);
  }

  hear(span: Span, meaning: SpanMeaning, exchange: Exchange): void {
    if (this.done.has(span.traceId)) return;
    const last = exchange.output.findLast((message) => message.role !== 'tool' && message.role !== 'user');
    // A model call that asks for tools goes on: it may hold the question, but its text is no answer.
    const goesOn =
      meaning === 'llm' ? exchange.output.some((one) => one.asks.length > 0) : (last?.asks.length ?? 0) > 0;
    const said = last?.text || (exchange.output.length === 0 ? exchange.outputText : '');
    const text = goesOn || NO_ANSWER.test(said) ? '' : said.trim();
    const rank = meaning === 'llm' || meaning === 'agent' ? meaning : 'chain';
    const known = this.candidates.get(span.traceId) ?? [];
    known.push({
      traceId: span.traceId,
      spanId: span.spanId,
      rank,
      root: span.parentId === null,
      end: span.end ?? span.start,
      question: questionOf(exchange),
      text,
    });
    if (known.length > MOST_CANDIDATES) known.shift();
    this.candidates.set(span.traceId, known);
    for (const oldest of this.candidates.keys()) {
      if (this.candidates.size <= MOST_TRACES) break;
      this.candidates.delete(oldest);
    }
  }

  open(): string[] {
    return [...this.candidates.keys()];
  }

  take(traceId: string, traces: Traces): Answering[] {
    const found = this.peek(traceId, traces);
    this.candidates.delete(traceId);
    if (found.some((one) => one.root)) this.done.add(traceId);
    trim(this.done, MOST_DONE);
    return found;
  }

  /** The answers of a trace as they stand now; agents inside another agent speak to it, not to the user. */
  peek(traceId: string, traces: Traces): Answering[] {
    const all = this.candidates.get(traceId) ?? [];
    const known = all.filter((one) => one.text !== '');
    const root = known.findLast((one) => one.root && one.rank !== 'llm');
    const agents = known.filter((one) => one.rank === 'agent');
    const ids = new Set(agents.map((one) => one.spanId));
    const outer = agents.filter((one) => !traces.above(traceId, one.spanId).some((above) => ids.has(above)));
    const last = latest(known);
    const chosen = root ? [root] : outer.length > 0 ? outer : last ? [last] : [];
    return chosen.map((one) => ({ ...one, question: one.question ?? firstQuestion(all) }));
  }

  state(): JsonValue {
    return { candidates: [...this.candidates], done: [...this.done] } as unknown as JsonValue;
  }
}

function latest(known: readonly Answering[]): Answering | null {
  return known.reduce<Answering | null>((best, one) => (best && (best.end ?? 0) > (one.end ?? 0) ? best : one), null);
}

function firstQuestion(known: readonly Answering[]): string | null {
  return known.find((one) => one.question !== null)?.question ?? null;
}

function questionOf({ input, inputText }: Exchange): string | null {
  const asked = input.findLast((message: Message) => message.role === 'user' && message.text.trim() !== '');
  return asked?.text.trim() || inputText.trim() || null;
}
