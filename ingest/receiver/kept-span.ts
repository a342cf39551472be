import type { Attributes, Span, SpanEvent } from '../spans/types';

interface Kept extends Omit<Span, 'attributes' | 'resource' | 'events'> {
  attributes: [string, string][];
  resource: [string, string][];
  events: { name: string; attributes: [string, string][] }[];
}

/** A span as text, the same for the same span. */
export function keptText(span: Span): string {
  const kept: Kept = {
    ...span,
    attributes: [...span.attributes],
    resource: [...span.resource],
    events: span.events.map((event) => ({ name: event.name, attributes: [...event.attributes] })),
  };
  return JSON.stringify(kept);
}

export function keptSpan(text: string): Span {
  const kept = JSON.parse(text) as Kept;
  return {
    ...kept,
    attributes: new Map(kept.attributes),
    resource: new Map(kept.resource),
    events: kept.events.map((event) => ({ name: event.name, attributes: new Map(event.attributes) })),
  };
}

/**
 * What is kept when a span comes again as another text. Log records about one span come one by one: their events add
 * up. Of a span the one that ended later is kept, else the longer: the same whichever came first.
 */
export function joined(before: string, after: string): string {
  const [a, b] = [keptSpan(before), keptSpan(after)];
  if (a.kind === 'LOG' || a.kind === 'LLM') return keptText(withEvents(a, b));
  const [endA, endB] = [a.end ?? 0, b.end ?? 0];
  if (endA !== endB) return endA > endB ? before : after;
  if (before.length !== after.length) return before.length > after.length ? before : after;
  return before > after ? before : after;
}

function withEvents(a: Span, b: Span): Span {
  const events = new Map<string, SpanEvent>();
  for (const event of [...a.events, ...b.events])
    events.set(JSON.stringify([event.name, [...event.attributes].sort()]), event);
  const [first, last] = (a.start ?? 0) <= (b.start ?? 0) ? [a, b] : [b, a];
  const ends = [a.end, b.end].filter((end) => end !== null);
  return {
    ...first,
    attributes: over(last.attributes, first.attributes),
    end: ends.length === 0 ? null : Math.max(...ends),
    events: [...events.values()],
  };
}

function over(below: Attributes, above: Attributes): Attributes {
  return new Map([...below, ...above]);
}
