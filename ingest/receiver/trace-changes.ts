import { createHash } from 'node:crypto';
import type { Writer } from '@/db/sqlite/open';
import type { TraceRecord } from '@/db/sqlite/writer/inbox';
import type { AnswerRecord, CallRecord } from '@/lib/records';
import type { Revision } from '../pipeline';

/** A span of the tool itself tells of the call. */
const EXECUTED = 2;

/** What a trace says now against what the store has of it: only what differs is written. Inside a transaction. */
export class TraceChanges {
  private readonly gone: Map<string, TraceRecord>;
  private readonly calls: CallRecord[] = [];
  private readonly completions: CallRecord[] = [];
  private readonly answers: AnswerRecord[] = [];
  private readonly withdrawn = { calls: [] as string[], answers: [] as string[] };

  constructor(
    private readonly writer: Writer,
    private readonly trace: string,
  ) {
    this.gone = new Map(writer.inbox.recordsOf(trace).map((record) => [keyOf(record), record]));
  }

  /** A call of this trace, or one that another trace told of too: the one with the higher standing is believed. */
  call(record: CallRecord, standing: number): void {
    const { inbox, calls } = this.writer;
    const known = inbox.recordWith('call', record.id);
    if (known !== null && known.trace !== this.trace) {
      if (known.standing === EXECUTED && standing === EXECUTED)
        // Two tools ran under one id: ids that begin anew in each trace.
        this.own({ ...record, id: `${record.id}~${this.trace}` }, standing);
      else if (known.standing < standing || (known.standing === standing && this.trace < known.trace))
        this.own(record, standing);
      else this.completions.push(record);
    } else if (known === null && calls.find(record.id) !== null)
      // Told by a file, or by a trace that is forgotten: it is not this trace's to change.
      this.completions.push(record);
    else this.own(record, standing);
  }

  answer(record: AnswerRecord): void {
    const before = this.writer.inbox.recordWith('answer', record.id);
    const hash = hashOf(record);
    this.keep({ kind: 'answer', id: record.id, trace: this.trace, standing: 0, hash });
    if (before?.hash === hash) return;
    if (before !== null) this.withdrawn.answers.push(record.id);
    this.answers.push(record);
  }

  /** What has to be written; null when the store says the same already. */
  end(): { records: AnswerRecord[]; revision: Revision } | null {
    for (const { kind, id } of this.gone.values()) {
      this.writer.inbox.dropRecord(kind, id);
      this.withdrawn[kind === 'call' ? 'calls' : 'answers'].push(id);
    }
    const { calls, completions, withdrawn } = this;
    const changes = this.answers.length + calls.length + completions.length + this.gone.size;
    return changes === 0 ? null : { records: this.answers, revision: { calls, completions, withdrawn } };
  }

  private own(record: CallRecord, standing: number): void {
    const before = this.writer.inbox.recordWith('call', record.id);
    const hash = hashOf(record);
    this.keep({ kind: 'call', id: record.id, trace: this.trace, standing, hash });
    if (before?.hash !== hash || before.trace !== this.trace) this.calls.push(record);
  }

  private keep(record: TraceRecord): void {
    this.gone.delete(keyOf(record));
    this.writer.inbox.keepRecord(record);
  }
}

function keyOf({ kind, id }: Pick<TraceRecord, 'kind' | 'id'>): string {
  return `${kind}:${id}`;
}

function hashOf(record: CallRecord | AnswerRecord): string {
  return createHash('sha256').update(JSON.stringify(record)).digest('base64url').slice(0, 22);
}
