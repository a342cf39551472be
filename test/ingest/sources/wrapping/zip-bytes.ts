import { crc32, deflateRawSync } from 'node:zlib';
import { rawZstd } from './zstd-bytes';

export interface Entry {
  name: string;
  content: Buffer;
  method?: 'store' | 'deflate' | 'zstd';
  /** What the archive says in place of what is true. */
  methodNumber?: number;
  flags?: number;
  crc?: number;
  claims?: number;
  packed?: Buffer;
}

const METHODS = { store: 0, deflate: 8, zstd: 93 };

/** A zip archive, written by hand so that a test can also write a wrong one. `overlap`: all entries share one place. */
export function zip(entries: readonly Entry[], { overlap = false } = {}): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { bytes, fields, name } = parts(entry);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), bytes]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(overlap ? 0 : offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, place, Buffer.from(name)]));
    files.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, central, end]);
}

/** The 26 bytes that stand before the name both in front of an entry and in the directory. */
function parts({ name, content, method = 'deflate', methodNumber, flags = 0, crc, claims, packed }: Entry) {
  const pack = { store: (bytes: Buffer) => bytes, deflate: deflateRawSync, zstd: (bytes: Buffer) => rawZstd(bytes) };
  const bytes = packed ?? pack[method](content);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(method === 'zstd' ? 63 : 20, 0);
  fields.writeUInt16LE(flags, 2);
  fields.writeUInt16LE(methodNumber ?? METHODS[method], 4);
  fields.writeUInt32LE(crc ?? crc32(content), 10);
  fields.writeUInt32LE(bytes.length, 14);
  fields.writeUInt32LE(claims ?? content.length, 18);
  fields.writeUInt16LE(Buffer.byteLength(name), 22);
  return { bytes, fields, name };
}
