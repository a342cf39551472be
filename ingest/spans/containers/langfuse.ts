import type { Node } from '@/lib/json/types';
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
import { spanTime } from '../scalars';
import type { Span, Spans } from '../types';

/** Whether this is a trace as Langfuse's download or its API (`observations` inside the trace) writes it. */
export function isLangfuseTrace(value: Fields): boolean {
  const observations = arrayField(value, 'observations');
  if (!observations) return false;
  const trace = objectField(value, 'trace') ?? value;
  return idField(trace, 'id') !== null;
}

/** Whether this is one observation of a Langfuse export by lines. */
export function isLangfuseObservation(value: Fields): boolean {
  if (idField(value, 'id') === null) return false;
  const type = stringField(value, 'type');
  if (idField(value, 'traceId') !== null) return type !== null && field(value, 'startTime') !== null;
  // The export of its storage spells the same names with underscores.
  const isStored = idField(value, 'trace_id') !== null && field(value, 'start_time') !== null;
  return isStored && STORED.test(type ?? '') && field(value, 'run_type') === null;
}

const STORED = /^(SPAN|GENERATION|EVENT|TOOL|AGENT|CHAIN|RETRIEVER|EVALUATOR|EMBEDDING|GUARDRAIL)$/;

/** A field in either spelling. */
function either(from: Fields, camel: string, snake: string): Node | null {
  return field(from, camel) ?? field(from, snake);
}

/** Spans of a Langfuse trace: each observation, and the trace itself as their root. */
export function langfuseSpans(value: Fields): Spans {
  const trace = objectField(value, 'trace') ?? value;
  const traceId = idField(trace, 'id') ?? '';
  const found: Spans = { spans: [], refused: [] };
  const list = arrayField(value, 'observations');
  // A list of traces may name its observations by id only.
  const isNamed = list?.first?.kind === 'string';
  for (const item of list && !isNamed ? objectsOf(value.text, list) : []) {
    const span = item && observationSpan(item, traceId, trace);
    if (span) found.spans.push(span);
    else found.refused.push('an observation without "id"');
  }
  found.spans.push(traceSpan(trace, traceId));
  return found;
}

/** One observation as a span; `trace` lends it the user and the session. */
export function observationSpan(from: Fields, traceId: string | null, trace: Fields | null): Span | null {
  const id = idField(from, 'id');
  const owner = traceId ?? idField(from, 'traceId') ?? idField(from, 'trace_id');
  if (id === null || owner === null) return null;
  const metadata = objectOrJson(from, 'metadata');
  const attributes = flatAttributes(metadata && objectOrJson(metadata, 'attributes'));
  const resource = metadata && objectOrJson(metadata, 'resourceAttributes');
  const scope = metadata && objectField(metadata, 'scope');
  attributes.set('langfuse.observation.type', (stringField(from, 'type') ?? 'span').toLowerCase());
  put(attributes, 'langfuse.observation.input', from, 'input');
  put(attributes, 'langfuse.observation.output', from, 'output');
  put(attributes, 'langfuse.observation.model.name', from, field(from, 'model') ? 'model' : 'provided_model_name');
  put(attributes, 'langfuse.observation.status_message', from, 'statusMessage');
  put(attributes, 'langfuse.user.id', from, 'user_id');
  put(attributes, 'langfuse.session.id', from, 'session_id');
  put(attributes, 'langfuse.environment', from, 'environment');
  if (trace) addTrace(attributes, trace);
  if (metadata) put(attributes, 'langsmith.metadata.thread_id', metadata, 'thread_id');
  return {
    traceId: owner,
    spanId: id,
    parentId:
      idField(from, 'parentObservationId') ?? idField(from, 'parent_observation_id') ?? (trace ? traceId : null),
    name: stringField(from, 'name') ?? '',
    kind: null,
    start: spanTime(payloadText(from, either(from, 'startTime', 'start_time'))),
    end: spanTime(payloadText(from, either(from, 'endTime', 'end_time'))),
    error: stringField(from, 'level') === 'ERROR',
    attributes,
    events: [],
    resource: resource ? flatAttributes(resource) : NO_ATTRIBUTES,
    scope: scope && stringField(scope, 'name'),
    dropped: 0,
  };
}

function addTrace(attributes: Map<string, string>, trace: Fields): void {
  put(attributes, 'langfuse.user.id', trace, 'userId');
  put(attributes, 'langfuse.session.id', trace, 'sessionId');
  put(attributes, 'langfuse.release', trace, 'release');
  put(attributes, 'langfuse.environment', trace, 'environment');
}

/** The trace as the span above its observations: it holds the question and the answer of the whole. */
function traceSpan(trace: Fields, traceId: string): Span {
  const attributes = new Map([['langfuse.observation.type', 'chain']]);
  put(attributes, 'langfuse.observation.input', trace, 'input');
  put(attributes, 'langfuse.observation.output', trace, 'output');
  addTrace(attributes, trace);
  const start = spanTime(payloadText(trace, field(trace, 'timestamp')));
  const latency = Number(payloadText(trace, field(trace, 'latency')) ?? Number.NaN);
  return {
    traceId,
    spanId: traceId,
    parentId: null,
    name: stringField(trace, 'name') ?? '',
    kind: null,
    start,
    end: start !== null && Number.isFinite(latency) ? start + Math.round(latency * 1000) : start,
    error: false,
    attributes,
    events: [],
    resource: NO_ATTRIBUTES,
    scope: 'langfuse trace',
    dropped: 0,
  };
}

function put(into: Map<string, string>, key: string, from: Fields, name: string): void {
  const value = payloadText(from, field(from, name));
  if (value !== null && value !== '') into.set(key, value);
}
