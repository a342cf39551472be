import { createGunzip } from 'node:zlib';
import type { Bytes } from './bytes';
import { messageOf, type Piece, Unreadable, type Wrapping } from './types';

/** Packed bytes unpacked at once. Deflate unpacks to at most 1,032 times its size, so this bounds memory to 17 MB. */
const PIECE_BYTES = 16 * 1024;

/** gzip, also several members one after the other as rotated logs have them (RFC 1952). */
export const gzip: Wrapping = {
  id: 'gzip',
  fits: (head) => head[0] === 0x1f && head[1] === 0x8b && (head.length < 3 || head[2] === 8),
  open,
};

async function* open(packed: Bytes): AsyncGenerator<Piece, void, undefined> {
  const inflater = new Inflater();
  let given = 0;
  let fed = 0;
  for await (const piece of piecesOf(packed)) {
    await inflater.feed(piece);
    for (const bytes of inflater.take()) {
      given += bytes.length;
      yield { bytes };
    }
    if (inflater.broken) {
      if (packed.again) yield* salvage(packed, fed, given);
      throw new Unreadable(`the gzip data is damaged (${inflater.broken.message})`, false, inflater.broken);
    }
    fed += piece.length;
  }
  await inflater.end();
  for (const bytes of inflater.take()) yield { bytes };
  if (inflater.broken) throw new Unreadable(`the gzip data is cut (${messageOf(inflater.broken)})`, true);
}

/** Everything up to the damaged byte: the piece that holds it is unpacked once more, byte by byte. */
async function* salvage(packed: Bytes, whole: number, given: number): AsyncGenerator<Piece, void, undefined> {
  const inflater = new Inflater();
  let fed = 0;
  let out = 0;
  for await (const piece of piecesOf(packed)) {
    const step = fed < whole ? piece.length : 1;
    for (let at = 0; at < piece.length && !inflater.broken; at += step) {
      await inflater.feed(piece.subarray(at, at + step));
      for (const bytes of inflater.take()) {
        const fresh = bytes.subarray(Math.min(bytes.length, Math.max(0, given - out)));
        out += bytes.length;
        if (fresh.length > 0) yield { bytes: fresh };
      }
    }
    if (inflater.broken) return;
    fed += piece.length;
  }
}

async function* piecesOf(packed: Bytes): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of packed.stream())
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) yield chunk.subarray(at, at + PIECE_BYTES);
}

/** zlib's stream, one piece at a time: what came before an error is kept, which piping would throw away. */
class Inflater {
  broken: Error | null = null;
  private readonly stream = createGunzip({ chunkSize: PIECE_BYTES * 4 });
  private out: Buffer[] = [];
  /** zlib has seen the end: what follows the last member is padding, or rubbish. */
  private isOver = false;
  private wake = () => {};

  constructor() {
    this.stream.on('data', (bytes: Buffer) => this.out.push(bytes));
    this.stream.on('end', () => {
      this.isOver = true;
      this.wake();
    });
    this.stream.on('error', (error) => {
      this.broken = error;
      this.wake();
    });
  }

  async feed(piece: Buffer): Promise<void> {
    if (this.isOver && piece.some((byte) => byte !== 0)) this.broken ??= new Error('something else follows its end');
    return this.until((done) => this.stream.write(piece, () => done()));
  }

  end(): Promise<void> {
    return this.until(() => this.stream.end());
  }

  take(): Buffer[] {
    const taken = this.out;
    this.out = [];
    return taken;
  }

  private async until(begin: (done: () => void) => void): Promise<void> {
    if (this.broken || this.isOver) return;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      begin(resolve);
    });
  }
}
