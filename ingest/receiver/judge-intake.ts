import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Inspected, inspect } from '@/lib/inspect';
import type { LogRecord } from '@/lib/records';
import { Collection } from '../collect';
import type { Pipeline } from '../pipeline';
import { Refusal } from './answer';

/** What a pasted log came to. `kept`: whether it is in the store now. */
export interface JudgedLog extends Inspected {
  format: string;
  kept: boolean;
}

/** Where a pasted log that someone wanted kept stands among the sources. */
const PATH = '/answers/new';

/** Judges a log that someone pasted, in whatever format; it is stored only where that is asked for. */
export class JudgeIntake {
  constructor(private readonly pipeline: Pipeline) {}

  /** A Refusal (422) where no format knows the text; the reason names what is known. */
  async take(body: Buffer, keep: boolean): Promise<JudgedLog> {
    const log = new Collection();
    const reason = await log.add(Readable.from([body]), 'the text', null);
    const [source] = log.sources;
    if (reason !== null || source === undefined)
      throw new Refusal(422, `This is no log that Capwatch knows: ${reason ?? 'it is empty'}`);
    const { format } = source;
    if (keep) this.keep(body, format, log.records);
    return { ...inspect(log.records, log.quarantined), format, kept: keep };
  }

  private keep(body: Buffer, format: string, records: readonly LogRecord[]): void {
    const size = body.length;
    const fingerprint = `pasted:${createHash('sha256').update(body).digest('hex')}`;
    const source = this.pipeline.open({ kind: 'http', path: PATH, fingerprint, format, size });
    const progress = { position: size, size, state: null, status: 'done' as const, trouble: null };
    this.pipeline.write({ source: source.id, records, sourceTime: Date.now(), progress });
  }
}
