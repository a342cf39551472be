import type { Fields } from '../formats/fields';
import { arrayField, readObject } from '../formats/fields';
import { otlpSpans } from '../spans/containers/otlp';
import type { Spans } from '../spans/types';
import { type Encoding, Refusal } from './answer';
import { REQUESTS, type Signal } from './proto';
import { jsonOf } from './proto-json';
import { protoSpans } from './proto-spans';

/** The lists that name a signal, in JSON. */
const LISTS: Readonly<Record<Signal, readonly string[]>> = {
  traces: ['resourceSpans', 'resource_spans'],
  logs: ['resourceLogs', 'resource_logs'],
};
const METRICS = ['resourceMetrics', 'resource_metrics'];

/** The spans of an export, and reasons for what is none. Throws a Refusal (400) when the body cannot be read at all. */
export function decode(signal: Signal, encoding: Encoding, body: Uint8Array): Spans {
  return encoding === 'json' ? ofJson(signal, utf8(body)) : ofProtobuf(signal, body);
}

function utf8(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new Refusal(400, 'the body is not UTF-8');
  }
}

function ofJson(signal: Signal, text: string): Spans {
  const read = readObject(text);
  if ('reason' in read) throw new Refusal(400, 'the body is not one valid JSON object (cut, or broken)');
  const { fields } = read;
  if (holds(fields, LISTS[signal])) return otlpSpans(fields);
  const other = signal === 'traces' ? 'logs' : 'traces';
  if (holds(fields, LISTS[other])) throw misdirected(other);
  if (holds(fields, METRICS)) throw new Refusal(400, 'this is an export of metrics; they hold no tool calls');
  return { spans: [], refused: [] };
}

function holds(fields: Fields, lists: readonly string[]): boolean {
  return lists.some((key) => arrayField(fields, key) !== null);
}

function ofProtobuf(signal: Signal, body: Uint8Array): Spans {
  const found = tryProtobuf(signal, body);
  if (!('error' in found) && (found.spans.length > 0 || found.refused.length === 0)) return found;
  // Field numbers of the two exports overlap: what is nonsense as one is often a sound other.
  const other = signal === 'traces' ? 'logs' : 'traces';
  const otherwise = tryProtobuf(other, body);
  if (!('error' in otherwise) && otherwise.spans.length > 0 && otherwise.refused.length === 0) throw misdirected(other);
  if ('error' in found) throw new Refusal(400, `the body is no ${signal} export in protobuf: ${found.error}`);
  return found;
}

function tryProtobuf(signal: Signal, body: Uint8Array): Spans | { error: string } {
  let message: object;
  try {
    message = REQUESTS[signal].decode(body);
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
  return signal === 'traces' ? protoSpans(message) : ofJson(signal, jsonOf(message, REQUESTS[signal]));
}

function misdirected(signal: Signal): Refusal {
  const what = signal === 'logs' ? 'log records' : 'spans';
  return new Refusal(400, `this is an export of ${what}; send it to /v1/${signal}`);
}
