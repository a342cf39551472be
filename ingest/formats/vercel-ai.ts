import type { JsonValue } from '@/lib/json/types';
import { type Fields, field, idField, isTrue, objectField, payloadText, stringField, timeOf } from './fields';
import { entriesOf, listField, moreOf, samples, spokenText, TalkReader, unitOf } from './shapes';
import { outcomeOf } from './talk';
import type { Format, FormatContext, FormatReader, Head, Recognised } from './types';

/** Vercel AI SDK: the stream of UI message chunks, stored UI messages with their parts, and model messages. */
export const vercelAi: Format = {
  id: 'vercel-ai',
  name: 'Vercel AI SDK messages',
  reads:
    'Lists or lines of UI message chunks, of UI messages (`parts`), and of model messages (`tool-call`, `tool-result`)',
  loses: 'Chunks carry no time, no session and no question.',
  recognise,
  open: (context, state): FormatReader => new Reader(context, state),
};

const CHUNK =
  /^(start|finish|abort|error|start-step|finish-step|message-metadata|source-url|source-document|file|data-[\w-]+|(text|reasoning)-(start|delta|end)|tool-(input-(start|delta|available|error)|output-(available|error|denied)|approval-request))$/;
const NAMED = /^(tool-input-\w+|tool-output-\w+|start-step|finish-step|(text|reasoning)-delta)$/;

function recognise(head: Head): Recognised {
  const all = samples(head);
  const mine = all.filter(isMine).length;
  return { certainty: all.some(isNamed) ? 0.85 * (mine / Math.max(1, all.length)) : 0, unit: unitOf(head) };
}

function isMine(entry: Fields): boolean {
  return isNamed(entry) || CHUNK.test(stringField(entry, 'type') ?? '') || stringField(entry, 'role') !== null;
}

function isNamed(entry: Fields): boolean {
  if (NAMED.test(stringField(entry, 'type') ?? '')) return true;
  if (listField(entry, 'messages').some((message) => message !== null && isMessage(message))) return true;
  return isMessage(entry);
}

function isMessage(entry: Fields): boolean {
  if (stringField(entry, 'role') === null) return false;
  // Parts with a type are this SDK's; Gemini's have none.
  const parts = entriesOf(entry.text, field(entry, 'parts'));
  if (parts.length > 0 && parts.every((part) => stringField(part, 'type') !== null)) return true;
  return [...entriesOf(entry.text, field(entry, 'parts')), ...entriesOf(entry.text, field(entry, 'content'))].some(
    isPart,
  );
}

function isPart(part: Fields): boolean {
  const type = stringField(part, 'type') ?? '';
  return (
    /^(tool-|dynamic-tool$|step-start$)/.test(type) && (field(part, 'toolCallId') !== null || type === 'step-start')
  );
}

/** A call of the stream whose input is still being written, or a text that is. */
interface Growing {
  tool: string;
  text: string;
}

class Reader extends TalkReader {
  private readonly inputs: Map<string, Growing>;
  private readonly texts: Map<string, string>;

  constructor(context: FormatContext, state: JsonValue | null) {
    super('vercel', context, state, true);
    const more = moreOf(state);
    // The state is our own, written by `more()`.
    this.inputs = new Map((more.inputs ?? []) as unknown as [string, Growing][]);
    this.texts = new Map((more.texts ?? []) as [string, string][]);
  }

  protected override more(): JsonValue {
    return { inputs: [...this.inputs] as unknown as JsonValue, texts: [...this.texts] };
  }

  protected override list(text: string, list: Parameters<TalkReader['list']>[1]): void {
    super.list(text, list);
    this.flush();
  }

  protected record(entry: Fields): void {
    const role = stringField(entry, 'role');
    const type = stringField(entry, 'type');
    const messages = field(entry, 'messages');
    if (role !== null) this.message(entry, role);
    else if (messages?.kind === 'array') {
      const session = idField(entry, 'id') ?? idField(entry, 'chatId') ?? this.talk.setting.session;
      this.talk.setting = { ...this.talk.setting, session };
      if (messages.count === 0) this.talk.skip('chat without messages');
      this.each(listField(entry, 'messages'), (message) => this.record(message));
    } else if (type !== null) this.chunk(entry, type);
    else this.talk.refuse('no chunk and no message: field "type" or "role" is required');
  }

  private chunk(chunk: Fields, type: string): void {
    this.talk.note();
    const at = chunk.node.start;
    const id = idField(chunk, 'toolCallId') ?? idField(chunk, 'id') ?? '';
    if (type === 'tool-input-start') this.inputs.set(id, { tool: stringField(chunk, 'toolName') ?? '', text: '' });
    else if (type === 'tool-input-delta') this.grows(id, stringField(chunk, 'inputTextDelta') ?? '');
    else if (type === 'tool-input-available') this.asked(id, chunk, at);
    else if (type === 'tool-output-available' || type === 'tool-output-error') {
      this.asked(id, null, at);
      if (isTrue(chunk, 'preliminary')) this.talk.skip('tool-output-available:preliminary');
      else this.result(chunk, id, type.endsWith('error'), null);
    } else if (type === 'text-delta')
      this.texts.set(id, (this.texts.get(id) ?? '') + (stringField(chunk, 'delta') ?? ''));
    else if (type === 'text-end') this.said(id, at);
    else if (type === 'finish' || type === 'finish-step') this.finished(type);
    else this.talk.skip(type);
  }

  private grows(id: string, delta: string): void {
    const input = this.inputs.get(id);
    if (input) input.text += delta;
    else this.talk.skip('tool-input-delta without start');
  }

  /** The input is whole: the chunk says so, or the next one is its result. */
  private asked(id: string, chunk: Fields | null, at: number): void {
    const input = this.inputs.get(id);
    if (!input && !chunk) return;
    this.inputs.delete(id);
    const tool = (chunk && stringField(chunk, 'toolName')) ?? input?.tool ?? null;
    const args = (chunk && payloadText(chunk, field(chunk, 'input'))) ?? input?.text ?? null;
    this.talk.ask({ key: id || null, tool, args: args || null, ts: null, at });
  }

  private said(id: string, at: number): void {
    const text = this.texts.get(id) ?? '';
    this.texts.delete(id);
    this.talk.says({ id: id || null, text, ts: null, at });
  }

  /** Takes what was streamed so far as all of it. */
  private flush(): void {
    for (const id of [...this.inputs.keys()]) this.asked(id, null, 0);
    for (const id of [...this.texts.keys()]) this.said(id, 0);
  }

  private finished(type: string): void {
    this.flush();
    if (type === 'finish') this.talk.ends();
    this.talk.skip(type);
  }

  private message(message: Fields, role: string): void {
    const ts = timeOf(message, field(message, 'createdAt'));
    const parts = field(message, 'parts')?.kind === 'array' ? 'parts' : 'content';
    const text = spokenText(message, field(message, parts));
    const at = message.node.start;
    if (role === 'user' && text.trim() !== '') this.talk.question(text);
    else if (role === 'user' || role === 'system') this.talk.skip(`message:${role}`);
    else if (field(message, parts)?.kind === 'string') this.talk.says({ id: idField(message, 'id'), text, ts, at });
    const list = listField(message, parts);
    if (text === '' && list.length === 0) this.talk.skip('message without parts');
    if (role === 'assistant' || role === 'tool') this.each(list, (part) => this.part(part, idField(message, 'id'), ts));
  }

  private part(part: Fields, id: string | null, ts: number | null): void {
    const type = stringField(part, 'type') ?? 'unknown';
    const key = idField(part, 'toolCallId');
    const at = part.node.start;
    if (type === 'text') this.talk.says({ id, text: stringField(part, 'text') ?? '', ts, at });
    else if (type === 'tool-result') this.result(part, key ?? '', isTrue(part, 'isError'), ts);
    else if (key !== null) {
      const tool = stringField(part, 'toolName') ?? type.replace(/^tool-/, '');
      const args = payloadText(part, field(part, 'input') ?? field(part, 'args'));
      this.talk.ask({ key, tool, args, ts, at });
      const state = stringField(part, 'state') ?? '';
      if (/^output-(available|error)$|^result$/.test(state)) this.result(part, key, state === 'output-error', ts);
    } else this.talk.skip(`part:${type}`);
  }

  /** Model messages wrap an output as `{type,value}`; the value is what the tool gave. */
  private result(from: Fields, id: string, isError: boolean, ts: number | null): void {
    const output = field(from, 'output') ?? field(from, 'result') ?? field(from, 'errorText');
    const wrapped = objectField(from, 'output');
    const kind = (wrapped && stringField(wrapped, 'type')) ?? '';
    const isWrapped = wrapped !== null && /^(text|json|error-text|error-json|content)$/.test(kind);
    const text = isWrapped ? payloadText(wrapped, field(wrapped, 'value')) : payloadText(from, output);
    const tool = stringField(from, 'toolName');
    const outcome = outcomeOf(text ?? 'null', isError || (isWrapped && kind.startsWith('error')));
    this.talk.settle({ key: id || null, outcome, ts, at: from.node.start, tool });
  }
}
