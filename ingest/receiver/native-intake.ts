import type { Writer } from '@/db/sqlite/open';
import type { Tally } from '@/db/sqlite/writer/sources';
import { native } from '../formats/native';
import type { Pipeline } from '../pipeline';
import { HEAD_BYTES } from '../sources/head';
import { freshFingerprint } from '../sources/identity';
import { type Stretch, UnitReader } from '../sources/units';
import { workAhead } from '../work-ahead';

const COMMIT_RECORDS = 4_000;
const COMMIT_BYTES = 4 * 1024 * 1024;

/** Lines that could not be read are told one by one up to so many. */
const MOST_TOLD = 100;

/** What became of a log that was sent. The list of lines says how long it is. */
export interface Taken extends Tally {
  quarantined: { matched: number; returned: number; lines: { line: number; reason: string }[] };
}

const PATH = '/api/ingest';

/** Takes native logs as they come: each part in one transaction with how far their source has come. */
export class NativeIntake {
  constructor(
    private readonly writer: Writer,
    private readonly pipeline: Pipeline,
  ) {}

  /** Resolves when all of it is stored. Where it breaks, what had come before may be; sent again, it changes nothing. */
  async take(stream: AsyncIterable<Buffer>): Promise<Taken> {
    const chunks = stream[Symbol.asyncIterator]();
    let head = Buffer.alloc(0);
    let next = await chunks.next();
    for (; !next.done && head.length < HEAD_BYTES; next = await chunks.next()) head = Buffer.concat([head, next.value]);
    // Ids that lines lack are derived from the beginning: the same body gives the same ones.
    const fingerprint = freshFingerprint(head, true) ?? 'empty';
    const log = new NativeLog(this.writer, this.pipeline, fingerprint);
    await log.push(head);
    for (; !next.done; next = await chunks.next()) await log.push(next.value);
    return log.end();
  }
}

/** One log on its way into the store. */
class NativeLog {
  private readonly reader: UnitReader;
  private readonly taken: Taken = {
    calls: 0,
    answers: 0,
    accounts: 0,
    census: 0,
    duplicates: 0,
    quarantined: { matched: 0, returned: 0, lines: [] },
  };
  private waiting: Stretch = { records: [], skipped: new Map(), quarantined: [], position: 0 };
  private stored = 0;
  private received = 0;
  private lines = 0;

  constructor(
    private readonly writer: Writer,
    private readonly pipeline: Pipeline,
    fingerprint: string,
  ) {
    const context = { fingerprint, path: PATH };
    this.reader = new UnitReader({ format: native, unit: 'line' }, context, { position: 0, state: null });
  }

  async push(chunk: Buffer): Promise<void> {
    this.reader.push(chunk);
    this.gather(chunk);
    if (this.waiting.records.length >= COMMIT_RECORDS || this.waiting.position - this.stored >= COMMIT_BYTES)
      await this.commit();
  }

  async end(): Promise<Taken> {
    this.reader.finish();
    this.gather(Buffer.alloc(0));
    await this.commit();
    return this.taken;
  }

  private gather(chunk: Buffer): void {
    const { records, skipped, quarantined, position } = this.reader.take();
    for (const record of records) this.waiting.records.push(record);
    for (const [type, count] of skipped) this.waiting.skipped.set(type, (this.waiting.skipped.get(type) ?? 0) + count);
    const { quarantined: told } = this.taken;
    let at = 0;
    for (const bad of quarantined) {
      // What began before this chunk is the line that the chunk goes on with.
      const offset = Math.max(0, bad.offset - this.received);
      this.lines += newlines(chunk, at, offset);
      at = offset;
      this.waiting.quarantined.push(bad);
      if (told.lines.length < MOST_TOLD) told.lines.push({ line: this.lines + 1, reason: bad.reason });
      told.matched++;
      told.returned = told.lines.length;
    }
    this.lines += newlines(chunk, at, chunk.length);
    this.received += chunk.length;
    this.waiting.position = position;
  }

  private async commit(): Promise<void> {
    const { records, skipped, quarantined, position } = this.waiting;
    this.waiting = { records: [], skipped: new Map(), quarantined: [], position };
    const ahead = await workAhead(records);
    const head = { kind: 'http' as const, path: PATH, fingerprint: `http:${PATH}`, format: native.id, size: 0 };
    const tally = this.writer.transaction(() => {
      const source = this.pipeline.open(head);
      const progress = { position: source.position + position - this.stored, size: 0, state: null, trouble: null };
      progress.size = progress.position;
      const moved = quarantined.map((bad) => ({ ...bad, offset: source.position + bad.offset - this.stored }));
      const batch = { source: source.id, records, skipped, quarantined: moved, ahead, sourceTime: Date.now() };
      return this.pipeline.write({ ...batch, progress: { ...progress, status: 'following' } });
    });
    this.stored = position;
    for (const key of ['calls', 'answers', 'accounts', 'census', 'duplicates'] as const) this.taken[key] += tally[key];
  }
}

function newlines(chunk: Buffer, from: number, to: number): number {
  let found = 0;
  for (let at = chunk.indexOf(0x0a, from); at >= 0 && at < to; at = chunk.indexOf(0x0a, at + 1)) found++;
  return found;
}
