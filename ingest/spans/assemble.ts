import type { JsonValue } from '@/lib/json/types';
import type { AnswerRecord, CallRecord } from '@/lib/records';
import type { Step } from '../formats/types';
import type { SpanMeaning } from './conventions';
import { meaningOf, toolUse } from './meaning';
import type { Ask, Message } from './messages';
import { type Answering, SpanAnswers } from './span-answers';
import { type SpanCall, SpanCalls } from './span-calls';
import { type Exchange, exchangeOf } from './span-messages';
import { Traces } from './trace-facts';
import type { Span } from './types';

export interface AssemblerOptions {
  /** Attributes that name the account, before those of the naming in use (ingest/accounts). */
  accountKeys?: readonly string[];
}

/** A call of a whole trace. */
export interface WholeCall {
  record: CallRecord;
  /** A span of the tool itself speaks of it. */
  executed: boolean;
  /** When the span began that spoke of it first, epoch ms. */
  heard: number | null;
}

interface Heard {
  span: Span;
  meaning: SpanMeaning;
  exchange: Exchange;
}

/**
 * Turns spans of any container and convention into calls and answers. A call is one, however many spans and messages
 * speak of it: what the tool returned is `result`, what a later model call repeats differently is `sent`. Spans may
 * come in any order and in many batches; calls are held back until the root of their trace has ended, or `flush`.
 */
export class SpanAssembler {
  private readonly traces: Traces;
  private readonly calls: SpanCalls;
  private readonly answers: SpanAnswers;

  constructor(state: JsonValue | null, options: AssemblerOptions = {}) {
    const known = state && typeof state === 'object' && !Array.isArray(state) ? state : {};
    this.traces = new Traces(known.traces ?? null, options.accountKeys);
    this.calls = new SpanCalls(known.calls ?? null);
    this.answers = new SpanAnswers(known.answers ?? null);
  }

  /** Takes a batch of spans and gives what it completes. Nothing in it makes this throw. */
  add(spans: readonly Span[]): Required<Step> {
    const step: Required<Step> = { records: [], skipped: [], quarantine: [] };
    const ordered = this.take(spans, step);
    const ended = new Set(ordered.filter((span) => span.parentId === null).map((span) => span.traceId));
    // A call without a result waits for it: it may come in a later batch, or in the next turn's messages.
    this.emit(
      this.calls.release((call) => ended.has(call.traceId) && isWhole(call)),
      step,
    );
    this.emit(this.calls.overflow(), step);
    for (const traceId of ended) step.records.push(...this.answersOf(traceId));
    for (const traceId of ended) this.traces.close(traceId);
    return step;
  }

  /** Everything that is still held, as it is; nothing of it is held any longer. */
  flush(): Required<Step> {
    const step: Required<Step> = { records: [], skipped: [], quarantine: [] };
    this.emit(
      this.calls.release(() => true),
      step,
    );
    for (const traceId of this.answers.open()) step.records.push(...this.answersOf(traceId));
    return step;
  }

  /** All that a whole trace gives, however it was told. */
  whole(spans: readonly Span[]): { calls: WholeCall[]; answers: AnswerRecord[] } {
    this.take(spans, { records: [], skipped: [], quarantine: [] });
    const calls = this.calls.release(() => true).sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
    return {
      calls: calls.map((call) => ({ record: this.record(call), executed: call.executed, heard: call.heard })),
      answers: this.answers.open().flatMap((traceId) => this.answersOf(traceId)),
    };
  }

  /** Everything that is still held, as it is now; it stays held. */
  pending(): (CallRecord | AnswerRecord)[] {
    const calls = this.calls.pending().map((call) => this.record(call));
    return [
      ...calls,
      ...this.answers.open().flatMap((traceId) => this.answerRecords(this.answers.peek(traceId, this.traces))),
    ];
  }

  state(): JsonValue {
    return { traces: this.traces.state(), calls: this.calls.state(), answers: this.answers.state() };
  }

  private take(spans: readonly Span[], step: Required<Step>): Span[] {
    const ordered = [...spans].sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
    for (const span of ordered) this.traces.learn(span);
    const others = ordered.filter((span) => !this.tool(span, step));
    const heard = others.flatMap((span) => this.listen(span, step) ?? []);
    // What the model asked for here is known before what it was told of the past: that may be the same call once more.
    for (const one of heard) if (one.meaning !== 'chain') this.asks(one.span, one.exchange.output, step);
    for (const one of heard) this.speak(one);
    return ordered;
  }

  /** Whether the span was a tool's own. */
  private tool(span: Span, step: Required<Step>): boolean {
    if (meaningOf(span) !== 'tool') return false;
    const use = toolUse(span);
    if (!this.calls.execute(span, use, this.traces.own(span))) step.skipped.push('repeated tool span');
    if (use.hidden) step.skipped.push('tool result hidden by masking (__REDACTED__)');
    if (span.dropped > 0) step.skipped.push('attributes dropped by the SDK on a tool span');
    return true;
  }

  /** What a model, an agent or a root says; null where a span says nothing for us. */
  private listen(span: Span, step: Required<Step>): Heard | null {
    const meaning = meaningOf(span);
    const root = span.parentId === null;
    if (meaning === 'other' || (meaning === 'chain' && !root)) {
      step.skipped.push(`span: ${meaning === 'chain' ? 'chain' : (span.scope ?? 'other')}`);
      return null;
    }
    return { span, meaning, exchange: exchangeOf(span) };
  }

  private speak({ span, meaning, exchange }: Heard): void {
    // A chain's state repeats everything that its parts hold: only its question and its answer are read.
    if (meaning !== 'chain') {
      this.results(span, exchange.input);
      this.results(span, exchange.output);
    }
    this.answers.hear(span, meaning, exchange);
  }

  private asks(span: Span, output: readonly Message[], step: Required<Step>): void {
    for (const message of output) {
      for (const ask of message.asks) {
        if (ask.id === null) step.skipped.push('tool call without an id in messages');
        this.calls.ask(span, ask, span.end ?? span.start);
      }
    }
  }

  private results(span: Span, messages: readonly Message[]): void {
    const asked = asksById(messages);
    for (const message of messages)
      for (const returned of message.returned) this.calls.bring(span, returned, asked.get(returned.id ?? '') ?? null);
  }

  private emit(calls: readonly SpanCall[], step: Required<Step>): void {
    const ordered = [...calls].sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
    for (const call of ordered) step.records.push(this.record(call));
  }

  private record(call: SpanCall): CallRecord {
    const trace = this.traces.of(call.traceId);
    return {
      type: 'call',
      id: call.id,
      ts: call.start,
      session: call.session ?? trace.session ?? call.traceId,
      account: call.account ?? trace.named ?? trace.account,
      tool: call.tool,
      args: call.args,
      result: call.result,
      sent: call.sent,
      error: call.error,
      agent: this.traces.agent(call.traceId, call.spanId),
      model: trace.model,
      environment: trace.environment,
      version: trace.version,
      durationMs: call.durationMs,
    };
  }

  private answersOf(traceId: string): AnswerRecord[] {
    return this.answerRecords(this.answers.take(traceId, this.traces));
  }

  private answerRecords(answers: readonly Answering[]): AnswerRecord[] {
    return answers.map(({ traceId, spanId, end, question, text }) => {
      const { session, account, named } = this.traces.of(traceId);
      const id = `${traceId}/${spanId}/answer`;
      return { type: 'answer', id, ts: end, session: session ?? traceId, account: named ?? account, question, text };
    });
  }
}

function isWhole(call: SpanCall): boolean {
  return call.result !== null || call.hidden || (call.executed && call.error);
}

function asksById(messages: readonly Message[]): Map<string, Ask> {
  const found = new Map<string, Ask>();
  for (const message of messages) for (const ask of message.asks) if (ask.id !== null) found.set(ask.id, ask);
  return found;
}
