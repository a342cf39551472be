import { createHash } from 'node:crypto';
import type { Mention } from '@/db/sqlite/writer/inbox';
import type { AnswerRecord, CallRecord } from '@/lib/records';

/** A span of the tool itself tells of the call. */
export const EXECUTED = 2;

/** What one trace lends another that does not know it; a bit of `Mention.gives` each, so the order stays. */
const LENT = ['ts', 'account', 'result', 'sent', 'agent', 'model', 'environment', 'version', 'durationMs'] as const;

export function givesOf(record: CallRecord): number {
  return LENT.reduce((gives, field, bit) => (record[field] === null ? gives : gives | (1 << bit)), 0);
}

/** The traces that tell of one call, the one it belongs to first: it ran it, else asked for it, else spoke of it first. */
export function byBelief(mentions: readonly Mention[]): Mention[] {
  return [...mentions].sort(
    (a, b) => b.standing - a.standing || startOf(a) - startOf(b) || (a.trace < b.trace ? -1 : 1),
  );
}

/** What a call is made of. */
export interface Making {
  /** The owner, then those that give what the ones before them do not know. */
  parts: Mention[];
  /** The fields given and a hash of the parts: equal for equal calls. */
  sign: string;
}

/** How a call is made of what its owner and others say, the owner first. */
export function makingOf([owner, ...others]: readonly [Mention, ...Mention[]]): Making {
  const parts = [owner];
  let gives = owner.gives;
  for (const other of others) {
    if ((other.gives & ~gives) === 0) continue;
    parts.push(other);
    gives |= other.gives;
  }
  return { parts, sign: `${gives}.${hashOf(parts.map(({ trace, hash }) => [trace, hash]))}` };
}

/** Null for each field that was given under one sign and is not under the other. */
export function takenBack(before: string | null, sign: string): Partial<CallRecord> {
  const lost = before === null ? 0 : Number.parseInt(before, 10) & ~Number.parseInt(sign, 10);
  return Object.fromEntries(LENT.flatMap((field, bit) => (lost & (1 << bit) ? [[field, null]] : [])));
}

export function hashOf(told: CallRecord | AnswerRecord | string[][]): string {
  return createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 22);
}

function startOf({ start }: Mention): number {
  return start ?? Number.MAX_SAFE_INTEGER;
}
