import { type Detected, detect, unknownFormat } from '../formats';
import type { Head } from '../formats/types';

/** First bytes of a source that a format may look at. */
export const HEAD_BYTES = 64 * 1024;

/** What the first bytes of a source turned out to be. */
export type Look = { detected: Detected } | { reason: string };

/** Recognises a source by its first bytes. `whole`: these bytes are all of it. */
export function lookAt(bytes: Buffer, whole: boolean): Look {
  const encoding = unusable(bytes);
  if (encoding) return { reason: encoding };
  const detected = detect(headOf(bytes, whole));
  return detected ? { detected } : { reason: unknownFormat() };
}

function unusable(bytes: Buffer): string | null {
  if (bytes.length === 0) return 'it is empty';
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    return 'it is UTF-16 text; convert it to UTF-8 first';
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'it is compressed with gzip; unpack it first';
  if (bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd)
    return 'it is compressed with zstd; unpack it first';
  return bytes.includes(0) ? 'it is not a text file' : null;
}

function headOf(bytes: Buffer, whole: boolean): Head {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (whole) return { text, whole };
  const lastLine = text.lastIndexOf('\n');
  return { text: lastLine > 0 ? text.slice(0, lastLine + 1) : text, whole };
}
