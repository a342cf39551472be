import { arrayField, type Fields, field, objectField, objectsOf, payloadText, stringField } from '../../formats/fields';
import { listedAttributes, NO_ATTRIBUTES } from '../attributes';
import { spanId, spanTime } from '../scalars';
import type { Attributes, Span, Spans } from '../types';
import { isErrorStatus } from './otlp';

/** Whether this is a trace as Jaeger's UI and API write it. */
export function isJaegerTrace(value: Fields): boolean {
  if (stringField(value, 'traceID') === null) return false;
  return arrayField(value, 'spans') !== null || field(value, 'operationName') !== null;
}

/** Spans of one Jaeger trace: `{traceID, spans: […], processes: {…}}`. */
export function jaegerSpans(trace: Fields): Spans {
  const found: Spans = { spans: [], refused: [] };
  const processes = objectField(trace, 'processes');
  const resources = new Map<string, Attributes>();
  const list = arrayField(trace, 'spans');
  for (const item of list ? objectsOf(trace.text, list) : [trace]) {
    const process = item ? (stringField(item, 'processID') ?? '') : '';
    const known = resources.get(process) ?? resourceOf(processes && objectField(processes, process));
    resources.set(process, known);
    const span = item && jaegerSpan(item, known);
    if (span) found.spans.push(span);
    else found.refused.push('a span without "traceID", "spanID" or "operationName"');
  }
  return found;
}

function resourceOf(process: Fields | null): Attributes {
  if (!process) return NO_ATTRIBUTES;
  const tags = listedAttributes(process, 'tags');
  const service = stringField(process, 'serviceName');
  return service === null ? tags : tags.set('service.name', service);
}

function jaegerSpan(from: Fields, resource: Attributes): Span | null {
  const traceId = spanId(stringField(from, 'traceID'));
  const id = spanId(stringField(from, 'spanID'));
  const name = stringField(from, 'operationName');
  if (traceId === null || id === null || name === null) return null;
  const attributes = listedAttributes(from, 'tags');
  const start = spanTime(payloadText(from, field(from, 'startTime')));
  const took = Number(payloadText(from, field(from, 'duration')) ?? Number.NaN);
  return {
    traceId,
    spanId: id,
    parentId: parentOf(from, traceId),
    name,
    kind: null,
    start,
    end: start !== null && Number.isFinite(took) ? start + Math.round(took / 1000) : null,
    error: attributes.get('error') === 'true' || isErrorStatus(attributes.get('otel.status_code') ?? null),
    attributes,
    events: eventsOf(from),
    resource,
    scope: attributes.get('otel.scope.name') ?? attributes.get('otel.library.name') ?? null,
    dropped: 0,
  };
}

function parentOf(from: Fields, traceId: string): string | null {
  const references = arrayField(from, 'references');
  for (const reference of references ? objectsOf(from.text, references) : []) {
    if (!reference || stringField(reference, 'refType') === 'FOLLOWS_FROM') continue;
    const trace = spanId(stringField(reference, 'traceID'));
    if (trace === null || trace === traceId) return spanId(stringField(reference, 'spanID'));
  }
  return spanId(stringField(from, 'parentSpanID'));
}

function eventsOf(from: Fields): Span['events'] {
  const logs = arrayField(from, 'logs');
  if (!logs) return [];
  return [...objectsOf(from.text, logs)]
    .filter((log) => log !== null)
    .map((log) => {
      const attributes = listedAttributes(log, 'fields');
      return { name: attributes.get('event') ?? attributes.get('name') ?? '', attributes };
    });
}
