import type { Writer } from '@/db/sqlite/open';
import type { Pipeline } from '../pipeline';
import { meaningOf, toolUse } from '../spans/meaning';
import { exchangeOf } from '../spans/span-messages';
import type { Span, Spans } from '../spans/types';
import { type Encoding, type Export, Refusal } from './answer';
import { decode } from './decode';
import { joined, keptText } from './kept-span';
import type { Signal } from './proto';

/** How long a trace whose root has not ended waits for more of it, ms; longer where putting it together costs more. */
const QUIET = 6_000;
const COSTLY = 2 * 1024 * 1024;

/** Characters of spans that may wait to be put together; what comes above that is asked to come later. */
const MOST_WAITING = 256 * 1024 * 1024;

/** Kept of a span that could not be read, bytes. */
const KEPT_BYTES = 1024;
const MOST_REASONS = 5;

const NO_CONTENT =
  'accepted, but no tool span holds the result of its tool: capped results cannot be found without it. Switch on the ' +
  'capture of content in your instrumentation (for OpenTelemetry: OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true), ' +
  'or set the attribute gen_ai.tool.call.result';

/** Takes exports of spans and log records into the store: what it has answered for is stored. */
export class Intake {
  constructor(
    private readonly writer: Writer,
    private readonly pipeline: Pipeline,
    private readonly now: () => number = Date.now,
  ) {}

  /** Throws a Refusal when the body cannot be read or there is no room; what the store throws when it cannot be written. */
  take(signal: Signal, encoding: Encoding, body: Buffer): Export {
    const found = decode(signal, encoding, body);
    if (this.writer.inbox.backlog().size > MOST_WAITING)
      throw new Refusal(429, 'more has come than could be read yet', 5);
    this.writer.transaction(() => this.store(signal, found, body));
    return { rejected: found.refused.length, message: messageOf(found) };
  }

  private store(signal: Signal, { spans, refused }: Spans, body: Buffer): void {
    const source = this.source(signal);
    const news = new Map<string, { grown: number; ended: boolean }>();
    const skipped = new Map<string, number>();
    let duplicates = 0;
    for (const span of spans) {
      const text = keptText(span);
      const before = this.writer.inbox.find(span.traceId, span.spanId);
      const after = before === null ? text : joined(before, text);
      if (after === before) {
        duplicates++;
        continue;
      }
      this.writer.inbox.store(span.traceId, span.spanId, after);
      const known = news.get(span.traceId) ?? { grown: 0, ended: false };
      known.grown += after.length - (before?.length ?? 0);
      known.ended ||= span.parentId === null;
      news.set(span.traceId, known);
      if (before === null) for (const type of skippedOf(span)) skipped.set(type, (skipped.get(type) ?? 0) + 1);
    }
    const now = this.now();
    for (const [trace, { grown, ended }] of news) {
      const wait = ended ? 0 : QUIET * Math.max(1, grown / COSTLY);
      this.writer.inbox.news(trace, source.id, now, now + wait, grown);
    }
    const { sources } = this.writer;
    sources.skipped(source.id, skipped);
    const bad = refused.map((reason) => ({
      offset: source.position,
      length: body.length,
      reason,
      bytes: body.subarray(0, KEPT_BYTES),
    }));
    sources.quarantine(source.id, bad, now);
    const position = source.position + body.length;
    const tally = { calls: 0, answers: 0, accounts: 0, census: 0, duplicates, quarantined: refused.length, longest: 0 };
    sources.commit(source.id, { position, size: position, state: null, status: 'following' }, tally, now);
  }

  private source(signal: Signal): { id: number; position: number } {
    const path = `/v1/${signal}`;
    const format = signal === 'traces' ? 'OTLP spans' : 'OTLP log records';
    return this.pipeline.open({ kind: 'otlp', path, fingerprint: `otlp:${path}`, format, size: 0 });
  }
}

/** Why a span gives no call, or not all of one. */
function skippedOf(span: Span): string[] {
  const meaning = meaningOf(span);
  if (meaning === 'other' || (meaning === 'chain' && span.parentId !== null))
    return [`span: ${meaning === 'chain' ? 'chain' : (span.scope ?? 'other')}`.slice(0, 80)];
  if (meaning !== 'tool') return [];
  const types: string[] = [];
  if (toolUse(span).hidden) types.push('tool result hidden by masking (__REDACTED__)');
  if (span.dropped > 0) types.push('attributes dropped by the SDK on a tool span');
  return types;
}

function messageOf({ spans, refused }: Spans): string {
  if (refused.length > 0) {
    const reasons = [...new Set(refused)];
    const more = reasons.length > MOST_REASONS ? `; and ${reasons.length - MOST_REASONS} other reasons` : '';
    return `${refused.length} not taken: ${reasons.slice(0, MOST_REASONS).join('; ')}${more}`;
  }
  return lacksContent(spans) ? NO_CONTENT : '';
}

/** There are tool spans that succeeded, and neither they nor the messages beside them hold any result. */
function lacksContent(spans: readonly Span[]): boolean {
  let without = 0;
  for (const span of spans) {
    const meaning = meaningOf(span);
    if (meaning === 'tool') {
      const use = toolUse(span);
      if (use.result !== null || use.hidden) return false;
      if (!use.error) without++;
    } else if (meaning === 'llm' || meaning === 'agent') {
      const { input, output } = exchangeOf(span);
      if ([...input, ...output].some((message) => message.returned.length > 0)) return false;
    }
  }
  return without > 0;
}
