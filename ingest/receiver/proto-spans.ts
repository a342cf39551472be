import { NO_ATTRIBUTES } from '../spans/attributes';
import { spanId, spanTime } from '../spans/scalars';
import type { Attributes, Span, SpanEvent, Spans } from '../spans/types';

/** A decoded 64-bit integer (`long`), or a number where it is small. */
type Integer = number | { toString(): string };

interface AnyValue {
  stringValue: string;
  intValue: Integer;
  doubleValue: number;
  boolValue: boolean;
  bytesValue: Uint8Array;
  arrayValue: { values: AnyValue[] };
  kvlistValue: { values: KeyValue[] };
}

interface KeyValue {
  key: string;
  value: AnyValue;
}

interface ProtoSpan {
  traceId: Uint8Array;
  spanId: Uint8Array;
  parentSpanId: Uint8Array;
  name: string;
  startTimeUnixNano: Integer;
  endTimeUnixNano: Integer;
  attributes: KeyValue[];
  droppedAttributesCount: number;
  events: { name: string; attributes: KeyValue[] }[];
  status: { code: number; message: string };
}

interface ProtoExport {
  resourceSpans: {
    resource: { attributes: KeyValue[] };
    scopeSpans: { scope: { name: string }; spans: ProtoSpan[] }[];
  }[];
}

/** `STATUS_CODE_ERROR` (opentelemetry-proto, trace.proto). */
const ERROR = 2;

/** Values nested deeper than this are left out, as in JSON. */
const DEEPEST = 8;

/** The spans of a decoded `ExportTraceServiceRequest`: what its JSON would give (`spans/containers/otlp`), without the JSON. */
export function protoSpans(message: object): Spans {
  const found: Spans = { spans: [], refused: [] };
  for (const group of own(message as ProtoExport, 'resourceSpans') ?? []) {
    const holder = own(group, 'resource');
    const resource = holder ? attributesOf(holder.attributes) : NO_ATTRIBUTES;
    for (const scoped of group.scopeSpans) {
      const scope = own(scoped, 'scope');
      const name = scope && own(scope, 'name');
      for (const span of scoped.spans) {
        const read = protoSpan(span, resource, name);
        if (read) found.spans.push(read);
        else found.refused.push('a span without "traceId", "spanId" or "name"');
      }
    }
  }
  return found;
}

/** Null where it was not sent: defaults, which may be null, stand on the prototype. */
function own<T extends object, K extends keyof T>(message: T, key: K): T[K] | null {
  return Object.hasOwn(message, key) ? (message[key] ?? null) : null;
}

function protoSpan(span: ProtoSpan, resource: Attributes, scope: string | null): Span | null {
  const [traceId, id, name] = [idOf(span, 'traceId'), idOf(span, 'spanId'), own(span, 'name')];
  if (traceId === null || id === null || name === null) return null;
  const attributes = attributesOf(span.attributes);
  const status = own(span, 'status');
  const words = status && own(status, 'message');
  if (words) attributes.set('otel.status_description', words);
  return {
    traceId,
    spanId: id,
    parentId: idOf(span, 'parentSpanId'),
    name,
    kind: null,
    start: timeOf(own(span, 'startTimeUnixNano')),
    end: timeOf(own(span, 'endTimeUnixNano')),
    error: status?.code === ERROR,
    attributes,
    events: span.events.map(eventOf),
    resource,
    scope,
    dropped: own(span, 'droppedAttributesCount') ?? 0,
  };
}

function eventOf(event: ProtoSpan['events'][number]): SpanEvent {
  return { name: own(event, 'name') ?? '', attributes: attributesOf(event.attributes) };
}

function idOf(span: ProtoSpan, key: 'traceId' | 'spanId' | 'parentSpanId'): string | null {
  const bytes = own(span, key);
  return bytes && spanId(hexOf(bytes));
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
}

function timeOf(value: Integer | null): number | null {
  return value === null ? null : spanTime(value.toString());
}

function attributesOf(list: readonly KeyValue[]): Map<string, string> {
  const into = new Map<string, string>();
  for (const pair of list) {
    const [key, value] = [own(pair, 'key'), own(pair, 'value')];
    const text = key === null || value === null ? null : (scalarText(value) ?? jsonOfParts(value, 0));
    if (key !== null && text !== null) into.set(key, text);
  }
  return into;
}

/** A scalar as its text; null where there is none, or no number. */
function scalarText(value: AnyValue): string | null {
  const text = own(value, 'stringValue');
  if (text !== null) return text;
  const number = own(value, 'intValue') ?? own(value, 'doubleValue') ?? own(value, 'boolValue');
  if (number !== null) return typeof number === 'number' && !Number.isFinite(number) ? null : number.toString();
  const bytes = own(value, 'bytesValue');
  return bytes && Buffer.from(bytes).toString('base64');
}

function jsonOfValue(value: AnyValue, depth: number): string | null {
  const text = scalarText(value);
  if (text === null) return jsonOfParts(value, depth);
  return Object.hasOwn(value, 'stringValue') || Object.hasOwn(value, 'bytesValue') ? JSON.stringify(text) : text;
}

function jsonOfParts(value: AnyValue, depth: number): string | null {
  if (depth > DEEPEST) return null;
  const list = own(value, 'arrayValue');
  if (list) return `[${list.values.map((one) => jsonOfValue(one, depth + 1) ?? 'null').join(',')}]`;
  const pairs = own(value, 'kvlistValue');
  if (!pairs) return null;
  const written = pairs.values.map((pair) => {
    const inner = own(pair, 'value');
    return `${JSON.stringify(own(pair, 'key') ?? '')}:${(inner && jsonOfValue(inner, depth + 1)) ?? 'null'}`;
  });
  return `{${written.join(',')}}`;
}
