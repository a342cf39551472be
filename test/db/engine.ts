import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, openWriter } from '@/db/sqlite/open';
import type { Store } from '@/db/store';
import { adopt, type OfRevenue } from '@/ingest/declared';
import { type OpenSource, Pipeline, type Tally } from '@/ingest/pipeline';
import type { JsonValue } from '@/lib/json/types';
import type { LogRecord } from '@/lib/records';

/** A store under test with a way to write to it, whatever its engine. */
export interface Engine {
  store: Store;
  pipeline: Pipeline;
  /** Writes one batch of the engine's one source, each record one byte of progress, and settles what it changed. */
  write(records: readonly LogRecord[], state?: JsonValue): Tally;
  /** What a configuration says of revenue. */
  configure(revenue: OfRevenue): void;
  /** The worker's sign of life at a time. */
  beat(at: number): void;
  close(): void;
}

export type EngineFactory = () => Engine;

/** Time that records without one get. */
export const SOURCE_TIME = Date.UTC(2026, 2, 31, 12);
const NOW = Date.UTC(2026, 3, 1);

/** A folder that is removed after the test. */
export function scratch(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'capwatch-test-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function sqliteEngine(): Engine {
  const { folder, remove } = scratch();
  const path = join(folder, 'own.db');
  const writer = openWriter(path);
  const store = openStore(path, 'own');
  const pipeline = new Pipeline(writer, () => NOW);
  const source = openSource(pipeline);
  let position = 0;
  return {
    store,
    pipeline,
    write(records, state = null) {
      position += records.length;
      const progress = { position, size: position, state, status: 'reading' } as const;
      const tally = pipeline.write({ source: source.id, records, progress, sourceTime: SOURCE_TIME });
      while (pipeline.settleSome());
      return tally;
    },
    configure(revenue) {
      adopt(writer, revenue, NOW);
    },
    beat(at) {
      writer.meta.set('arriving', '1', at);
    },
    close() {
      store.close();
      writer.close();
      remove();
    },
  };
}

export function openSource(pipeline: Pipeline, fingerprint = 'f-1'): OpenSource {
  return pipeline.open({ kind: 'file', path: 'log.ndjson', fingerprint, format: 'native', size: 0 });
}
