import type { JsonValue } from '@/lib/json/types';
import {
  arrayField,
  derivedId,
  type Fields,
  field,
  idField,
  isTrue,
  objectField,
  readObject,
  stringField,
  timeOf,
} from './fields';
import { OpenCalls } from './open-calls';
import { type Gathered, gathering, UNKNOWN_TOOL } from './run-conversation';
import { argsText, contentText } from './run-messages';
import { Turns } from './turns';
import type { FormatContext, FormatReader, Step } from './types';

/** Whether a unit is one runtime event rather than a whole result. */
export function readsEvents(unit: string): boolean {
  return /"event_type"\s*:/.test(unit.slice(0, 4_000)) && !/^\s*\{\s*"(timestamp|info|simulations)"/.test(unit);
}

interface State {
  calls: JsonValue;
  turns: JsonValue;
  session: string | null;
}

/** Follows the runtime events of a traced run: each call is asked once, dispatched through layers, and observed once. */
export function openEvents(context: FormatContext, state: JsonValue | null): FormatReader {
  return new Events(context, state);
}

class Events implements FormatReader {
  private readonly calls: OpenCalls;
  private readonly turns: Turns;
  private session: string | null;
  private step: Gathered = gathering();

  constructor(
    private readonly context: FormatContext,
    state: JsonValue | null,
  ) {
    // The state is our own, written by `state()` in the transaction that stored the position.
    const known = (state ?? {}) as unknown as Partial<State>;
    this.calls = new OpenCalls(known.calls ?? null);
    this.turns = new Turns(known.turns ?? null);
    this.session = known.session ?? null;
  }

  read(unit: string, offset: number): Step {
    this.step = gathering();
    const read = readObject(unit);
    if ('reason' in read) this.step.quarantine.push(read.reason);
    else this.event(read.fields, offset);
    return this.step;
  }

  pending() {
    return [...this.calls.pending(), ...this.turns.pending()];
  }

  state(): JsonValue {
    return { calls: this.calls.state(), turns: this.turns.state(), session: this.session };
  }

  private event(event: Fields, offset: number): void {
    const type = stringField(event, 'event_type') ?? 'event without a type';
    const trace = objectField(objectField(event, 'payload') ?? event, 'runtime_trace');
    const message = trace && (objectField(trace, 'message') ?? objectField(trace, 'response'));
    const raw = message && (objectField(message, 'raw') ?? message);
    const task = idField(event, 'task_id');
    // Events of the inner layers do not name the task: they belong to the one that is running.
    if (task !== null) this.session = `${idField(event, 'run_id') ?? this.context.fingerprint.slice(0, 12)}/${task}`;
    const call = trace && objectField(trace, 'tool_call');
    if (type === 'tool_call_requested' && call) this.asks(event, call, offset);
    else if (type === 'message_observed' && raw && roleOf(event, raw) === 'tool') this.returns(event, raw);
    else if (type === 'user_response' && raw && !hasCalls(raw))
      this.keep(this.turns.question(this.place(), textOf(raw)));
    else if (type === 'agent_response' && raw) this.says(event, raw, offset);
    else if (/^(orchestrator_run|simulation)_end$/.test(type)) this.ends(type);
    else this.step.skipped.push(type);
  }

  private asks(event: Fields, call: Fields, offset: number): void {
    const own = idField(call, 'id') ?? derivedId('tau2', this.context.fingerprint, offset, '');
    const session = this.place();
    this.turns.goesOn(session);
    const requestor = stringField(call, 'requestor');
    this.keep(
      this.calls.ask(`${session}:${own}`, {
        asker: session,
        call: {
          type: 'call',
          id: `${session}:${own}`,
          ts: timeOf(event, field(event, 'timestamp')),
          session,
          account: null,
          tool: stringField(call, 'name') || stringField(event, 'tool_name') || UNKNOWN_TOOL,
          args: argsText(call, field(call, 'arguments')),
          result: null,
          sent: null,
          error: false,
          agent: requestor === 'user' ? 'user' : null,
          model: null,
          environment: null,
          version: null,
          durationMs: null,
        },
      }),
    );
  }

  private returns(event: Fields, raw: Fields): void {
    const session = this.place();
    const own = idField(raw, 'id') ?? idField(raw, 'tool_call_id');
    const key = own === null ? this.calls.keyOf(session) : `${session}:${own}`;
    const result = contentText(raw, field(raw, 'content')) ?? '';
    this.turns.goesOn(session);
    const settled =
      key && this.calls.settle(key, { result, sent: null, error: isTrue(raw, 'error'), durationMs: null });
    if (settled) this.keep([settled]);
    else this.step.skipped.push(`${stringField(event, 'event_type')}:result of no open call`);
  }

  private says(event: Fields, raw: Fields, offset: number): void {
    const session = this.place();
    const text = textOf(raw);
    if (hasCalls(raw) || text.trim() === '') return void this.step.skipped.push('agent_response:call');
    const id = derivedId('answer', this.context.fingerprint, offset, '');
    const ts = timeOf(event, field(event, 'timestamp'));
    this.turns.text({ type: 'answer', id, ts, session, account: null, question: null, text });
  }

  /** The run is over: what has not come back will not come any more. */
  private ends(type: string): void {
    const session = this.place();
    this.keep(this.calls.abandon((key) => key.startsWith(`${session}:`)));
    this.keep(this.turns.end(session));
    this.step.skipped.push(type);
  }

  private place(): string {
    return this.session ?? `tau2-${this.context.fingerprint.slice(0, 12)}`;
  }

  private keep(records: Step['records']): void {
    this.step.records.push(...records);
  }
}

function roleOf(event: Fields, raw: Fields): string | null {
  return stringField(event, 'message_role') ?? stringField(raw, 'role');
}

function hasCalls(raw: Fields): boolean {
  return (arrayField(raw, 'tool_calls')?.count ?? 0) > 0;
}

function textOf(raw: Fields): string {
  const text = contentText(raw, field(raw, 'content')) ?? '';
  return /^\s*###STOP###\s*$/.test(text) ? '' : text;
}
