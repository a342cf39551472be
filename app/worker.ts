import { z } from 'zod';

/** What the worker last wrote about itself, as JSON, and when (epoch ms). */
export interface Heartbeat {
  value: string;
  at: number;
}

const status = z.object({
  state: z.string(),
  progress: z.number().min(0).max(1).nullish(),
  says: z.string().nullish(),
  trouble: z.string().nullish(),
  startedAt: z.number().nullish(),
  restarts: z.number().nullish(),
  lastCrash: z.object({ at: z.number(), reason: z.string() }).nullish(),
});

export type WorkerStatus = z.infer<typeof status>;

/** A worker that has not written for this long is not there any more, whatever it wrote last. Milliseconds. */
const HEARTBEAT = 20_000;

/** The worker's status and whether it is alive; null where none has run, or where another version wrote something else. */
export function readWorker(heartbeat: Heartbeat | null, now: number): (WorkerStatus & { alive: boolean }) | null {
  if (heartbeat === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(heartbeat.value);
  } catch {
    return null;
  }
  const read = status.safeParse(value);
  if (!read.success) return null;
  return { ...read.data, alive: now - heartbeat.at < HEARTBEAT && read.data.state !== 'stopped' };
}

/** One worker serves both stores, and beats in the user's own: the later word counts, whichever store is shown. */
export function latest(a: Heartbeat | null | undefined, b: Heartbeat | null | undefined): Heartbeat | null {
  if (!a || !b) return a ?? b ?? null;
  return a.at >= b.at ? a : b;
}
