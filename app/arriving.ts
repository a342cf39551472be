import type { Arriving } from '@/components/frame/types';
import { type Heartbeat, readWorker } from './worker';

/** Whether data is still arriving, from what the worker last wrote. A worker that fell silent is not arriving. */
export function arrivingOf(heartbeat: Heartbeat | null, watched: boolean, now: number): Arriving {
  const worker = readWorker(heartbeat, now);
  if (worker === null) return { now: false, watched, progress: null, says: null, trouble: false };
  const { state, progress, says, trouble, alive } = worker;
  return {
    now: alive && (state === 'loading' || state === 'reading'),
    watched,
    progress: progress ?? null,
    says: trouble ?? says ?? null,
    trouble: trouble != null,
  };
}
