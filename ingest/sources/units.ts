import type { Quarantined } from '@/db/sqlite/writer/sources';
import type { JsonValue } from '@/lib/json/types';
import type { LogRecord } from '@/lib/records';
import type { Detected } from '../formats';
import type { FormatContext, FormatReader, Step } from '../formats/types';
import { KEPT_BYTES, LINE_LIMIT, type Line, LineCutter } from './lines';

/** What a stretch of a source yielded. */
export interface Stretch {
  records: LogRecord[];
  skipped: Map<string, number>;
  quarantined: Quarantined[];
  /** Everything before this byte is accounted for. */
  position: number;
}

/** Documents are read whole, so they are bounded; a log that grows beyond this is written by lines. */
export const DOCUMENT_LIMIT = 256 * 1024 * 1024;

/**
 * Turns the bytes of one source into records: cuts units, hands them to the format, and sees to it that every byte is
 * read, skipped by type, or quarantined with a reason. Knows nothing of files or stores.
 */
export class UnitReader {
  private readonly reader: FormatReader;
  private readonly cutter: LineCutter;
  private stretch: Stretch;
  /** Ids that `pending` has given out already; they are not given out again after a restart. */
  private readonly told: Set<string>;

  constructor(
    detected: Detected,
    context: FormatContext,
    from: { position: number; state: JsonValue | null },
    private readonly lineLimit = LINE_LIMIT,
  ) {
    const known = (from.state ?? {}) as { reader?: JsonValue; told?: string[] };
    this.reader = detected.format.open(context, known.reader ?? null);
    this.told = new Set(known.told);
    this.cutter = new LineCutter(from.position, lineLimit);
    this.stretch = this.fresh();
  }

  /** Reads the lines that a chunk completes. */
  push(chunk: Buffer): void {
    for (const line of this.cutter.push(chunk)) this.line(line);
  }

  /** Reads the last line although nothing ended it: the source will not grow. */
  finish(): void {
    const rest = this.cutter.rest();
    if (rest) this.line(rest);
    const last = this.reader.endOfSource?.();
    if (last) this.account(last, this.stretch.position, 0, Buffer.alloc(0));
  }

  /** Reads one line of a source that has places of its own. */
  row(bytes: Buffer, position: number): void {
    this.unit(bytes.toString('utf8'), position, bytes.length, bytes);
    this.stretch.position = position;
  }

  /** Sets aside what is left, because the source cannot be read on; the position stays before it. */
  damaged(reason: string): void {
    const rest = this.cutter.rest();
    const { offset = this.position, length = 0, head = Buffer.alloc(0) } = rest ?? {};
    this.stretch.quarantined.push({ offset, length, reason, bytes: Buffer.from(head) });
  }

  /** Sets aside a document of which the end cannot be read. */
  damagedDocument(bytes: Buffer, reason: string): void {
    const head = Buffer.from(bytes.subarray(0, KEPT_BYTES));
    this.stretch.quarantined.push({ offset: 0, length: bytes.length, reason, bytes: head });
    this.stretch.position = bytes.length;
  }

  /** Reads a whole document. */
  document(bytes: Buffer): void {
    const text = bytes.toString('utf8');
    this.unit(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text, 0, bytes.length, bytes);
    this.stretch.position = bytes.length;
  }

  /** Adds what is still open at the end of what is there: calls without a result, and the answer so far. */
  settle(): void {
    const pending = this.reader.pending().filter((record) => !this.told.has(keyOf(record)));
    for (const record of pending) this.told.add(keyOf(record));
    this.stretch.records.push(...pending);
  }

  /** Hands over what has been read since the last time. */
  take(): Stretch {
    const taken = this.stretch;
    this.stretch = this.fresh();
    return taken;
  }

  get position(): number {
    return this.stretch.position;
  }

  get waiting(): number {
    return this.stretch.records.length;
  }

  /** What has to be stored with the position. */
  state(): JsonValue {
    const open = new Set(this.reader.pending().map(keyOf));
    return { reader: this.reader.state(), told: [...this.told].filter((key) => open.has(key)) };
  }

  private fresh(): Stretch {
    const position = this.stretch?.position ?? this.cutter.position;
    return { records: [], skipped: new Map(), quarantined: [], position };
  }

  private line(line: Line): void {
    if (line.text === null) {
      const reason = `the line is longer than ${Math.round(this.lineLimit / 1024 / 1024)} MiB; it was skipped`;
      this.stretch.quarantined.push({ offset: line.offset, length: line.length, reason, bytes: line.head });
    } else if (this.reader.readsBlankLines || line.text.trim() !== '')
      this.unit(line.text, line.offset, line.length, line.head);
    this.stretch.position = line.offset + line.length;
  }

  private unit(text: string, offset: number, length: number, bytes: Buffer): void {
    this.account(this.reader.read(text, offset), offset, length, bytes);
  }

  private account(step: Step, offset: number, length: number, bytes: Buffer): void {
    for (const record of step.records) this.stretch.records.push(record);
    for (const type of step.skipped ?? []) {
      const key = type.slice(0, 80);
      this.stretch.skipped.set(key, (this.stretch.skipped.get(key) ?? 0) + 1);
    }
    for (const reason of step.quarantine ?? [])
      this.stretch.quarantined.push({ offset, length, reason, bytes: Buffer.from(bytes.subarray(0, KEPT_BYTES)) });
  }
}

function keyOf(record: LogRecord): string {
  return 'id' in record ? `${record.type}:${record.id}` : record.type;
}
