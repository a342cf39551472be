import type Database from 'better-sqlite3';

/** A trace whose calls are to be put together. */
export interface DueTrace {
  id: string;
  source: number;
  /** Epoch ms. */
  due: number;
  size: number;
}

/** A call or answer that a trace gave. */
export interface TraceRecord {
  kind: 'call' | 'answer';
  id: string;
  trace: string;
  /** `trace_records.standing`: of traces that tell of one call, the nearest is believed. */
  standing: number;
  hash: string;
}

/** What one trace says of a call. */
export interface Mention {
  /** The id that the traces give the call. */
  id: string;
  trace: string;
  standing: number;
  /** Epoch ms. */
  start: number | null;
  /** `call_mentions.gives` */
  gives: number;
  hash: string;
}

/** Spans that were received, by their trace; and which calls and answers came of them. */
export class InboxWriter {
  private readonly body: Database.Statement<unknown[], { body: string }>;
  private readonly put: Database.Statement<unknown[]>;
  private readonly touch: Database.Statement<unknown[]>;
  private readonly spans: Database.Statement<unknown[], { span: string; body: string }>;
  private readonly due: Database.Statement<unknown[], DueTrace>;
  private readonly waiting: Database.Statement<unknown[], { traces: number; size: number | null }>;
  private readonly settle: Database.Statement<unknown[]>;
  private readonly records: Database.Statement<unknown[], TraceRecord>;
  private readonly record: Database.Statement<unknown[], TraceRecord>;
  private readonly keep: Database.Statement<unknown[]>;
  private readonly drop: Database.Statement<unknown[]>;
  private readonly mentions: Database.Statement<unknown[], Mention>;
  private readonly mentionedBy: Database.Statement<unknown[], string>;
  private readonly mention: Database.Statement<unknown[]>;
  private readonly unmention: Database.Statement<unknown[]>;
  private readonly old: Database.Statement<unknown[], { id: string; size: number; changed: number }>;
  private readonly forgetting: Database.Statement<unknown[]>[];
  private readonly total: Database.Statement<unknown[], { size: number | null }>;

  constructor(db: Database.Database) {
    this.body = db.prepare('SELECT body FROM trace_spans WHERE trace = ? AND span = ?');
    this.put = db.prepare(
      `INSERT INTO trace_spans (trace, span, body) VALUES (?, ?, ?)
       ON CONFLICT (trace, span) DO UPDATE SET body = excluded.body`,
    );
    this.touch = db.prepare(
      `INSERT INTO traces (id, source, changed, due, size) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
         changed = excluded.changed, due = min(coalesce(due, excluded.due), excluded.due), size = size + excluded.size`,
    );
    this.spans = db.prepare('SELECT span, body FROM trace_spans WHERE trace = ? ORDER BY span');
    this.due = db.prepare('SELECT id, source, due, size FROM traces WHERE due <= ? ORDER BY due LIMIT ?');
    this.waiting = db.prepare('SELECT count(*) AS traces, sum(size) AS size FROM traces WHERE due IS NOT NULL');
    this.settle = db.prepare('UPDATE traces SET due = NULL WHERE id = ?');
    const columns = 'SELECT kind, id, trace, standing, hash FROM trace_records';
    this.records = db.prepare(`${columns} WHERE trace = ?`);
    this.record = db.prepare(`${columns} WHERE kind = ? AND id = ?`);
    this.keep = db.prepare(
      `INSERT INTO trace_records (kind, id, trace, standing, hash) VALUES (?, ?, ?, ?, ?) ON CONFLICT (kind, id)
       DO UPDATE SET trace = excluded.trace, standing = excluded.standing, hash = excluded.hash`,
    );
    this.drop = db.prepare('DELETE FROM trace_records WHERE kind = ? AND id = ?');
    this.mentions = db.prepare('SELECT id, trace, standing, start, gives, hash FROM call_mentions WHERE id = ?');
    this.mentionedBy = db.prepare<unknown[], string>('SELECT id FROM call_mentions WHERE trace = ?').pluck();
    this.mention = db.prepare(
      `INSERT INTO call_mentions (id, trace, standing, start, gives, hash) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (id, trace) DO UPDATE SET standing = excluded.standing, start = excluded.start,
         gives = excluded.gives, hash = excluded.hash`,
    );
    this.unmention = db.prepare('DELETE FROM call_mentions WHERE id = ? AND trace = ?');
    this.old = db.prepare('SELECT id, size, changed FROM traces WHERE due IS NULL ORDER BY changed LIMIT ?');
    // A call of which a trace was let go cannot be told anew from the others alone: it stays as it is.
    const mentioned = 'call_mentions WHERE id IN (SELECT id FROM call_mentions WHERE trace';
    this.forgetting = [
      `${mentioned} = ?)`,
      'trace_spans WHERE trace = ?',
      'trace_records WHERE trace = ?',
      'traces WHERE id = ?',
    ].map((where) => db.prepare(`DELETE FROM ${where}`));
    this.total = db.prepare('SELECT sum(size) AS size FROM traces');
  }

  /** A stored span; null when it has not come before. */
  find(trace: string, span: string): string | null {
    return this.body.get(trace, span)?.body ?? null;
  }

  store(trace: string, span: string, body: string): void {
    this.put.run(trace, span, body);
  }

  /** A trace has news. `grown`: UTF-16 length of it. An earlier `due` stays. */
  news(trace: string, source: number, now: number, due: number, grown: number): void {
    this.touch.run(trace, source, now, due, grown);
  }

  spansOf(trace: string): string[] {
    return this.spans.all(trace).map(({ body }) => body);
  }

  /** Traces that are due, most overdue first. */
  dueTraces(now: number, most: number): DueTrace[] {
    return this.due.all(now, most);
  }

  /** What waits to be put together. `size`: UTF-16 length. */
  backlog(): { traces: number; size: number } {
    const { traces = 0, size = 0 } = this.waiting.get() ?? {};
    return { traces, size: size ?? 0 };
  }

  settled(trace: string): void {
    this.settle.run(trace);
  }

  recordsOf(trace: string): TraceRecord[] {
    return this.records.all(trace);
  }

  /** What all traces say of a call. */
  mentionsOf(id: string): Mention[] {
    return this.mentions.all(id);
  }

  /** Ids of the calls that a trace speaks of. */
  callsOf(trace: string): string[] {
    return this.mentionedBy.all(trace);
  }

  keepMention({ id, trace, standing, start, gives, hash }: Mention): void {
    this.mention.run(id, trace, standing, start, gives, hash);
  }

  dropMention(id: string, trace: string): void {
    this.unmention.run(id, trace);
  }

  recordWith(kind: TraceRecord['kind'], id: string): TraceRecord | null {
    return this.record.get(kind, id) ?? null;
  }

  keepRecord({ kind, id, trace, standing, hash }: TraceRecord): void {
    this.keep.run(kind, id, trace, standing, hash);
  }

  dropRecord(kind: TraceRecord['kind'], id: string): void {
    this.drop.run(kind, id);
  }

  /** Traces without news, the longest quiet first. */
  quietest(most: number): { id: string; size: number; changed: number }[] {
    return this.old.all(most);
  }

  /** UTF-16 length of all spans that are kept. */
  size(): number {
    return this.total.get()?.size ?? 0;
  }

  /** Lets go of a trace: what comes of it later is read by itself. */
  forget(trace: string): void {
    for (const statement of this.forgetting) statement.run(trace);
  }
}
