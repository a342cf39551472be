import type { CallRecord, LogRecord } from '@/lib/records';
import { nameAccount } from './accounts/naming';
import { derivedId, type Identity, sameCall } from './pipeline/identity';
import { stretchesOf } from './sources/stdin';

/** What a set of logs holds, each call and answer once. */
export class Collection {
  readonly records: LogRecord[] = [];
  readonly quarantined: { where: string; reason: string }[] = [];
  /** Logs that were read, with the format that knew them. */
  readonly sources: { path: string; format: string }[] = [];
  duplicates = 0;
  private readonly calls = new Map<string, CallRecord>();
  private readonly answers = new Set<string>();

  /**
   * Reads one log to its end, storing nothing. `name` stands for it in what is told; `path` names accounts by its folders, null
   * where there is none. Returns why no format knows it, null where one does. Errors of reading go through.
   */
  async add(from: AsyncIterable<Buffer> | string, name: string, path: string | null): Promise<string | null> {
    const stretches = stretchesOf(from, `log${this.sources.length}`);
    let format: string | null = null;
    for (;;) {
      const next = await stretches.next();
      if (next.done) {
        if (format !== null) this.sources.push({ path: name, format });
        return next.value?.reason ?? null;
      }
      format = next.value.format;
      for (const record of next.value.records) this.take(nameAccount(record, path));
      for (const { offset, reason } of next.value.quarantined)
        this.quarantined.push({ where: `${name} at byte ${offset}`, reason });
    }
  }

  private take(record: LogRecord): void {
    if (record.type === 'call') this.takeCall(record);
    else if (record.type === 'answer') {
      const key = `${record.id}\n${record.session}\n${record.text}`;
      if (this.answers.has(key)) this.duplicates++;
      else this.records.push(record);
      this.answers.add(key);
    } else this.records.push(record);
  }

  /** The same call in several files counts once; another call that only has the same id gets one of its own. */
  private takeCall(record: CallRecord): void {
    const before = this.calls.get(record.id);
    const renamed =
      before && !sameCall(identity(before), identity(record)) ? { ...record, id: derivedId(record) } : record;
    const same = renamed === record ? before : this.calls.get(renamed.id);
    if (!same) this.keep(renamed);
    else {
      this.duplicates++;
      same.result ??= record.result;
      same.sent ??= record.sent;
    }
  }

  private keep(record: CallRecord): void {
    this.calls.set(record.id, record);
    this.records.push(record);
  }
}

function identity(record: CallRecord): Identity {
  return { ...record, resultLength: record.result?.length ?? null };
}
