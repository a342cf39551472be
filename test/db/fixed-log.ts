import type { LogRecord } from '@/lib/records';
import { account, call, census, invoices } from '../ingest/records';

const T0 = Date.UTC(2026, 2, 13);

/** A log of `size` calls in which sessions span batches, results come late, ids repeat and census records follow. */
export function fixedLog(size: number): LogRecord[] {
  const log: LogRecord[] = Array.from({ length: 9 }, (_, i) =>
    account(`acct-${i}`, { revenue: i * 90_000, currency: 'USD' }),
  );
  for (let i = 0; i < size; i++) {
    const args = JSON.stringify({ q: i % 50, offset: (i % 3) * 25 });
    const record = call(`c-${i % (size - 10)}`, {
      ts: T0 + i * 61_000,
      session: `s-${i % 60}`,
      account: `acct-${i % 9}`,
      args,
      result: invoices(i % 26, i % 4 === 0 ? { matched: 40 } : {}),
      durationMs: i % 700,
      version: i % 2 === 0 ? 'v1' : 'v2',
    });
    log.push(i % 7 === 0 ? { ...record, result: null } : record);
    if (i % 7 === 3 && i > 3) log.push({ ...record, id: `late-${i}` });
    if (i % 5 === 0)
      log.push(census(90, { args, account: i % 10 === 0 ? null : `acct-${i % 9}`, ts: T0 + i * 61_000 }));
  }
  return log;
}
