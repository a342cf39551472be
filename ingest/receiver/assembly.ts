import type { Writer } from '@/db/sqlite/open';
import type { DueTrace } from '@/db/sqlite/writer/inbox';
import type { Pipeline } from '../pipeline';
import { SpanAssembler } from '../spans/assemble';
import { keptSpan } from './kept-span';
import { isStoreError } from './store-trouble';
import { TraceChanges } from './trace-changes';

/** UTF-16 length of spans that one transaction puts together, and traces: a fraction of a second of work. */
const AT_ONCE = 1024 * 1024;
const TRACES_AT_ONCE = 200;

/** Spans are kept so long after the last news of their trace, ms, and so many of them, UTF-16 length: for latecomers. */
const KEPT_TIME = 24 * 3_600_000;
const KEPT_SIZE = 256 * 1024 * 1024;

/** A trace that grew beyond this is let go of at once: what comes of it later is read by itself. */
const LARGEST = 32 * 1024 * 1024;
const FORGOTTEN_AT_ONCE = 200;

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
    this.writer.transaction(() => {
      for (const trace of chosen) this.one(trace);
    });
    return true;
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
    const { inbox, sources } = this.writer;
    const now = this.now();
    try {
      this.bring(trace, now);
    } catch (error) {
      if (isStoreError(error)) throw error;
      // A trace on which the reader fails must not stop the others, nor be tried again and again.
      const reason = `trace ${trace.id} could not be put together: ${error instanceof Error ? error.message : String(error)}`;
      const { position } = sources.progressOf(trace.source);
      sources.quarantine(
        trace.source,
        [{ offset: position, length: trace.size, reason, bytes: Buffer.from(trace.id) }],
        now,
      );
    }
    inbox.settled(trace.id);
    if (trace.size > LARGEST) inbox.forget(trace.id);
  }

  private bring(trace: DueTrace, now: number): void {
    const { inbox, sources } = this.writer;
    const spans = inbox.spansOf(trace.id).map(keptSpan);
    const changes = new TraceChanges(this.writer, trace.id);
    const { calls, answers } = new SpanAssembler(null).whole(spans);
    for (const { record, executed } of calls) changes.call(record, executed ? 2 : record.ts === null ? 0 : 1);
    for (const answer of answers) changes.answer(answer);
    const change = changes.end();
    if (change === null) return;
    const progress = sources.progressOf(trace.source);
    this.pipeline.write({ source: trace.source, ...change, sourceTime: now, progress });
  }
}
