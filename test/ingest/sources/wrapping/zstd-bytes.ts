/** A zstd frame of raw blocks, written by hand (RFC 8878): any text, without an encoder. */
export function rawZstd(text: string | Buffer, blockBytes = 1000): Buffer {
  const content = Buffer.from(text);
  const parts: Buffer[] = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58])];
  for (let at = 0; at === 0 || at < content.length; at += blockBytes) {
    const block = content.subarray(at, at + blockBytes);
    parts.push(blockHeader(at + blockBytes >= content.length, 0, block.length), block);
  }
  return Buffer.concat(parts);
}

/** A frame of blocks that repeat one byte: four bytes unpack to up to 128 KiB each. */
export function zstdBomb(start: string, byte: string, blocks: number): Buffer {
  const first = Buffer.from(start);
  const block = Buffer.concat([blockHeader(false, 1, 128 * 1024), Buffer.from(byte)]);
  return Buffer.concat([
    Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]),
    blockHeader(false, 0, first.length),
    first,
    ...Array.from({ length: blocks }, () => block),
    blockHeader(true, 0, 0),
  ]);
}

function blockHeader(last: boolean, type: number, size: number): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE((last ? 1 : 0) | (type << 1) | (size << 3), 0, 3);
  return header;
}
