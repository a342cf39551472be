import 'server-only';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from '@/db/paths';
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
