import type { JsonValue } from '@/lib/json/types';
import { type SpanAccounts, spanAccounts } from '../accounts/spans';
import { opened, pick } from './attributes';
import { keysOf } from './conventions';
import { ENVIRONMENT_KEYS, HOLDERS, SESSION_KEYS, VERSION_KEYS } from './identity-keys';
import type { Span } from './types';

/** What is known of a whole trace: often only one of its spans says it. */
export interface Trace {
  session: string | null;
  account: string | null;
  /** The account by what the operator named, which goes before what conventions name. */
  named?: string | null;
  agent: string | null;
  model: string | null;
  environment: string | null;
  version: string | null;
  /** Of each span: the one above it, and the agent it names. */
  spans: Map<string, { above: string | null; agent: string | null }>;
}

const MOST_TRACES = 200;
const MOST_SPANS = 20_000;

/** Traces, and spans of each, that are kept over a restart. */
const MOST_SAVED = 100;

/** Remembers the facts of the traces seen last. */
export class Traces {
  private readonly traces: Map<string, Trace>;
  private readonly accounts: SpanAccounts;

  /** `accountKeys` are attributes that the user configured to name the account; they are asked first. */
  constructor(state: JsonValue | null, accountKeys: readonly string[] = []) {
    // The state is our own, written by `state()` in the transaction that stored the position.
    const known = Array.isArray(state) ? (state as unknown as [string, SavedTrace][]) : [];
    this.traces = new Map(known.map(([id, trace]) => [id, { ...trace, spans: new Map(trace.spans) }]));
    this.accounts = spanAccounts(accountKeys);
  }

  learn(span: Span): void {
    const trace = this.of(span.traceId);
    const attributes = opened(span.attributes, HOLDERS);
    const { resource } = span;
    const either = (keys: readonly string[]) => pick(attributes, keys) ?? pick(resource, keys);
    const agent = pick(attributes, keysOf('agent'));
    trace.session ??= either(SESSION_KEYS);
    trace.named ??= this.accounts.own(attributes) ?? this.accounts.own(resource);
    trace.account ??= this.accounts.builtIn(attributes) ?? this.accounts.builtIn(resource);
    trace.agent ??= agent;
    const model = pick(attributes, keysOf('model'));
    if (model !== 'unknown') trace.model ??= model;
    trace.environment ??= either(ENVIRONMENT_KEYS);
    trace.version ??= either(VERSION_KEYS);
    if (trace.spans.size < MOST_SPANS) trace.spans.set(span.spanId, { above: span.parentId, agent });
  }

  /** The span's own session and account; null where only the trace may know. */
  own(span: Span): { session: string | null; account: string | null } {
    const attributes = opened(span.attributes, HOLDERS);
    const { accounts } = this;
    const account = accounts.own(attributes) ?? (accounts.hasOwn ? null : accounts.builtIn(attributes));
    return { session: pick(attributes, SESSION_KEYS), account };
  }

  of(id: string): Trace {
    const known = this.traces.get(id);
    if (known) return known;
    const fresh: Trace = {
      session: null,
      account: null,
      agent: null,
      model: null,
      environment: null,
      version: null,
      spans: new Map(),
    };
    this.traces.set(id, fresh);
    for (const oldest of this.traces.keys()) {
      if (this.traces.size <= MOST_TRACES) break;
      this.traces.delete(oldest);
    }
    return fresh;
  }

  /** The trace has ended: who is above whom is not asked any more, what is known of the whole stays. */
  close(id: string): void {
    this.traces.get(id)?.spans.clear();
  }

  /** The spans above a span, nearest first, as far as they are known. */
  above(traceId: string, spanId: string): string[] {
    const { spans } = this.of(traceId);
    const found: string[] = [];
    for (let at = spans.get(spanId)?.above ?? null; at !== null && !found.includes(at) && found.length < 64; ) {
      found.push(at);
      at = spans.get(at)?.above ?? null;
    }
    return found;
  }

  /** The agent that a span belongs to: the nearest one named above it, else the trace's. */
  agent(traceId: string, spanId: string | null): string | null {
    const trace = this.of(traceId);
    const own = spanId === null ? null : trace.spans.get(spanId)?.agent;
    if (own || spanId === null) return own ?? trace.agent;
    for (const at of this.above(traceId, spanId)) {
      const named = trace.spans.get(at)?.agent;
      if (named) return named;
    }
    return trace.agent;
  }

  state(): JsonValue {
    const latest = [...this.traces].slice(-MOST_SAVED);
    const saved = latest.map(([id, trace]) => [id, { ...trace, spans: [...trace.spans].slice(-MOST_SAVED) }]);
    return saved as unknown as JsonValue;
  }
}

type SavedTrace = Omit<Trace, 'spans'> & { spans: [string, { above: string | null; agent: string | null }][] };
