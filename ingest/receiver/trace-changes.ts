import type { Writer } from '@/db/sqlite/open';
import type { Mention, TraceRecord } from '@/db/sqlite/writer/inbox';
import type { AnswerRecord, CallRecord } from '@/lib/records';
import type { RevisedCall, Revision } from '../pipeline';
import { filled } from '../pipeline/calls';
import type { WholeCall } from '../spans/assemble';
import { byBelief, EXECUTED, givesOf, hashOf, makingOf, takenBack } from './mentions';

/** What is to be written of a trace. */
export interface Change {
  records: AnswerRecord[];
  revision: Revision;
  /** Ids, as traces give them, of the calls that were told anew. */
  touched: Iterable<string>;
}

/**
 * What a trace says now against what the store has of it: only what differs is written. Inside a transaction. A call
 * that several traces tell of is made anew of all that they say, so that the order in which they came does not matter.
 */
export class TraceChanges {
  private readonly gone: Map<string, TraceRecord>;
  private readonly unsaid: Set<string>;
  private readonly doubtful = new Set<string>();
  private readonly known = new Map<string, ReadonlyMap<string, CallRecord>>();
  private readonly calls: RevisedCall[] = [];
  private readonly completions: CallRecord[] = [];
  private readonly answers: AnswerRecord[] = [];
  private readonly withdrawn = { calls: [] as string[], answers: [] as string[] };

  /** `read`: the calls that another trace tells of, as its spans stand now. */
  constructor(
    private readonly writer: Writer,
    private readonly trace: string,
    private readonly read: (trace: string) => readonly WholeCall[],
  ) {
    const { inbox } = writer;
    const answers = inbox.recordsOf(trace).filter(({ kind }) => kind === 'answer');
    this.gone = new Map(answers.map((record) => [record.id, record]));
    this.unsaid = new Set(inbox.callsOf(trace));
  }

  /** All calls that the trace tells of. */
  tell(told: readonly WholeCall[]): void {
    this.known.set(this.trace, byId(told));
    for (const one of told) this.call(one);
    for (const id of this.unsaid) {
      this.writer.inbox.dropMention(id, this.trace);
      this.doubtful.add(id);
    }
    for (const id of this.doubtful) this.settle(id);
  }

  answer(record: AnswerRecord): void {
    const { inbox } = this.writer;
    const before = inbox.recordWith('answer', record.id);
    const hash = hashOf(record);
    this.gone.delete(record.id);
    inbox.keepRecord({ kind: 'answer', id: record.id, trace: this.trace, standing: 0, hash });
    if (before?.hash === hash) return;
    if (before !== null) this.withdrawn.answers.push(record.id);
    this.answers.push(record);
  }

  /** What has to be written; null when the store says the same already. */
  end(): Change | null {
    for (const { kind, id } of this.gone.values()) {
      this.writer.inbox.dropRecord(kind, id);
      this.withdrawn.answers.push(id);
    }
    const { calls, completions, withdrawn } = this;
    const changed = [this.answers, calls, completions, withdrawn.calls, withdrawn.answers];
    if (changed.every((list) => list.length === 0)) return null;
    const touched = [...this.doubtful, ...completions.map(({ id }) => id)];
    return { records: this.answers, revision: { calls, completions, withdrawn }, touched };
  }

  private call({ record, executed, heard }: WholeCall): void {
    const { inbox, calls } = this.writer;
    const { id } = record;
    const mentions = inbox.mentionsOf(id);
    if (mentions.length === 0 && calls.find(id) !== null) {
      // Told by a file, or by a trace that is forgotten: it is not this trace's to change.
      if (inbox.recordWith('call', this.ownId(id)) === null) this.completions.push(record);
      return;
    }
    this.unsaid.delete(id);
    const standing = executed ? EXECUTED : record.ts === null ? 0 : 1;
    const start = record.ts ?? heard;
    const now: Mention = { id, trace: this.trace, standing, start, gives: givesOf(record), hash: hashOf(record) };
    const before = mentions.find(({ trace }) => trace === this.trace);
    if (before?.hash === now.hash && before.standing === standing && before.start === start) return;
    inbox.keepMention(now);
    this.doubtful.add(id);
  }

  /** Brings a call, and those that ran under its id in other traces, to what all traces say of it. */
  private settle(id: string): void {
    const mentions = byBelief(this.writer.inbox.mentionsOf(id));
    const [owner, ...others] = mentions;
    // Two tools ran under one id: ids that begin anew in each trace.
    const alike = others.filter(({ standing }) => standing === EXECUTED);
    const lenders = others.filter(({ standing }) => standing !== EXECUTED);
    if (owner === undefined) this.withdraw(id);
    else this.make(id, [owner, ...lenders]);
    for (const trace of new Set([this.trace, ...mentions.map((mention) => mention.trace)])) {
      const own = alike.find((mention) => mention.trace === trace);
      if (own === undefined) this.withdraw(this.ownId(id, trace));
      else this.make(this.ownId(id, trace), [own]);
    }
  }

  private make(id: string, mentions: readonly [Mention, ...Mention[]]): void {
    const { inbox } = this.writer;
    const { parts, sign } = makingOf(mentions);
    const before = inbox.recordWith('call', id);
    const [{ trace, standing }] = mentions;
    if (before?.hash === sign && before.trace === trace) return;
    // A part whose trace has news says no more what it said: that trace is due, and tells of the call anew.
    const [first, ...rest] = parts.flatMap((part) => this.recordOf(part) ?? []);
    if (first === undefined) return;
    inbox.keepRecord({ kind: 'call', id, trace, standing, hash: sign });
    const record = { ...rest.reduce(filled, first), id };
    this.calls.push({ record, takenBack: takenBack(before?.hash ?? null, sign) });
  }

  private withdraw(id: string): void {
    const { inbox } = this.writer;
    if (inbox.recordWith('call', id) === null) return;
    inbox.dropRecord('call', id);
    this.withdrawn.calls.push(id);
  }

  private recordOf({ id, trace }: Mention): CallRecord | null {
    const known = this.known.get(trace) ?? byId(this.read(trace));
    this.known.set(trace, known);
    return known.get(id) ?? null;
  }

  private ownId(id: string, trace = this.trace): string {
    return `${id}~${trace}`;
  }
}

function byId(told: readonly WholeCall[]): ReadonlyMap<string, CallRecord> {
  return new Map(told.map(({ record }) => [record.id, record]));
}
