import type { JsonValue } from '@/lib/json/types';
import { accountNaming } from '../accounts/naming';
import { readMessage } from './chat-messages';
import { type Fields, field, idField, objectField, objectsOf, stringField, timeOf } from './fields';
import { entriesOf, listField, samples, spokenText, TalkReader, unitOf, within } from './shapes';
import type { Format, FormatContext, FormatReader, Head, Recognised } from './types';

/**
 * OpenAI chat completions: lists of messages, `{messages:[…]}` documents or lines, one message per line, responses with
 * `choices`, and request/response pairs. Requests carry their history, so what is repeated counts once.
 */
export const openaiChat: Format = {
  id: 'openai-chat',
  name: 'OpenAI chat messages',
  reads:
    'Lists of chat completion messages, `{"messages":[…]}` per file or line, one message per line, request and response logs, stored completions',
  loses: 'Messages carry no time and often no session: then one is derived from how the conversation begins.',
  recognise,
  open: (context, state): FormatReader => new Reader(context, state),
};

/** Below the formats that wrap such messages in something of their own. */
const CERTAINTY = 0.5;
const PLAIN_CERTAINTY = 0.3;

function recognise(head: Head): Recognised {
  const all = samples(head);
  const found = all.map(evidence);
  const mine = found.filter((kind) => kind !== 'none').length;
  const sure = found.includes('calls') || found.includes('chat');
  // Messages without any call so far: a call may come behind the head.
  const plain = found.length > 0 && found.every((kind) => kind === 'message');
  if (plain) return { certainty: PLAIN_CERTAINTY, unit: unitOf(head) };
  return { certainty: sure ? CERTAINTY * (mine / Math.max(1, all.length)) : 0, unit: unitOf(head) };
}

type Evidence = 'none' | 'message' | 'chat' | 'calls';

function evidence(sample: Fields): Evidence {
  const messages = messagesOf(sample);
  if (messages) {
    const kinds = entriesOf(sample.text, messages.node).map(messageEvidence);
    if (kinds.includes('none') || kinds.length === 0) return 'none';
    return kinds.includes('calls') ? 'calls' : 'chat';
  }
  const object = stringField(sample, 'object');
  const body = within(sample, 'response', 'body') ?? objectField(sample, 'response') ?? sample;
  if (object?.startsWith('chat.completion')) return 'chat';
  if (listField(body, 'choices').some((choice) => choice && objectField(choice, 'message'))) return 'chat';
  return messageEvidence(sample);
}

const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);

function messageEvidence(message: Fields): Evidence {
  if (!ROLES.has(stringField(message, 'role') ?? '') || field(message, 'parts')) return 'none';
  const content = field(message, 'content');
  const blocks = content?.kind === 'array' ? entriesOf(message.text, content) : [];
  if (blocks.some((block) => /tool|thinking/i.test(stringField(block, 'type') ?? ''))) return 'none';
  if (field(message, 'tool_call_id')) return 'calls';
  const call = listField(message, 'tool_calls').find((entry) => entry !== null) ?? null;
  if (call || objectField(message, 'function_call')) return call && !isChatCall(call) ? 'none' : 'calls';
  return content === null ? 'none' : 'message';
}

function isChatCall(call: Fields): boolean {
  return objectField(call, 'function') !== null || objectField(call, 'custom') !== null;
}

/** The list of messages that a record holds, in itself or in the request that it logs. */
function messagesOf(record: Fields): { from: Fields; node: ReturnType<typeof field> } | null {
  for (const from of [record, ...['request', 'body', 'input', 'kwargs'].map((key) => objectField(record, key))]) {
    const node = from && field(from, 'messages');
    if (from && node?.kind === 'array') return { from, node };
  }
  return null;
}

class Reader extends TalkReader {
  constructor(context: FormatContext, state: JsonValue | null) {
    super('chat', context, state, true);
  }

  protected record(record: Fields): void {
    const messages = messagesOf(record);
    const response = objectField(record, 'response') ?? objectField(record, 'output') ?? record;
    const body = objectField(response, 'body') ?? response;
    const choices = listField(body, 'choices');
    const model = stringField(body, 'model') ?? (messages && stringField(messages.from, 'model'));
    const ts = timeOf(body, field(body, 'created')) ?? timeOf(record, field(record, 'timestamp'));
    if (!messages && choices.length === 0) {
      this.single(record);
      return;
    }
    const before = messages?.node?.kind === 'array' ? [...objectsOf(record.text, messages.node)] : [];
    this.talk.within(record.node.start);
    const session = sessionOf(record, messages?.from ?? null) ?? this.derived(before);
    const setting = this.talk.setting;
    this.talk.setting = { ...setting, session, account: accountOf(record, messages?.from ?? null), model };
    this.each(before, (message) => readMessage(this.talk, message, { ts, session, model }));
    const choice = choices[0];
    const answer = choice && objectField(choice, 'message');
    if (answer) readMessage(this.talk, answer, { ts, session, model });
    else if (choice) this.talk.skip(stringField(body, 'object') ?? 'choice without a message');
    for (const _ of choices.slice(1)) this.talk.skip('further choice');
    // A question that came last will be answered in another line; a text that came last is the answer.
    this.talk.ends(session);
  }

  /** A message that is a record of its own: all of the log is one conversation. */
  private single(message: Fields): void {
    const object = stringField(message, 'object') ?? stringField(message, 'type');
    if (stringField(message, 'role') === null && object) this.talk.skip(object);
    else {
      const session = idField(message, 'session_id') ?? idField(message, 'conversation_id') ?? undefined;
      readMessage(this.talk, message, { ts: null, session, model: stringField(message, 'model') });
    }
  }

  /** Conversations that begin alike are one: a later request repeats the earlier one's messages. */
  private derived(messages: (Fields | null)[]): string {
    const first = messages.findIndex((message) => message !== null && stringField(message, 'role') === 'user');
    const opening = messages
      .slice(0, first + 1)
      .map((message) => message && spokenText(message, field(message, 'content')));
    return this.talk.ownSession(JSON.stringify(opening));
  }
}

const SESSION_KEYS = ['session_id', 'sessionId', 'conversation_id', 'thread_id'];

function sessionOf(record: Fields, request: Fields | null): string | null {
  const places = [record, objectField(record, 'metadata'), request, request && objectField(request, 'metadata')];
  for (const place of places)
    for (const key of SESSION_KEYS) {
      const id = place && idField(place, key);
      if (id) return id;
    }
  return null;
}

/** The account that a request names: its `user`, or its metadata (ingest/accounts). */
export function accountOf(record: Fields, request: Fields | null): string | null {
  const places = [request && objectField(request, 'metadata'), objectField(record, 'metadata'), request, record];
  const { own, metadata } = accountNaming();
  for (const keys of [own, metadata])
    for (const place of places)
      for (const key of keys) {
        const id = place && idField(place, key);
        if (id) return id;
      }
  return null;
}
