import { join } from 'node:path';
import { importCensus } from '@/cli/census-import';
import { censusWorklist } from '@/db/questions/census-worklist';
import { openStore, openWriter } from '@/db/sqlite/open';
import type { Store } from '@/db/store';
import { Pipeline } from '@/ingest/pipeline';
import { openSource, SOURCE_TIME, scratch } from '../engine';
import { TOOL, type World } from './caps-world';

/** Writes a world's log through the pipeline into a store of its own, in two batches, and asks. */
export async function inStore(world: World, ask: (store: Store) => Promise<void>): Promise<void> {
  const { folder, remove } = scratch();
  const path = join(folder, 'own.db');
  const writer = openWriter(path);
  const pipeline = new Pipeline(writer, () => SOURCE_TIME);
  const source = openSource(pipeline);
  const half = Math.ceil(world.records.length / 2);
  for (const [from, to] of [
    [0, half],
    [half, world.records.length],
  ] as const) {
    const progress = { position: to, size: to, state: null, status: 'reading' } as const;
    pipeline.write({ source: source.id, records: world.records.slice(from, to), progress, sourceTime: SOURCE_TIME });
  }
  while (pipeline.settleSome());
  writer.close();
  const store = openStore(path, 'own');
  try {
    await ask(store);
  } finally {
    store.close();
    remove();
  }
}

/** Imports the worklist with the true sizes filled in, as an operator would; how many queries are open after it. */
export async function countAll(store: Store, world: World): Promise<number> {
  const { queries } = await censusWorklist(store, [TOOL], null);
  const counts = queries.map(({ key, args }) => ({ key, matched: world.sizeOf(args) }));
  await importCensus(store, '-', JSON.stringify({ queries: counts }));
  return (await censusWorklist(store, [TOOL], null)).matched;
}
