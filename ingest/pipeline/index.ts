import type { Writer } from '@/db/sqlite/open';
import { storable } from '@/db/sqlite/payload';
import type { CallRow } from '@/db/sqlite/writer/call-row';
import type { SessionPart } from '@/db/sqlite/writer/calls';
import type { OpenSource, Progress, Quarantined, SourceHead, Tally } from '@/db/sqlite/writer/sources';
import { queryKey } from '@/lib/contract';
import type { AccountRecord, AnswerRecord, CallRecord, CensusRecord, LogRecord } from '@/lib/records';
import { nameAccount } from '../accounts/naming';
import type { Ahead } from '../work-ahead';
import { BatchCalls, type Entry } from './calls';
import { CensusBook } from './census';
import { accountName, name, normalise, sameAnswer, shortHash, time } from './identity';
import { judgeAnswers } from './judge-answers';
import { lengthOf } from './lengths';
import { loadPart } from './part';
import { rekeyCounts, rereadParts } from './reread';
import { Reviewer } from './review';
import { settleSome } from './settle';

export type { OpenSource, Progress, Quarantined, SourceHead, Tally } from '@/db/sqlite/writer/sources';

/** What one stretch of a source yielded, with how far the source has come by it. A few MB at a time is a good size. */
export interface Batch {
  /** `OpenSource.id`. */
  source: number;
  records: readonly LogRecord[];
  progress: Progress;
  /** Record types that carry nothing for us, with how many of each. */
  skipped?: ReadonlyMap<string, number>;
  quarantined?: readonly Quarantined[];
  /** Time of the source (a file's mtime, epoch ms): what a record without a time gets. */
  sourceTime: number;
  /** What the source knows better than when it told of it first. */
  revision?: Revision;
  /** What was done beside for these records; the rest is done when they are stored. */
  ahead?: Ahead;
}

/** A call as its source knows it now. What it does not hold stays as it is stored, but for what is taken back. */
export interface RevisedCall {
  record: CallRecord;
  /** Null for each field that the source gave before and does not give now. */
  takenBack: Partial<CallRecord>;
}

/** Changes of what a source told before; only sources that tell of one thing more than once have any. */
export interface Revision {
  /** Calls that take the place of the ones that have their ids. */
  calls: readonly RevisedCall[];
  /** What is told of calls of others: they are given what they lack. */
  completions: readonly CallRecord[];
  /** Ids of calls and answers that are none. An answer that changed is withdrawn, and told anew as a record. */
  withdrawn: { calls: readonly string[]; answers: readonly string[] };
}

/**
 * The way from records to the store: read, review the sessions that were touched, write all of it and the source's
 * position in one transaction. Killed at any instant, a batch is there or it is not.
 */
export class Pipeline {
  /** Batches that were stored through this pipeline. */
  written = 0;

  constructor(
    private readonly writer: Writer,
    private readonly now: () => number = Date.now,
  ) {}

  /** Finds or adds a source; reading goes on from its `position` with its `state`. */
  open(head: SourceHead): OpenSource {
    return this.writer.transaction(() => this.writer.sources.open(head, this.now()));
  }

  /** Stores one batch. Throws when it cannot be written; nothing of it is stored then. */
  write(batch: Batch): Tally {
    const tally = this.writer.transaction(() => new BatchWrite(this.writer, batch, this.now()).run());
    this.written++;
    return tally;
  }

  /**
   * Judges again what later knowledge has made doubtful, a bounded part of it in one transaction. True while more waits.
   * Without it every call stands as it was judged when it came, or when its session was touched last.
   */
  settleSome(): boolean {
    return this.writer.transaction(() => settleSome(this.writer));
  }

  /** Reads stored calls of some parts again, in one transaction. Returns how many of them read otherwise. */
  reread(parts: readonly SessionPart[]): number {
    return this.writer.transaction(() => rereadParts(this.writer, parts));
  }

  /** Puts counts under the keys that the dialects in use give. */
  rekeyCounts(): void {
    this.writer.transaction(() => rekeyCounts(this.writer));
  }

  /** Lets every answer wait to be judged: what is said of claims may have changed with the program, or with what calls are read by. */
  forgetAnswers(): void {
    this.writer.transaction(() => this.writer.answers.forgetJudged());
  }

  /** Judges all calls and then all answers that wait; `makeWay` lets other work go on between the parts. True unless `stop` cut it short. */
  async settle(stop: () => boolean = () => false, makeWay: () => Promise<void> = otherWork): Promise<boolean> {
    while (!stop()) {
      if (!this.settleSome()) return judgeAnswers(this.writer, stop, makeWay);
      await makeWay();
    }
    return false;
  }
}

function otherWork(): Promise<void> {
  return new Promise((next) => setImmediate(next));
}

class BatchWrite {
  private readonly calls: BatchCalls;
  private readonly book: CensusBook;
  private readonly counted: { query: string; account: string | null }[] = [];
  private readonly tally: Tally = { calls: 0, answers: 0, accounts: 0, census: 0, duplicates: 0 };
  private readonly unreadable: Quarantined[] = [];

  constructor(
    private readonly writer: Writer,
    private readonly batch: Batch,
    private readonly now: number,
  ) {
    this.calls = new BatchCalls(writer, time(batch.sourceTime) ?? now);
    this.book = new CensusBook(writer);
  }

  run(): Tally {
    const { revision } = this.batch;
    if (revision) this.revise(revision);
    for (const record of this.batch.records) this.take(record);
    this.review();
    this.tally.calls = this.calls.added - this.calls.withdrawn.length;
    this.tally.duplicates += this.calls.duplicates;
    this.commit();
    return this.tally;
  }

  private revise({ calls, completions, withdrawn }: Revision): void {
    for (const id of withdrawn.calls) this.calls.withdraw(name(id));
    for (const id of withdrawn.answers) if (this.writer.answers.remove(name(id))) this.tally.answers--;
    for (const { record, takenBack } of calls)
      this.takeCall(normalise(record), (one) => this.calls.revise(one, takenBack));
    for (const record of completions) this.takeCall(normalise(record), (one) => this.calls.complete(one));
  }

  private take(record: LogRecord): void {
    switch (record.type) {
      case 'call':
        this.takeCall(normalise(record), (one) => this.calls.add(one, this.batch.ahead?.read.get(record)));
        break;
      case 'answer':
        this.takeAnswer(nameAccount(record, null));
        break;
      case 'account':
        this.takeAccount(record);
        break;
      case 'census':
        this.takeCensus(nameAccount(record, null));
        break;
    }
  }

  /** A record on which the reader fails must not stop its source: it is set aside with the reason. */
  private takeCall(record: CallRecord, how: (record: CallRecord) => void): void {
    try {
      how(record);
    } catch (error) {
      const bytes = Buffer.from(record.result ?? record.args);
      this.unreadable.push({
        offset: this.batch.progress.position,
        length: bytes.length,
        reason: `call ${record.id} could not be judged: ${error instanceof Error ? error.message : String(error)}`,
        bytes: bytes.subarray(0, 1024),
      });
    }
  }

  private takeAnswer(record: AnswerRecord): void {
    const ts = time(record.ts);
    const session = name(record.session);
    const text = storable(record.text);
    let id = name(record.id);
    const same = this.writer.answers.find(id);
    if (same !== null && !sameAnswer(same, { session, text, ts }))
      id = `${id}~${shortHash(JSON.stringify([ts, session, text]))}`;
    if (this.writer.answers.find(id) !== null) {
      this.tally.duplicates++;
      return;
    }
    const account = accountName(record.account) ?? '';
    this.writer.accounts.mention(account);
    this.writer.answers.store({
      id,
      ts: ts ?? this.batch.sourceTime,
      tsKnown: ts !== null,
      session,
      account,
      question: record.question === null ? null : storable(record.question),
      text,
      source: this.batch.source,
      after: this.writer.calls.latest,
    });
    this.tally.answers++;
  }

  private takeAccount(record: AccountRecord): void {
    const id = accountName(record.id);
    if (id === null) return;
    this.writer.accounts.store({ ...record, id });
    this.tally.accounts++;
  }

  private takeCensus(record: CensusRecord): void {
    // '' says that the count is of calls without an account; null says nothing about the account.
    const account = record.account === '' ? '' : accountName(record.account);
    const tool = name(record.tool);
    const query = queryKey(tool, record.args, account ?? '');
    const { args, matched } = record;
    const stored = { query, tool, account, args, matched, ts: time(record.ts), source: this.batch.source };
    if (!this.writer.census.store(stored)) {
      this.tally.duplicates++;
      return;
    }
    this.counted.push({ query, account });
    this.tally.census++;
  }

  private review(): void {
    const parts = new Map<string, { at: SessionPart; entries: Entry[]; withdrawn: CallRow[] }>();
    const partOf = (at: SessionPart) => {
      const key = `${at.part}\u0000${at.session}`;
      const found = parts.get(key) ?? { at, entries: [], withdrawn: [] };
      parts.set(key, found);
      return found;
    };
    for (const entry of this.calls.entries.values()) {
      const { record, read, place, anyQuery } = entry;
      this.writer.accounts.mention(record.account ?? '');
      this.book.add({ query: read.query, anyQuery, account: record.account ?? '' });
      partOf({ session: record.session, part: place.part }).entries.push(entry);
    }
    for (const row of this.calls.withdrawn) partOf(row).withdrawn.push(row);
    for (const row of this.calls.moved) partOf(row);
    const moved = new Set(this.calls.moved.map((row) => row.seq));
    for (const query of this.book.unsettled(this.counted))
      for (const at of this.writer.calls.partsWith(query)) partOf(at);

    const reviewer = new Reviewer(this.writer, this.batch.source, this.book, this.batch.ahead?.packed);
    reviewer.review(
      [...parts.values()].map(({ at, entries, withdrawn }) => loadPart(this.writer, at, entries, withdrawn, moved)),
    );
  }

  private commit(): void {
    const { source, progress, skipped, quarantined = [] } = this.batch;
    const { sources } = this.writer;
    let longest = 0;
    for (const entry of this.calls.entries.values()) longest = Math.max(longest, lengthOf(entry));
    if (skipped !== undefined) sources.skipped(source, skipped);
    const bad = [...quarantined, ...this.unreadable];
    sources.quarantine(source, bad, this.now);
    sources.commit(source, progress, { ...this.tally, quarantined: bad.length, longest }, this.now);
  }
}
