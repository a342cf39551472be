import { type Attributes, type Context, ROOT_CONTEXT, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchLogRecordProcessor,
  LoggerProvider,
  type LogRecord,
  type LogRecordExporter,
} from '@opentelemetry/sdk-logs';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';

/** A value as every SDK can send it; the one of JavaScript refuses maps in attributes of spans. */
export type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

export interface SpanTold {
  under?: Span;
  /** Milliseconds after the case's beginning. */
  from: number;
  to: number;
  attributes: Record<string, Value>;
  events?: { name: string; attributes: Attributes }[];
  failed?: string;
}

/** When every case begins: 3 March 2026, 10:00 UTC. */
export const BEGIN = Date.UTC(2026, 2, 3, 10);

/** Tells a case through the OpenTelemetry SDK: its spans and log records, exported when `done`. */
export class Telling {
  private readonly spans: BasicTracerProvider;
  private readonly logs: LoggerProvider;
  private telling: { body: Value; attributes: Record<string, Value> } = { body: null, attributes: {} };
  private readonly open: { span: Span; to: number }[] = [];

  constructor(to: { spans: SpanExporter; logs: LogRecordExporter }, resource: Attributes = {}) {
    const shared = resourceFromAttributes({ 'service.name': 'desk', ...resource });
    this.spans = new BasicTracerProvider({ resource: shared, spanProcessors: [new BatchSpanProcessor(to.spans)] });
    this.logs = new LoggerProvider({ resource: shared });
    this.logs.addLogRecordProcessor({ onEmit: (record) => this.complete(record), ...AT_REST });
    this.logs.addLogRecordProcessor(new BatchLogRecordProcessor(to.logs));
  }

  span(name: string, { under, from, to, attributes, events = [], failed }: SpanTold): Span {
    const context = under ? within(under) : ROOT_CONTEXT;
    const span = this.spans.getTracer('our-agent', '1.0.0').startSpan(name, { startTime: BEGIN + from }, context);
    for (const [key, value] of Object.entries(attributes)) setValue(span, key, value);
    for (const event of events) span.addEvent(event.name, event.attributes, BEGIN + to);
    if (failed !== undefined) {
      span.recordException(new Error(failed), BEGIN + to);
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.open.push({ span, to });
    return span;
  }

  /** A log record; `event.name` names it, and it belongs to the span. */
  log(of: Span, at: number, name: string, body: Value, attributes: Record<string, Value> = {}): void {
    this.telling = { body, attributes: { 'event.name': name, ...attributes } };
    this.logs.getLogger('our-agent').emit({ timestamp: BEGIN + at, context: within(of) });
  }

  /** The SDK for JavaScript would drop lists of maps; those for other languages send them. */
  private complete(record: LogRecord): void {
    Object.assign(record, { body: this.telling.body ?? undefined });
    Object.assign(record.attributes, this.telling.attributes);
  }

  /** Ends the spans in the order of their ends and sends everything; rejects where the exporter failed. */
  async done(): Promise<void> {
    for (const { span, to } of this.open.sort((a, b) => a.to - b.to)) span.end(BEGIN + to);
    await this.spans.forceFlush();
    await this.logs.forceFlush();
    await Promise.all([this.spans.shutdown(), this.logs.shutdown()]);
  }
}

function within(span: Span): Context {
  return trace.setSpan(ROOT_CONTEXT, span);
}

/** The SDK would drop a map with a warning; what it exports has a place for one. */
function setValue(span: Span, key: string, value: Value): void {
  if (typeof value !== 'object') span.setAttribute(key, value);
  else (span as unknown as { attributes: Record<string, Value> }).attributes[key] = value;
}

const AT_REST = { forceFlush: () => Promise.resolve(), shutdown: () => Promise.resolve() };
