import type { Bytes } from './bytes';

/** A part of what a wrapping holds, in order. */
export interface Piece {
  bytes: Buffer;
  /** Set where `bytes` is one whole line without its end, of a source with places of its own: the place after it. */
  position?: number;
}

/**
 * What may lie around a log, recognised by its first bytes. `open` gives what is inside, from its beginning, and throws
 * `Unreadable` where it cannot go on: everything before has been given out by then.
 */
export interface Wrapping {
  id: string;
  fits(head: Buffer): boolean;
  open(packed: Bytes): AsyncIterable<Piece>;
}

/** Why something cannot be read any further, in words for people. */
export class Unreadable extends Error {
  /** `cut`: the end is missing, so that more may come while it is being written. */
  constructor(
    readonly reason: string,
    readonly cut = false,
    cause?: unknown,
  ) {
    super(reason, { cause });
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
