import { entries, skeletonAt } from '@/lib/json';
import type { Node } from '@/lib/json/types';
import { arrayField, type Fields, field, objectsOf, payloadText, stringField } from '../formats/fields';
import type { Attributes } from './types';

export const NO_ATTRIBUTES: Attributes = new Map();

/** Values nested deeper than this stay as the text of the value above them. */
const DEEPEST = 8;

/** An object of attributes: `a.b` as one key or as nested objects. The outer text stays under its own key as well. */
export function flatAttributes(from: Fields | null): Map<string, string> {
  const into = new Map<string, string>();
  if (from) addFlat(into, from, '', 0);
  return into;
}

function addFlat(into: Map<string, string>, from: Fields, prefix: string, depth: number): void {
  for (const { key, node } of entries(from.node)) {
    const value = payloadText(from, node);
    if (value === null) continue;
    into.set(prefix + key, value);
    if (node.kind === 'object' && depth < DEEPEST)
      addFlat(into, { text: from.text, node }, `${prefix}${key}.`, depth + 1);
  }
}

/** A list of `{key, value}`: OTLP (`value` is an AnyValue) and Jaeger tags (`value` is the value itself). */
export function listedAttributes(from: Fields, key: string): Map<string, string> {
  const into = new Map<string, string>();
  const list = arrayField(from, key);
  if (!list) return into;
  for (const item of objectsOf(from.text, list)) {
    const name = item && stringField(item, 'key');
    if (!item || name === null) continue;
    const node = field(item, 'value');
    const value = node?.kind === 'object' ? anyValue({ text: item.text, node }) : payloadText(item, node);
    if (value !== null) into.set(name, value);
  }
  return into;
}

const SCALARS = ['stringValue', 'intValue', 'doubleValue', 'boolValue', 'bytesValue'];

/** An OTLP AnyValue as text; lists and maps are written anew as plain JSON. */
export function anyValue(value: Fields): string | null {
  const scalar = SCALARS.find((key) => field(value, key));
  return scalar ? payloadText(value, field(value, scalar)) : plainJson(value, 0);
}

function plainJson(value: Fields, depth: number): string | null {
  if (depth > DEEPEST) return null;
  const scalar = SCALARS.find((key) => field(value, key));
  if (scalar) {
    const text = payloadText(value, field(value, scalar)) ?? '';
    const quoted = scalar === 'stringValue' || scalar === 'bytesValue' || !/^(-?[\d.eE+-]+|true|false)$/.test(text);
    return quoted ? JSON.stringify(text) : text;
  }
  const list = listOf(value, 'arrayValue');
  if (list) return `[${list.map((item) => plainJson(item, depth + 1) ?? 'null').join(',')}]`;
  const pairs = listOf(value, 'kvlistValue');
  if (!pairs) return null;
  const written = pairs.map((pair) => {
    const node = field(pair, 'value');
    const inner = node?.kind === 'object' ? plainJson({ text: pair.text, node }, depth + 1) : null;
    return `${JSON.stringify(stringField(pair, 'key') ?? '')}:${inner ?? 'null'}`;
  });
  return `{${written.join(',')}}`;
}

function listOf(value: Fields, key: string): Fields[] | null {
  const node = field(value, key);
  if (node?.kind !== 'object') return null;
  const inner = { text: value.text, node };
  const values = arrayField(inner, 'values');
  return values ? [...objectsOf(inner.text, values)].filter((item) => item !== null) : [];
}

/** An object that stands as a value or as JSON text in a string; null when it is neither. */
export function objectOrJson(from: Fields, key: string): Fields | null {
  const node = field(from, key);
  if (node?.kind === 'object') return { text: from.text, node };
  if (node?.kind !== 'string') return null;
  const text = payloadText(from, node) ?? '';
  const inner = text.trimStart().startsWith('{') ? objectIn(text) : null;
  return inner ? { text, node: inner } : null;
}

/** The attributes, and under `<key>.` what stands in those of these keys that are objects; what is there by itself comes first. */
export function opened(attributes: Attributes, keys: readonly string[]): Attributes {
  let all: Map<string, string> | null = null;
  for (const key of keys) {
    const text = attributes.get(key);
    const node = text?.trimStart().startsWith('{') ? objectIn(text) : null;
    if (text === undefined || !node) continue;
    all ??= new Map(attributes);
    for (const [inner, value] of flatAttributes({ text, node }))
      if (!all.has(`${key}.${inner}`)) all.set(`${key}.${inner}`, value);
  }
  return all ?? attributes;
}

function objectIn(text: string): Extract<Node, { kind: 'object' }> | null {
  const node = skeletonAt(text, { start: 0, end: text.length });
  return node?.kind === 'object' && node.closed ? node : null;
}

/** The first of these keys that has a value, and the value; null when none has. */
export function pick(attributes: Attributes, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = attributes.get(key);
    if (value !== undefined && value !== '') return value;
  }
  return null;
}
