import { on } from 'node:events';
import { sampleMonth } from './sample';
import { startThread } from './threads';

/** Bytes of the sample month, in a buffer of their own. */
export type Piece = Uint8Array<ArrayBuffer>;

const PIECE = 1024 * 1024;
/** Pieces that may be made before the first of them is used. */
const AHEAD = 4;

/** The sample month from a byte on. It is the same bytes every time, so a load that was stopped can go on. */
export function* pieces(from: number): Generator<Piece> {
  const encoder = new TextEncoder();
  let offset = 0;
  let held = '';
  const taken = (): Piece => {
    const bytes = encoder.encode(held);
    held = '';
    offset += bytes.length;
    return offset - bytes.length >= from ? bytes : bytes.slice(Math.max(0, from - (offset - bytes.length)));
  };
  for (const chunk of sampleMonth()) {
    held += chunk;
    if (held.length < PIECE) continue;
    const piece = taken();
    if (piece.length > 0) yield piece;
  }
  const piece = taken();
  if (piece.length > 0) yield piece;
}

/** The same, made on another thread where there is one. Throws what the thread throws. */
export async function* piecesBeside(from: number): AsyncGenerator<Piece, void, undefined> {
  const thread = startThread('sample-thread', from);
  if (thread === null) {
    yield* pieces(from);
    return;
  }
  thread.ref();
  try {
    const made = on(thread, 'message') as AsyncIterable<[Piece | null]>;
    for (let n = 0; n < AHEAD; n++) thread.postMessage(null);
    for await (const [piece] of made) {
      if (piece === null) return;
      thread.postMessage(null);
      yield piece;
    }
  } finally {
    await thread.terminate();
  }
}
