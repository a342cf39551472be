import { Bytes } from './bytes';
import { evalArchive } from './eval-archive';
import { gzip } from './gzip';
import { hermesState } from './hermes-state';
import { type Piece, Unreadable, type Wrapping } from './types';
import { zstd } from './zstd';

/** What may lie around a log. Packed streams come first: they may hold one of the others. */
const PACKED: readonly Wrapping[] = [gzip, zstd];
const HOLDERS: readonly Wrapping[] = [evalArchive, hermesState];

/** A source with its packing taken off. */
export interface Unwrapped {
  /** What is inside, once through; null when nothing lies around it. */
  holder: Wrapping | null;
  /** Whether it is compressed as a whole. */
  isPacked: boolean;
  /** The bytes of the log, or of its holder. */
  bytes: Bytes;
}

/** Whether anything lies around a source, by its first bytes. */
export function isWrapped(head: Buffer): boolean {
  return fitting([...PACKED, ...HOLDERS], head) !== null;
}

/** Takes gzip or zstd off a source, and says what holds the log then. Throws `Unreadable`. */
export async function unwrap(source: Bytes): Promise<Unwrapped> {
  const packing = fitting(PACKED, await source.head());
  const bytes = packing ? inside(packing, source) : source;
  const head = await bytes.head();
  if (packing && fitting(PACKED, head)) throw new Unreadable('it is compressed twice; unpack it once first');
  return { holder: fitting(HOLDERS, head), isPacked: packing !== null, bytes };
}

/** The log's content in pieces, from its beginning. */
export async function* piecesOf({ holder, bytes }: Unwrapped): AsyncGenerator<Piece, void, undefined> {
  if (holder) return yield* holder.open(bytes);
  for await (const part of bytes.stream()) yield { bytes: part };
}

function fitting(wrappings: readonly Wrapping[], head: Buffer): Wrapping | null {
  return wrappings.find((wrapping) => wrapping.fits(head)) ?? null;
}

function inside(packing: Wrapping, source: Bytes): Bytes {
  return Bytes.within(async function* () {
    for await (const { bytes } of packing.open(source)) yield bytes;
  }, source.again);
}
