import type { Content } from './content';
import { IDENTITY_BYTES } from './identity';
import type { UnitReader } from './units';

const NOTHING: Buffer = Buffer.alloc(0);

/** The bytes before a reader's position, for sources in which nobody can look back. */
export class Trail {
  /** Up to `IDENTITY_BYTES` before the reader's position: they prove it the next time. */
  tail = NOTHING;
  /** The same before what is pushed next: a line may be open in between. */
  private recent = NOTHING;
  private at = 0;

  async begin(content: Content, position: number): Promise<void> {
    this.at = position;
    this.recent = content.seal === null ? NOTHING : ((await content.before(position)) ?? NOTHING);
    this.tail = this.recent;
  }

  push(reader: UnitReader, bytes: Buffer): void {
    const { recent, at } = this;
    const before = reader.position;
    reader.push(bytes);
    if (reader.position > before) this.tail = lastOf(recent, bytes.subarray(0, reader.position - at));
    this.recent = lastOf(recent, bytes);
    this.at += bytes.length;
  }

  finish(reader: UnitReader): void {
    reader.finish();
    if (reader.position === this.at) this.tail = this.recent;
  }
}

function lastOf(before: Buffer, bytes: Buffer): Buffer {
  return Buffer.from(Buffer.concat([before, bytes.subarray(-IDENTITY_BYTES)]).subarray(-IDENTITY_BYTES));
}
