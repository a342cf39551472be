import { type FileHandle, open } from 'node:fs/promises';
import { fingerprintOf, IDENTITY_BYTES } from './identity';
import { LINE_LIMIT } from './lines';
import { StreamContent } from './stream-content';
import { DOCUMENT_LIMIT } from './units';
import { isWrapped, unwrap } from './wrapping';
import { Bytes, HEAD_BYTES, readAt } from './wrapping/bytes';
import { HermesState, hermesState } from './wrapping/hermes-state';
import type { Piece, Unreadable } from './wrapping/types';

/** What a file holds once everything around it is off. A position counts bytes of that, or is a message's id. */
export interface Content {
  /** The first bytes, at most `HEAD_BYTES`, and whether they are all. */
  readonly head: Buffer;
  readonly isWhole: boolean;
  /** The position behind everything; null where only reading to the end would tell. */
  readonly size: number | null;
  /** Tells whether a file of unknown size has changed; null where the size tells. */
  readonly seal: string | null;
  /** A longer line is skipped. */
  readonly lineLimit: number;
  /** Why it cannot be read further, once that has been found out. */
  readonly damage: Unreadable | null;
  /** Bytes of the file that have been read so far, where that is not the position. */
  readonly taken: number | null;
  /** The bytes that prove a position, up to `IDENTITY_BYTES` before it; null when there is no such position. */
  before(position: number): Promise<Buffer | null>;
  /** Everything, for documents; null when that is more than `DOCUMENT_LIMIT`. */
  whole(): Promise<Buffer | null>;
  from(position: number): AsyncGenerator<Piece, void, undefined>;
  close(): Promise<void>;
}

/** Opens what a file holds. Throws `Unreadable`, or what the file system throws. */
export async function openContent(path: string): Promise<Content> {
  const handle = await open(path, 'r');
  let seal: string;
  try {
    const { size } = await handle.stat();
    const head = await readAt(handle, 0, Math.min(HEAD_BYTES, size));
    if (!isWrapped(head)) return new PlainContent(handle, size, head);
    seal = fingerprintOf(await bytesBefore(handle, size), size);
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  const source = await unwrap(Bytes.ofFile(path));
  if (source.holder === hermesState && !source.isPacked) return new RowsContent(await HermesState.open(source.bytes));
  return StreamContent.of(source, seal, source.holder ? DOCUMENT_LIMIT : LINE_LIMIT);
}

const CHUNK_BYTES = 1024 * 1024;

/** A file with nothing around it. */
class PlainContent implements Content {
  readonly seal = null;
  readonly damage = null;
  readonly taken = null;
  readonly lineLimit = LINE_LIMIT;

  constructor(
    private readonly handle: FileHandle,
    readonly size: number,
    readonly head: Buffer,
  ) {}

  get isWhole(): boolean {
    return this.head.length === this.size;
  }

  async before(position: number): Promise<Buffer | null> {
    return position > this.size ? null : bytesBefore(this.handle, position);
  }

  async whole(): Promise<Buffer | null> {
    return this.size > DOCUMENT_LIMIT ? null : readAt(this.handle, 0, this.size);
  }

  async *from(position: number): AsyncGenerator<Piece, void, undefined> {
    for (let next = position; next < this.size; ) {
      const bytes = await readAt(this.handle, next, Math.min(CHUNK_BYTES, this.size - next));
      if (bytes.length === 0) return;
      next += bytes.length;
      yield { bytes };
    }
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

/** A database whose rows are lines; a position is the id of the last one before it. */
class RowsContent implements Content {
  readonly seal = null;
  readonly damage = null;
  readonly taken = null;
  readonly isWhole = false;
  readonly lineLimit = LINE_LIMIT;
  readonly head: Buffer;
  readonly size: number;

  constructor(private readonly state: HermesState) {
    this.head = state.head().subarray(0, HEAD_BYTES);
    this.size = state.last();
  }

  async before(position: number): Promise<Buffer | null> {
    return position === 0 ? Buffer.alloc(0) : this.state.at(position);
  }

  async whole(): Promise<Buffer | null> {
    return null;
  }

  from(position: number): AsyncGenerator<Piece, void, undefined> {
    return this.state.after(position);
  }

  async close(): Promise<void> {
    this.state.close();
  }
}

async function bytesBefore(handle: FileHandle, position: number): Promise<Buffer> {
  const length = Math.min(IDENTITY_BYTES, position);
  return readAt(handle, position - length, length);
}
