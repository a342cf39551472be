import { canonical } from '@/lib/json';
import type { JsonValue } from '@/lib/json/types';
import type { ToolUse } from './meaning';
import type { Ask, Returned } from './messages';
import { SpanIndex, trim } from './span-index';
import type { Span } from './types';

/** A call that is being put together from the views that a trace holds of it. */
export interface SpanCall {
  /** The record's id; it stays once it has been told. */
  id: string;
  traceId: string;
  /** The tool's own span, or the one whose messages speak of the call. */
  spanId: string;
  parentId: string | null;
  /** Other spans that turned out to be of this call. */
  also: string[];
  callId: string | null;
  /** There is a span of the tool itself. */
  executed: boolean;
  tool: string;
  asked: string | null;
  args: string;
  result: string | null;
  sent: string | null;
  hidden: boolean;
  error: boolean;
  start: number | null;
  /** When the span began that spoke of it first. */
  heard: number | null;
  durationMs: number | null;
  session: string | null;
  account: string | null;
  told: boolean;
}

/** More calls than this, or more text than that, are never held back: the oldest are let go as they are. */
const MOST_HELD = 2_000;
const MOST_TEXT = 8 * 1024 * 1024;

/** More spans than these never speak of one call. */
const MOST_ALSO = 50;

/** How many calls that were let go are remembered, so that a later turn which repeats them does not count them again. */
const MOST_SETTLED = 20_000;
const MOST_SAVED = 5_000;

/** Calls in the making, found by id, by span, or by tool and arguments; and the ids of those that are done. */
export class SpanCalls {
  private readonly held: Map<string, SpanCall>;
  private readonly settled: Set<string>;
  private readonly index = new SpanIndex();
  private text = 0;

  constructor(state: JsonValue | null) {
    // The state is our own, written by `state()` in the transaction that stored the position.
    const known = (state ?? {}) as unknown as { held?: [string, SpanCall][]; settled?: string[] };
    this.held = new Map();
    this.settled = new Set(known.settled);
    for (const [key, call] of known.held ?? []) this.hold(key, call);
  }

  /** A tool's own span; false when it told of a call that is known already. */
  execute(span: Span, use: ToolUse, own: { session: string | null; account: string | null }): boolean {
    const key = use.callId === null ? spanKey(span) : idKey(use.callId, span.traceId);
    if (this.settled.has(key) || this.settled.has(spanKey(span))) return false;
    const known = this.held.get(key) ?? this.related(span, use);
    if (!known) {
      this.hold(key, created(span, use, own));
      return true;
    }
    const seen = known.executed;
    this.change(known, () => {
      merge(known, span, use);
      known.session ??= own.session;
      known.account ??= own.account;
    });
    if (use.callId !== null && known.callId === null) this.name(known, use.callId);
    return !seen;
  }

  /** The model asks for a call: it is one although no span of the tool may ever come. */
  ask(span: Span, ask: Ask, ts: number | null): void {
    if (ask.id === null) return;
    const key = idKey(ask.id, span.traceId);
    if (this.settled.has(key)) return;
    const known = this.held.get(key) ?? this.unnamed(span.traceId, ask);
    if (!known) {
      if (this.settled.delete(bareKey(span.traceId, ask.tool, ask.args))) this.settled.add(key);
      else this.hold(key, asked(span, ask, ts));
      return;
    }
    if (known.callId === null) this.name(known, ask.id);
    this.change(known, () => {
      if (isBlank(known.args) || known.asked === ask.tool) known.args = ask.args;
      if (known.tool === UNKNOWN_TOOL || known.asked === ask.tool) known.tool = ask.tool;
    });
  }

  /** A result in the messages of a model call: the call's, or the second view of it. */
  bring(span: Span, returned: Returned, history: Ask | null): void {
    const { id, text } = returned;
    const key = id === null ? null : idKey(id, span.traceId);
    const known = key === null ? this.waiting(span.traceId, returned.tool) : this.held.get(key);
    if (known) {
      this.change(known, () => {
        if (known.result === null) known.result = text;
        else if (text !== null && known.sent === null && !sameText(text, known.result)) known.sent = text;
        known.error ||= returned.error;
      });
      return;
    }
    if (id === null || key === null || this.settled.has(key)) return;
    // A turn of the past: asked for elsewhere, seen only here. Its time is not known.
    const past = history ?? { tool: returned.tool ?? UNKNOWN_TOOL, args: '{}' };
    this.ask(span, { ...past, id }, null);
    if (this.held.has(key)) this.bring(span, returned, history);
  }

  /** Lets go of the calls that fit, oldest first. */
  release(fits: (call: SpanCall) => boolean): SpanCall[] {
    const released: SpanCall[] = [];
    for (const [key, call] of this.held) if (fits(call)) released.push(this.drop(key, call));
    return released;
  }

  /** Lets go of the oldest calls when too many are held: down to three quarters, so that it is seldom done. */
  overflow(): SpanCall[] {
    const released: SpanCall[] = [];
    if (this.held.size <= MOST_HELD && this.text <= MOST_TEXT) return released;
    for (const [key, call] of this.held) {
      if (this.held.size <= MOST_HELD * 0.75 && this.text <= MOST_TEXT * 0.75) break;
      released.push(this.drop(key, call));
    }
    return released;
  }

  pending(): SpanCall[] {
    for (const call of this.held.values()) call.told = true;
    return [...this.held.values()].sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
  }

  state(): JsonValue {
    return { held: [...this.held], settled: [...this.settled].slice(-MOST_SAVED) } as unknown as JsonValue;
  }

  private hold(key: string, call: SpanCall): void {
    this.held.set(key, call);
    this.index.add(call);
    this.text += sizeOf(call);
  }

  private drop(key: string, call: SpanCall): SpanCall {
    this.held.delete(key);
    this.index.remove(call);
    this.text -= sizeOf(call);
    this.settled.add(key);
    if (call.executed) this.settled.add(spanKey(call));
    for (const spanId of call.also) this.settled.add(spanKey({ traceId: call.traceId, spanId }));
    if (call.callId === null) this.settled.add(bareKey(call.traceId, call.tool, call.args));
    trim(this.settled, MOST_SETTLED);
    return call;
  }

  private change(call: SpanCall, how: () => void): void {
    this.index.remove(call);
    this.text -= sizeOf(call);
    how();
    this.text += sizeOf(call);
    this.index.add(call);
  }

  /** Gives a call the id that it did not have. */
  private name(call: SpanCall, callId: string): void {
    this.held.delete(spanKey(call));
    this.change(call, () => {
      call.callId = callId;
      if (!call.told) call.id = recordId(callId, call.traceId);
    });
    this.held.set(idKey(callId, call.traceId), call);
  }

  /** The same call seen from another span above or below, or one that was asked for and that nothing has executed yet. */
  private related(span: Span, use: ToolUse): SpanCall | null {
    const near = [this.index.at(span.traceId, span.parentId), ...this.index.below(span.traceId, span.spanId)];
    for (const call of near) {
      const same = call?.callId === null || use.callId === null || call?.callId === use.callId;
      if (call && same && call.tool === use.tool && call.spanId !== span.spanId) return call;
    }
    if (use.callId === null)
      for (const call of this.index.expected(span.traceId, use.asked ?? use.tool))
        if (use.asked !== null || sameArgs(call.args, use.args)) return call;
    return this.held.get(spanKey(span)) ?? null;
  }

  /** An executed call without an id that fits what the model asked for. */
  private unnamed(traceId: string, { tool, args }: Ask): SpanCall | null {
    for (const call of this.index.unnamed(traceId, tool))
      if (call.asked === tool || sameArgs(call.args, args)) return call;
    return null;
  }

  /** The oldest call of a tool without a result, for results without an id. */
  private waiting(traceId: string, tool: string | null): SpanCall | null {
    for (const call of tool === null ? [] : this.index.unanswered(traceId, tool)) if (!call.hidden) return call;
    return null;
  }
}

function merge(known: SpanCall, span: Span, use: ToolUse): void {
  // What the tool was run with counts, not what was asked; the arguments of a span by another name are not the tool's.
  const isAskedOnly = !known.executed && !isBlank(use.args);
  if ((known.args === '{}' || isAskedOnly) && use.asked === null) known.args = use.args;
  if (known.executed && span.spanId !== known.spanId && known.also.length < MOST_ALSO) known.also.push(span.spanId);
  if (!known.executed) {
    known.executed = true;
    known.spanId = span.spanId;
    known.parentId = span.parentId;
    known.start = span.start ?? known.start;
    known.durationMs = durationOf(span);
    if (known.tool === UNKNOWN_TOOL) known.tool = use.tool;
  }
  known.hidden ||= use.hidden;
  if (known.result === null) known.result = use.result;
  known.error ||= use.error;
}

/** Arguments that say nothing: none, or hidden by masking. */
function isBlank(args: string): boolean {
  return args === '{}' || args === '"__REDACTED__"';
}

export const UNKNOWN_TOOL = 'unknown tool';

/** Ids this long are unique by themselves; shorter ones (`call_0`) begin again in every trace. */
const UNIQUE_LENGTH = 16;

function recordId(callId: string, traceId: string): string {
  return callId.length >= UNIQUE_LENGTH ? callId : `${traceId}/${callId}`;
}

function idKey(callId: string, traceId: string): string {
  return `id:${recordId(callId, traceId)}`;
}

function spanKey({ traceId, spanId }: { traceId: string; spanId: string }): string {
  return `span:${traceId}/${spanId}`;
}

function bareKey(traceId: string, tool: string, args: string): string {
  return `bare:${traceId}/${tool}/${canonical(args).slice(0, 200)}`;
}

function sameArgs(a: string, b: string): boolean {
  return a === b || a === '{}' || b === '{}' || canonical(a) === canonical(b);
}

/** The same text, or the same JSON in another spelling. */
function sameText(a: string, b: string): boolean {
  return a === b || (/^\s*[[{]/.test(a) && /^\s*[[{]/.test(b) && canonical(a) === canonical(b));
}

function sizeOf(call: SpanCall): number {
  return call.args.length + (call.result?.length ?? 0) + (call.sent?.length ?? 0);
}

function durationOf(span: Span): number | null {
  return span.start === null || span.end === null ? null : Math.max(0, span.end - span.start);
}

function created(span: Span, use: ToolUse, own: { session: string | null; account: string | null }): SpanCall {
  const { traceId, spanId, parentId } = span;
  const id = use.callId === null ? `${traceId}/${spanId}` : recordId(use.callId, traceId);
  const base = {
    id,
    traceId,
    spanId,
    parentId,
    start: span.start,
    heard: span.start,
    durationMs: durationOf(span),
    ...own,
  };
  return { ...use, ...base, executed: true, also: [], sent: null, told: false };
}

function asked(span: Span, ask: Ask, ts: number | null): SpanCall {
  const { traceId, spanId } = span;
  return {
    id: recordId(ask.id ?? '', traceId),
    traceId,
    spanId,
    parentId: span.parentId,
    also: [],
    callId: ask.id,
    executed: false,
    tool: ask.tool,
    asked: null,
    args: ask.args,
    result: null,
    sent: null,
    hidden: false,
    error: false,
    start: ts,
    heard: span.start,
    durationMs: null,
    session: null,
    account: null,
    told: false,
  };
}
