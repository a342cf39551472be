import { isDeepStrictEqual } from 'node:util';
import type { Writer } from '@/db/sqlite/open';
import type { CallRow } from '@/db/sqlite/writer/call-row';
import type { Weight } from '@/db/sqlite/writer/calls';
import { queryKey, readCall } from '@/lib/contract';
import type { CallRecord } from '@/lib/records';
import type { ReadCall } from '@/lib/session/types';
import type { ReadAhead } from '../work-ahead';
import { derivedId, type Identity, sameCall } from './identity';

interface Place {
  seq: number;
  part: number;
}

/** A call of this batch that is new, or whose result came with it. */
export interface Entry {
  record: CallRecord;
  read: ReadCall;
  /** Order of arrival, and the part of its session that it is reviewed with. */
  place: Place;
  ts: number;
  anyQuery: string;
  /** How it stood in the store before; null when it is new. */
  before: CallRow | null;
  /** What it shows about its tool and its log; known once the batch was weighed. */
  weight: Weight;
}

/** The calls of one batch: each is a duplicate, the completion of one that waited for its result, or new. */
export class BatchCalls {
  readonly entries = new Map<string, Entry>();
  /** Calls that came for the first time. */
  added = 0;
  duplicates = 0;
  /** As they stood: calls that go to another session, and calls that are none any more. */
  readonly moved: CallRow[] = [];
  readonly withdrawn: CallRow[] = [];

  constructor(
    private readonly writer: Writer,
    private readonly sourceTime: number,
  ) {}

  /** `ahead`: what reading this record gave, where that was done beside. */
  add(record: CallRecord, ahead?: ReadAhead): void {
    if (this.offer(record, ahead)) return;
    const renamed = { ...record, id: derivedId(record) };
    if (!this.offer(renamed, ahead)) this.duplicates++;
  }

  /** Puts a record in the place of the call that has its id: its source knows better now. What it does not hold stays, unless taken back. */
  revise(record: CallRecord, takenBack: Partial<CallRecord> = {}): void {
    const before = this.writer.calls.find(record.id);
    if (before === null) {
      this.put(record, this.writer.calls.place(record.session), null);
      this.added++;
      return;
    }
    const stored = recordOf(this.writer, before);
    if (isExpired(before, stored)) return;
    const revised = filled(record, { ...stored, ...takenBack });
    if (isDeepStrictEqual(revised, stored)) return;
    const stays = revised.session === before.session;
    if (!stays) this.moved.push(before);
    const part = stays ? before.part : this.writer.calls.place(revised.session).part;
    this.put(revised, { seq: before.seq, part }, before);
  }

  /** Gives the call that has this id what it lacks, whatever else the record says of it. A new one is added. */
  complete(record: CallRecord): void {
    const before = this.writer.calls.find(record.id);
    if (before === null) {
      this.add(record);
      return;
    }
    const stored = recordOf(this.writer, before);
    const completed = filled(stored, record);
    if (isExpired(before, stored) || isDeepStrictEqual(completed, stored)) this.duplicates++;
    else this.put(completed, before, before);
  }

  /** Takes a stored call out: it turned out to be none. */
  withdraw(id: string): void {
    const before = this.writer.calls.find(id);
    if (before !== null) this.withdrawn.push(before);
  }

  /** False when another call has this id. */
  private offer(record: CallRecord, ahead?: ReadAhead): boolean {
    const here = this.entries.get(record.id);
    if (here !== undefined) {
      if (!sameCall(ofRecord(here.record), ofRecord(record))) return false;
      this.merge(here.record, record, here.place, here.before);
      return true;
    }
    const before = this.writer.calls.find(record.id);
    if (before === null) {
      this.put(record, this.writer.calls.place(record.session), null, ahead);
      this.added++;
      return true;
    }
    const stored = recordOf(this.writer, before);
    if (!sameCall(ofRecord(stored), ofRecord(record))) return false;
    if (isExpired(before, stored)) this.duplicates++;
    else this.merge(stored, record, before, before);
    return true;
  }

  /** Takes over what the earlier record lacked; without anything new it is a duplicate, or still waits for its result. */
  private merge(earlier: CallRecord, later: CallRecord, place: Place, before: CallRow | null): void {
    const brings = (earlier.result === null && later.result !== null) || (earlier.sent === null && later.sent !== null);
    if (!brings) {
      if (hasResult(earlier)) this.duplicates++;
      return;
    }
    const merged: CallRecord = {
      ...earlier,
      ts: earlier.ts ?? later.ts,
      account: earlier.account ?? later.account,
      result: earlier.result ?? later.result,
      sent: earlier.sent ?? later.sent,
      error: earlier.error || later.error,
      agent: earlier.agent ?? later.agent,
      model: earlier.model ?? later.model,
      environment: earlier.environment ?? later.environment,
      version: earlier.version ?? later.version,
      durationMs: earlier.durationMs ?? later.durationMs,
    };
    this.put(merged, place, before);
  }

  private put(record: CallRecord, { seq, part }: Place, before: CallRow | null, ahead?: ReadAhead): void {
    const read = ahead ? takenOver(ahead, record, seq) : readCall(record, seq);
    const anyQuery = ahead?.anyQuery ?? anyQueryOf(record, read);
    const ts = record.ts ?? before?.ts ?? this.sourceTime;
    const weight = { marks: 0, cut: null, textLength: null };
    this.entries.set(record.id, { record, read, place: { seq, part }, ts, anyQuery, before, weight });
  }
}

/** A stored call as the record that it came from. */
export function recordOf(writer: Writer, row: CallRow): CallRecord {
  return {
    type: 'call',
    id: row.id,
    ts: row.tsKnown ? row.ts : null,
    session: row.session,
    account: row.account === '' ? null : row.account,
    tool: row.tool,
    args: row.args,
    result: writer.calls.payload(row.id, 'result'),
    sent: writer.calls.payload(row.id, 'sent'),
    error: row.error,
    agent: row.agent,
    model: row.model,
    environment: row.environment,
    version: row.version,
    durationMs: row.durationMs,
  };
}

function takenOver({ read }: ReadAhead, record: CallRecord, seq: number): ReadCall {
  return { ...read, id: record.id, seq, payload: () => record.sent ?? record.result };
}

/** The query of a record whatever its account. */
export function anyQueryOf(record: CallRecord, read: Pick<ReadCall, 'query'>): string {
  return record.account === null ? read.query : queryKey(record.tool, record.args, '');
}

/** The record, and from the other one what it does not know. */
export function filled(record: CallRecord, other: CallRecord): CallRecord {
  return {
    ...record,
    ts: record.ts ?? other.ts,
    account: record.account ?? other.account,
    result: record.result ?? other.result,
    sent: record.sent ?? other.sent,
    agent: record.agent ?? other.agent,
    model: record.model ?? other.model,
    environment: record.environment ?? other.environment,
    version: record.version ?? other.version,
    durationMs: record.durationMs ?? other.durationMs,
  };
}

function hasResult(record: CallRecord): boolean {
  return record.result !== null || record.sent !== null;
}

/** The payload was removed to save space, but what was read of it stays: such a call is never read again. */
export function isExpired(row: CallRow, record: CallRecord): boolean {
  return row.payloadLength > 0 && !hasResult(record);
}

function ofRecord(record: CallRecord): Identity {
  return { ...record, resultLength: record.result?.length ?? null };
}
