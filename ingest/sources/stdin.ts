import type { Tally } from '@/db/sqlite/writer/sources';
import type { JsonValue } from '@/lib/json/types';
import { BatchQueue } from '../batch-queue';
import type { Pipeline } from '../pipeline';
import { type Content, openContent } from './content';
import { type Look, lookAt } from './head';
import { freshFingerprint } from './identity';
import { LINE_LIMIT } from './lines';
import { StreamContent } from './stream-content';
import { DOCUMENT_LIMIT, type Stretch, UnitReader } from './units';
import { unwrap } from './wrapping';
import { Bytes } from './wrapping/bytes';
import { Unreadable } from './wrapping/types';

const COMMIT_RECORDS = 4_000;
const COMMIT_BYTES = 4 * 1024 * 1024;

type Read = Stretch & { format: string; fingerprint: string; state: JsonValue };

/**
 * Reads a log to its end, once: what a format makes of it comes in stretches. Used for stdin (a stream), and for files of
 * which nothing is stored (a path). `label` tells sources with the same beginning apart.
 */
export async function* stretchesOf(
  from: AsyncIterable<Buffer> | string,
  label = 'stdin',
): AsyncGenerator<Read, { reason: string } | undefined> {
  let content: Content;
  try {
    content = typeof from === 'string' ? await openContent(from) : await contentOf(from);
  } catch (error) {
    if (error instanceof Unreadable) return { reason: error.reason };
    throw error;
  }
  try {
    return yield* stretches(content, label);
  } finally {
    await content.close();
  }
}

async function contentOf(stream: AsyncIterable<Buffer>): Promise<Content> {
  const source = await unwrap(Bytes.ofStream(stream));
  return StreamContent.of(source, 'stream', source.holder ? DOCUMENT_LIMIT : LINE_LIMIT);
}

async function* stretches(content: Content, label: string): AsyncGenerator<Read, { reason: string } | undefined> {
  const look: Look = lookAt(content.head, content.isWhole);
  if ('reason' in look) return { reason: content.damage?.reason ?? look.reason };
  const fingerprint = `${label}-${freshFingerprint(content.head, true)}`;
  const { format, unit } = look.detected;
  const context = { fingerprint, path: '-' };
  const reader = new UnitReader(look.detected, context, { position: 0, state: null }, content.lineLimit);
  const taken = () => ({ ...reader.take(), format: format.id, fingerprint, state: reader.state() });
  if (unit === 'document') {
    const bytes = await content.whole();
    if (bytes === null)
      return { reason: `a document of more than ${DOCUMENT_LIMIT / 1024 / 1024} MiB cannot be read whole` };
    if (content.damage) reader.damagedDocument(bytes, content.damage.reason);
    else reader.document(bytes);
  } else {
    let given = 0;
    for await (const { bytes, position } of content.from(0)) {
      if (position === undefined) reader.push(bytes);
      else reader.row(bytes, position);
      given += bytes.length;
      if (reader.waiting < COMMIT_RECORDS && given < COMMIT_BYTES) continue;
      given = 0;
      yield taken();
    }
    if (content.damage) reader.damaged(content.damage.reason);
    else reader.finish();
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
