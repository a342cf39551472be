import { Unreadable } from './types';

/** One block of a zstd frame, with the frame's header in front of its first one and the checksum behind its last. */
export interface Block {
  bytes: Buffer;
  last: boolean;
  /** What its frame says that it unpacks to; null when it does not say. */
  size: number | null;
}

/** A larger window is what `zstd --ultra --long=28` and above write; the reference decoder refuses those as well. */
const WINDOW_LIMIT = 128 * 1024 * 1024;

const FRAME = 0xfd2fb528;
const RLE = 1;
const RESERVED = 3;

/** Cuts zstd data into blocks (RFC 8878, 3.1): the decoder gets one at a time, whatever a chunk unpacks to. */
export async function* frames(packed: AsyncIterable<Buffer>): AsyncGenerator<Block, void, undefined> {
  const input = new Input(packed);
  try {
    while (await input.has(1)) {
      const magic = (await input.need(4)).readUInt32LE(0);
      if ((magic & 0xfffffff0) >>> 0 === 0x184d2a50) {
        const length = (await input.need(8)).readUInt32LE(4);
        await input.skip(8 + length);
      } else if (magic === FRAME) yield* blocks(input);
      else throw new Unreadable('the zstd data is damaged (something else follows a frame)');
    }
  } finally {
    await input.close();
  }
}

async function* blocks(input: Input): AsyncGenerator<Block, void, undefined> {
  const flags = (await input.need(5)).readUInt8(4);
  const sizeBytes = flags >> 6 === 0 ? (flags & 0x20 ? 1 : 0) : 1 << (flags >> 6);
  const dictionaryBytes = [0, 1, 2, 4][flags & 3] ?? 0;
  const isSingle = (flags & 0x20) !== 0;
  const length = 5 + (isSingle ? 0 : 1) + dictionaryBytes + sizeBytes;
  const header = Buffer.from(await input.need(length));
  if (dictionaryBytes > 0 && header.subarray(length - sizeBytes - dictionaryBytes, length - sizeBytes).some((b) => b))
    throw new Unreadable('the zstd data needs a dictionary; unpack it with that first');
  const size = sizeBytes === 0 ? null : sizeOf(header.subarray(length - sizeBytes));
  const window = isSingle ? (size ?? 0) : windowOf(header.readUInt8(5));
  if (window > WINDOW_LIMIT)
    throw new Unreadable(
      `the zstd data needs ${Math.ceil(window / 1024 / 1024)} MiB of memory to unpack; 128 are allowed`,
    );
  await input.skip(length);
  let front = header;
  for (;;) {
    const word = (await input.need(3)).readUIntLE(0, 3);
    const type = (word >> 1) & 3;
    if (type === RESERVED) throw new Unreadable('the zstd data is damaged (a block of no known type)');
    const last = (word & 1) === 1;
    const body = type === RLE ? 1 : word >> 3;
    if (word >> 3 > 128 * 1024) throw new Unreadable('the zstd data is damaged (a block larger than a block may be)');
    const whole = 3 + body + (last && flags & 4 ? 4 : 0);
    const bytes = Buffer.concat([front, await input.need(whole)]);
    await input.skip(whole);
    yield { bytes, last, size };
    if (last) return;
    front = Buffer.alloc(0);
  }
}

function windowOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

function sizeOf(field: Buffer): number {
  if (field.length === 8) return Number(field.readBigUInt64LE(0));
  return field.readUIntLE(0, field.length) + (field.length === 2 ? 256 : 0);
}

class Input {
  private held: Buffer = Buffer.alloc(0);
  private readonly chunks: AsyncIterator<Buffer>;

  constructor(packed: AsyncIterable<Buffer>) {
    this.chunks = packed[Symbol.asyncIterator]();
  }

  async close(): Promise<void> {
    await this.chunks.return?.();
  }

  async has(length: number): Promise<boolean> {
    while (this.held.length < length) {
      const next = await this.chunks.next();
      if (next.done) return false;
      this.held = this.held.length === 0 ? next.value : Buffer.concat([this.held, next.value]);
    }
    return true;
  }

  async need(length: number): Promise<Buffer> {
    if (await this.has(length)) return this.held.subarray(0, length);
    throw new Unreadable('the zstd data is cut (its end is missing)', true);
  }

  /** Leaves bytes behind without holding them all at once. */
  async skip(length: number): Promise<void> {
    let left = length;
    while (left > 0) {
      await this.need(1);
      const step = Math.min(left, this.held.length);
      this.held = this.held.subarray(step);
      left -= step;
    }
  }
}
