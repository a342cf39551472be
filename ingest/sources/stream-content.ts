import type { Content } from './content';
import { IDENTITY_BYTES } from './identity';
import { DOCUMENT_LIMIT } from './units';
import { piecesOf, type Unwrapped } from './wrapping';
import { HEAD_BYTES } from './wrapping/bytes';
import { type Piece, Unreadable } from './wrapping/types';

/** What a packed file or an archive holds: to go on at a position, everything before it is unpacked and passed over. */
export class StreamContent implements Content {
  readonly size = null;
  private cursor: Cursor;

  private constructor(
    private readonly source: Unwrapped,
    readonly seal: string,
    readonly lineLimit: number,
    cursor: Cursor,
    readonly head: Buffer,
    readonly isWhole: boolean,
  ) {
    this.cursor = cursor;
  }

  static async of(source: Unwrapped, seal: string, lineLimit: number): Promise<StreamContent> {
    const cursor = new Cursor(piecesOf(source));
    const { bytes: head, isAll } = await cursor.peek(HEAD_BYTES);
    const isWhole = isAll && cursor.damage === null;
    if (head.length > 0 || !cursor.damage) return new StreamContent(source, seal, lineLimit, cursor, head, isWhole);
    throw cursor.damage;
  }

  get damage(): Unreadable | null {
    return this.cursor.damage;
  }

  get taken(): number {
    return this.source.bytes.taken;
  }

  async before(position: number): Promise<Buffer | null> {
    const start = Math.max(0, position - IDENTITY_BYTES);
    await this.goTo(start);
    const bytes = await this.cursor.take(position - start);
    return this.cursor.at === position ? bytes : null;
  }

  async whole(): Promise<Buffer | null> {
    await this.goTo(0);
    const bytes = await this.cursor.take(DOCUMENT_LIMIT);
    return (await this.cursor.isAtEnd()) ? bytes : null;
  }

  async *from(position: number): AsyncGenerator<Piece, void, undefined> {
    await this.goTo(position);
    for (let bytes = await this.cursor.next(); bytes; bytes = await this.cursor.next()) yield { bytes };
  }

  close(): Promise<void> {
    return this.cursor.close();
  }

  private async goTo(position: number): Promise<void> {
    if (this.cursor.at > position) {
      await this.cursor.close();
      this.cursor = new Cursor(piecesOf(this.source));
    }
    while (this.cursor.at < position && (await this.cursor.pass(position - this.cursor.at)));
  }
}

const NOTHING: Buffer = Buffer.alloc(0);

/** A place in what is being unpacked. Damage ends it; why is kept. */
class Cursor {
  at = 0;
  damage: Unreadable | null = null;
  private held = NOTHING;
  private isOver = false;

  constructor(private readonly pieces: AsyncGenerator<Piece, void, undefined>) {}

  /** The next bytes, as they come; null at the end. */
  async next(): Promise<Buffer | null> {
    if (await this.isAtEnd()) return null;
    const bytes = this.held;
    this.held = NOTHING;
    this.at += bytes.length;
    return bytes;
  }

  /** What comes next, without passing it, and whether that is all that is left. */
  async peek(length: number): Promise<{ bytes: Buffer; isAll: boolean }> {
    const parts: Buffer[] = [];
    let held = 0;
    while (held <= length && !(await this.isAtEnd())) {
      parts.push(this.held);
      held += this.held.length;
      this.held = NOTHING;
    }
    this.held = Buffer.concat(parts);
    return { bytes: this.held.subarray(0, length), isAll: held <= length };
  }

  /** Up to `length` bytes; fewer at the end only. */
  async take(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let left = length; left > 0 && !(await this.isAtEnd()); ) {
      const part = this.shift(left);
      parts.push(part);
      left -= part.length;
    }
    return Buffer.concat(parts);
  }

  /** Passes over up to `length` bytes; false at the end. */
  async pass(length: number): Promise<boolean> {
    if (await this.isAtEnd()) return false;
    this.shift(length);
    return true;
  }

  async isAtEnd(): Promise<boolean> {
    while (this.held.length === 0 && !this.isOver) {
      try {
        const next = await this.pieces.next();
        if (next.done) this.isOver = true;
        else this.held = lineOf(next.value);
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        this.damage = error;
        this.isOver = true;
      }
    }
    return this.held.length === 0;
  }

  async close(): Promise<void> {
    await this.pieces.return();
  }

  private shift(length: number): Buffer {
    const part = this.held.subarray(0, length);
    this.held = this.held.subarray(part.length);
    this.at += part.length;
    return part;
  }
}

/** A database inside a packed file cannot be followed by ids; its rows are lines like any other. */
function lineOf({ bytes, position }: Piece): Buffer {
  return position === undefined ? bytes : Buffer.concat([bytes, Buffer.from('\n')]);
}
