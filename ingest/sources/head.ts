import { type Detected, detect, unknownFormat } from '../formats';
import type { Head } from '../formats/types';

export { HEAD_BYTES } from './wrapping/bytes';

/** What the first bytes of a source turned out to be. */
export type Look = { detected: Detected } | { reason: string };

/** Recognises a source by its first bytes, with nothing around them. `whole`: these bytes are all of it. */
export function lookAt(bytes: Buffer, whole: boolean): Look {
  const encoding = unusable(bytes);
  if (encoding) return { reason: encoding };
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const head = headOf(text, whole);
  // Where even the first record is longer than the head, its beginning stands in the line that the head cuts.
  const detected = detect(head) ?? (head.text === text ? null : detect({ text, whole }));
  return detected ? { detected } : { reason: unknownFormat(head.text) };
}

/** What no log is written in, by its first bytes. */
const OTHERS: readonly [string, string][] = [
  ['425a68', 'it is compressed with bzip2, which is not read; unpack it first'],
  ['fd377a585a00', 'it is compressed with xz, which is not read; unpack it first'],
  ['04224d18', 'it is compressed with lz4, which is not read; unpack it first'],
  ['377abcaf271c', 'it is a 7z archive, which is not read; unpack it first'],
  ['50415231', 'it is a Parquet file, which is not read; export it as JSON lines first'],
  ['fffe', 'it is UTF-16 text; convert it to UTF-8 first'],
  ['feff', 'it is UTF-16 text; convert it to UTF-8 first'],
];

function unusable(bytes: Buffer): string | null {
  if (bytes.length === 0) return 'it is empty';
  const start = bytes.toString('hex', 0, 8);
  const other = OTHERS.find(([magic]) => start.startsWith(magic));
  if (other) return other[1];
  return bytes.includes(0) ? 'it is not a text file' : null;
}

function headOf(text: string, whole: boolean): Head {
  const lastLine = text.lastIndexOf('\n');
  return { text: !whole && lastLine > 0 ? text.slice(0, lastLine + 1) : text, whole };
}
