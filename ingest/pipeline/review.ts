import type { Writer } from '@/db/sqlite/open';
import { type CallRow, isImposed } from '@/db/sqlite/writer/call-row';
import type { Evidence, Reading } from '@/lib/contract/types';
import { evidenceOf, lengthsOf, ownCut, reviewSession } from '@/lib/session';
import type { Knowledge } from '@/lib/session/types';
import type { Judgement } from '@/lib/verdict/types';
import type { Ahead } from '../work-ahead';
import type { Entry } from './calls';
import type { CensusBook } from './census';
import { weighHistory } from './history';
import { weighLengths } from './lengths';
import type { Part } from './part';

const NOTHING: Ahead['packed'] = new Map();

/**
 * Judges parts of sessions and writes what changed. What their calls show about tools and logs is weighed first, so
 * that they are judged by it; calls stored before that it concerns too are queued to be judged again.
 */
export class Reviewer {
  /** Source and reading of the calls at hand. */
  private readonly of = new Map<string, { source: number; reading: Reading }>();

  constructor(
    private readonly writer: Writer,
    /** Where new calls come from. */
    private readonly source: number,
    private readonly book: CensusBook,
    /** Payloads of the entries that are packed already. */
    private readonly packed: Ahead['packed'] = NOTHING,
  ) {}

  review(parts: readonly Part[]): void {
    for (const { stored, entries } of parts) {
      for (const row of stored) {
        this.book.see(row);
        this.of.set(row.id, row);
      }
      for (const entry of entries)
        this.of.set(entry.read.id, { source: this.sourceOf(entry), reading: entry.read.reading });
    }
    const until = this.writer.calls.last();
    weighLengths(this.writer, parts, (entry) => this.sourceOf(entry), until);
    weighHistory(this.writer, parts, this.book.census, until);
    for (const part of parts) this.judge(part);
    this.of.clear();
  }

  private judge({ stored, entries, withdrawn, calls }: Part): void {
    for (const row of withdrawn) this.writer.calls.remove(row);
    const judged = reviewSession(calls, this.knowledge);
    for (const row of stored) this.writer.calls.judge(row, judgementOf(judged, row.id));
    for (const entry of entries) this.store(entry, judgementOf(judged, entry.read.id));
  }

  private readonly knowledge: Knowledge = {
    census: (query) => this.book.census(query),
    history: (contract) => this.writer.history.lesson(contract),
    logCut: (id) => this.logCut(id),
  };

  private logCut(id: string): Evidence[] | null {
    const call = this.of.get(id);
    if (call === undefined) return null;
    const cuts = this.writer.piles.cutLengths(call.source);
    const length = cuts.size === 0 ? undefined : lengthsOf(call.reading).find((one) => cuts.has(one));
    return length === undefined ? ownCut(call.reading) : evidenceOf(length);
  }

  private sourceOf(entry: Entry): number {
    return entry.before?.source ?? this.source;
  }

  private store(entry: Entry, judgement: Judgement): void {
    const { record, read, before } = entry;
    const row: CallRow = {
      seq: entry.place.seq,
      id: record.id,
      ts: entry.ts,
      tsKnown: record.ts !== null,
      session: record.session,
      part: entry.place.part,
      account: record.account ?? '',
      tool: record.tool,
      args: record.args,
      error: record.error,
      agent: record.agent,
      model: record.model,
      environment: record.environment,
      version: record.version,
      durationMs: record.durationMs,
      source: this.sourceOf(entry),
      query: read.query,
      anyQuery: entry.anyQuery,
      reading: read.reading,
      limit: read.limit,
      judgement,
      imposed: isImposed(judgement),
      payloadLength: (record.sent ?? record.result ?? '').length,
      ...entry.weight,
    };
    this.writer.calls.store(row, before);
    const { calls } = this.writer;
    // A source may take back what it gave: no view of before may stay.
    if (before !== null && (record.result === null || record.sent === null)) calls.dropPayloads(row.id);
    if (record.result !== null) calls.storePayload(row.id, 'result', record.result, this.packed.get(record.result));
    if (record.sent !== null) calls.storePayload(row.id, 'sent', record.sent, this.packed.get(record.sent));
  }
}

function judgementOf(judged: ReadonlyMap<string, Judgement>, id: string): Judgement {
  const judgement = judged.get(id);
  if (judgement === undefined) throw new Error(`the review of its session gave no judgement for call ${id}`);
  return judgement;
}
