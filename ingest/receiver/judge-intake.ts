import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Inspected, inspect } from '@/lib/inspect';
import type { LogRecord } from '@/lib/records';
import { nameAccount } from '../accounts/naming';
import type { Pipeline } from '../pipeline';
import { stretchesOf } from '../sources/stdin';
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
    const stretches = stretchesOf(Readable.from([body]), 'pasted');
    const records: LogRecord[] = [];
    const bad: { offset: number; length: number; reason: string; bytes: Uint8Array }[] = [];
    let format: string | null = null;
    for (;;) {
      const next = await stretches.next();
      if (next.done) {
        if (next.value) throw new Refusal(422, `This is no log that Capwatch knows: ${next.value.reason}`);
        break;
      }
      format = next.value.format;
      for (const record of next.value.records) records.push(nameAccount(record, null));
      bad.push(...next.value.quarantined);
    }
    if (format === null) throw new Refusal(422, 'This is no log that Capwatch knows: it is empty');
    const judged = inspect(
      records,
      bad.map(({ offset, reason }) => ({ where: `byte ${offset}`, reason })),
    );
    if (keep) this.keep(body, format, records);
    return { ...judged, format, kept: keep };
  }

  private keep(body: Buffer, format: string, records: readonly LogRecord[]): void {
    const size = body.length;
    const fingerprint = `pasted:${createHash('sha256').update(body).digest('hex')}`;
    const source = this.pipeline.open({ kind: 'http', path: PATH, fingerprint, format, size });
    const progress = { position: size, size, state: null, status: 'done' as const, trouble: null };
    this.pipeline.write({ source: source.id, records, sourceTime: Date.now(), progress });
  }
}
