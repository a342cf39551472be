import { type FileHandle, open } from 'node:fs/promises';
import { Unreadable } from './types';

/** First bytes of a source that are looked at to recognise it. */
export const HEAD_BYTES = 64 * 1024;

const CHUNK_BYTES = 256 * 1024;

/** Bytes to be unwrapped: of a file (can be read again and at any place) or of a stream (once, from its beginning). */
export class Bytes {
  private seen: Buffer | null = null;
  private rest: AsyncIterator<Buffer> | null = null;
  /** Bytes given out since `stream` was called last. */
  taken = 0;

  private constructor(
    private readonly start: () => AsyncIterable<Buffer>,
    /** Whether `stream` may be called more than once. */
    readonly again: boolean,
    /** Where it lies as a file, for readers that need to jump. */
    readonly path: string | null,
  ) {}

  static ofFile(path: string): Bytes {
    return new Bytes(() => fileChunks(path), true, path);
  }

  static ofStream(stream: AsyncIterable<Buffer>): Bytes {
    return new Bytes(() => stream, false, null);
  }

  /** What a wrapping holds, as bytes to be looked at in turn. */
  static within(start: () => AsyncIterable<Buffer>, again: boolean): Bytes {
    return new Bytes(start, again, null);
  }

  /** The first bytes; fewer than `HEAD_BYTES` only when there are no more. What comes before damage is given out. */
  async head(): Promise<Buffer> {
    if (this.seen) return this.seen;
    const chunks = this.start()[Symbol.asyncIterator]();
    const parts: Buffer[] = [];
    let length = 0;
    try {
      while (length < HEAD_BYTES) {
        const next = await chunks.next();
        if (next.done) break;
        parts.push(next.value);
        length += next.value.length;
      }
    } catch (error) {
      if (!(error instanceof Unreadable) || length === 0) throw error;
      if (!this.again) this.rest = failing(error);
    }
    this.seen = Buffer.concat(parts);
    if (this.again) await chunks.return?.();
    else this.rest ??= chunks;
    return this.seen;
  }

  /** All bytes from the beginning. */
  async *stream(): AsyncGenerator<Buffer, void, undefined> {
    this.taken = 0;
    for await (const chunk of this.again ? this.start() : this.onwards()) {
      this.taken += chunk.length;
      yield chunk;
    }
  }

  private async *onwards(): AsyncGenerator<Buffer, void, undefined> {
    yield await this.head();
    const rest = this.rest;
    for (let next = await rest?.next(); next && !next.done; next = await rest?.next()) yield next.value;
  }

  /** All bytes in memory, or null when they are more than `most`. */
  async gather(most: number): Promise<Buffer | null> {
    const parts: Buffer[] = [];
    let length = 0;
    for await (const part of this.stream()) {
      parts.push(part);
      length += part.length;
      if (length > most) return null;
    }
    return Buffer.concat(parts, length);
  }
}

/** All bytes in memory. Throws `Unreadable` when they are more than `most`. */
export async function readWhole(bytes: Bytes, most: number): Promise<Buffer> {
  const whole = await bytes.gather(most);
  if (whole) return whole;
  throw new Unreadable(`it is longer than ${most / 1024 / 1024} MiB, which is read from a file of its own only`);
}

function failing(error: Unreadable): AsyncIterator<Buffer> {
  return { next: () => Promise.reject(error) };
}

async function* fileChunks(path: string): AsyncGenerator<Buffer, void, undefined> {
  const handle = await open(path, 'r');
  try {
    for (let position = 0; ; ) {
      const chunk = await readAt(handle, position, CHUNK_BYTES);
      if (chunk.length === 0) return;
      position += chunk.length;
      yield chunk;
    }
  } finally {
    await handle.close();
  }
}

/** Reads up to `length` bytes at a position; fewer at the end of the file. */
export async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
