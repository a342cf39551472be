import type { JsonValue } from '@/lib/json/types';
import { type Fields, field, idField, numberField, objectField, payloadText, stringField, timeOf } from './fields';
import { listField, samples, TalkReader, unitOf } from './shapes';
import { outcomeOf } from './talk';
import type { Format, FormatContext, FormatReader, Head, Recognised } from './types';

/** opencode: the export of a session, and the records of its storage; a part holds a call with its result. */
export const opencode: Format = {
  id: 'opencode',
  name: 'opencode session',
  reads:
    'opencode: `opencode export`, `opencode run --format json`, and ~/.local/share/opencode/storage/{session,message,part}/**.json',
  loses:
    'Storage keeps one record per file: a part alone does not say who spoke, so its text is no question and no answer.',
  recognise,
  open: (context, state): FormatReader => new Reader(context, state),
};

function recognise(head: Head): Recognised {
  const all = samples(head);
  const mine = all.filter(isMine).length;
  return { certainty: 0.9 * (mine / Math.max(1, all.length)), unit: unitOf(head) };
}

function isMine(record: Fields): boolean {
  const info = objectField(record, 'info');
  if (info && field(record, 'messages')?.kind === 'array') return idField(info, 'id') !== null;
  if (info && field(record, 'parts')?.kind === 'array') return field(info, 'sessionID') !== null;
  if (isFirstMessage(record)) return true;
  const known = ['messageID', 'role', 'part'].some((key) => field(record, key) !== null);
  return field(record, 'sessionID') !== null && known;
}

/** A message of the first versions: its parts are its own, and everything else stands in its metadata. */
function isFirstMessage(record: Fields): boolean {
  const metadata = objectField(record, 'metadata');
  return metadata !== null && field(metadata, 'sessionID') !== null && field(record, 'parts')?.kind === 'array';
}

class Reader extends TalkReader {
  constructor(context: FormatContext, state: JsonValue | null) {
    super('opencode', context, state);
  }

  protected record(record: Fields): void {
    const info = objectField(record, 'info');
    if (info && field(record, 'messages')?.kind === 'array') {
      this.session(info);
      const messages = listField(record, 'messages');
      if (messages.length === 0) this.talk.skip('session without messages');
      this.each(messages, (message) => this.record(message));
      this.talk.ends();
    } else if (info) this.message(info, info, listField(record, 'parts'));
    else if (objectField(record, 'part')) this.event(record, objectField(record, 'part') ?? record);
    else if (isFirstMessage(record))
      this.message(record, objectField(record, 'metadata') ?? record, listField(record, 'parts'));
    else if (field(record, 'messageID')) this.part(record, null, null, false);
    else if (field(record, 'sessionID') || field(record, 'projectID'))
      this.talk.skip(field(record, 'role') ? 'message' : 'session');
    else this.talk.refuse('no session, message or part: field "info" or "messageID" is required');
  }

  private session(info: Fields): void {
    const session = idField(info, 'id') ?? this.talk.setting.session;
    const folder = stringField(info, 'directory');
    const version = stringField(info, 'version');
    this.talk.setting = { session, account: null, folder, agent: null, model: null, version };
  }

  /** One event of `opencode run --format json`: a part of a message, once it is whole. */
  private event(record: Fields, part: Fields): void {
    const session = idField(record, 'sessionID') ?? this.talk.setting.session;
    this.talk.setting = { ...this.talk.setting, session };
    this.part(part, idField(part, 'messageID'), timeOf(record, field(record, 'timestamp')), true);
  }

  private message(info: Fields, details: Fields, parts: (Fields | null)[]): void {
    const role = stringField(info, 'role');
    const session = idField(details, 'sessionID') ?? this.talk.setting.session;
    const model = stringField(objectField(details, 'assistant') ?? details, 'modelID') ?? null;
    const agent = stringField(info, 'agent') ?? stringField(info, 'mode');
    this.talk.setting = { ...this.talk.setting, session, model, agent };
    const time = objectField(details, 'time');
    const ts = time && timeOf(time, field(time, 'created'));
    if (parts.length === 0) this.talk.skip('message without parts');
    if (role === 'user') this.asks(parts);
    this.each(parts, (part) => this.part(part, idField(info, 'id'), ts, role === 'assistant'));
  }

  private asks(parts: (Fields | null)[]): void {
    const texts = parts.flatMap((part) => {
      const isTyped = part && stringField(part, 'type') === 'text' && field(part, 'synthetic') === null;
      return isTyped ? [stringField(part, 'text') ?? ''] : [];
    });
    const text = texts.join('\n');
    if (text.trim() !== '') this.talk.question(text);
  }

  private part(part: Fields, id: string | null, ts: number | null, isAnswer: boolean): void {
    const type = stringField(part, 'type') ?? 'unknown';
    const invocation = objectField(part, 'toolInvocation');
    if (type === 'tool') this.call(part, ts);
    else if (invocation) this.invocation(invocation, ts);
    else if (type === 'text' && isAnswer) {
      const text = stringField(part, 'text') ?? '';
      this.talk.says({ id, text, ts, at: part.node.start });
    } else if (type !== 'text' || id === null) this.talk.skip(`part:${type}`);
  }

  private invocation(call: Fields, ts: number | null): void {
    const isOver = stringField(call, 'state') === 'result';
    this.talk.whole(
      {
        key: idField(call, 'toolCallId'),
        tool: stringField(call, 'toolName'),
        args: payloadText(call, field(call, 'args')),
        ts,
        at: call.node.start,
      },
      isOver ? outcomeOf(payloadText(call, field(call, 'result'))) : null,
    );
  }

  private call(part: Fields, ts: number | null): void {
    const state = objectField(part, 'state');
    const status = (state && stringField(state, 'status')) ?? '';
    const time = state && objectField(state, 'time');
    const start = time && numberField(time, 'start');
    const end = time && numberField(time, 'end');
    const failure = state && stringField(state, 'error');
    const output = state && payloadText(state, field(state, 'output'));
    const isOver = output !== null || status === 'completed' || status === 'error';
    this.talk.whole(
      {
        key: idField(part, 'callID') ?? idField(part, 'id'),
        tool: stringField(part, 'tool'),
        args: state && payloadText(state, field(state, 'input')),
        ts: (time && timeOf(time, field(time, 'start'))) ?? ts,
        at: part.node.start,
        session: idField(part, 'sessionID') ?? undefined,
      },
      isOver ? this.outcome(state, output ?? failure, status, start && end ? end - start : null) : null,
    );
  }

  /** A command's metadata holds what it printed in all; the output may be shortened. */
  private outcome(state: Fields | null, sent: string | null, status: string, ms: number | null) {
    const metadata = state && objectField(state, 'metadata');
    const printed = metadata && stringField(metadata, 'output');
    const isFuller =
      printed !== null && sent !== null && printed.length > sent.length && !sent.includes(printed.trim());
    return isFuller ? outcomeOf(printed, status === 'error', ms, sent) : outcomeOf(sent, status === 'error', ms);
  }
}
