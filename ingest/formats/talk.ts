import { createHash } from 'node:crypto';
import { canonical } from '@/lib/json';
import type { JsonValue } from '@/lib/json/types';
import type { AnswerRecord, CallRecord, LogRecord } from '@/lib/records';
import { asArguments, derivedId } from './fields';
import { OpenCalls, type Outcome } from './open-calls';
import type { Asked, Returned, Said, Setting } from './talk-types';
import { Turns } from './turns';
import type { FormatContext, Step } from './types';

/** Calls remembered so that a log which repeats its past (requests that carry their history) counts each once. */
const MOST_SEEN = 1_200;
const MOST_TOLD = 300;

const UNKNOWN_TOOL = 'unknown tool';
const NOTHING = 'nothing in it';

interface State {
  setting: Setting;
  calls: JsonValue;
  turns: JsonValue;
  seen: [string, number][];
  told: string[];
  said: string;
}

/**
 * A conversation that grows over the units of a log: turns what a format finds (questions, texts, calls, results) into
 * records, accounts for what it skips, pairs calls with results inside a session, and knows what the log repeats.
 */
export class Talk {
  private place: Setting;
  private readonly calls: OpenCalls;
  private readonly turns: Turns;
  /** Hash of session, key, tool and arguments → where the part began that held the call. */
  private readonly seen: Map<string, number>;
  private readonly told: Set<string>;
  private said: string;
  private unit = 0;
  /** Start of the part of the unit within which nothing is a repetition. */
  private block = 0;
  private noted = false;
  /** What a unit that changed nothing is counted as. */
  private idle = NOTHING;
  private step = { records: [] as LogRecord[], skipped: [] as string[], quarantine: [] as string[] };

  /** `repeats`: units of this log carry their history, so position and time say nothing about what is new. */
  constructor(
    readonly prefix: string,
    private readonly context: FormatContext,
    state: JsonValue | null,
    private readonly repeats = false,
  ) {
    // The state is our own, written by `state()` in the transaction that stored the position.
    const known = (state ?? {}) as unknown as Partial<State>;
    const nobody = { account: null, agent: null, model: null, version: null };
    this.place = known.setting ?? { session: this.ownSession(), ...nobody };
    this.calls = new OpenCalls(known.calls ?? null);
    this.turns = new Turns(known.turns ?? null);
    this.seen = new Map(known.seen);
    this.told = new Set(known.told);
    this.said = known.said ?? '';
  }

  /** The session of a log that names none; `part` tells several conversations of one log apart. */
  ownSession(part = ''): string {
    const print = this.context.fingerprint.slice(0, 12);
    return part === '' ? `${this.prefix}-${print}` : `${this.prefix}-${print}-${hash(part)}`;
  }

  get setting(): Setting {
    return this.place;
  }

  set setting(setting: Setting) {
    this.noted = true;
    this.place = setting;
  }

  /** Something of this unit was read, although nothing is handed over yet. */
  note(): void {
    this.noted = true;
  }

  begin(offset: number): void {
    this.noted = false;
    this.idle = NOTHING;
    this.unit = offset;
    this.block = offset;
    this.step = { records: [], skipped: [], quarantine: [] };
  }

  /** What follows stands in a part of the unit that carries its own history. */
  within(at: number): void {
    this.block = this.unit + at;
  }

  done(): Step {
    const { records, skipped, quarantine } = this.step;
    if (!this.noted && records.length + skipped.length + quarantine.length === 0) this.skip(this.idle);
    return this.step;
  }

  ask(asked: Asked): void {
    this.noted = true;
    const session = asked.session ?? this.setting.session;
    const { key, tool, ts } = asked;
    const args = asArguments(asked.args);
    this.turns.goesOn(session);
    if (!tool) {
      this.refuse('a call without the name of its tool: a non-empty string is required');
      return;
    }
    const shape = hash(`${session}\n${key}\n${tool}\n${canonical(args)}\n${this.repeats ? '' : ts}`);
    const before = this.seen.get(shape);
    if (before !== undefined && before !== this.block && (this.repeats || key !== null)) {
      this.skip('repeated call');
      return;
    }
    const call = { ...this.bare(this.claim(key, shape, asked.at, session), tool, ts, session), args };
    call.agent = asked.agent ?? call.agent;
    call.model = asked.model ?? call.model;
    this.step.records.push(...this.calls.ask(keyIn(session, key ?? call.id), { call, asker: session }));
  }

  settle(returned: Returned): void {
    this.noted = true;
    const session = returned.session ?? this.setting.session;
    this.turns.goesOn(session);
    const key = returned.key === null ? this.calls.keyOf(session) : keyIn(session, returned.key);
    if (key === null) {
      this.refuse('a result that names no call, and no open call that it could belong to');
      return;
    }
    const settled = this.calls.settle(key, returned.outcome);
    if (settled) this.step.records.push(settled);
    else if (this.calls.isSettled(key)) this.skip('repeated result');
    else this.orphan(key, returned, session);
  }

  /** A call that the log holds together with its result; `outcome` null when it has none yet. */
  whole(asked: Asked, outcome: Outcome | null): void {
    const key = asked.key ?? this.idOf(asked.at, `${asked.tool}\n${asked.args}`);
    this.ask({ ...asked, key });
    if (outcome && asked.tool)
      this.settle({ key, outcome, ts: asked.ts, at: asked.at, tool: asked.tool, session: asked.session });
  }

  /** Whether a call under this key has been asked or answered lately. */
  knows(key: string, session = this.setting.session): boolean {
    return this.seen.has(hash(`${session}\n${key}`)) || this.calls.isSettled(keyIn(session, key));
  }

  /** Whether a call under this key waits for its result. */
  isOpen(key: string, session = this.setting.session): boolean {
    return this.calls.isOpen(keyIn(session, key));
  }

  /** Whether any call of the session waits for its result. */
  isWaiting(session = this.setting.session): boolean {
    return this.calls.keyOf(session) !== null;
  }

  question(text: string, session = this.setting.session): void {
    this.noted = true;
    this.answers(this.turns.question(session, text));
  }

  says({ id, text, ts, at, session = this.setting.session }: Said): void {
    this.noted = true;
    if (text.trim() === '') {
      this.skip('empty text');
      return;
    }
    const mark = hash(`${session}\n${id}\n${text}`);
    if (id !== null && this.said === mark) {
      this.skip('repeated text');
      return;
    }
    this.said = mark;
    // A fork copies what was said; the time tells that it is the same, wherever it stands.
    const isCopy = ts !== null && !this.repeats;
    const own = id ?? (isCopy ? derivedId(this.prefix, '', ts, text) : this.idOf(at, `${session}\n${text}`));
    const { account } = this.setting;
    this.turns.text({ type: 'answer', id: own, ts, session, account, ...this.folder(), question: null, text });
  }

  /** The turn is over: what was said last is its answer. */
  ends(session = this.setting.session): void {
    this.idle = 'end of a turn without text';
    this.answers(this.turns.end(session));
  }

  /** The turn was stopped: what was said last is no answer. */
  stops(session = this.setting.session): void {
    this.noted = true;
    this.turns.goesOn(session);
  }

  skip(type: string): void {
    this.step.skipped.push(type);
  }

  refuse(reason: string): void {
    this.step.quarantine.push(reason);
  }

  pending(): LogRecord[] {
    return [...this.calls.pending(), ...this.turns.pending().filter((answer) => !this.told.has(answer.id))];
  }

  state(): JsonValue {
    const state: State = {
      setting: this.setting,
      calls: this.calls.state(),
      turns: this.turns.state(),
      seen: [...this.seen],
      told: [...this.told],
      said: this.said,
    };
    return state as unknown as JsonValue;
  }

  /** The log's own id for the first call that bears it; logs reuse ids (`call_0`), so a further call gets a derived one. */
  private claim(key: string | null, shape: string, at: number, session: string): string {
    const owner = hash(`id\n${key}`);
    const isFirst = key !== null && key !== '' && !this.seen.has(owner);
    const nth = this.seen.has(shape) ? `${shape}@${at}` : shape;
    this.remember(shape);
    if (key !== null) this.remember(hash(`${session}\n${key}`));
    if (!isFirst) return this.idOf(at, nth);
    this.remember(owner);
    return key;
  }

  private orphan(key: string, returned: Returned, session: string): void {
    const id = this.claim(returned.key, hash(`orphan\n${key}`), returned.at, session);
    const call = this.bare(id, returned.tool || UNKNOWN_TOOL, returned.ts, session);
    this.step.records.push(...this.calls.ask(key, { call, asker: session }));
    const settled = this.calls.settle(key, returned.outcome);
    if (settled) this.step.records.push(settled);
  }

  private answers(answers: AnswerRecord[]): void {
    for (const answer of answers) {
      if (this.repeats && this.told.has(answer.id)) continue;
      this.step.records.push(answer);
      if (!this.repeats) continue;
      this.told.add(answer.id);
      trim(this.told, MOST_TOLD);
    }
  }

  private remember(mark: string): void {
    this.seen.set(mark, this.block);
    trim(this.seen, MOST_SEEN);
  }

  private idOf(at: number, part: string): string {
    return derivedId(this.prefix, this.context.fingerprint, this.repeats ? 0 : this.unit + at, part);
  }

  private bare(id: string, tool: string, ts: number | null, session: string): CallRecord {
    const { account, agent, model, version } = this.setting;
    const empty = { args: '{}', result: null, sent: null, error: false, environment: null, durationMs: null };
    return { type: 'call', id, ts, session, account, ...this.folder(), tool, agent, model, version, ...empty };
  }

  private folder(): { folder?: string } {
    return this.setting.folder ? { folder: this.setting.folder } : {};
  }
}

function keyIn(session: string, key: string): string {
  return `${session}|${key}`;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Lets the oldest go, many at once: taking single ones from the front of a map costs more each time. */
function trim(kept: Set<string> | Map<string, unknown>, most: number): void {
  if (kept.size <= most * 1.5) return;
  for (const oldest of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(oldest);
  }
}

/** An outcome; `sent` only where the model got something else than the tool gave. */
export function outcomeOf(
  result: string | null,
  error = false,
  durationMs: number | null = null,
  sent: string | null = null,
): Outcome {
  return { result, sent: sent === result ? null : sent, error, durationMs };
}
