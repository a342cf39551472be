import { openWriter, type Writer } from '@/db/sqlite/open';
import type { JsonValue } from '@/lib/json/types';
import { BatchQueue } from './batch-queue';
import { native } from './formats/native';
import { Pipeline } from './pipeline';
import { piecesBeside } from './sample-pieces';
import { UnitReader } from './sources/units';

const MONTH = { from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 3, 1) };
const COMMIT_BYTES = 4 * 1024 * 1024;
const FINGERPRINT = 'sample-2026-03';

export interface SampleEvents {
  /** Share of the month that is stored, 0 … 1, calls so far, and the writer that stores them. */
  onProgress?: (share: number, calls: number, writer: Writer) => void;
  stop?: () => boolean;
  /** Lets other work go first while the month is judged. */
  makeWay?: () => Promise<void>;
}

/**
 * Loads the sample month into its own store file, from where an earlier load stopped. True when it is all there.
 * Throws a StoreError when another process writes that file.
 */
export async function loadSample(path: string, { onProgress, stop, makeWay }: SampleEvents = {}): Promise<boolean> {
  const writer = openWriter(path);
  try {
    const pipeline = new Pipeline(writer);
    const source = pipeline.open({
      kind: 'sample',
      path: 'sample month',
      fingerprint: FINGERPRINT,
      format: native.id,
      size: 0,
    });
    if (source.status === 'done') return await pipeline.settle(stop, makeWay);
    const detected = { format: native, unit: 'line' as const };
    const context = { fingerprint: FINGERPRINT, path: 'sample month' };
    const reader = new UnitReader(detected, context, { position: source.position, state: null });
    let calls = 0;
    let latest = MONTH.from;
    const queue = new BatchQueue(pipeline, (tally, { records, progress }) => {
      calls += tally.calls;
      for (const record of records)
        if (record.type === 'call' && record.ts !== null) latest = Math.max(latest, record.ts);
      const share = (latest - MONTH.from) / (MONTH.to - MONTH.from);
      onProgress?.(progress.status === 'done' ? 1 : Math.min(1, share), calls, writer);
    });
    const store = (status: 'reading' | 'done') => {
      const { records, skipped, quarantined, position } = reader.take();
      const progress = { position, size: position, state: null as JsonValue, status, trouble: null, format: native.id };
      return queue.add({ source: source.id, records, skipped, quarantined, sourceTime: MONTH.from, progress });
    };
    let held = 0;
    for await (const piece of piecesBeside(source.position)) {
      reader.push(Buffer.from(piece.buffer));
      held += piece.length;
      if (held < COMMIT_BYTES) continue;
      held = 0;
      await store('reading');
      await new Promise((next) => setImmediate(next));
      if (!stop?.()) continue;
      await queue.flush();
      return false;
    }
    await store('done');
    await queue.flush();
    if (!(await pipeline.settle(stop, makeWay))) return false;
    writer.analyze();
    return true;
  } finally {
    writer.close();
  }
}
