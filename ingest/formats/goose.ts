import type { JsonValue } from '@/lib/json/types';
import {
  arrayField,
  type Fields,
  field,
  idField,
  isTrue,
  objectField,
  payloadText,
  rawText,
  stringField,
  timeOf,
} from './fields';
import { contentText, listField, samples, spokenText, TalkReader, unitOf } from './shapes';
import { outcomeOf } from './talk';
import type { Format, FormatContext, FormatReader, Head, Recognised } from './types';

/** Goose sessions: a header line and messages with `toolRequest` and `toolResponse`, and the export as one document. */
export const goose: Format = {
  id: 'goose',
  name: 'Goose session',
  reads: 'Goose: ~/.local/share/goose/sessions/*.jsonl, and `goose session export --format json`',
  loses: 'Newer Goose keeps its sessions in SQLite: export them. The oldest header names no session.',
  recognise,
  open: (context, state): FormatReader => new Reader(context, state),
};

function recognise(head: Head): Recognised {
  const all = samples(head);
  const mine = all.filter((line) => isNamed(line) || isSpoken(line) || isHeader(line)).length;
  return { certainty: all.some(isNamed) ? 0.9 * (mine / Math.max(1, all.length)) : 0, unit: unitOf(head) };
}

function isSpoken(line: Fields): boolean {
  return stringField(line, 'role') !== null || isEvent(line);
}

/** A line of `goose run --output-format stream-json`. */
function isEvent(line: Fields): boolean {
  const type = stringField(line, 'type') ?? '';
  return (type === 'message' && objectField(line, 'message') !== null) || /^(notification|error|complete)$/.test(type);
}

function isHeader(line: Fields): boolean {
  return ['working_dir', 'tools', 'message_count'].some((key) => field(line, key) !== null);
}

function isNamed(line: Fields): boolean {
  if (field(line, 'working_dir') && (field(line, 'conversation') || field(line, 'description'))) return true;
  return listField(objectField(line, 'message') ?? line, 'content').some(
    (block) => block !== null && /^tool(Request|Response)$/.test(stringField(block, 'type') ?? ''),
  );
}

class Reader extends TalkReader {
  constructor(context: FormatContext, state: JsonValue | null) {
    super('goose', context, state);
  }

  protected record(line: Fields): void {
    const role = stringField(line, 'role');
    const messages = arrayField(line, 'conversation') ? listField(line, 'conversation') : listField(line, 'messages');
    const printed = isEvent(line) ? objectField(line, 'message') : null;
    if (printed) this.record(printed);
    else if (role === 'user' || role === 'assistant') this.message(line, role);
    else if (isEvent(line)) this.talk.skip(stringField(line, 'type') ?? '');
    else if (role) this.talk.skip(`message:${role}`);
    else if (isHeader(line) || messages.length > 0) {
      this.header(line);
      this.each(messages, (message) => this.record(message));
    } else this.talk.refuse('no header and no message: field "role" is required');
  }

  private header(line: Fields): void {
    const session = idField(line, 'id') ?? idField(line, 'session_id') ?? this.talk.setting.session;
    const config = objectField(line, 'model_config');
    const model = config && stringField(config, 'model_name');
    const folder = stringField(line, 'working_dir');
    this.talk.setting = { ...this.talk.setting, session, account: idField(line, 'user_id'), folder, model };
    this.talk.skip('header');
  }

  private message(message: Fields, role: 'user' | 'assistant'): void {
    const ts = timeOf(message, field(message, 'created'));
    const blocks = listField(message, 'content');
    const text = spokenText(message, field(message, 'content'));
    const isReturn = blocks.some((block) => block !== null && stringField(block, 'type') === 'toolResponse');
    const at = message.node.start;
    if (text.trim() !== '' && role === 'assistant') this.talk.says({ id: idField(message, 'id'), text, ts, at });
    else if (text.trim() !== '' && !isReturn) this.talk.question(text);
    else if (blocks.length === 0) this.talk.skip(`${role}:empty`);
    this.each(blocks, (block) => this.block(block, ts));
  }

  private block(block: Fields, ts: number | null): void {
    const type = stringField(block, 'type') ?? 'unknown';
    const key = idField(block, 'id');
    const at = block.node.start;
    if (type === 'toolRequest' || type === 'frontendToolRequest') {
      const call = objectField(block, 'toolCall');
      const value = call && objectField(call, 'value');
      // A request that could not be read by Goose has an error instead of a call.
      if (!value) this.talk.skip('toolRequest:invalid');
      else {
        const args = payloadText(value, field(value, 'arguments'));
        this.talk.ask({ key, tool: stringField(value, 'name'), args, ts, at });
      }
    } else if (type === 'toolResponse') this.talk.settle({ key, outcome: outcome(block), ts, at });
    else if (type !== 'text') this.talk.skip(type);
  }
}

/** Content as the model got it: a tool may say the same again for the person only. */
function heard(from: Fields, key: string): string | null {
  const blocks = listField(from, key);
  const kept = blocks.filter((block) => block === null || !isForPersonOnly(block));
  if (kept.length === blocks.length) return contentText(from, field(from, key));
  return kept.map((block) => (block ? contentText(from, block.node) : '')).join('\n');
}

function isForPersonOnly(block: Fields): boolean {
  const annotations = objectField(block, 'annotations');
  const audience = annotations && arrayField(annotations, 'audience');
  return audience !== null && audience.count > 0 && !rawText(block, audience).includes('"assistant"');
}

function outcome(block: Fields) {
  const result = objectField(block, 'toolResult');
  if (!result) return outcomeOf(payloadText(block, field(block, 'toolResult')) ?? '');
  const failed = stringField(result, 'status') === 'error';
  const value = objectField(result, 'value');
  if (!value) return outcomeOf(heard(result, failed ? 'error' : 'value') ?? '', failed);
  const text = heard(value, 'content') ?? rawText(value, value.node);
  const structured = objectField(value, 'structuredContent');
  const isError = failed || isTrue(value, 'isError');
  if (!structured || isError) return outcomeOf(text, isError);
  return outcomeOf(rawText(structured, structured.node), false, null, text);
}
