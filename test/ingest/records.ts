import type { AccountRecord, CallRecord, CensusRecord } from '@/lib/records';

export const T0 = Date.UTC(2026, 2, 13, 9, 30);

/** A call that returned `rows` invoices and declared nothing. */
export function call(id: string, over: Partial<CallRecord> = {}): CallRecord {
  return {
    type: 'call',
    id,
    ts: T0,
    session: 's-1',
    account: 'acct-1',
    tool: 'search_invoices',
    args: '{"q":"overdue"}',
    result: invoices(25),
    sent: null,
    error: false,
    agent: null,
    model: null,
    environment: null,
    version: null,
    durationMs: null,
    ...over,
  };
}

export function invoices(rows: number, contract: object = {}): string {
  return JSON.stringify({ ...contract, invoices: Array.from({ length: rows }, (_, i) => ({ id: `inv-${i}` })) });
}

export function census(matched: number, over: Partial<CensusRecord> = {}): CensusRecord {
  return { type: 'census', tool: 'search_invoices', account: null, args: '{"q":"overdue"}', matched, ts: T0, ...over };
}

export function account(id: string, over: Partial<AccountRecord> = {}): AccountRecord {
  return { type: 'account', id, name: null, revenue: null, currency: null, segment: null, ...over };
}
