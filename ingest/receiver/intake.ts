import type { Writer } from '@/db/sqlite/open';
import type { Pipeline } from '../pipeline';
import { type Encoding, type Export, Refusal } from './answer';
import { receivedBeside } from './decoder';
import { joined } from './kept-span';
import type { Signal } from './proto';
import type { ReceivedSpan } from './received';

/** How long a trace whose root has not ended waits for more of it, ms; longer where putting it together costs more. */
const QUIET = 6_000;
const COSTLY = 2 * 1024 * 1024;

/** Characters of spans that may wait to be put together; what comes above that is asked to come later. */
const MOST_WAITING = 256 * 1024 * 1024;

/** Spans that one transaction stores: others are answered between two. */
const SPANS_AT_ONCE = 8_000;

/** Kept of a span that could not be read, bytes. */
const KEPT_BYTES = 1024;

/** Takes exports of spans and log records into the store: what it has answered for is stored. */
export class Intake {
  constructor(
    private readonly writer: Writer,
    private readonly pipeline: Pipeline,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Resolves when all of it is stored. Fails with a Refusal when the body cannot be read or there is no room, or with what
   * the store throws: a part may be stored then; sent again, it changes nothing.
   */
  async take(signal: Signal, encoding: Encoding, body: Buffer): Promise<Export> {
    this.refuseWhereFull();
    const { spans, refused, message } = await receivedBeside(signal, encoding, body);
    this.refuseWhereFull();
    for (let at = 0; at + SPANS_AT_ONCE < spans.length; at += SPANS_AT_ONCE) {
      this.writer.transaction(() => this.store(signal, spans.slice(at, at + SPANS_AT_ONCE), [], null));
      await new Promise((next) => setImmediate(next));
    }
    const last = Math.max(0, Math.ceil(spans.length / SPANS_AT_ONCE) - 1) * SPANS_AT_ONCE;
    this.writer.transaction(() => this.store(signal, spans.slice(last), refused, body));
    return { rejected: refused.length, message };
  }

  private refuseWhereFull(): void {
    if (this.writer.inbox.backlog().size > MOST_WAITING)
      throw new Refusal(429, 'more has come than could be read yet', 5);
  }

  /** `body`: all that came, with the last of its spans; null before. */
  private store(signal: Signal, spans: readonly ReceivedSpan[], refused: readonly string[], body: Buffer | null): void {
    const source = this.source(signal);
    const { duplicates, skipped } = this.storeSpans(spans, source.id);
    const now = this.now();
    const { sources } = this.writer;
    sources.skipped(source.id, skipped);
    const length = body?.length ?? 0;
    const bytes = body?.subarray(0, KEPT_BYTES) ?? Buffer.alloc(0);
    const bad = refused.map((reason) => ({ offset: source.position, length, reason, bytes }));
    sources.quarantine(source.id, bad, now);
    const position = source.position + length;
    const tally = { calls: 0, answers: 0, accounts: 0, census: 0, duplicates, quarantined: refused.length, longest: 0 };
    sources.commit(source.id, { position, size: position, state: null, status: 'following' }, tally, now);
  }

  private storeSpans(
    spans: readonly ReceivedSpan[],
    source: number,
  ): { duplicates: number; skipped: Map<string, number> } {
    const { inbox } = this.writer;
    const news = new Map<string, { grown: number; ended: boolean }>();
    const skipped = new Map<string, number>();
    let duplicates = 0;
    for (const span of spans) {
      const before = inbox.find(span.traceId, span.spanId);
      const after = before === null || before === span.text ? span.text : joined(before, span.text);
      if (after === before) {
        duplicates++;
        continue;
      }
      inbox.store(span.traceId, span.spanId, after);
      const known = news.get(span.traceId) ?? { grown: 0, ended: false };
      known.grown += after.length - (before?.length ?? 0);
      known.ended ||= span.root;
      news.set(span.traceId, known);
      if (before === null) for (const type of span.skipped) skipped.set(type, (skipped.get(type) ?? 0) + 1);
    }
    const now = this.now();
    for (const [trace, { grown, ended }] of news) {
      const wait = ended ? 0 : QUIET * Math.max(1, grown / COSTLY);
      inbox.news(trace, source, now, now + wait, grown);
    }
    return { duplicates, skipped };
  }

  private source(signal: Signal): { id: number; position: number } {
    const path = `/v1/${signal}`;
    const format = signal === 'traces' ? 'OTLP spans' : 'OTLP log records';
    return this.pipeline.open({ kind: 'otlp', path, fingerprint: `otlp:${path}`, format, size: 0 });
  }
}
