import 'server-only';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { dataFolder, wishFolder } from '@/db/paths';
import { StoreError } from '@/db/store-error';

export { removeSample as dropSample, storeOf } from '@/db/stores';

/** What a question gives, or null where its store is not there (yet). Other troubles go to the error page. */
export async function unlessMissing<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof StoreError && error.trouble === 'missing') return null;
    throw error;
  }
}

/** Leaves word for the worker, which looks for this file, to load the sample month. */
export function askForSample(): void {
  mkdirSync(dataFolder(), { recursive: true });
  writeFileSync(join(dataFolder(), 'load-sample'), '');
}

/** The worker looks for wishes twice a second. Milliseconds. */
const HEARD_WITHIN = 3_000;

/**
 * Leaves word for the worker to follow logs that it found, or to stop; `ids` come from its own list. Resolves when it
 * has taken the word, or has not within a few seconds: it then does so later.
 */
export async function wishFound(verb: 'follow' | 'stop', ids: readonly string[]): Promise<void> {
  mkdirSync(wishFolder(), { recursive: true });
  const wishes = ids.map((id) => join(wishFolder(), `${verb}-${id}`));
  for (const wish of wishes) writeFileSync(wish, '');
  const until = Date.now() + HEARD_WITHIN;
  while (wishes.some((wish) => existsSync(wish)) && Date.now() < until) await setTimeout(50);
  if (wishes.length > 0) await setTimeout(100);
}
