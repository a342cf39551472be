import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { type Bytes, readWhole } from './bytes';
import { messageOf, Unreadable } from './types';
import { unzstd } from './zstd';

/** One entry is held in memory whole; Inspect writes one sample into each. */
export const ENTRY_LIMIT = 256 * 1024 * 1024;

/** Entries of an archive: an evaluation has tens of thousands of samples at most. */
export const ENTRIES_LIMIT = 200_000;

/** What an archive may unpack to in all. */
export const TOTAL_LIMIT = 32 * 1024 * 1024 * 1024;

const STORED = 0;
const DEFLATE = 8;
const ZSTD = 93;

export interface ZipEntry {
  name: string;
  entry: Entry;
}

/** Opens an archive: a file where it lies, a stream in memory. Nothing is ever written to disk. */
export async function openZip(packed: Bytes): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false };
  try {
    if (packed.path !== null) return await yauzl.openPromise(packed.path, options);
    return await yauzl.fromBufferPromise(await readWhole(packed, ENTRY_LIMIT), options);
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable(`the zip archive is cut or damaged (${messageOf(error)})`, true, error);
  }
}

/** The directory of an archive, in its order. Throws `Unreadable` when it is broken, too long, or its entries overlap. */
export async function entriesOf(zip: ZipFile): Promise<ZipEntry[]> {
  if (zip.entryCount > ENTRIES_LIMIT)
    throw new Unreadable(`the zip archive has ${zip.entryCount} entries; ${ENTRIES_LIMIT} are read at most`);
  const found: ZipEntry[] = [];
  try {
    for await (const entry of zip.eachEntry()) found.push({ name: entry.fileNameRaw.toString('utf8'), entry });
  } catch (error) {
    throw new Unreadable(`the directory of the zip archive is damaged (${messageOf(error)})`, true, error);
  }
  refuseOverlaps(found);
  return found;
}

/** Entries that share bytes unpack to far more than the archive holds (a zip bomb), and no program writes them. */
function refuseOverlaps(entries: readonly ZipEntry[]): void {
  let end = 0;
  const byPlace = entries
    .map(({ entry }) => entry)
    .sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  for (const { relativeOffsetOfLocalHeader: start, fileNameLength, compressedSize } of byPlace) {
    if (start < end) throw new Unreadable('the entries of the zip archive overlap, as in a zip bomb');
    end = start + 30 + fileNameLength + compressedSize;
  }
}

/** Why an entry is not read; null when it can be. */
export function troubleWith({ entry, name }: ZipEntry): string | null {
  if (entry.isEncrypted()) return 'it is encrypted';
  if (![STORED, DEFLATE, ZSTD].includes(entry.compressionMethod))
    return `it is compressed by a method that is not read (${entry.compressionMethod})`;
  if (Math.max(entry.uncompressedSize, entry.compressedSize) > ENTRY_LIMIT)
    return `it unpacks to more than ${ENTRY_LIMIT / 1024 / 1024} MiB`;
  return name.length > 4096 ? 'its name is too long' : null;
}

/** An entry's bytes. Throws `Unreadable` when they are damaged or more than the entry says. */
export async function bytesOfEntry(zip: ZipFile, { entry }: ZipEntry): Promise<Buffer> {
  try {
    const packed: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry, { decodeFileData: false })) packed.push(part);
    const bytes = await unpack(Buffer.concat(packed), entry);
    if (bytes.length !== entry.uncompressedSize) throw new Error('it unpacks to another size than it says');
    if (crc32(bytes) !== entry.crc32) throw new Error('its checksum does not fit');
    return bytes;
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable(`it is damaged (${messageOf(error)})`, false, error);
  }
}

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw);

async function unpack(packed: Buffer, { compressionMethod, uncompressedSize }: Entry): Promise<Buffer> {
  if (compressionMethod === STORED) return packed;
  if (compressionMethod === DEFLATE) return inflate(packed, { maxOutputLength: Math.max(1, uncompressedSize) });
  const parts: Buffer[] = [];
  let length = 0;
  for await (const { bytes } of unzstd(once(packed))) {
    parts.push(bytes);
    length += bytes.length;
    if (length > uncompressedSize) break;
  }
  return Buffer.concat(parts, length);
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer, void, undefined> {
  yield bytes;
}
