import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** How a payload's text became bytes. `utf16` keeps lone surrogates, which UTF-8 cannot. */
export type Codec = 'utf8' | 'utf8+deflate' | 'utf16' | 'utf16+deflate';

export interface Packed {
  codec: Codec;
  bytes: Buffer;
}

/** Below this size a deflate header costs more than it saves. */
const SMALL = 128;
/** For short texts a small window and few tables: zlib then spends half the time on setting up. */
const SHORT = 16_384;
const FOR_SHORT = { level: 1, windowBits: 13, memLevel: 6, chunkSize: 4096 };
const FOR_LONG = { level: 1, windowBits: 15, memLevel: 8 };

/** Compresses a text so that `unpack` gives back exactly the same UTF-16 units. */
export function pack(text: string): Packed {
  const exact = wellFormed(text);
  const plain = Buffer.from(text, exact ? 'utf8' : 'utf16le');
  const bytes = deflated(plain);
  return packed(exact, plain, bytes);
}

/** A text's bytes compressed, or null when that would not make them shorter. */
export function deflated(plain: Uint8Array): Buffer | null {
  if (plain.length < SMALL) return null;
  const bytes = deflateRawSync(plain, plain.length < SHORT ? FOR_SHORT : FOR_LONG);
  return bytes.length < plain.length ? bytes : null;
}

/** A payload from its bytes and, where that was worth it, the compressed ones. `exact`: UTF-8 holds it. */
export function packed(exact: boolean, plain: Buffer, bytes: Buffer | null): Packed {
  const name = exact ? 'utf8' : 'utf16';
  return bytes === null ? { codec: name, bytes: plain } : { codec: `${name}+deflate`, bytes };
}

/** The text of a packed payload. Throws when the bytes are damaged or the codec is one that this version does not know. */
export function unpack(codec: string, bytes: Buffer): string {
  switch (codec) {
    case 'utf8':
      return bytes.toString('utf8');
    case 'utf8+deflate':
      return inflateRawSync(bytes).toString('utf8');
    case 'utf16':
      return bytes.toString('utf16le');
    case 'utf16+deflate':
      return inflateRawSync(bytes).toString('utf16le');
    default:
      throw new Error(`payload is stored as "${codec}", which this version of Capwatch cannot read`);
  }
}

const LONE = /\p{Surrogate}/u;

/** Whether UTF-8 can hold the text without loss. */
export function wellFormed(text: string): boolean {
  return !LONE.test(text);
}

/** The text as SQLite will hold it: lone surrogates become U+FFFD, so that look-ups find what was stored. */
export function storable(text: string): string {
  return wellFormed(text) ? text : Buffer.from(text, 'utf8').toString('utf8');
}
