import {
  arrayField,
  type Fields,
  field,
  idField,
  objectField,
  objectsOf,
  payloadText,
  stringField,
} from '../../formats/fields';
import { flatAttributes, NO_ATTRIBUTES, objectOrJson } from '../attributes';
import { spanId, spanTime } from '../scalars';
import type { Span, SpanEvent } from '../types';
import { isErrorStatus } from './otlp';

/** Keys of an id at the span itself, in its context, and in the columns of a table written as JSON. */
const TRACE = ['trace_id', 'traceId', 'context.trace_id'];
const SPAN = ['span_id', 'spanId', 'context.span_id'];
const PARENT = ['parent_span_id', 'parentSpanId', 'parent_id', 'parentId'];
const START = ['start_time', 'startTime', 'start_time_unix_nano', 'startTimeUnixNano'];
const END = ['end_time', 'endTime', 'end_time_unix_nano', 'endTimeUnixNano'];

/**
 * One span as an SDK or a backend dumps it: OpenTelemetry's console exporter, Phoenix (flat, nested, or table columns),
 * any-agent (ids as big integers), captures of evaluation tools. Null when it is no span.
 */
export function dumpedSpan(from: Fields): Span | null {
  const context = objectField(from, 'context') ?? objectField(from, 'spanContext') ?? from;
  const traceId = spanId(first(context, TRACE) ?? first(from, TRACE));
  const id = spanId(first(context, SPAN) ?? first(from, SPAN) ?? (context === from ? null : idField(from, 'id')));
  const name = stringField(from, 'name');
  if (traceId === null || id === null || name === null) return null;
  const status = objectField(from, 'status');
  const code = status ? first(status, ['code', 'status_code']) : first(from, ['status_code', 'statusCode', 'status']);
  const scope = objectField(from, 'scope') ?? objectField(from, 'instrumentation_scope');
  return {
    traceId,
    spanId: id,
    parentId: parentOf(from),
    name,
    kind: stringField(from, 'span_kind') ?? stringField(from, 'kind'),
    start: spanTime(first(from, START)),
    end: spanTime(first(from, END)),
    error: isErrorStatus(code),
    attributes: attributesOf(from),
    events: [...eventsOf(from, 'events'), ...eventsOf(from, 'span_events')],
    resource: resourceOf(from),
    scope: scope && stringField(scope, 'name'),
    dropped: Number(first(from, ['dropped_attributes', 'droppedAttributesCount']) ?? 0) || 0,
  };
}

function first(from: Fields, keys: readonly string[]): string | null {
  for (const key of keys) {
    const found = idField(from, key);
    if (found !== null) return found;
  }
  return null;
}

function parentOf(from: Fields): string | null {
  for (const key of ['parent', 'parentSpanContext']) {
    const parent = objectField(from, key);
    if (parent) return spanId(first(parent, SPAN));
  }
  return spanId(first(from, PARENT));
}

/** Attributes as an object, flat or nested; as JSON in a string; or one column each (`attributes.input.value`). */
function attributesOf(from: Fields): Map<string, string> {
  const found = flatAttributes(objectOrJson(from, 'attributes'));
  for (const { key, node } of from.node.entries) {
    if (!key.startsWith('attributes.')) continue;
    const value = payloadText(from, node);
    if (value !== null) found.set(key.slice('attributes.'.length), value);
  }
  const metadata = found.get('metadata');
  if (metadata?.startsWith('{')) addMetadata(found, from, metadata);
  return found;
}

/** OpenInference writes `metadata` as JSON text: its keys are looked up like attributes. */
function addMetadata(found: Map<string, string>, from: Fields, metadata: string): void {
  const holder = objectOrJson(from, 'attributes') ?? from;
  const inner = objectOrJson(holder, 'metadata') ?? objectOrJson(holder, 'attributes.metadata');
  if (!inner || metadata === '') return;
  for (const [key, value] of flatAttributes(inner))
    if (!found.has(`metadata.${key}`)) found.set(`metadata.${key}`, value);
}

function resourceOf(from: Fields): Span['resource'] {
  const resource = objectField(from, 'resource');
  if (!resource) return NO_ATTRIBUTES;
  return flatAttributes(objectField(resource, 'attributes') ?? resource);
}

function* eventsOf(from: Fields, key: string): Iterable<SpanEvent> {
  const list = arrayField(from, key);
  for (const event of list ? objectsOf(from.text, list) : []) {
    if (!event) continue;
    const attributes = flatAttributes(objectField(event, 'attributes'));
    const body = objectField(event, 'body');
    for (const side of ['input', 'output', 'content', 'message'] as const) {
      const node = body && field(body, side);
      const value = body && node ? payloadText(body, node) : null;
      if (value !== null) attributes.set(`body.${side}`, value);
    }
    yield { name: stringField(event, 'name') ?? stringField(event, 'event_name') ?? '', attributes };
  }
}
