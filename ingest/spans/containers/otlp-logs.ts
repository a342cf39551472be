import {
  arrayField,
  type Fields,
  field,
  objectField,
  objectsOf,
  payloadText,
  stringField,
  wholeValue,
} from '../../formats/fields';
import { anyValue, flatAttributes, listedAttributes, NO_ATTRIBUTES } from '../attributes';
import { spanId, spanTime } from '../scalars';
import type { Attributes, Span, SpanEvent, Spans } from '../types';

/** Events of a model call, told as log records: the messages of `gen_ai.*` events, and bodies that ADOT moved out of spans. */
const MODEL_EVENT = /^gen_ai\./;

/**
 * Log records as spans: those of one span are one, with an event each, below the span that they speak of. They hold
 * messages where the traces do not (content capture as events).
 */
export function otlpLogSpans(root: Fields): Spans {
  const found = new Map<string, Span & { events: SpanEvent[] }>();
  const refused: string[] = [];
  for (const group of objects(root, ['resourceLogs', 'resource_logs'], refused)) {
    const holder = objectField(group, 'resource');
    const resource = holder ? listedAttributes(holder, 'attributes') : NO_ATTRIBUTES;
    for (const scoped of objects(group, ['scopeLogs', 'scope_logs'], refused)) {
      const scope = objectField(scoped, 'scope');
      for (const log of objects(scoped, ['logRecords', 'log_records'], refused))
        addLog(found, log, resource, scope && stringField(scope, 'name'));
    }
  }
  return { spans: [...found.values()], refused };
}

function* objects(from: Fields, keys: readonly string[], refused: string[]): Iterable<Fields> {
  for (const key of keys) {
    const list = arrayField(from, key);
    for (const item of list ? objectsOf(from.text, list) : []) {
      if (item) yield item;
      else refused.push(`an entry of "${key}" is not an object`);
    }
  }
}

function addLog(
  into: Map<string, Span & { events: SpanEvent[] }>,
  log: Fields,
  resource: Attributes,
  scope: string | null,
): void {
  const attributes = listedAttributes(log, 'attributes');
  const name = stringField(log, 'eventName') ?? attributes.get('event.name') ?? '';
  const ts = spanTime(text(log, 'timeUnixNano') ?? text(log, 'observedTimeUnixNano'));
  const about = spanId(text(log, 'spanId') ?? text(log, 'span_id'));
  const trace = spanId(text(log, 'traceId') ?? text(log, 'trace_id')) ?? attributes.get('session.id') ?? 'no trace';
  const event = { name, attributes: withBody(attributes, log) };
  const speaks = MODEL_EVENT.test(name) || event.attributes.has('body.input') || event.attributes.has('body.output');
  const key = `${trace}/${about ?? ts}/${speaks}`;
  const known = into.get(key);
  if (known) {
    known.events.push(event);
    known.end = ts ?? known.end;
    for (const [one, value] of attributes)
      if (!known.attributes.has(one)) (known.attributes as Map<string, string>).set(one, value);
    return;
  }
  into.set(key, {
    traceId: trace,
    spanId: `${about ?? `at-${ts}`}/log`,
    parentId: about ?? trace,
    name,
    kind: speaks ? 'LLM' : 'LOG',
    start: ts,
    end: ts,
    error: false,
    attributes,
    events: [event],
    resource,
    scope: scope ?? 'log',
    dropped: 0,
  });
}

/** The attributes with the parts of the body, each as `body.<key>`. */
function withBody(attributes: Attributes, log: Fields): Map<string, string> {
  const all = new Map(attributes);
  const body = objectField(log, 'body');
  const json = body && anyValue(body);
  const node = json?.trimStart().startsWith('{') ? wholeValue(json) : null;
  if (json && node?.kind === 'object')
    for (const [key, value] of flatAttributes({ text: json, node }))
      if (!key.includes('.')) all.set(`body.${key}`, value);
  return all;
}

function text(from: Fields, key: string): string | null {
  const value = payloadText(from, field(from, key));
  return value === '' || value === '0' ? null : value;
}
