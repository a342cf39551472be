/** Conditions of dialects on arguments and on payload values. */

import { elements, scalarAt, skeletonAt, stringAt } from '@/lib/json';
import type { JsonValue, Node } from '@/lib/json/types';
import type { Args } from '../limits/args';
import { valuesAt } from './paths';
import type { Condition } from './schema';

/** Tests a value; `undefined` stands for a key that is not there. */
export type Test = (value: JsonValue | undefined, args: Args) => boolean;

/** A condition as a function; patterns are compiled once. */
export function testOf(condition: Condition): Test {
  if (typeof condition !== 'object') return (value) => value === condition;
  if ('absent' in condition) return (value) => value === undefined || value === null;
  if ('present' in condition) return (value) => value !== undefined && value !== null;
  if ('oneOf' in condition) return (value) => condition.oneOf.some((one) => one === (value ?? null));
  if ('above' in condition) return (value) => numberIn(value) > condition.above;
  if ('kind' in condition) return (value) => kindOf(value) === condition.kind;
  if ('sameAsArg' in condition)
    return (value, args) => value !== undefined && value !== null && valuesAt(args, condition.sameAsArg)[0] === value;
  const pattern = new RegExp(condition.matches, 'i');
  return (value) =>
    typeof value === 'string'
      ? pattern.test(value)
      : condition.orAbsent === true && (value === undefined || value === null);
}

/** A number, digits in a string, or how many a list holds. */
function numberIn(value: JsonValue | undefined): number {
  const one = Array.isArray(value) ? value[0] : value;
  return typeof one === 'number' ? one : typeof one === 'string' && /^\d+$/.test(one) ? Number(one) : Number.NaN;
}

function kindOf(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** A payload value for a condition: scalars as they are, sentences of a list joined; empty counts as not there. */
export function payloadValue(text: string, node: Node | null): JsonValue | undefined {
  if (node === null) return undefined;
  if (node.kind === 'object') return node.entries.length === 0 ? null : { keys: node.entries.length };
  if (node.kind === 'array') return node.count === 0 ? null : (sentences(text, node) ?? [node.count]);
  const value = scalarAt(text, node);
  return value === '' ? null : value;
}

function sentences(text: string, node: Node): string | null {
  if (node.kind !== 'array' || node.first?.kind !== 'string') return null;
  const parts: string[] = [];
  for (const span of elements(text, node)) {
    const child = skeletonAt(text, span);
    if (child?.kind === 'string') parts.push(stringAt(text, child));
    if (parts.length >= 8) break;
  }
  return parts.join('\n');
}
