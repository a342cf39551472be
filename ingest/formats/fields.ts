import { createHash } from 'node:crypto';
import { elements, get, numberAt, skeleton, skeletonAt, stringAt } from '@/lib/json';
import type { ArrayNode, Node, ObjectNode } from '@/lib/json/types';
import type { Head } from './types';

/** One object of a log, as a skeleton over its text: payloads inside it stay spans. */
export interface Fields {
  text: string;
  node: ObjectNode;
}

/** Reads a unit as exactly one JSON value; null when it is broken, cut or followed by something else. */
export function wholeValue(text: string): Node | null {
  const node = skeleton(text);
  if (!node?.closed) return null;
  return text.slice(node.end).trim() === '' ? node : null;
}

/** Reads a unit as exactly one JSON object. The reason is for people and says what was wrong. */
export function readObject(text: string): { fields: Fields } | { reason: string } {
  const node = wholeValue(text);
  if (!node) return { reason: 'the line is not valid JSON (cut, or broken)' };
  if (node.kind !== 'object') return { reason: `the line is JSON but not an object (${node.kind})` };
  return { fields: { text, node } };
}

export function field(from: Fields, key: string): Node | null {
  return get(from.node, key);
}

/** A string field; null when it is absent or of another kind. */
export function stringField(from: Fields, key: string): string | null {
  const node = field(from, key);
  return node?.kind === 'string' ? stringAt(from.text, node) : null;
}

/** A string or number field as text, for ids and names: both kinds are in the wild, and an empty one is none. */
export function idField(from: Fields, key: string): string | null {
  const node = field(from, key);
  if (node?.kind === 'string') return stringAt(from.text, node) || null;
  return node?.kind === 'number' ? from.text.slice(node.start, node.end) : null;
}

export function numberField(from: Fields, key: string): number | null {
  const node = field(from, key);
  return node?.kind === 'number' ? numberAt(from.text, node) : null;
}

export function isTrue(from: Fields, key: string): boolean {
  const node = field(from, key);
  return node?.kind === 'boolean' && from.text.startsWith('true', node.start);
}

export function objectField(from: Fields, key: string): Fields | null {
  const node = field(from, key);
  return node?.kind === 'object' ? { text: from.text, node } : null;
}

export function arrayField(from: Fields, key: string): ArrayNode | null {
  const node = field(from, key);
  return node?.kind === 'array' ? node : null;
}

/** The text of a value as it stands in the log; nothing is parsed or written anew. */
export function rawText(from: Fields, node: Node): string {
  return from.text.slice(node.start, node.end);
}

/** A payload as text: a JSON string is decoded once, null is "none", anything else stays as it is written. */
export function payloadText(from: Fields, node: Node | null): string | null {
  if (!node || node.kind === 'null') return null;
  return node.kind === 'string' ? stringAt(from.text, node) : rawText(from, node);
}

/** Arguments as JSON text: `{}` when there are none; what a model wrote that is no JSON becomes a JSON string. */
export function asArguments(text: string | null): string {
  if (text === null || text.trim() === '') return '{}';
  return wholeValue(text) ? text : JSON.stringify(text);
}

/** A duration in ms as a log gives it; null when it is none: negative (clocks that disagree) or beyond numbers. */
export function durationOf(ms: number | null): number | null {
  return ms !== null && ms >= 0 && Number.isFinite(ms) ? ms : null;
}

/** The elements of an array that are objects, each as fields; the others as null, so that nothing goes uncounted. */
export function* objectsOf(text: string, array: ArrayNode): Iterable<Fields | null> {
  for (const span of elements(text, array)) {
    const node = span.kind === 'object' ? skeletonAt(text, span) : null;
    yield node?.kind === 'object' ? { text, node } : null;
  }
}

const MIN_TIME = Date.UTC(1990, 0, 1);
const MAX_TIME = Date.UTC(2200, 0, 1);

/** Milliseconds since the epoch, UTC, of an ISO text or of an epoch number in s, ms or µs; null when it is no time. */
export function timeOf(from: Fields, node: Node | null): number | null {
  if (node?.kind === 'string') {
    const text = stringAt(from.text, node);
    const zoned = /T\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text) ? `${text}Z` : text;
    return /^\d{4}-\d\d/.test(text) ? inRange(Date.parse(zoned)) : null;
  }
  if (node?.kind !== 'number') return null;
  const value = numberAt(from.text, node);
  for (const scale of [1000, 1, 0.001]) {
    const ms = inRange(Math.round(value * scale));
    if (ms !== null) return ms;
  }
  return null;
}

function inRange(ms: number): number | null {
  return ms >= MIN_TIME && ms < MAX_TIME ? ms : null;
}

/** A stable id for a record that has none: the same bytes at the same place of the same log give the same id. */
export function derivedId(prefix: string, fingerprint: string, offset: number, part: string): string {
  return `${prefix}-${createHash('sha256').update(`${fingerprint}\n${offset}\n${part}`).digest('hex').slice(0, 20)}`;
}

/** Lines looked at when a log is recognised; more would not change the answer. */
const HEAD_LINES = 30;

/** The objects that the head's lines begin with, also where the head ends inside one. */
export function* headObjects(head: Head): Iterable<Fields> {
  let seen = 0;
  for (const line of head.text.split('\n')) {
    if (line.trim() === '') continue;
    if (++seen > HEAD_LINES) return;
    const node = skeleton(line);
    if (node?.kind === 'object') yield { text: line, node };
  }
}

/** Share of the head's lines (0 … 1) that a test holds for. */
export function shareOf(head: Head, test: (line: Fields) => boolean): number {
  let seen = 0;
  let mine = 0;
  for (const line of headObjects(head)) {
    seen++;
    if (test(line)) mine++;
  }
  return seen === 0 ? 0 : mine / seen;
}
