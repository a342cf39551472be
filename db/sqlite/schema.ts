import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** One row per tool call, with its judgement. Times are epoch milliseconds, UTC. */
export const calls = sqliteTable(
  'calls',
  {
    /** The log's own id; `<id>~<hash>` where another call had that id first (see ingest/pipeline/identity.ts). */
    id: text().notNull().unique(),
    /** Order of arrival; breaks ties of `ts`, so that cursors are stable. */
    seq: integer().primaryKey(),
    /** Never null in the store: a call without a time gets the time of its log (see `ts_known`). */
    ts: integer().notNull(),
    tsKnown: integer('ts_known', { mode: 'boolean' }).notNull(),
    session: text().notNull(),
    /** Very long sessions are reviewed in parts of so many calls, so that their cost stays linear; 0 for nearly all. */
    part: integer().notNull(),
    /** '' is "no account": counted and visible, never dropped. */
    account: text().notNull(),
    tool: text().notNull(),
    args: text().notNull(),
    error: integer({ mode: 'boolean' }).notNull(),
    agent: text(),
    model: text(),
    environment: text(),
    version: text(),
    durationMs: integer('duration_ms'),
    source: integer().notNull(),
    /** Hash of tool, arguments without paging, and account: the same query in any page. */
    query: text().notNull(),
    /** The same, whatever the account: finds the calls that a census without an account may speak of. */
    anyQuery: text('any_query').notNull(),
    /** The reading of the payload (lib/contract `Reading`) as JSON, so that re-judging needs no payload. */
    reading: text().notNull(),
    /** The limit known from this call alone (`LimitFact`) as JSON, or null. */
    limitFact: text('limit_fact'),
    verdict: text().notNull(),
    basis: text(),
    findings: text().notNull(),
    present: integer(),
    returned: integer(),
    matched: integer(),
    relation: text(),
    limitValue: integer('limit_value'),
    limitSource: text('limit_source'),
    /** False only where the agent chose the limit. */
    imposed: integer({ mode: 'boolean' }).notNull(),
    unseenKind: text('unseen_kind').notNull(),
    unseenRows: integer('unseen_rows'),
    unseenSource: text('unseen_source'),
    recovered: integer({ mode: 'boolean' }).notNull(),
    dialect: text(),
    /** UTF-16 length of what the model received; 0 when the log holds no result. */
    payloadLength: integer('payload_length').notNull(),
    /** What the call shows about its tool (lib/session/marks.ts); null until it was weighed. */
    marks: integer(),
    /** 1 where the result stops in the middle of a value, 0 where it does not; null where its length says nothing. */
    cut: integer(),
    /** UTF-16 length of the innermost text where it lies inside the payload and may have been cut there; else null. */
    textLength: integer('text_length'),
  },
  (t) => [
    index('calls_by_time').on(t.ts, t.seq),
    index('calls_by_tool').on(t.tool, t.ts, t.seq),
    index('calls_by_account').on(t.account, t.ts, t.seq),
    index('calls_by_session').on(t.session, t.ts, t.seq),
    index('calls_by_part').on(t.session, t.part).where(sql`part > 0`),
    index('calls_by_query').on(t.query, t.session),
    index('calls_by_any_query').on(t.anyQuery, t.account),
    index('calls_by_verdict').on(t.verdict, t.ts, t.seq),
    index('calls_short').on(t.tool, t.dialect, t.present, t.query).where(sql`marks & 2`),
    index('calls_over').on(t.tool, t.dialect, t.present, t.query).where(sql`marks & 4`),
    index('calls_unweighed').on(t.seq).where(sql`marks IS NULL`),
    index('calls_by_length').on(t.source, t.payloadLength, t.cut).where(sql`cut IS NOT NULL`),
    index('calls_by_text_length').on(t.source, t.textLength, t.cut).where(sql`text_length IS NOT NULL`),
  ],
);

/** Compressed payloads; may be expired before the verdicts are. `view` is 'result' or 'sent'. */
export const payloads = sqliteTable(
  'payloads',
  {
    callId: text('call_id').notNull(),
    view: text().notNull(),
    codec: text().notNull(),
    /** UTF-16 length of the text. */
    length: integer().notNull(),
    bytes: blob({ mode: 'buffer' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.callId, t.view] })],
);

export const answers = sqliteTable(
  'answers',
  {
    id: text().notNull().unique(),
    seq: integer().primaryKey(),
    ts: integer().notNull(),
    tsKnown: integer('ts_known', { mode: 'boolean' }).notNull(),
    session: text().notNull(),
    account: text().notNull(),
    question: text(),
    text: text().notNull(),
    source: integer().notNull(),
    /** `seq` of the last call that arrived before it: its place where the log has no times. */
    after: integer().notNull().default(0),
  },
  (t) => [index('answers_by_time').on(t.ts, t.seq), index('answers_by_session').on(t.session, t.ts)],
);

/**
 * Answers whose claims were judged. Triggers take an answer out when a call or an answer comes, changes or goes before it in its
 * session, so that what is missing here waits to be judged.
 */
export const judgedAnswers = sqliteTable(
  'judged_answers',
  {
    answer: integer().primaryKey(),
    session: text().notNull(),
    ts: integer().notNull(),
    tsKnown: integer('ts_known', { mode: 'boolean' }).notNull(),
    after: integer().notNull(),
    claims: integer().notNull(),
    /** How many of them the log does not bear out (lib/claims `FALSE_VERDICTS`). */
    falseClaims: integer('false_claims').notNull(),
  },
  (t) => [index('judged_answers_by_session').on(t.session, t.ts)],
);

/** The claims of judged answers, one row each. */
export const claims = sqliteTable(
  'claims',
  {
    answer: integer().notNull(),
    /** Place among the claims of its answer, from 1. */
    n: integer().notNull(),
    kind: text().notNull(),
    verdict: text().notNull(),
    /** Whether the verdict is one of `FALSE_VERDICTS`. */
    isFalse: integer('is_false', { mode: 'boolean' }).notNull(),
    /** Tool of the first call that it rests on; '' where it rests on none. */
    tool: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.answer, t.n] }), index('claims_by_verdict').on(t.verdict, t.tool, t.answer)],
);

/** Who is behind the calls. An account that only calls name has a row too, with everything unknown. */
export const accounts = sqliteTable('accounts', {
  id: text().primaryKey(),
  name: text(),
  /** Null is unknown, never zero. */
  revenue: real(),
  currency: text(),
  segment: text(),
  /** Whether the segment was given by the log or file, or follows from revenue bands. */
  segmentGiven: integer('segment_given', { mode: 'boolean' }).notNull(),
});

/** True counts of one query's set, by something that cannot page. */
export const census = sqliteTable('census', {
  /** `calls.query` of the calls that it speaks of; `calls.any_query` where `account` is null. */
  query: text().primaryKey(),
  tool: text().notNull(),
  account: text(),
  args: text().notNull(),
  matched: integer().notNull(),
  ts: integer(),
  source: integer().notNull(),
});

/**
 * The cube behind every figure on the overview: how many calls share all of these properties.
 * Kept at two grains (hour, day) and twice: per account, and for all accounts together (`account` = '*').
 * `unseen_rows` is part of the key, so the histogram of unseen counts is exact; -1 where it is unknown.
 */
export const rollups = sqliteTable(
  'rollups',
  {
    grain: text().notNull(),
    start: integer().notNull(),
    tool: text().notNull(),
    account: text().notNull(),
    verdict: text().notNull(),
    imposed: integer({ mode: 'boolean' }).notNull(),
    recovered: integer({ mode: 'boolean' }).notNull(),
    unseenKind: text('unseen_kind').notNull(),
    unseenRows: integer('unseen_rows').notNull(),
    calls: integer().notNull(),
  },
  (t) => [
    // Account first: '*' and one account are one range each, and all accounts are one seek per account.
    primaryKey({
      columns: [t.account, t.grain, t.start, t.tool, t.verdict, t.imposed, t.recovered, t.unseenKind, t.unseenRows],
    }),
  ],
);

/** Histogram of rows present per tool and hour: the spike at the cap. `present` is -1 where it is unknown. */
export const rowCounts = sqliteTable(
  'row_counts',
  {
    start: integer().notNull(),
    tool: text().notNull(),
    verdict: text().notNull(),
    present: integer().notNull(),
    calls: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.start, t.tool, t.verdict, t.present] })],
);

/**
 * How large the sets of capped calls are: what a cap decision is made from. Kept at two grains and for all accounts
 * together (`account` = '*', `shape` = ''), as `rollups` are.
 */
export const setSizes = sqliteTable(
  'set_sizes',
  {
    tool: text().notNull(),
    account: text().notNull(),
    grain: text().notNull(),
    start: integer().notNull(),
    /** Names of the arguments without paging. */
    shape: text().notNull(),
    imposed: integer({ mode: 'boolean' }).notNull(),
    /** The limit that applied, else the rows present. */
    cap: integer().notNull(),
    recovered: integer({ mode: 'boolean' }).notNull(),
    /** 'exact' | 'at_least' */
    standing: text().notNull(),
    /** Rows that matched from this page on. */
    size: integer().notNull(),
    calls: integer().notNull(),
  },
  (t) => [
    primaryKey({
      columns: [t.tool, t.account, t.grain, t.start, t.shape, t.imposed, t.cap, t.recovered, t.standing, t.size],
    }),
  ],
);

/** Rows of the largest page that a tool served to an account on a UTC day: who a lower cap would reach. */
export const largestPages = sqliteTable(
  'largest_pages',
  {
    tool: text().notNull(),
    day: integer().notNull(),
    account: text().notNull(),
    present: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tool, t.day, t.account] })],
);

/**
 * What the calls of a contract (tool, or tool#dialect) have shown: how many calls carry each mark, by rows served.
 * The marks themselves stand beside each call, so every part of a sum can be taken back.
 */
export const toolHistory = sqliteTable(
  'tool_history',
  {
    contract: text().notNull(),
    mark: text().notNull(),
    /** Rows of the page; 0 for marks that do not depend on it. */
    present: integer().notNull(),
    calls: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.contract, t.mark, t.present] })],
);

/** What judgement uses of each contract's history (lib/session `Lesson`) as JSON. */
export const lessons = sqliteTable('lessons', {
  contract: text().primaryKey(),
  lesson: text().notNull(),
});

/** Results of one source that have one same length: whether the log cut them. Kept for lengths that may be such a cut. */
export const piles = sqliteTable(
  'piles',
  {
    source: integer().notNull(),
    length: integer().notNull(),
    /** Up to 2 tools and 3 queries in it, smallest first, as JSON. */
    tools: text().notNull(),
    queries: text().notNull(),
    cut: integer({ mode: 'boolean' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.source, t.length] })],
);

/** Stored calls that must be judged again, because what is known of their contract or source has changed. */
export const pending = sqliteTable(
  'pending',
  {
    /** 'contract' | 'length' */
    kind: text().notNull(),
    /** The contract, or `source:length`. */
    key: text().notNull(),
    /** Calls up to this `seq` were judged before the change. */
    until: integer().notNull(),
    /** Calls up to this place have been judged again: a time and `seq`, for lengths an index key and `seq`. */
    ts: integer().notNull(),
    seq: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.key] })],
);

/** Latency per tool and hour in buckets of two significant digits (`upTo` is the bucket's inclusive upper bound, ms). */
export const latencies = sqliteTable(
  'latencies',
  {
    start: integer().notNull(),
    tool: text().notNull(),
    upTo: integer('up_to').notNull(),
    calls: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.start, t.tool, t.upTo] })],
);

/** When each version of a tool was first and last seen: the deploy marks. */
export const versions = sqliteTable(
  'versions',
  {
    tool: text().notNull(),
    version: text().notNull(),
    firstTs: integer('first_ts').notNull(),
    lastTs: integer('last_ts').notNull(),
    calls: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tool, t.version] })],
);

/** One file, stream or stdin that was read. Position and reader state are committed with the records they yielded. */
export const sources = sqliteTable('sources', {
  id: integer().primaryKey({ autoIncrement: true }),
  /** 'file' | 'stdin' | 'sample' | 'otlp' | 'http' */
  kind: text().notNull(),
  path: text().notNull(),
  /** Hash of the first bytes: identity by content, not by path. */
  fingerprint: text().notNull().unique(),
  format: text(),
  /** Bytes read and committed. */
  position: integer().notNull(),
  /** Bytes seen in the source at the last look. */
  size: integer().notNull(),
  /** State of the format's reader (open calls and so on) as JSON. */
  state: text().notNull(),
  calls: integer().notNull().default(0),
  answers: integer().notNull().default(0),
  accounts: integer().notNull().default(0),
  census: integer().notNull().default(0),
  duplicates: integer().notNull().default(0),
  quarantined: integer().notNull().default(0),
  /** UTF-16 length of the longest result that this source gave: many of one same length mean that the log was cut. */
  longestResult: integer('longest_result').notNull().default(0),
  firstReadAt: integer('first_read_at').notNull(),
  lastReadAt: integer('last_read_at').notNull(),
  /** 'reading' | 'following' | 'done' | 'gone' | 'failed' */
  status: text().notNull(),
  /** What went wrong last, in words; null when nothing did. */
  trouble: text(),
});

/** Record types that a format knows of but that carry nothing for us: skipped, and counted by type. */
export const skipped = sqliteTable(
  'skipped',
  {
    source: integer().notNull(),
    type: text().notNull(),
    records: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.source, t.type] })],
);

/** What could not be read: where, why, and the first bytes of it. Retried after an upgrade. */
export const quarantine = sqliteTable(
  'quarantine',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    source: integer().notNull(),
    offset: integer().notNull(),
    length: integer().notNull(),
    reason: text().notNull(),
    bytes: blob({ mode: 'buffer' }).notNull(),
    at: integer().notNull(),
  },
  (t) => [index('quarantine_by_source').on(t.source, t.offset)],
);

/** Settings and state of the store itself: `arriving` (worker's heartbeat), `worker` (status as JSON), `bands`. */
export const meta = sqliteTable('meta', {
  key: text().primaryKey(),
  value: text().notNull(),
  at: integer().notNull().default(sql`0`),
});

/** Traces that were received, and what is known of their calls. Kept for a while after their last news, for latecomers. */
export const traces = sqliteTable(
  'traces',
  {
    id: text().primaryKey(),
    source: integer().notNull(),
    /** When its last span came, epoch ms. */
    changed: integer().notNull(),
    /** When its calls are to be put together anew, epoch ms; null while nothing new has come. */
    due: integer(),
    /** UTF-16 length of its spans. */
    size: integer().notNull(),
  },
  (t) => [index('traces_due').on(t.due).where(sql`due IS NOT NULL`), index('traces_by_change').on(t.changed)],
);

/** Spans as they were received, until nothing more is expected of their trace. */
export const traceSpans = sqliteTable(
  'trace_spans',
  {
    trace: text().notNull(),
    span: text().notNull(),
    /** The span as JSON. */
    body: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.trace, t.span] })],
);

/** What each received trace says of a call: several may speak of one. An id with none here is not theirs to change. */
export const callMentions = sqliteTable(
  'call_mentions',
  {
    /** The id that the traces give the call. */
    id: text().notNull(),
    trace: text().notNull(),
    /** As `trace_records.standing`. */
    standing: integer().notNull(),
    /** When the trace spoke of it first, epoch ms; null when it does not say. */
    start: integer(),
    /** Which of the fields that one trace may lend another it holds, a bit each. */
    gives: integer().notNull(),
    /** Hash of the record as the trace tells it. */
    hash: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.id, t.trace] }), index('call_mentions_by_trace').on(t.trace)],
);

/** Calls and answers that a received trace gave, so that later spans change them instead of adding others. */
export const traceRecords = sqliteTable(
  'trace_records',
  {
    /** 'call' | 'answer' */
    kind: text().notNull(),
    /** `calls.id` or `answers.id`. */
    id: text().notNull(),
    trace: text().notNull(),
    /** How near the trace is to the call: 2 a span of the tool itself, 1 the model asked for it, 0 told as the past. */
    standing: integer().notNull(),
    /** Hash of what it was made of; of calls with the fields before it that were given then. */
    hash: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.id] }), index('trace_records_by_trace').on(t.trace)],
);
