import { sql } from 'drizzle-orm';
import type { Store } from '@/db/store';
import { TOOL } from './caps-world';

/** What the log shows of one call, as it is stored. */
export interface Shown {
  id: string;
  account: string;
  verdict: string;
  imposed: number;
  recovered: number;
  present: number | null;
  cap: number | null;
  kind: 'none' | 'exact' | 'at_least' | 'unknown';
  rows: number | null;
}

export interface Owner {
  id: string;
  revenue: number | null;
  currency: string | null;
  segment: string | null;
}

export interface Span {
  low: number;
  high: number;
}

/** What a plain count says of one candidate cap; `unseen.high` null: nothing bounds it. */
export interface Counted {
  capped: Span;
  recovered: Span;
  left: Span;
  unseen: { low: number; high: number | null };
  /** Rows that each call left may hide at least and at most, one entry a call. */
  hidden: [low: number, high: number][];
  accounts: Span;
  unnamed: Span;
  /** Ids of the accounts hit for sure, and of those that may be. */
  surely: Set<string>;
  maybe: Set<string>;
}

export async function shown(store: Store): Promise<Shown[]> {
  return store.all<Shown>(sql`SELECT id, account, verdict, imposed, recovered, present, limit_value AS cap,
    unseen_kind AS kind, unseen_rows AS "rows" FROM calls WHERE tool = ${TOOL}`);
}

export async function owners(store: Store): Promise<Owner[]> {
  return store.all<Owner>(sql`SELECT id, revenue, currency, segment FROM accounts`);
}

export const isCapped = (call: Shown): boolean => ['flagged', 'silent', 'stale'].includes(call.verdict);
const isExact = (call: Shown): boolean => call.kind === 'none' || call.kind === 'exact';

/** Rows that matched from this page on, as far as they are known: all of them where exact, else the fewest. */
function leastSet(call: Shown): number {
  const beyond = call.rows ?? (call.kind === 'unknown' && call.verdict === 'flagged' ? 1 : 0);
  return (call.present ?? 0) + beyond;
}

type Fate = { capped: 'no' } | { capped: 'yes' | 'maybe'; low: number; high: number };
const NO: Fate = { capped: 'no' };

/** What becomes of one call under a cap. */
function fate(call: Shown, cap: number, today: number): Fate {
  if (call.verdict === 'complete') {
    const over = (call.present ?? 0) - cap;
    return cap < today && over > 0 ? { capped: 'yes', low: over, high: over } : NO;
  }
  if (!isCapped(call)) return NO;
  if (call.imposed === 0 && (cap >= today || cap >= (call.cap ?? 0))) return NO;
  if (cap === today) {
    const low = call.rows ?? 0;
    return { capped: 'yes', low, high: isExact(call) ? low : Number.POSITIVE_INFINITY };
  }
  const over = leastSet(call) - cap;
  if (isExact(call)) return over > 0 ? { capped: 'yes', low: over, high: over } : NO;
  return { capped: over > 0 ? 'yes' : 'maybe', low: Math.max(1, over), high: Number.POSITIVE_INFINITY };
}

/** Plain loops over the calls. */
export function countAt(calls: readonly Shown[], cap: number, today: number): Counted {
  const span = (): Span => ({ low: 0, high: 0 });
  const counted = {
    capped: span(),
    recovered: span(),
    left: span(),
    unseen: { low: 0, high: 0 as number | null },
    hidden: [] as [number, number][],
    unnamed: span(),
  };
  const surely = new Set<string>();
  const maybe = new Set<string>();
  for (const call of calls) {
    const one = fate(call, cap, today);
    if (one.capped === 'no') continue;
    const sure = one.capped === 'yes' ? 1 : 0;
    const add = (to: Span): void => {
      to.low += sure;
      to.high += 1;
    };
    add(counted.capped);
    if (call.recovered === 1) {
      add(counted.recovered);
      continue;
    }
    add(counted.left);
    counted.unseen.low += sure * one.low;
    counted.unseen.high =
      counted.unseen.high === null || !Number.isFinite(one.high) ? null : counted.unseen.high + one.high;
    counted.hidden.push([one.low, one.high]);
    if (call.account === '') add(counted.unnamed);
    else {
      maybe.add(call.account);
      if (sure === 1) surely.add(call.account);
    }
  }
  return { ...counted, surely, maybe, accounts: { low: surely.size, high: maybe.size } };
}

/** The middle of some numbers, the mean of the two middle ones; null of none. */
export function middle(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const upper = sorted[Math.floor(values.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(values.length / 2) - 1] ?? 0;
  return lower === upper ? upper : (lower + upper) / 2;
}
