import type { Tally } from '@/db/sqlite/writer/sources';
import type { JsonValue } from '@/lib/json/types';
import { BatchQueue } from '../batch-queue';
import type { Pipeline } from '../pipeline';
import { HEAD_BYTES, type Look, lookAt } from './head';
import { freshFingerprint } from './identity';
import { DOCUMENT_LIMIT, type Stretch, UnitReader } from './units';

const COMMIT_RECORDS = 4_000;
const COMMIT_BYTES = 4 * 1024 * 1024;

/** Reads a stream to its end, once: what a format makes of it comes in stretches. Used for stdin, and where nothing is stored. `label` tells sources with the same beginning apart. */
export async function* stretchesOf(
  stream: AsyncIterable<Buffer>,
  label = 'stdin',
): AsyncGenerator<Stretch & { format: string; fingerprint: string; state: JsonValue }, { reason: string } | undefined> {
  const chunks = stream[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  let ended = false;
  while (!ended && head.length < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done) ended = true;
    else head = Buffer.concat([head, next.value]);
  }
  const look: Look = lookAt(head.subarray(0, HEAD_BYTES), ended);
  if ('reason' in look) return look;
  const fingerprint = `${label}-${freshFingerprint(head, true)}`;
  const { format, unit } = look.detected;
  const reader = new UnitReader(look.detected, { fingerprint, path: '-' }, { position: 0, state: null });
  const taken = () => ({ ...reader.take(), format: format.id, fingerprint, state: reader.state() });
  if (unit === 'document') {
    const parts: Buffer[] = [head];
    let size = head.length;
    for (let next = ended ? null : await chunks.next(); next && !next.done; next = await chunks.next()) {
      parts.push(next.value);
      size += next.value.length;
      if (size > DOCUMENT_LIMIT)
        return { reason: `a document of more than ${DOCUMENT_LIMIT / 1024 / 1024} MiB cannot be read whole` };
    }
    reader.document(Buffer.concat(parts));
  } else {
    let given = 0;
    reader.push(head);
    for (let next = ended ? null : await chunks.next(); next && !next.done; next = await chunks.next()) {
      reader.push(next.value);
      if (reader.waiting < COMMIT_RECORDS && reader.position - given < COMMIT_BYTES) continue;
      given = reader.position;
      yield taken();
    }
    reader.finish();
  }
  reader.settle();
  yield taken();
  return undefined;
}

/** Reads a stream into the store. The same stream again changes nothing: its records have the same ids. */
export async function readStream(
  stream: AsyncIterable<Buffer>,
  pipeline: Pipeline,
  onProgress?: (position: number) => void,
): Promise<(Tally & { format: string; bytes: number; quarantined: number }) | { reason: string }> {
  const total = { calls: 0, answers: 0, accounts: 0, census: 0, duplicates: 0, quarantined: 0, format: '', bytes: 0 };
  const queue = new BatchQueue(pipeline, (tally, { quarantined = [], progress }) => {
    for (const key of ['calls', 'answers', 'accounts', 'census', 'duplicates'] as const) total[key] += tally[key];
    total.quarantined += quarantined.length;
    Object.assign(total, { format: progress.format, bytes: progress.position });
    onProgress?.(progress.position);
  });
  const stretches = stretchesOf(stream);
  try {
    for (;;) {
      const next = await stretches.next();
      if (next.done && next.value) return next.value;
      if (next.done) break;
      const { records, skipped, quarantined, position, format, fingerprint, state } = next.value;
      const source = pipeline.open({ kind: 'stdin', path: '-', fingerprint, format, size: position }).id;
      const progress = { position, size: position, state, status: 'done' as const, trouble: null, format };
      await queue.add({ source, records, skipped, quarantined, sourceTime: Date.now(), progress });
    }
  } finally {
    // Also when the stream broke: it cannot be read again.
    await queue.flush();
  }
  return total;
}
