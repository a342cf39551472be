import { existsSync, rmSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { dataFolder, storePath } from './paths';
import { lockPath, removeLock, takeLock } from './sqlite/lock';
import { openStore } from './sqlite/open';
import type { Dataset, Store } from './store';
import { StoreError } from './store-error';

const DATASETS: readonly Dataset[] = ['own', 'sample'];

/** One of the store files in the data folder. */
export interface DatasetState {
  dataset: Dataset;
  path: string;
  exists: boolean;
  hasCalls: boolean;
  /** Why it cannot be read although it exists; null when it can. */
  trouble: string | null;
}

const open = new Map<string, Store & { close(): void }>();

/** The read-only store of a dataset, opened once per process. Its questions throw StoreError 'missing' without a file. */
export function storeOf(dataset: Dataset, folder: string = dataFolder()): Store {
  const path = storePath(dataset, folder);
  const known = open.get(path);
  if (known !== undefined) return known;
  const store = openStore(path, dataset);
  open.set(path, store);
  return store;
}

/** What datasets there are; never throws for a file that cannot be read, but says why. */
export async function datasets(folder: string = dataFolder()): Promise<DatasetState[]> {
  return Promise.all(
    DATASETS.map(async (dataset) => {
      const path = storePath(dataset, folder);
      const state: DatasetState = { dataset, path, exists: existsSync(path), hasCalls: false, trouble: null };
      if (!state.exists) return state;
      try {
        const row = await storeOf(dataset, folder).get<{ data: number }>(
          sql`SELECT EXISTS (SELECT 1 FROM calls) AS data`,
        );
        return { ...state, hasCalls: row?.data === 1 };
      } catch (error) {
        if (error instanceof StoreError && error.trouble === 'missing') return state;
        return { ...state, trouble: error instanceof Error ? error.message : String(error) };
      }
    }),
  );
}

/**
 * The store to show: the one that was asked for, else the user's own when it has calls, else the sample; null when
 * there is nothing to show. Throws a StoreError when the file that it should show cannot be read.
 */
export async function pickStore(asked: Dataset | null = null, folder: string = dataFolder()): Promise<Store | null> {
  const states = (await datasets(folder)).filter((state) => asked === null || state.dataset === asked);
  for (const state of states) {
    if (state.trouble !== null) throw new StoreError('unusable', state.trouble);
    if (asked === null ? state.hasCalls : state.exists) return storeOf(state.dataset, folder);
  }
  return null;
}

/** Deletes the sample month's file. Throws StoreError 'locked' while a worker still loads it. */
export function removeSample(folder: string = dataFolder()): void {
  const path = storePath('sample', folder);
  open.get(path)?.close();
  open.delete(path);
  if (!existsSync(path)) return;
  takeLock(path).release();
  for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
  if (existsSync(lockPath(path))) removeLock(path);
}
