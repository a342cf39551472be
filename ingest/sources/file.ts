import { type FileHandle, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Writer } from '@/db/sqlite/open';
import type { SourceStatus, Tally } from '@/db/sqlite/writer/sources';
import type { JsonValue } from '@/lib/json/types';
import { BatchQueue } from '../batch-queue';
import { type Detected, formatById } from '../formats';
import type { Pipeline } from '../pipeline';
import { HEAD_BYTES, lookAt } from './head';
import { tailHash } from './identity';
import { begin, bytesBefore, type FileState, type Resume, readAt, resume } from './resume';
import { DOCUMENT_LIMIT, UnitReader } from './units';

/** What became of a look at a file. */
export type FileOutcome =
  | ({ kind: 'read'; source: number; format: string; bytes: number; quarantined: number } & Tally)
  /** Nothing new since the last time. */
  | { kind: 'unchanged' }
  /** Nothing whole is there yet; look again when it has grown. */
  | { kind: 'waiting' }
  /** No format recognises it, or it is no text. */
  | { kind: 'unknown'; reason: string };

export interface FileOptions {
  /** The file will not grow: its last line counts although nothing ends it, and open calls are told as they are. */
  final: boolean;
  /** Tell open calls although the file may grow: it has been quiet for a while. */
  settle?: boolean;
  /** Bytes that have been read of this file so far, and its size. */
  onProgress?: (position: number, size: number) => void;
  /** Stop after the next commit; the rest is read another time. */
  stop?: () => boolean;
}

const CHUNK_BYTES = 1024 * 1024;
const COMMIT_BYTES = 4 * CHUNK_BYTES;
const COMMIT_RECORDS = 4_000;

/**
 * Reads what is new in a file and stores it, each batch with the position in one transaction: killed at any instant,
 * nothing is lost and nothing counted twice. Throws what the file system or the store throws.
 */
export async function readFile(
  path: string,
  writer: Writer,
  pipeline: Pipeline,
  options: FileOptions,
): Promise<FileOutcome> {
  const handle = await open(path, 'r');
  try {
    return await new FileRead(resolve(path), handle, writer, pipeline, options).run();
  } finally {
    await handle.close();
  }
}

class FileRead {
  private readonly total: Tally & { quarantined: number } = {
    calls: 0,
    answers: 0,
    accounts: 0,
    census: 0,
    duplicates: 0,
    quarantined: 0,
  };
  private size = 0;
  private modified = 0;
  private readonly queue: BatchQueue;

  constructor(
    private readonly path: string,
    private readonly handle: FileHandle,
    private readonly writer: Writer,
    private readonly pipeline: Pipeline,
    private readonly options: FileOptions,
  ) {
    this.queue = new BatchQueue(pipeline, (tally, { progress, quarantined }) => {
      for (const key of ['calls', 'answers', 'accounts', 'census', 'duplicates'] as const)
        this.total[key] += tally[key];
      this.total.quarantined += quarantined?.length ?? 0;
      this.options.onProgress?.(progress.position, this.size);
    });
  }

  async run(): Promise<FileOutcome> {
    const { size, mtimeMs } = await this.handle.stat();
    this.size = size;
    this.modified = mtimeMs;
    const head = await readAt(this.handle, 0, Math.min(HEAD_BYTES, size));
    if (head.length === 0) return { kind: 'waiting' };
    const present = this.present(head);
    const before = await resume(this.writer, present);
    const known = before?.state ? formatById(before.state.format) : null;
    const look =
      before?.state && known
        ? { detected: { format: known, unit: before.state.unit } }
        : lookAt(head, head.length === size);
    if ('reason' in look) return { kind: 'unknown', reason: look.reason };
    const at = before ?? begin(this.writer, present, look.detected.unit, this.options.final);
    if (at === null) return { kind: 'waiting' };
    if (look.detected.unit === 'document') return this.document(at, look.detected);
    return this.lines(at, look.detected);
  }

  private present(head: Buffer) {
    return {
      path: this.path,
      head,
      size: this.size,
      before: (position: number) => bytesBefore(this.handle, position),
      whole: () => readAt(this.handle, 0, Math.min(this.size, DOCUMENT_LIMIT)),
    };
  }

  private async lines(at: Resume, detected: Detected): Promise<FileOutcome> {
    const status: SourceStatus = this.options.final ? 'done' : 'following';
    const same = at.known?.status === status && at.state?.path === this.path;
    if (same && at.position === this.size && !this.options.settle) return { kind: 'unchanged' };
    const reader = new UnitReader(detected, this.context(at), {
      position: at.position,
      state: at.state?.units ?? null,
    });
    const source = this.open(at, detected);
    let next = at.position;
    let committed = at.position;
    while (next < this.size) {
      const chunk = await readAt(this.handle, next, Math.min(CHUNK_BYTES, this.size - next));
      if (chunk.length === 0) break;
      next += chunk.length;
      reader.push(chunk);
      if (next >= this.size) break;
      if (next - committed < COMMIT_BYTES && reader.waiting < COMMIT_RECORDS) continue;
      committed = next;
      await this.commit(source, reader, at, detected, 'reading');
      if (!this.options.stop?.()) continue;
      await this.queue.flush();
      return this.outcome(source, detected, reader.position - at.position);
    }
    if (this.options.final) reader.finish();
    if (this.options.final || this.options.settle) reader.settle();
    if (same && reader.position === at.position && reader.waiting === 0) return { kind: 'unchanged' };
    await this.commit(source, reader, at, detected, status);
    await this.queue.flush();
    return this.outcome(source, detected, reader.position - at.position);
  }

  private async document(at: Resume, detected: Detected): Promise<FileOutcome> {
    if (at.known && at.state && at.position > 0) return { kind: 'unchanged' };
    if (this.size > DOCUMENT_LIMIT)
      return {
        kind: 'unknown',
        reason: `a document of more than ${DOCUMENT_LIMIT / 1024 / 1024} MiB cannot be read whole`,
      };
    const bytes = await readAt(this.handle, 0, this.size);
    const reader = new UnitReader(detected, this.context(at), { position: 0, state: null });
    reader.document(bytes);
    const stretch = reader.take();
    // A document that is being written is broken until it is finished: then it is read, and until then it waits.
    if (!this.options.final && stretch.records.length === 0 && stretch.quarantined.length > 0)
      return { kind: 'waiting' };
    reader.settle();
    stretch.records.push(...reader.take().records);
    const source = this.open(at, detected);
    const state = this.state(at, detected, tailHash(bytes), null);
    await this.write(source, stretch, state, detected, this.options.final ? 'done' : 'following');
    await this.queue.flush();
    return this.outcome(source, detected, bytes.length);
  }

  private context(at: Resume) {
    return { fingerprint: at.print, path: this.path };
  }

  private open({ fingerprint, known, state }: Resume, { format }: Detected): number {
    if (known && state?.path === this.path) return known.id;
    return this.pipeline.open({ kind: 'file', path: this.path, fingerprint, format: format.id, size: this.size }).id;
  }

  private async commit(source: number, reader: UnitReader, at: Resume, detected: Detected, status: SourceStatus) {
    const tail = tailHash(await bytesBefore(this.handle, reader.position));
    await this.write(source, reader.take(), this.state(at, detected, tail, reader.state()), detected, status);
  }

  private state(at: Resume, { format, unit }: Detected, tail: string, units: JsonValue): FileState {
    return { path: this.path, print: at.print, format: format.id, unit, tail, restarts: at.restarts, units };
  }

  private write(
    source: number,
    { records, skipped, quarantined, position }: ReturnType<UnitReader['take']>,
    state: FileState,
    detected: Detected,
    status: SourceStatus,
  ): Promise<void> {
    const progress = {
      position,
      size: this.size,
      state: state as unknown as JsonValue,
      status,
      trouble: null,
      format: detected.format.id,
    };
    return this.queue.add({ source, records, skipped, quarantined, sourceTime: this.modified, progress });
  }

  private outcome(source: number, { format }: Detected, bytes: number): FileOutcome {
    return { kind: 'read', source, format: format.id, bytes, ...this.total };
  }
}
