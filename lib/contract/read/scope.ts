/** What set a call asked for: the same query in any page, and the same set by any tool. */

import { canonical } from '@/lib/json';
import { VERBS } from '../data/counts';
import { namesOf } from '../dialects/registry';
import type { Dialect } from '../dialects/schema';
import type { Args, SplitArgs } from '../limits/args';
import type { SqlReading } from '../limits/sql';
import { nameParts, singular } from '../words';

/** A short, stable hash of a text (two 32-bit FNV-like halves): equal texts only, no security. */
export function hashOf(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x1b873593;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 0x01000193);
    b = Math.imul(b ^ (c + i), 0x85ebca6b);
    b = (b << 13) | (b >>> 19);
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}

/** Hash of tool, arguments without paging, and account. */
export function queryHash(tool: string, rest: string, account: string): string {
  return hashOf(`${tool}\u0000${rest}\u0000${account}`);
}

/** Hash of the set that was asked for: a list and a count of the same things under the same conditions share it. */
export function scopeHash(
  tool: string,
  split: SplitArgs,
  dialect: Dialect | null,
  sql: SqlReading | null,
  account: string,
): string | null {
  if (sql !== null) return sql.scope === null ? null : hashOf(`sql\u0000${sql.scope}\u0000${account}`);
  const rest =
    dialect?.modes === undefined
      ? split.rest
      : canonical(JSON.stringify(without(split.values, split.rest, dialect.modes)));
  if (dialect?.noun !== undefined) return hashOf(`${dialect.noun}\u0000${rest}\u0000${account}`);
  const base = namesOf(tool).at(-1) ?? tool;
  const parts = nameParts(base).map(singular);
  const noun = parts.filter((part) => !VERBS.includes(part)).join('_');
  return hashOf(`${noun === '' ? base : noun}\u0000${rest}\u0000${account}`);
}

function without(values: Args, rest: string, modes: readonly string[]): Args {
  const kept: unknown = JSON.parse(rest);
  if (kept === null || typeof kept !== 'object' || Array.isArray(kept)) return values;
  return Object.fromEntries(Object.entries(kept).filter(([key]) => !modes.includes(key)));
}
