import type { JsonValue } from '@/lib/json/types';
import { type Fields, field, idField, numberField, objectField, payloadText, stringField, timeOf } from './fields';
import { listField, samples, TalkReader, unitOf } from './shapes';
import { outcomeOf } from './talk';
import type { Format, FormatContext, FormatReader, Head, Recognised } from './types';

/** opencode: the export of a session, and the records of its storage; a part holds a call with its result. */
export const opencode: Format = {
  id: 'opencode',
  name: 'opencode session',
  reads: 'opencode: `opencode export`, and ~/.local/share/opencode/storage/{session,message,part}/**.json',
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
  return field(record, 'sessionID') !== null && (field(record, 'messageID') !== null || field(record, 'role') !== null);
}

class Reader extends TalkReader {
  constructor(context: FormatContext, state: JsonValue | null) {
    super('opencode', context, state);
  }

  protected record(record: Fields): void {
    const info = objectField(record, 'info');
    if (info && field(record, 'messages')?.kind === 'array') {
      this.session(info);
      this.each(listField(record, 'messages'), (message) => this.record(message));
      this.talk.ends();
    } else if (info) this.message(info, listField(record, 'parts'));
    else if (field(record, 'messageID')) this.part(record, null, null, false);
    else if (field(record, 'sessionID') || field(record, 'projectID'))
      this.talk.skip(field(record, 'role') ? 'message' : 'session');
    else this.talk.refuse('no session, message or part: field "info" or "messageID" is required');
  }

  private session(info: Fields): void {
    const session = idField(info, 'id') ?? this.talk.setting.session;
    this.talk.setting = { session, account: null, agent: null, model: null, version: stringField(info, 'version') };
  }

  private message(info: Fields, parts: (Fields | null)[]): void {
    const role = stringField(info, 'role');
    const session = idField(info, 'sessionID') ?? this.talk.setting.session;
    const model = stringField(info, 'modelID') ?? null;
    const agent = stringField(info, 'agent') ?? stringField(info, 'mode');
    this.talk.setting = { ...this.talk.setting, session, model, agent };
    const time = objectField(info, 'time');
    const ts = time && timeOf(time, field(time, 'created'));
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
    if (type === 'tool') this.call(part, ts);
    else if (type === 'text' && isAnswer) {
      const text = stringField(part, 'text') ?? '';
      this.talk.says({ id, text, ts, at: part.node.start });
    } else if (type !== 'text' || id === null) this.talk.skip(`part:${type}`);
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
