import {
  arrayField,
  type Fields,
  field,
  numberField,
  objectField,
  objectsOf,
  payloadText,
  stringField,
} from '../../formats/fields';
import { listedAttributes, NO_ATTRIBUTES } from '../attributes';
import { spanId, spanTime } from '../scalars';
import type { Attributes, Span, SpanEvent, Spans } from '../types';
import { otlpLogSpans } from './otlp-logs';

/** The lists that hold resources: OTLP-JSON and the collector's file exporter, Tempo's older name. */
const RESOURCE_LISTS = ['resourceSpans', 'resource_spans', 'batches'];
const SCOPE_LISTS = ['scopeSpans', 'scope_spans', 'instrumentationLibrarySpans'];

/** Other lists of the same exporter: log records may hold messages; metrics hold nothing for us. */
const OTHER_LISTS = ['resourceLogs', 'resource_logs', 'resourceMetrics', 'resource_metrics'];

/** Objects that some APIs put around an export (Tempo 2, Jaeger 3). */
const AROUND = ['trace', 'result'];

/** The object that holds the resource list; null when this is no OTLP-JSON. */
export function otlpRoot(value: Fields): Fields | null {
  if ([...RESOURCE_LISTS, ...OTHER_LISTS].some((key) => arrayField(value, key))) return value;
  for (const key of AROUND) {
    const inner = objectField(value, key);
    if (inner && RESOURCE_LISTS.some((list) => arrayField(inner, list))) return inner;
  }
  return null;
}

/** Spans of an OTLP-JSON export (of its log records too) or of a Tempo trace. */
export function otlpSpans(root: Fields): Spans {
  const found: Spans = otlpLogSpans(root);
  for (const group of lists(root, RESOURCE_LISTS, found.refused)) {
    const holder = objectField(group, 'resource');
    const resource = holder ? listedAttributes(holder, 'attributes') : NO_ATTRIBUTES;
    for (const scoped of lists(group, SCOPE_LISTS, found.refused)) {
      const scope = objectField(scoped, 'scope') ?? objectField(scoped, 'instrumentationLibrary');
      for (const span of lists(scoped, ['spans'], found.refused)) {
        const read = otlpSpan(span, resource, scope && stringField(scope, 'name'));
        if (read) found.spans.push(read);
        else found.refused.push('a span without "traceId", "spanId" or "name"');
      }
    }
  }
  return found;
}

function* lists(from: Fields, keys: readonly string[], refused: string[]): Iterable<Fields> {
  for (const key of keys) {
    const list = arrayField(from, key);
    if (!list) continue;
    for (const item of objectsOf(from.text, list)) {
      if (item) yield item;
      else refused.push(`an entry of "${key}" is not an object`);
    }
  }
}

/** One OTLP span; null when it lacks what every span must have. */
function otlpSpan(from: Fields, resource: Attributes, scope: string | null): Span | null {
  const text = (...keys: string[]) => {
    const key = keys.find((candidate) => field(from, candidate));
    return key === undefined ? null : payloadText(from, field(from, key));
  };
  const traceId = spanId(text('traceId', 'trace_id'));
  const id = spanId(text('spanId', 'span_id'));
  const name = text('name');
  if (traceId === null || id === null || name === null) return null;
  const status = objectField(from, 'status');
  const attributes = listedAttributes(from, 'attributes');
  const words = status && stringField(status, 'message');
  if (words) attributes.set('otel.status_description', words);
  return {
    traceId,
    spanId: id,
    parentId: spanId(text('parentSpanId', 'parent_span_id')),
    name,
    kind: null,
    start: spanTime(text('startTimeUnixNano', 'start_time_unix_nano')),
    end: spanTime(text('endTimeUnixNano', 'end_time_unix_nano')),
    error: status !== null && isErrorStatus(payloadText(status, field(status, 'code'))),
    attributes,
    events: [...lists(from, ['events'], [])].map(otlpEvent),
    resource,
    scope,
    dropped: numberField(from, 'droppedAttributesCount') ?? 0,
  };
}

function otlpEvent(event: Fields): SpanEvent {
  return { name: stringField(event, 'name') ?? '', attributes: listedAttributes(event, 'attributes') };
}

/** Status codes by number and by every spelling that exporters use. */
export function isErrorStatus(code: string | null): boolean {
  return code !== null && (code === '2' || /^(status_code_|StatusCode\.)?error$/i.test(code));
}

/** Whether this is Tempo's own export: `batches`, or the older name of the scopes. */
export function isTempo(value: Fields): boolean {
  return arrayField(value, 'batches') !== null;
}
