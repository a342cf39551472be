/** Values by key, as text: strings decoded, everything else as its JSON stands in the log. */
export type Attributes = ReadonlyMap<string, string>;

export interface SpanEvent {
  name: string;
  attributes: Attributes;
}

/** One span, whatever container it came in. Times are milliseconds since the epoch, UTC; null where there is none. */
export interface Span {
  traceId: string;
  spanId: string;
  /** Null for a root: nothing above it is known to exist. */
  parentId: string | null;
  name: string;
  /** The kind that the container itself names (OTel kind, OpenInference kind); null when it names none. */
  kind: string | null;
  start: number | null;
  end: number | null;
  error: boolean;
  attributes: Attributes;
  events: readonly SpanEvent[];
  resource: Attributes;
  /** Name of the instrumentation; null when the container does not hold it. */
  scope: string | null;
  /** Attributes that the SDK says it discarded. */
  dropped: number;
}

/** What a container held: spans, and reasons for parts that are none. */
export interface Spans {
  spans: Span[];
  refused: string[];
}
