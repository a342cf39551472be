/** What a payload says about itself, and what is really in it. Pure data: small, JSON-serialisable, kept beside the call. */

/** Where a fact stands: `args.limit`, `result.page.total`, `result@1204` for a text position. */
export interface Evidence {
  path: string;
  value: string | number | boolean | null;
}

/** What a declared total really counts (catalogue: "What a total can mean"). */
export type Relation = 'exact' | 'lower_bound' | 'estimate' | 'page' | 'unknown';

export interface Fact<T> {
  value: T;
  at: Evidence;
}

/** How sure a "more" statement is: `exact` proves at least one further row, `maybe` is raised whenever rows = limit. */
export type MoreStrength = 'exact' | 'maybe';

export interface MoreFact extends Fact<boolean> {
  strength: MoreStrength;
}

export interface MatchedFact extends Fact<number> {
  relation: Relation;
}

/** Where a limit was found. `asked` limits are the agent's own (not imposed). */
export interface LimitFact extends Fact<number> {
  source: 'argument' | 'echo' | 'dialect' | 'operator' | 'learned';
  imposed: boolean;
  /** From memory: a page that reaches it may be full, and is not proven so. */
  hint?: true;
}

/** `units` where one call counts several things (matches and files); `bounded` where a limit sits under the count. */
export interface CensusFact extends Fact<number> {
  units?: Record<string, number>;
  bounded?: number;
}

/** A statement in envelope position that rows or text are missing. */
export interface MarkerFact extends Evidence {
  /** Which marker of lib/contract/data/markers. */
  marker: string;
  says: 'cut' | 'maybe' | 'partial' | 'moved' | 'text';
  /** Rows that the marker says are missing, when it gives a number. */
  missing?: number;
  /** Printed only where the limit was met. */
  met?: true;
}

export type Shape =
  /** Rows in a JSON list. */
  | 'list'
  /** Rows as lines, or a text table. */
  | 'lines'
  /** A count by something that cannot page. */
  | 'count'
  /** One object, a sentence, a status: nothing that has rows. */
  | 'not_a_list'
  /** The tool declined to serve an oversized result. */
  | 'refusal'
  | 'error'
  /** The log holds no usable result, or cut it itself. */
  | 'unreadable';

/** Where the text or JSON stops in the middle of a value. */
export interface Cut {
  /** UTF-16 position in the view that was read. */
  at: number;
  /** `json`: mid-value. `text`: a value cut in the middle of a line. `line`: at a clean line end, with a marker. */
  how: 'json' | 'text' | 'line';
  evidence: Evidence;
}

/**
 * The contract of one payload as read, before limits, other calls or history are weighed.
 * Everything here is a fact of this one payload.
 */
export interface Reading {
  shape: Shape;
  /** Rows in what the model received; null when rows cannot be counted. Marker elements are not rows. */
  present: number | null;
  /** Where the rows stand (`result.invoices`), and what a row is called; null when there are none. */
  rowsPath: string | null;
  unit: string | null;
  returned: Fact<number> | null;
  matched: MatchedFact | null;
  /** "There is more" / "that was all", as declared. */
  more: MoreFact | null;
  /** A non-empty next cursor or link; `null` value when the key is there and explicitly empty. */
  cursor: Fact<string | null> | null;
  order: Fact<string> | null;
  /** How to narrow the match, as offered by the payload. */
  filters: Fact<string> | null;
  withheld: Fact<number | boolean> | null;
  /** The limit and offset that the payload echoes. */
  limit: LimitFact | null;
  offset: Fact<number> | null;
  /** Rows scanned before a filter ran (blind window), as declared. */
  scanned: Fact<number> | null;
  /** Truncation markers and partial-failure statements in envelope position. */
  markers: MarkerFact[];
  /** Statements that contradict "complete": skipped parts, failed shards, timed out. */
  partial: Evidence[];
  cut: Cut | null;
  /** A count of the whole set offered by this call (COUNT(*), wc -l, a count endpoint). */
  census: CensusFact | null;
  /** UTF-16 length of the payload and of its contract fields, for overhead. */
  payloadLength: number;
  contractLength: number;
  /** The dialect that explained the payload; null when the general reader did. */
  dialect: string | null;
  /** The other view's rows, where the log holds what the tool returned and what the model was sent. */
  otherView: OtherView | null;
  /** Where in its query this page stands, by arguments; null when nothing pages. */
  paging: Paging | null;
  /** The set that was asked for, whatever the tool that asked: noun, arguments without paging, account. Matches a count to a list. */
  scope: string | null;
  /** What the dialect knows and a verdict needs; absent when the general reader explained the payload. */
  traits: Traits | null;
  /** Whether the payload declared anything at all about its size or its rest. */
  declares: boolean;
  /** Where the next cursor resumes, decoded, when that is not the last row present. */
  resumes: { cursor: Evidence; last: Evidence } | null;
  /** A list inside a row that says that it was cut. */
  nested: Evidence | null;
  /** Parents that rows name and that are not among the rows: how many, and the first. */
  parents: Fact<number> | null;
  /** Several commands share one output and one of them was limited: rows cannot be told apart. */
  mixed: boolean;
  /** UTF-16 length of the innermost text, and what the log says that it stored of it. */
  textLength: number;
  stored: Evidence | null;
}

/** What the tool returned, where the log also holds what the model was sent. */
export interface OtherView {
  present: number | null;
  /** Who stands between the two views. */
  stage: string;
  matched: MatchedFact | null;
  more: MoreFact | null;
}

export interface Paging {
  limit: number | null;
  offset: number | null;
  page: number | null;
  cursor: string | null;
}

/** Knowledge about a family of tools that no payload states. */
export interface Traits {
  /** Why fewer rows than the limit, or none, prove nothing. */
  hazard: string | null;
  /** Where the hazard is known from, when that is not the dialect. */
  hazardAt?: string;
  /** Its filter runs over only so many rows, the newest; null: nobody knows over how many. */
  window?: number | null;
  /** Where the window is known from, when that is not the dialect. */
  windowAt?: string;
  /** "No more" in words or by an absent key is exact; or has been seen wrong and proves nothing. */
  noMore: 'exact' | 'untrusted' | null;
  /** The declared total is known to count the match. */
  total: 'exact' | null;
  /** Zero rows are an answer, not a failure. */
  zero: boolean;
  /** A page this many rows short of its limit is still a full one. */
  tolerance: number;
  /** From memory: a hint that never proves anything alone. */
  hint: boolean;
  /** How many of the matched rows can be fetched at all; an end there ends no walk. */
  reachable: number | null;
  /** A text of this many characters may have been cut where nothing says so. */
  room: number | null;
}
