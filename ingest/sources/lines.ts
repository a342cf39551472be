/** One line of a source, without its line end. Offsets and lengths are bytes. */
export interface Line {
  offset: number;
  /** Bytes of the line with its line end. */
  length: number;
  /** Null when the line is over the limit: it is skipped, and `head` holds its first bytes. */
  text: string | null;
  head: Buffer;
}

/** Longer lines are skipped and reported; the longest real tool results are a few MB. */
export const LINE_LIMIT = 64 * 1024 * 1024;

/** First bytes of a unit that are kept for a person to look at. */
export const KEPT_BYTES = 1024;

const NEWLINE = 0x0a;

/** Cuts a stream of bytes into lines with their offsets, holding at most one line in memory. */
export class LineCutter {
  private parts: Buffer[] = [];
  private held = 0;
  private start: number;
  /** Bytes of the line that is being skipped because it is too long; 0 while none is. */
  private skipping = 0;
  private head: Buffer = Buffer.alloc(0);

  constructor(
    offset = 0,
    private readonly limit = LINE_LIMIT,
  ) {
    this.start = offset;
  }

  /** Where the next line begins: everything before it has been given out. */
  get position(): number {
    return this.start;
  }

  *push(chunk: Buffer): Generator<Line, void, undefined> {
    let from = 0;
    while (from < chunk.length) {
      const end = chunk.indexOf(NEWLINE, from);
      if (end < 0) break;
      yield this.take(chunk.subarray(from, end), 1);
      from = end + 1;
    }
    this.hold(chunk.subarray(from));
  }

  /** What is left without a line end, as a line; null when there is nothing. */
  rest(): Line | null {
    return this.held + this.skipping === 0 ? null : this.take(Buffer.alloc(0), 0);
  }

  private hold(part: Buffer): void {
    if (part.length === 0) return;
    if (this.skipping > 0) {
      this.skipping += part.length;
      return;
    }
    this.parts.push(part);
    this.held += part.length;
    if (this.held <= this.limit) return;
    this.head = Buffer.from(Buffer.concat(this.parts).subarray(0, KEPT_BYTES));
    this.skipping = this.held;
    this.parts = [];
    this.held = 0;
  }

  private take(last: Buffer, lineEnd: number): Line {
    this.hold(last);
    const offset = this.start;
    const length = this.held + this.skipping + lineEnd;
    const skipped = this.skipping > 0;
    const bytes = this.parts.length === 1 ? (this.parts[0] ?? last) : Buffer.concat(this.parts);
    const head = skipped ? this.head : bytes.subarray(0, KEPT_BYTES);
    this.parts = [];
    this.held = 0;
    this.skipping = 0;
    this.start += length;
    return { offset, length, text: skipped ? null : decode(bytes, offset), head };
  }
}

const CARRIAGE_RETURN = 0x0d;

function decode(bytes: Buffer, offset: number): string {
  const end = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
  const text = bytes.toString('utf8', 0, end);
  return offset === 0 && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
