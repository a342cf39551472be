import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Writer } from '@/db/sqlite/open';
import type { SourceStatus, Tally } from '@/db/sqlite/writer/sources';
import type { JsonValue } from '@/lib/json/types';
import { namedByPath } from '../accounts/naming';
import { BatchQueue } from '../batch-queue';
import { type Detected, formatById } from '../formats';
import type { Pipeline } from '../pipeline';
import { type Content, openContent } from './content';
import { lookAt } from './head';
import { tailHash } from './identity';
import { begin, type FileState, type Resume, resume } from './resume';
import { isRacy, stampOf } from './stamp';
import { Trail } from './trail';
import { DOCUMENT_LIMIT, UnitReader } from './units';
import { Unreadable } from './wrapping/types';

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

const COMMIT_BYTES = 4 * 1024 * 1024;
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
  // Asked before anything is read: what changes meanwhile makes it another file the next time.
  const stats = await stat(path);
  let content: Content;
  try {
    content = await openContent(path);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const mayGrow = error.cut && !options.final && !options.settle;
    return mayGrow ? { kind: 'waiting' } : { kind: 'unknown', reason: error.reason };
  }
  try {
    return await new FileRead(resolve(path), stats, content, writer, pipeline, options).run();
  } finally {
    await content.close();
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
  /** Of a file that is read to its end and has rested. */
  private readonly stamp: string | null = null;
  private readonly trail = new Trail();
  private readonly queue: BatchQueue;

  constructor(
    private readonly path: string,
    private readonly stats: Stats,
    private readonly content: Content,
    private readonly writer: Writer,
    private readonly pipeline: Pipeline,
    private readonly options: FileOptions,
  ) {
    this.queue = new BatchQueue(pipeline, (tally, { progress, quarantined }) => {
      for (const key of ['calls', 'answers', 'accounts', 'census', 'duplicates'] as const)
        this.total[key] += tally[key];
      this.total.quarantined += quarantined?.length ?? 0;
      this.options.onProgress?.(content.taken ?? progress.position, stats.size);
    });
    if ((options.final || options.settle) && !isRacy(stats, Date.now())) this.stamp = stampOf(stats);
  }

  async run(): Promise<FileOutcome> {
    const { content } = this;
    if (content.head.length === 0) return { kind: 'waiting' };
    const present = { path: this.path, content };
    const before = await resume(this.writer, present);
    const known = before?.state ? formatById(before.state.format) : null;
    const look =
      before?.state && known
        ? { detected: { format: known, unit: before.state.unit } }
        : lookAt(content.head, content.isWhole);
    if ('reason' in look) return this.unknown(look.reason);
    const at = before ?? begin(this.writer, present, look.detected.unit, this.options.final);
    if (at === null) return { kind: 'waiting' };
    if (look.detected.unit === 'document') return this.document(at, look.detected);
    return this.lines(at, look.detected);
  }

  /** What is damaged before anything in it could be recognised is unknown for that reason. */
  private unknown(reason: string): FileOutcome {
    const { damage } = this.content;
    if (damage?.cut && !this.options.final && !this.options.settle) return { kind: 'waiting' };
    return { kind: 'unknown', reason: damage?.reason ?? reason };
  }

  private async lines(at: Resume, detected: Detected): Promise<FileOutcome> {
    const { content } = this;
    const status: SourceStatus = this.options.final ? 'done' : 'following';
    const same = at.known?.status === status && at.state?.path === this.path;
    const isRead = content.seal === null ? at.position === content.size : at.state?.seal === content.seal;
    if (same && isRead && !this.options.settle) return { kind: 'unchanged' };
    const from = { position: at.position, state: at.state?.units ?? null };
    await this.trail.begin(content, at.position);
    const reader = new UnitReader(detected, this.context(at), from, content.lineLimit);
    const source = this.open(at, detected);
    let uncommitted = 0;
    for await (const { bytes, position } of content.from(at.position)) {
      if (uncommitted >= COMMIT_BYTES || reader.waiting >= COMMIT_RECORDS) {
        uncommitted = 0;
        await this.commit(source, reader, at, detected, 'reading');
        if (this.options.stop?.()) {
          await this.queue.flush();
          return this.outcome(source, detected, reader.position - at.position);
        }
      }
      if (position === undefined) this.trail.push(reader, bytes);
      else reader.row(bytes, position);
      uncommitted += bytes.length;
    }
    const isDamageNew = this.end(reader, at);
    if (this.options.final || this.options.settle) reader.settle();
    const unchanged = same && reader.position === at.position && reader.waiting === 0 && !isDamageNew;
    if (unchanged && (this.stamp === null || this.stamp === at.state?.stamp)) return { kind: 'unchanged' };
    await this.commit(source, reader, at, detected, status);
    await this.queue.flush();
    if (unchanged) return { kind: 'unchanged' };
    return this.outcome(source, detected, reader.position - at.position);
  }

  /** The end of what is there: of the source, or of what can be read of it. True when damage was set aside just now. */
  private end(reader: UnitReader, at: Resume): boolean {
    const damage = this.damage();
    if (damage === null && this.options.final) this.trail.finish(reader);
    if (damage === null || damage === at.state?.damage) return false;
    reader.damaged(this.content.damage?.reason ?? damage);
    return true;
  }

  /** Names the damage, so that it is told once; null while there is none, or while the missing end may still come. */
  private damage(): string | null {
    const { damage, seal } = this.content;
    const mayGrow = damage?.cut && !this.options.final && !this.options.settle;
    return damage && !mayGrow ? `${damage.reason} ${seal}` : null;
  }

  private async document(at: Resume, detected: Detected): Promise<FileOutcome> {
    const status: SourceStatus = this.options.final ? 'done' : 'following';
    if (at.known && at.state && at.position > 0) return this.sameDocument(at, detected, status);
    const bytes = await this.content.whole();
    if (bytes === null)
      return {
        kind: 'unknown',
        reason: `a document of more than ${DOCUMENT_LIMIT / 1024 / 1024} MiB cannot be read whole`,
      };
    const { damage } = this.content;
    const reader = new UnitReader(detected, this.context(at), { position: 0, state: null });
    if (damage) reader.damagedDocument(bytes, damage.reason);
    else reader.document(bytes);
    const stretch = reader.take();
    // A document that is being written is broken until it is finished: then it is read, and until then it waits.
    if (!this.options.final && stretch.records.length === 0 && stretch.quarantined.length > 0)
      return { kind: 'waiting' };
    reader.settle();
    stretch.records.push(...reader.take().records);
    const source = this.open(at, detected);
    const state = this.state(at, detected, tailHash(bytes), null);
    await this.write(source, stretch, state, detected, status);
    await this.queue.flush();
    return this.outcome(source, detected, bytes.length);
  }

  /** Its text is known; its name, or that it had vanished and is back, may be new. */
  private async sameDocument(at: Resume, detected: Detected, status: SourceStatus): Promise<FileOutcome> {
    const { state, known, position } = at;
    const same = known?.status === status && state?.path === this.path;
    if (!state || (same && (this.stamp === null || this.stamp === state.stamp))) return { kind: 'unchanged' };
    const source = this.open(at, detected);
    const nothing = { records: [], skipped: new Map(), quarantined: [], position };
    await this.write(source, nothing, this.state(at, detected, state.tail, null), detected, status);
    await this.queue.flush();
    return same ? { kind: 'unchanged' } : this.outcome(source, detected, 0);
  }

  private context(at: Resume) {
    return { fingerprint: at.print, path: this.path };
  }

  private open({ fingerprint, known, state }: Resume, { format }: Detected): number {
    if (known && state?.path === this.path) return known.id;
    return this.pipeline.open({ kind: 'file', path: this.path, fingerprint, format: format.id, size: this.stats.size })
      .id;
  }

  private async commit(source: number, reader: UnitReader, at: Resume, detected: Detected, status: SourceStatus) {
    const { content, trail } = this;
    const tail = tailHash(
      content.seal === null ? ((await content.before(reader.position)) ?? Buffer.alloc(0)) : trail.tail,
    );
    await this.write(source, reader.take(), this.state(at, detected, tail, reader.state()), detected, status);
  }

  private state(at: Resume, { format, unit }: Detected, tail: string, units: JsonValue): FileState {
    const { path, stamp, content } = this;
    const { print, restarts } = at;
    const damage = this.damage();
    return { path, print, format: format.id, unit, tail, restarts, stamp, seal: content.seal, damage, units };
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
      size: this.sizeAt(position, status),
      state: state as unknown as JsonValue,
      status,
      trouble: null,
      format: detected.format.id,
    };
    return this.queue.add({
      source,
      records: namedByPath(records, this.path),
      skipped,
      quarantined,
      sourceTime: this.stats.mtimeMs,
      progress,
    });
  }

  /** What a packed file holds is guessed from what it has held so far, until its end is reached. */
  private sizeAt(position: number, status: SourceStatus): number {
    const { size, taken } = this.content;
    if (size !== null) return size;
    return status === 'reading' && taken
      ? Math.max(position, Math.round((position * this.stats.size) / taken))
      : position;
  }

  private outcome(source: number, { format }: Detected, bytes: number): FileOutcome {
    return { kind: 'read', source, format: format.id, bytes, ...this.total };
  }
}
