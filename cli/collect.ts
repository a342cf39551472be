import { resolve } from 'node:path';
import { nameAccount } from '@/ingest/accounts/naming';
import { derivedId, type Identity, sameCall } from '@/ingest/pipeline/identity';
import { stretchesOf } from '@/ingest/sources/stdin';
import type { CallRecord, LogRecord } from '@/lib/records';
import { CommandError, EXIT, inWords } from './errors';
import { type Input, sourceOf } from './inputs';

/** What a set of logs holds, each call once. */
export interface Collected {
  records: LogRecord[];
  quarantined: { where: string; reason: string }[];
  /** Files in folders that no format recognised. */
  unknown: { path: string; reason: string }[];
  sources: { path: string; format: string }[];
  duplicates: number;
}

/** Reads logs into memory without storing anything. A named file that is unreadable or no log is an error (exit 3). */
export async function collect(inputs: Iterable<Input>): Promise<Collected> {
  const collected = new Collector();
  for (const input of inputs) {
    try {
      await collected.add(input);
    } catch (error) {
      if (error instanceof CommandError) throw error;
      const reason = inWords(error);
      if (input.named) throw new CommandError(`cannot read ${input.path}: ${reason}`, EXIT.io);
      collected.result.unknown.push({ path: input.path, reason });
    }
  }
  return collected.result;
}

class Collector {
  readonly result: Collected = { records: [], quarantined: [], unknown: [], sources: [], duplicates: 0 };
  private readonly calls = new Map<string, CallRecord>();
  private readonly others = new Set<string>();

  async add(input: Input): Promise<void> {
    const { path } = input;
    const stretches = stretchesOf(sourceOf(input), `log${this.result.sources.length}`);
    let format: string | null = null;
    for (;;) {
      const next = await stretches.next();
      if (next.done) {
        if (next.value) this.refuse(input, next.value.reason);
        break;
      }
      format = next.value.format;
      for (const record of next.value.records) this.take(nameAccount(record, path === '-' ? null : resolve(path)));
      for (const { offset, reason } of next.value.quarantined)
        this.result.quarantined.push({ where: `${path} at byte ${offset}`, reason });
    }
    if (format !== null) this.result.sources.push({ path, format });
  }

  private refuse({ path, named }: Input, reason: string): void {
    const name = path === '-' ? 'stdin' : path;
    if (named) throw new CommandError(`cannot read ${name}: ${reason}`, EXIT.io);
    this.result.unknown.push({ path, reason });
  }

  private take(record: LogRecord): void {
    if (record.type === 'call') this.takeCall(record);
    else if (record.type === 'answer') {
      const key = `${record.id}\n${record.session}\n${record.text}`;
      if (this.others.has(key)) this.result.duplicates++;
      else this.result.records.push(record);
      this.others.add(key);
    } else this.result.records.push(record);
  }

  /** The same call in several files counts once; another call that only has the same id gets one of its own. */
  private takeCall(record: CallRecord): void {
    const before = this.calls.get(record.id);
    const renamed =
      before && !sameCall(identity(before), identity(record)) ? { ...record, id: derivedId(record) } : record;
    const same = renamed === record ? before : this.calls.get(renamed.id);
    if (!same) this.keep(renamed);
    else {
      this.result.duplicates++;
      same.result ??= record.result;
      same.sent ??= record.sent;
    }
  }

  private keep(record: CallRecord): void {
    this.calls.set(record.id, record);
    this.result.records.push(record);
  }
}

function identity(record: CallRecord): Identity {
  return { ...record, resultLength: record.result?.length ?? null };
}
