import type { AnswerRecord, CallRecord, LogRecord } from '@/lib/records';
import { asArguments, derivedId, durationOf } from './fields';
import type { Format, FormatContext, Step } from './types';

/** A step while it is being gathered. */
export interface Gathered extends Step {
  skipped: string[];
  quarantine: string[];
}

/** What every record of a conversation has in common. */
export interface Place {
  session: string;
  account?: string | null;
  agent?: string | null;
  model?: string | null;
  version?: string | null;
}

/** One call as the log names it; what is left out is not in the log. */
export interface Asked {
  /** The log's own id; null where it has none and results come in the order of the calls. */
  id: string | null;
  tool: string;
  args: string;
  ts?: number | null;
  model?: string | null;
  agent?: string | null;
}

/** What came back. `id` null: for the oldest call that waits. `tool` is used when the log does not hold the call. */
export interface Returned {
  id: string | null;
  result: string | null;
  sent?: string | null;
  error?: boolean;
  tool?: string | null;
  ts?: number | null;
  durationMs?: number | null;
}

/** What another record of the log adds to a call that is known already. */
export interface CallDetail {
  ts?: number | null;
  durationMs?: number | null;
  /** The tool's own view of the result, where it may differ from what the model got. */
  own?: string | null;
}

/** Ids at least this long are the same call wherever they are seen again; shorter ones (`call_1`) hold in one conversation. */
const WORLDWIDE_ID = 20;

/** A call whose request this log does not hold. */
export const UNKNOWN_TOOL = 'unknown tool';

/** A conversation that stands whole in one unit of a log: pairs calls with results and finds the text that ends each turn. */
export class Conversation {
  private readonly own: LogRecord[] = [];
  private readonly byId = new Map<string, { calls: CallRecord[]; next: number }>();
  private readonly waiting = new Set<CallRecord>();
  private readonly given = new Map<string, number>();
  private asked: string | null = null;
  private last: AnswerRecord | null = null;
  private closing: string | null = null;
  private texts = 0;
  private calls = 0;

  /** `local`: the log's ids hold in this conversation only, however long they are. */
  constructor(
    private readonly step: Gathered,
    private readonly print: string,
    private readonly place: Place,
    private readonly local = false,
  ) {}

  question(text: string): void {
    this.endTurn();
    this.asked = text.trim() || this.asked;
  }

  /** The assistant says something that is the answer unless it goes on working. */
  say(text: string, ts: number | null = null, id: string | null = null): void {
    if (text.trim() === '') return;
    const { session, account = null } = this.place;
    const own = id ?? derivedId('answer', this.print, this.texts++, session);
    this.last = { type: 'answer', id: own, ts, session, account, question: this.asked, text };
  }

  /** The text with which the run says that it is done, for when nothing is said after it. */
  close(text: string | null): void {
    if (text?.trim()) this.closing = text;
  }

  ask(asked: Asked): CallRecord {
    this.last = null;
    const { session, account = null, agent = null, model = null, version = null } = this.place;
    const call: CallRecord = {
      type: 'call',
      id: this.unique(asked.id),
      ts: asked.ts ?? null,
      session,
      account,
      tool: asked.tool || UNKNOWN_TOOL,
      args: asArguments(asked.args),
      result: null,
      sent: null,
      error: false,
      agent: asked.agent ?? agent,
      // A simulated user with tools of its own is another model.
      model: asked.model ?? (asked.agent ? null : model),
      environment: null,
      version,
      durationMs: null,
    };
    this.own.push(call);
    this.waiting.add(call);
    if (asked.id === null) return call;
    const same = this.byId.get(asked.id);
    if (same) same.calls.push(call);
    else this.byId.set(asked.id, { calls: [call], next: 0 });
    return call;
  }

  result(returned: Returned): void {
    this.last = null;
    const call = this.waitingFor(returned);
    if (!call) return;
    this.waiting.delete(call);
    const { result, sent = null, error = false, durationMs = null } = returned;
    Object.assign(call, { result, sent: sent === result ? null : sent, error, durationMs: durationOf(durationMs) });
  }

  /** Completes the first call of this id. */
  detail(id: string, { ts, durationMs, own }: CallDetail): void {
    const call = this.byId.get(id)?.calls[0];
    if (!call) return;
    call.ts ??= ts ?? null;
    call.durationMs ??= durationOf(durationMs ?? null);
    if (own === null || own === undefined || own === call.result) return;
    if (!this.waiting.delete(call) && call.result !== null) call.sent = call.result;
    call.result = own;
  }

  /** Puts the text in where the log wrote a reference to it. */
  resolve(text: (reference: string) => string): void {
    for (const record of this.own) {
      if (record.type === 'answer') record.text = text(record.text);
      if (record.type !== 'call') continue;
      if (record.result !== null) record.result = text(record.result);
      if (record.sent !== null) record.sent = text(record.sent);
      if (record.sent === record.result) record.sent = null;
    }
    if (this.last) this.last.text = text(this.last.text);
  }

  /** Whether any call is still without its result. */
  get isWaiting(): boolean {
    return this.waiting.size > 0;
  }

  /** Whether the log has asked under this id. */
  knows(id: string): boolean {
    return this.byId.has(id);
  }

  /** Hands everything over: calls without a result stay without, and the last text is the answer. */
  end(): void {
    this.endTurn();
    for (const record of this.own) this.step.records.push(record);
    this.own.length = 0;
  }

  private endTurn(): void {
    if (!this.last && this.closing) this.say(this.closing);
    if (this.last) this.own.push(this.last);
    this.last = null;
    this.closing = null;
  }

  private waitingFor({ id, tool, ts }: Returned): CallRecord | null {
    if (id === null) {
      const [oldest] = this.waiting;
      if (oldest) return oldest;
    } else {
      const same = this.byId.get(id);
      for (; same && same.next < same.calls.length; same.next++) {
        const call = same.calls[same.next];
        if (call && this.waiting.has(call)) return call;
      }
      if (same) return this.skip('repeated result');
    }
    if (id === null && !tool) return this.skip('result of a call that the log does not hold');
    return this.ask({ id, tool: tool || UNKNOWN_TOOL, args: '{}', ts: ts ?? null });
  }

  private skip(type: string): null {
    this.step.skipped.push(type);
    return null;
  }

  /** An id that no other record has: logs repeat ids that somebody blanked out or that a test model made up. */
  private unique(id: string | null): string {
    const nth = this.calls++;
    if (id === null) return derivedId('call', this.print, nth, this.place.session);
    const known = !this.local && id.length >= WORLDWIDE_ID ? id : `${this.place.session}:${id}`;
    const times = (this.given.get(known) ?? 0) + 1;
    this.given.set(known, times);
    return times === 1 ? known : `${known}#${times}`;
  }
}

/** A unit that is whole and holds neither calls nor texts. */
export const NOTHING = 'unit without calls or texts';

export function gathering(): Gathered {
  return { records: [], skipped: [], quarantine: [] };
}

/** The reader of a format each of whose units stands for itself: nothing is open between them. */
export function unitByUnit(
  read: (unit: string, step: Gathered, context: FormatContext, offset: number) => void,
): Format['open'] {
  return (context) => ({
    read(unit, offset) {
      const step = gathering();
      read(unit, step, context, offset);
      if (step.records.length + step.skipped.length + step.quarantine.length === 0) step.skipped.push(NOTHING);
      return step;
    },
    pending: () => [],
    state: () => null,
  });
}

/** A name for a conversation that has none of its own: the log and the place in it. */
export function unnamedSession(prefix: string, context: FormatContext, part: string | number = ''): string {
  const own = `${prefix}-${context.fingerprint.slice(0, 12)}`;
  return part === '' ? own : `${own}-${part}`;
}
