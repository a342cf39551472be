import { Decompress } from 'fzstd';
import { type Piece, Unreadable, type Wrapping } from './types';
import { type Block, frames } from './zstd-frames';

/** zstd, also several frames one after the other (RFC 8878). */
export const zstd: Wrapping = {
  id: 'zstd',
  fits: (head) => isFrame(head) || (isSkippable(head) && head.length > 8),
  open: (packed) => unzstd(packed.stream()),
};

/** Unpacks a zstd stream block by block, so that memory holds the window and one block at most. */
export async function* unzstd(packed: AsyncIterable<Buffer>): AsyncGenerator<Piece, void, undefined> {
  let frame: Frame | null = null;
  for await (const block of frames(packed)) {
    frame ??= new Frame(block.size);
    const bytes = frame.unpack(block);
    if (block.last) frame = null;
    if (bytes.length > 0) yield { bytes };
  }
}

/** No block unpacks to more (RFC 8878, 3.1.1.2.4); a damaged one may claim it. */
const BLOCK_LIMIT = 128 * 1024;

class Frame {
  private out: Uint8Array[] = [];
  private length = 0;
  private readonly decoder = new Decompress((part) => {
    if (part.length > BLOCK_LIMIT) throw damaged('a block is larger than a block may be');
    this.out.push(part);
  });

  /** `size`: what the frame says that it unpacks to; null when it does not say. */
  constructor(private readonly size: number | null) {}

  unpack({ bytes, last }: Block): Buffer {
    this.out = [];
    try {
      this.decoder.push(bytes, last);
    } catch (error) {
      if (error instanceof Unreadable) throw error;
      throw damaged(error instanceof Error ? error.message : String(error));
    }
    const unpacked = Buffer.concat(this.out);
    this.length += unpacked.length;
    if (this.size !== null && (this.length > this.size || (last && this.length !== this.size)))
      throw damaged('it unpacks to another size than it says');
    return unpacked;
  }
}

function damaged(what: string): Unreadable {
  return new Unreadable(`the zstd data is damaged (${what})`);
}

function isFrame(head: Buffer): boolean {
  return head.length >= 4 && head.readUInt32LE(0) === 0xfd2fb528;
}

function isSkippable(head: Buffer): boolean {
  return head.length >= 4 && (head.readUInt32LE(0) & 0xfffffff0) >>> 0 === 0x184d2a50;
}
