import type { JsonValue } from '@/lib/json/types';
import type { CallRecord } from '@/lib/records';
import { durationOf } from './fields';

/** A call that has been asked and not yet answered. */
export interface OpenCall {
  call: CallRecord;
  /** Who asked, where results without an id name their asker. */
  asker: string | null;
}

/** What came back for a call. */
export interface Outcome {
  result: string | null;
  sent: string | null;
  error: boolean;
  durationMs: number | null;
}

/** More calls than this are never in flight at once: the oldest will not be answered any more. */
const MOST_OPEN = 2_000;

/** How many answered calls are remembered, so that a result which the log repeats is known as such. */
const MOST_SETTLED = 500;

interface State {
  open: [string, OpenCall][];
  settled: string[];
}

/** Pairs calls with their results, whichever comes when, and remembers the open ones over a restart. */
export class OpenCalls {
  private readonly open: Map<string, OpenCall>;
  private readonly settled: Set<string>;

  constructor(state: JsonValue | null) {
    // The state is our own, written by `state()` in the transaction that stored the position.
    const known = (state ?? {}) as unknown as Partial<State>;
    this.open = new Map(known.open);
    this.settled = new Set(known.settled);
  }

  /** Remembers a call; gives back those that must be let go without a result (the same key asked again, or too many). */
  ask(key: string, open: OpenCall): CallRecord[] {
    const lost: CallRecord[] = [];
    const before = this.open.get(key);
    if (before && before.call.id !== open.call.id) lost.push(before.call);
    this.open.delete(key);
    this.open.set(key, open);
    for (const [oldest, { call }] of this.open) {
      if (this.open.size <= MOST_OPEN) break;
      this.open.delete(oldest);
      lost.push(call);
    }
    return lost;
  }

  /** Whether this call has had its result lately. */
  isSettled(key: string): boolean {
    return this.settled.has(key);
  }

  /** Whether this call still waits for its result. */
  isOpen(key: string): boolean {
    return this.open.has(key);
  }

  /** Completes the call; null when none is open under this key. */
  settle(key: string, outcome: Outcome): CallRecord | null {
    const found = this.open.get(key);
    if (!found) return null;
    this.open.delete(key);
    this.settled.add(key);
    for (const oldest of this.settled) {
      if (this.settled.size <= MOST_SETTLED) break;
      this.settled.delete(oldest);
    }
    const durationMs = durationOf(outcome.durationMs) ?? found.call.durationMs;
    return { ...found.call, result: outcome.result, sent: outcome.sent, error: outcome.error, durationMs };
  }

  /** The key of the first open call of this asker; null when there is none. */
  keyOf(asker: string): string | null {
    for (const [key, open] of this.open) if (open.asker === asker) return key;
    return null;
  }

  /** Closes every call that fits, without a result. */
  abandon(fits: (key: string) => boolean): CallRecord[] {
    const gone: CallRecord[] = [];
    for (const [key, { call }] of this.open) {
      if (!fits(key)) continue;
      this.open.delete(key);
      gone.push(call);
    }
    return gone;
  }

  pending(): CallRecord[] {
    return [...this.open.values()].map((open) => open.call);
  }

  state(): JsonValue {
    const state: State = { open: [...this.open], settled: [...this.settled] };
    return state as unknown as JsonValue;
  }
}
