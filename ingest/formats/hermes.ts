import type { JsonValue } from '@/lib/json/types';
import { readMessage } from './chat-messages';
import { derivedId, type Fields, field, idField, objectField, payloadText, stringField, timeOf } from './fields';
import { listField, moreOf, samples, spokenText, TalkReader, unitOf } from './shapes';
import { outcomeOf } from './talk';
import type { Format, FormatContext, FormatReader, Head, Recognised } from './types';

/**
 * Hermes Agent sessions: one document with its messages, one message per line, the messages of its `state.db` as lines
 * (`sources/wrapping/hermes-state.ts`), and ATOF scope events of its relay.
 */
export const hermes: Format = {
  id: 'hermes',
  name: 'Hermes session',
  reads: 'Hermes: ~/.hermes/sessions/session_*.json and *.jsonl, ~/.hermes/state.db, ATOF event streams of NeMo Relay',
  loses:
    'The document’s messages carry no time. Its search tool counts the rows that it returned, not those that there are.',
  recognise,
  open: (context, state): FormatReader => new Reader(context, state),
};

function recognise(head: Head): Recognised {
  const all = samples(head);
  const mine = all.filter(isMine).length;
  return { certainty: all.some(isNamed) ? 0.85 * (mine / Math.max(1, all.length)) : 0, unit: unitOf(head) };
}

function isNamed(line: Fields): boolean {
  if (field(line, 'hermes_message')) return true;
  if (field(line, 'atof_version')) return true;
  if (stringField(line, 'role') === 'session_meta') return true;
  if (field(line, 'session_id') && field(line, 'session_start') && field(line, 'platform')) return true;
  return listField(line, 'tool_calls').some((call) => call !== null && field(call, 'response_item_id') !== null);
}

function isMine(line: Fields): boolean {
  return isNamed(line) || stringField(line, 'role') !== null;
}

/** A session id may name the user it runs for. */
const USER = /(?:^|[:_/])(user_[A-Za-z0-9-]+)/;

/** Sessions of one database that go on at the same time. */
const MOST_SESSIONS = 500;

class Reader extends TalkReader {
  /** Questions asked in each session: a text is known by the question that it follows, in each of the shapes. */
  private readonly questions: Map<string, number>;

  constructor(context: FormatContext, state: JsonValue | null) {
    super('hermes', context, state);
    const { questions } = moreOf(state);
    this.questions = new Map(Array.isArray(questions) ? (questions as [string, number][]) : []);
  }

  protected override more(): JsonValue {
    return { questions: [...this.questions] };
  }

  protected record(record: Fields): void {
    const role = stringField(record, 'role');
    if (field(record, 'atof_version')) this.scope(record);
    else if (field(record, 'trouble'))
      this.talk.refuse(stringField(record, 'trouble') ?? 'a message that cannot be read');
    else if (field(record, 'hermes_message')) this.row(record);
    else if (role === 'session_meta') this.meta(record);
    else if (role !== null) this.message(record);
    else if (field(record, 'messages')?.kind === 'array') {
      this.meta(record);
      this.each(listField(record, 'messages'), (message) => this.message(message));
      this.talk.ends();
    } else this.talk.refuse('no session and no message: field "messages" or "role" is required');
  }

  private meta(record: Fields): void {
    const session = idField(record, 'session_id') ?? this.talk.setting.session;
    const account = idField(record, 'user_id') ?? USER.exec(session)?.[1] ?? null;
    const model = stringField(record, 'model');
    this.talk.setting = { session, account, agent: null, model, version: null };
    if (stringField(record, 'role')) this.talk.skip('session_meta');
  }

  /** A message of the database, in which sessions go on side by side. */
  private row(row: Fields): void {
    const session = idField(row, 'session_id') ?? this.talk.ownSession();
    const of = objectField(row, 'session');
    const account = (of && idField(of, 'user_id')) ?? USER.exec(session)?.[1] ?? null;
    this.talk.setting = { session, account, agent: null, model: of && stringField(of, 'model'), version: null };
    this.message(row);
  }

  private message(message: Fields): void {
    const role = stringField(message, 'role');
    const { session } = this.talk.setting;
    const asked = (this.questions.get(session) ?? 0) + (role === 'user' ? 1 : 0);
    this.questions.delete(session);
    this.questions.set(session, asked);
    if (this.questions.size > MOST_SESSIONS) this.questions.delete(this.questions.keys().next().value ?? '');
    const text = spokenText(message, field(message, 'content'));
    if (role === 'session_meta') this.talk.skip('session_meta');
    else readMessage(this.talk, message, { ts: null, saidId: derivedId('hermes', session, asked, text) });
  }

  private scope(event: Fields): void {
    const category = stringField(event, 'category') ?? 'unknown';
    const phase = stringField(event, 'scope_category') ?? stringField(event, 'kind') ?? 'unknown';
    const meta = objectField(event, 'metadata');
    const session = (meta && idField(meta, 'session_id')) ?? this.talk.setting.session;
    const key = (meta && idField(meta, 'tool_call_id')) ?? idField(event, 'uuid');
    const ts = timeOf(event, field(event, 'timestamp'));
    const at = event.node.start;
    const tool = stringField(event, 'name');
    const data = payloadText(event, field(event, 'data'));
    if (category === 'tool' && phase === 'start')
      this.talk.ask({ key, tool, args: data, ts, at, session, model: meta && stringField(meta, 'model') });
    else if (category === 'tool' && phase === 'end') {
      const status = meta && stringField(meta, 'status');
      this.talk.settle({
        key,
        outcome: outcomeOf(data, status === 'error' || status === 'failed'),
        ts,
        at,
        tool,
        session,
      });
    } else this.talk.skip(`${category}:${phase}`);
  }
}
