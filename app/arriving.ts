import { z } from 'zod';
import type { Arriving } from '@/components/frame/types';

const status = z.object({
  state: z.string().optional(),
  progress: z.number().min(0).max(1).nullish(),
  says: z.string().nullish(),
  trouble: z.string().nullish(),
});

const HEARTBEAT = 20_000;

/** Whether data is still arriving, from what the worker last wrote. A worker that fell silent is not arriving. */
export function arrivingOf(worker: { value: string; at: number } | null, watched: boolean, now: number): Arriving {
  const nothing: Arriving = { now: false, watched, progress: null, says: null, trouble: false };
  if (!worker) return nothing;
  let raw: unknown;
  try {
    raw = JSON.parse(worker.value);
  } catch {
    return nothing;
  }
  const parsed = status.safeParse(raw);
  if (!parsed.success) return nothing;
  const { state, progress, says, trouble } = parsed.data;
  const alive = now - worker.at < HEARTBEAT;
  return {
    now: alive && (state === 'loading' || state === 'reading'),
    watched,
    progress: progress ?? null,
    says: trouble ?? says ?? null,
    trouble: trouble != null,
  };
}
