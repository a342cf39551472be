import type { JsonValue } from '@/lib/json/types';
import { type Fields, field, idField, objectField, payloadText, stringField, timeOf } from './fields';
import { readCalls, readParts } from './gemini-parts';
import { GeminiStream, isNamedStreamEvent, isStreamEvent } from './gemini-stream';
import { entriesOf, listField, moreOf, samples, spokenText, TalkReader, unitOf, within } from './shapes';
import type { Format, FormatContext, FormatReader, Head, Recognised } from './types';

/**
 * Gemini CLI chats: one document with its messages (2025), and lines with patches (2026) in which a message is written
 * again with more fields. Also saved chats (`contents` with parts) and Qwen Code's sessions, which keep such parts.
 */
export const geminiCli: Format = {
  id: 'gemini-cli',
  name: 'Gemini CLI session',
  reads:
    'Gemini CLI: ~/.gemini/tmp/*/chats/session-*.json and .jsonl, saved chats; Qwen Code: ~/.qwen/**/chats/*.jsonl',
  loses: 'What was only shown on the screen (`resultDisplay`) where the model got something else. No account is named.',
  recognise,
  open: (context, state): FormatReader => new Reader(context, state),
};

function recognise(head: Head): Recognised {
  const all = samples(head);
  const isStream = all.some(isNamedStreamEvent);
  const mine = all.filter((line) => isMine(line) || (isStream && isStreamEvent(line))).length;
  return { certainty: isStream || all.some(isNamed) ? 0.9 * (mine / Math.max(1, all.length)) : 0, unit: unitOf(head) };
}

function isMine(line: Fields): boolean {
  if (isNamed(line) || field(line, '$set') || isQwen(line) || within(line, 'systemPayload')) return true;
  return (
    ['user', 'info', 'error', 'warning'].includes(stringField(line, 'type') ?? '') && !objectField(line, 'message')
  );
}

function isNamed(line: Fields): boolean {
  if (field(line, 'sessionId') && field(line, 'projectHash')) return true;
  if (isQwen(line)) return true;
  if (stringField(line, 'type') === 'gemini') return true;
  const parts = entriesOf(line.text, field(line, 'parts'));
  const contents = [...listField(line, 'history'), ...listField(line, 'contents')].find((entry) => entry !== null);
  if (contents && entriesOf(contents.text, field(contents, 'parts')).some(isPart)) return true;
  return /^(user|model)$/.test(stringField(line, 'role') ?? '') && parts.length > 0 && parts.every(isPart);
}

function isPart(part: Fields): boolean {
  return !field(part, 'type') && ['text', 'functionCall', 'functionResponse'].some((key) => field(part, key) !== null);
}

/** Qwen Code names its records as Claude Code does, but its messages have parts. */
function isQwen(line: Fields): boolean {
  const message = objectField(line, 'message');
  return message !== null && field(line, 'sessionId') !== null && field(message, 'parts')?.kind === 'array';
}

class Reader extends TalkReader {
  private readonly stream: GeminiStream;

  constructor(context: FormatContext, state: JsonValue | null) {
    super('gemini', context, state, true);
    const { said } = moreOf(state);
    this.stream = new GeminiStream(this.talk, typeof said === 'string' ? said : '');
  }

  protected override more(): JsonValue {
    return { said: this.stream.said };
  }

  protected record(line: Fields): void {
    const patch = objectField(line, '$set');
    const type = stringField(line, 'type');
    if (patch) this.patched(patch);
    else if (type !== null && isStreamEvent(line) && (type !== 'error' || field(line, 'id') === null))
      this.stream.event(line, type);
    else if (type === null && field(line, 'role') === null) this.session(line);
    else if (objectField(line, 'message')) this.qwen(line, type ?? '');
    else this.message(line, type ?? stringField(line, 'role') ?? '');
  }

  private patched(patch: Fields): void {
    this.talk.skip('$set');
    this.each(listField(patch, 'messages'), (message) => this.record(message));
  }

  private session(record: Fields): void {
    const id = idField(record, 'sessionId');
    const lists = ['messages', 'history', 'contents'].flatMap((key) => listField(record, key));
    if (id) this.talk.setting = { ...this.talk.setting, session: id };
    if (lists.length > 0) this.each(lists, (message) => this.record(message));
    else if (id || field(record, '$rewindTo')) this.talk.skip(id ? 'session' : '$rewindTo');
    else this.talk.refuse('no message and no session: field "type", "role" or "sessionId" is required');
  }

  private message(message: Fields, type: string): void {
    const ts = timeOf(message, field(message, 'timestamp'));
    const parts = field(message, 'parts')?.kind === 'array';
    if (parts && /^(user|model|gemini)$/.test(type)) readParts(this.talk, message, type, ts);
    else if (type === 'user') this.asks(message);
    else if (type === 'gemini') this.says(message, ts);
    else {
      if (type === 'info' && /cancelled|interrupted/i.test(stringField(message, 'content') ?? '')) this.talk.stops();
      this.talk.skip(type);
    }
  }

  /** What the person typed is what was shown; the content may be a prompt that a command put in its place. */
  private asks(message: Fields): void {
    const shown = spokenText(message, field(message, 'displayContent'));
    const isOwn = field(message, 'displayContent') !== null && shown.trim() === '';
    const text = shown || spokenText(message, field(message, 'content'));
    if (isOwn || text.trim() === '') this.talk.skip('user:not a question');
    else this.talk.question(text);
  }

  private says(message: Fields, ts: number | null): void {
    const model = stringField(message, 'model');
    this.talk.setting = { ...this.talk.setting, model: model ?? this.talk.setting.model };
    const text = spokenText(message, field(message, 'content'));
    const calls = listField(message, 'toolCalls');
    if (text.trim() !== '') this.talk.says({ id: idField(message, 'id'), text, ts, at: message.node.start });
    else if (calls.length === 0) this.talk.skip('gemini:draft');
    readCalls(this.talk, calls, ts);
  }

  private qwen(line: Fields, type: string): void {
    const message = objectField(line, 'message');
    const session = idField(line, 'sessionId') ?? this.talk.setting.session;
    const model = stringField(line, 'model') ?? this.talk.setting.model;
    const folder = this.talk.setting.folder ?? stringField(line, 'cwd');
    this.talk.setting = { ...this.talk.setting, session, folder, model, version: stringField(line, 'version') };
    const ts = timeOf(line, field(line, 'timestamp'));
    if (message && /^(user|assistant|tool_result)$/.test(type))
      readParts(this.talk, message, type, ts, idField(line, 'uuid'));
    else this.talk.skip(`${type}:${payloadText(line, field(line, 'subtype')) ?? 'unknown'}`);
  }
}
