import 'server-only';
import { headers } from 'next/headers';
import { type FoundLogs, sourcesFound } from '@/db/questions/sources-found';
import { storeOf, unlessMissing } from '../data';
import { type Heartbeat, readWorker } from '../worker';

/** Names by which only this machine reaches itself; a page elsewhere that points its own name here is not among them. */
const HERE = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/;

/**
 * Logs that the worker found on this machine; null unless a worker is there that can read them and the one who asks
 * sits at this machine. The worker itself offers nothing while the server listens to others.
 */
export async function foundHere(worker: Heartbeat | null, now: number): Promise<FoundLogs | null> {
  if (!readWorker(worker, now)?.alive) return null;
  return foundByWorker();
}

/** The same without asking whether the worker is alive: which ids a wish may name. */
export async function foundByWorker(): Promise<FoundLogs | null> {
  if (!HERE.test((await headers()).get('host') ?? '')) return null;
  const found = await unlessMissing(() => sourcesFound(storeOf('own')));
  return found && found.programs.length > 0 ? found : null;
}
