import type { Writer } from '@/db/sqlite/open';
import type { DueTrace } from '@/db/sqlite/writer/inbox';
import type { Pipeline } from '../pipeline';
import { SpanAssembler } from '../spans/assemble';
import { AssemblyBatch } from './assembly-batch';
import { keptSpan } from './kept-span';
import { isStoreError } from './store-trouble';
import { type Change, TraceChanges } from './trace-changes';

/** UTF-16 length of spans that one transaction puts together, and traces: a fraction of a second of work. */
const AT_ONCE = 1024 * 1024;
const TRACES_AT_ONCE = 200;

/** Spans are kept so long after the last news of their trace, ms, and so many of them, UTF-16 length: for latecomers. */
const KEPT_TIME = 24 * 3_600_000;
const KEPT_SIZE = 256 * 1024 * 1024;

/** A trace that grew beyond this is let go of at once: what comes of it later is read by itself. */
const LARGEST = 32 * 1024 * 1024;
const FORGOTTEN_AT_ONCE = 200;

/** What a trace tells as a whole. */
type Whole = ReturnType<SpanAssembler['whole']>;

/**
 * Puts received spans together to calls and answers. Each time a trace has news, all of it is read anew and the store is
 * brought to what it says now: the end does not depend on the order in which spans came, nor on how often.
 */
export class Assembly {
  constructor(
    private readonly writer: Writer,
    private readonly pipeline: Pipeline,
    private readonly now: () => number = Date.now,
  ) {}

  /** Puts together some of what is due, in one transaction. True while more may be due. */
  some(): boolean {
    const due = this.writer.inbox.dueTraces(this.now(), TRACES_AT_ONCE);
    if (due.length === 0) return false;
    const chosen: DueTrace[] = [];
    let size = 0;
    for (const trace of due) {
      if (chosen.length > 0 && size + trace.size > AT_ONCE) break;
      chosen.push(trace);
      size += trace.size;
    }
    try {
      this.writer.transaction(() => this.together(chosen));
    } catch (error) {
      if (isStoreError(error)) throw error;
      // One of them fails: each by itself, so that the others are not held up by it.
      this.writer.transaction(() => {
        for (const trace of chosen) this.one(trace);
      });
    }
    return true;
  }

  private together(traces: readonly DueTrace[]): void {
    let batch: AssemblyBatch | null = null;
    for (const trace of traces) {
      const told = this.read(trace.id);
      const ids = [...told.calls.map(({ record }) => record.id), ...this.writer.inbox.callsOf(trace.id)];
      if (batch === null || !batch.hasRoomFor(trace.source, ids)) {
        this.write(batch);
        batch = new AssemblyBatch(trace.source);
      }
      const change = this.changeOf(trace, told);
      if (change !== null) batch.add(change);
      this.settle(trace);
    }
    this.write(batch);
  }

  /** Forgets some of what has been quiet for long, or is too much. True while there may be more. */
  tidy(): boolean {
    const { inbox } = this.writer;
    let excess = inbox.size() - KEPT_SIZE;
    const before = this.now() - KEPT_TIME;
    const old: string[] = [];
    for (const { id, size, changed } of inbox.quietest(FORGOTTEN_AT_ONCE)) {
      if (excess <= 0 && changed > before) break;
      old.push(id);
      excess -= size;
    }
    if (old.length === 0) return false;
    this.writer.transaction(() => {
      for (const id of old) inbox.forget(id);
    });
    return old.length === FORGOTTEN_AT_ONCE;
  }

  private one(trace: DueTrace): void {
    const { sources } = this.writer;
    try {
      this.bring(trace);
    } catch (error) {
      if (isStoreError(error)) throw error;
      // A trace on which the reader fails must not stop the others, nor be tried again and again.
      const reason = `trace ${trace.id} could not be put together: ${error instanceof Error ? error.message : String(error)}`;
      const { position } = sources.progressOf(trace.source);
      sources.quarantine(
        trace.source,
        [{ offset: position, length: trace.size, reason, bytes: Buffer.from(trace.id) }],
        this.now(),
      );
    }
    this.settle(trace);
  }

  private settle(trace: DueTrace): void {
    const { inbox } = this.writer;
    inbox.settled(trace.id);
    if (trace.size > LARGEST) inbox.forget(trace.id);
  }

  private bring(trace: DueTrace): void {
    const change = this.changeOf(trace, this.read(trace.id));
    if (change === null) return;
    const batch = new AssemblyBatch(trace.source);
    batch.add(change);
    this.write(batch);
  }

  private read(trace: string): Whole {
    return new SpanAssembler(null).whole(this.writer.inbox.spansOf(trace).map(keptSpan));
  }

  private changeOf(trace: DueTrace, { calls, answers }: Whole): Change | null {
    const changes = new TraceChanges(this.writer, trace.id, (other) => this.read(other).calls);
    changes.tell(calls);
    for (const answer of answers) changes.answer(answer);
    return changes.end();
  }

  private write(batch: AssemblyBatch | null): void {
    const change = batch?.end() ?? null;
    if (batch === null || change === null) return;
    const progress = this.writer.sources.progressOf(batch.source);
    this.pipeline.write({ source: batch.source, ...change, sourceTime: this.now(), progress });
  }
}
