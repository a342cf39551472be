import type { SpanCall } from './span-calls';

/** Finds held calls of a trace by their spans and by their tool without going through all of them. */
export class SpanIndex {
  private readonly bySpan = new Map<string, SpanCall>();
  private readonly byParent = new Map<string, Set<SpanCall>>();
  /** By tool: asked for and not executed, executed without an id, without a result. */
  private readonly asked = new Map<string, Set<SpanCall>>();
  private readonly nameless = new Map<string, Set<SpanCall>>();
  private readonly open = new Map<string, Set<SpanCall>>();

  add(call: SpanCall): void {
    const { traceId } = call;
    if (call.executed) this.bySpan.set(`${traceId}/${call.spanId}`, call);
    if (call.executed && call.parentId !== null) into(this.byParent, `${traceId}/${call.parentId}`, call);
    for (const tool of namesOf(call)) {
      const key = `${traceId}/${tool}`;
      if (!call.executed) into(this.asked, key, call);
      else if (call.callId === null) into(this.nameless, key, call);
      if (call.result === null) into(this.open, key, call);
    }
  }

  remove(call: SpanCall): void {
    const { traceId } = call;
    const own = `${traceId}/${call.spanId}`;
    if (this.bySpan.get(own) === call) this.bySpan.delete(own);
    outOf(this.byParent, `${traceId}/${call.parentId}`, call);
    for (const tool of namesOf(call))
      for (const index of [this.asked, this.nameless, this.open]) outOf(index, `${traceId}/${tool}`, call);
  }

  /** The executed call of this span. */
  at(traceId: string, spanId: string | null): SpanCall | null {
    return this.bySpan.get(`${traceId}/${spanId}`) ?? null;
  }

  /** The executed calls right below this span. */
  below(traceId: string, spanId: string): Iterable<SpanCall> {
    return this.byParent.get(`${traceId}/${spanId}`) ?? [];
  }

  /** Calls of a tool that were asked for and that nothing has executed yet, oldest first. */
  expected(traceId: string, tool: string): Iterable<SpanCall> {
    return this.asked.get(`${traceId}/${tool}`) ?? [];
  }

  /** Executed calls of a tool that have no id yet, oldest first. */
  unnamed(traceId: string, tool: string): Iterable<SpanCall> {
    return this.nameless.get(`${traceId}/${tool}`) ?? [];
  }

  /** Calls of a tool without a result, oldest first. */
  unanswered(traceId: string, tool: string): Iterable<SpanCall> {
    return this.open.get(`${traceId}/${tool}`) ?? [];
  }
}

/** Forgets the oldest; many at a time, as going over what was deleted before costs as much as going over what is there. */
export function trim<T>(known: Set<T>, most: number): void {
  if (known.size <= most * 1.25) return;
  for (const oldest of known) {
    if (known.size <= most) return;
    known.delete(oldest);
  }
}

function namesOf(call: SpanCall): string[] {
  return call.asked === null ? [call.tool] : [call.tool, call.asked];
}

function into(index: Map<string, Set<SpanCall>>, key: string, call: SpanCall): void {
  const known = index.get(key);
  if (known) known.add(call);
  else index.set(key, new Set([call]));
}

function outOf(index: Map<string, Set<SpanCall>>, key: string, call: SpanCall): void {
  const known = index.get(key);
  if (known?.delete(call) && known.size === 0) index.delete(key);
}
