import { existsSync } from 'node:fs';
import { Option } from 'commander';
import { dataFolder, storePath } from '@/db/paths';
import type { Dataset, Store } from '@/db/store';
import { pickStore } from '@/db/stores';
import { CommandError, EXIT } from './errors';

/** `--data sample|own`, for every command that reads a store. */
export function dataOption(): Option {
  return new Option('--data <which>', 'the sample month or your own data').choices(['sample', 'own']);
}

/** The store that a command reads; a CommandError (exit 3) says what to do when there is none. */
export async function storeFor(asked: Dataset | undefined): Promise<Store> {
  const folder = dataFolder();
  const store = await pickStore(asked ?? null, folder);
  if (!store) throw new CommandError(nothing(asked, folder), EXIT.io);
  return store;
}

function nothing(asked: Dataset | undefined, folder: string): string {
  if (asked === 'sample') return 'the sample month is not loaded; load it with: capwatch ingest --sample';
  if (asked === 'own' && existsSync(storePath('sample', folder)))
    return 'there is no data of your own yet; read a log with: capwatch ingest PATH';
  return `there is no data in ${folder} yet; read a log with: capwatch ingest PATH, or load the sample with: capwatch ingest --sample`;
}
