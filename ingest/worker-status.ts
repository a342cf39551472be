import { existsSync } from 'node:fs';
import { z } from 'zod';
import { ratesSchema } from '@/db/currencies';
import { openWriter, StoreError, type Writer } from '@/db/sqlite/open';
import type { Declared } from '@/lib/contract';
import { accountsSchema } from './accounts/schema';
import { csvSchema } from './formats/csv-columns';

/** The last crash of the worker, for people. */
export const crash = z.object({ at: z.number(), reason: z.string() });
export type Crash = z.infer<typeof crash>;

/** What the supervisor hands to the worker at each start. */
export const orders = z.object({
  folder: z.string(),
  watch: z.array(z.string()),
  sample: z.boolean(),
  /** Ids of found logs to read and follow from now on (ingest/found-logs-table.ts). */
  found: z.array(z.string()),
  /** The dashboard is for this machine only, and may offer the logs that are found on it. */
  offer: z.boolean(),
  /** From the configuration, as it was checked when the program was started. */
  declared: z.custom<Declared>((value) => typeof value === 'object' && value !== null),
  accounts: accountsSchema.optional(),
  csv: csvSchema.optional(),
  bands: z.array(z.object({ segment: z.string(), from: z.number() })).optional(),
  currencies: ratesSchema.optional(),
  restarts: z.number(),
  lastCrash: crash.nullable(),
});
export type Orders = z.infer<typeof orders>;

/** The worker's state, kept under the meta key `worker`; screens read it. Times are epoch ms. */
export interface WorkerStatus {
  state: 'loading' | 'reading' | 'watching' | 'idle' | 'restarting' | 'stopped';
  /** 0 … 1 where an end is known. */
  progress: number | null;
  /** What it does, in words. */
  says: string | null;
  /** What went wrong, in words, while a person should know. */
  trouble: string | null;
  startedAt: number;
  restarts: number;
  lastCrash: Crash | null;
}

/** A crash is shown this long after the worker has come back. */
export const CRASH_SHOWN = 10 * 60_000;

/** What to tell people about the last crash; null when it is long ago. */
export function troubleOf(lastCrash: Crash | null, now: number): string | null {
  if (!lastCrash || now - lastCrash.at > CRASH_SHOWN) return null;
  return `The worker crashed and was started again: ${lastCrash.reason}`;
}

/** Writes the status into an open store. */
export function writeStatus(writer: Writer, status: WorkerStatus, now: number): void {
  writer.transaction(() => writer.meta.set('worker', JSON.stringify(status), now));
}

/** Writes the status into a store that nobody has open; a missing or busy store is left alone. */
export function leaveStatus(path: string, status: WorkerStatus, now: number): void {
  if (!existsSync(path)) return;
  try {
    const writer = openWriter(path);
    try {
      writeStatus(writer, status, now);
    } finally {
      writer.close();
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
  }
}
