import type { JsonValue } from '@/lib/json/types';
import { type BlockPlace, readBlocks, readResult, readUse } from './anthropic-blocks';
import { readMessage } from './chat-messages';
import { type Fields, field, idField, objectField, objectsOf, stringField, timeOf } from './fields';
import { accountOf } from './openai-chat';
import { entriesOf, samples, spokenText, TalkReader, unitOf, within } from './shapes';
import type { Format, FormatContext, FormatReader, Head, Recognised } from './types';

/**
 * Anthropic messages: message objects, lists of messages (Cline and Roo keep their API history so), requests with their
 * responses, one message per line also inside an envelope (Factory Droid), and recordings of managed agents' events.
 */
export const anthropicMessages: Format = {
  id: 'anthropic-messages',
  name: 'Anthropic messages',
  reads:
    'Message objects, lists of messages (also Cline’s and Roo’s api_conversation_history.json), request and response logs, Factory Droid sessions, managed agents’ session events',
  loses: 'Messages carry no time unless their envelope does, and no session: then one is derived from how it begins.',
  recognise,
  open: (context, state): FormatReader => new Reader(context, state),
};

/** Below the formats that wrap such messages in something of their own. */
const CERTAINTY = 0.5;

function recognise(head: Head): Recognised {
  if (/^\s*\["client\.beta\.|^\s*\{[^\n]{0,2000}"type":\s*"(agent|user|session)\.\w+"/.test(head.text)) {
    const mine = head.text
      .split('\n')
      .filter((line) => /"type":\s*"(agent|user|session|span)\.|^\["client\.beta/.test(line));
    if (/"type":\s*"agent\.(mcp_)?tool_use"|client\.beta\.sessions/.test(head.text) && mine.length > 0)
      return { certainty: 0.8, unit: 'line' };
  }
  const all = samples(head);
  const found = all.map(evidence);
  const mine = found.filter((kind) => kind !== 'none').length;
  return { certainty: found.includes('calls') ? CERTAINTY * (mine / Math.max(1, all.length)) : 0, unit: unitOf(head) };
}

type Evidence = 'none' | 'message' | 'calls';

function evidence(sample: Fields): Evidence {
  const list = listOf(sample);
  if (list) return strongest(entriesOf(sample.text, list).map(messageEvidence));
  const answer = answerOf(sample);
  const type = stringField(sample, 'type');
  if (answer) return 'calls';
  const inner = objectField(sample, 'message');
  if (type === 'session_start') return 'message';
  // Claude Code and its relatives name records after the speaker; that form is a format of its own.
  if (inner) return type === 'message' ? messageEvidence(inner) : 'none';
  return messageEvidence(sample);
}

function strongest(kinds: Evidence[]): Evidence {
  if (kinds.includes('none') || kinds.length === 0) return 'none';
  return kinds.includes('calls') ? 'calls' : 'message';
}

function messageEvidence(message: Fields): Evidence {
  const role = stringField(message, 'role');
  if (role !== 'user' && role !== 'assistant') return 'none';
  const content = field(message, 'content');
  if (content?.kind === 'string') return 'message';
  const types = entriesOf(message.text, content).map((block) => stringField(block, 'type') ?? '');
  if (
    types.some((type) =>
      /^(toolCall|toolRequest|toolResponse|tool-call|tool-result|input_text|output_text)$/.test(type),
    )
  )
    return 'none';
  if (field(message, 'tool_calls')) return 'none';
  return types.some((type) => /tool_(use|result)$/.test(type))
    ? 'calls'
    : content?.kind === 'array'
      ? 'message'
      : 'none';
}

function listOf(record: Fields) {
  for (const from of [record, ...['request', 'body', 'input', 'params'].map((key) => objectField(record, key))]) {
    const node = from && field(from, 'messages');
    if (node?.kind === 'array') return node;
  }
  return null;
}

/** The message object with which the API answers. */
function answerOf(record: Fields): Fields | null {
  for (const from of [
    record,
    objectField(record, 'response'),
    within(record, 'response', 'body'),
    within(record, 'result', 'message'),
    objectField(record, 'output'),
  ])
    if (from && stringField(from, 'type') === 'message' && stringField(from, 'role') === 'assistant') return from;
  return null;
}

class Reader extends TalkReader {
  constructor(context: FormatContext, state: JsonValue | null) {
    super('anthropic', context, state, true);
  }

  /** A line of a recording is `[method, payload]`; any other list holds messages. */
  protected override list(text: string, list: Parameters<TalkReader['list']>[1]): void {
    if (list.first?.kind !== 'string') {
      super.list(text, list);
      return;
    }
    const method = text.slice(list.first.start + 1, list.first.end - 1);
    const [payload] = [...objectsOf(text, list)].slice(1);
    const session = /"(sesn_\w+)"/.exec(text.slice(list.first.end, list.first.end + 200))?.[1];
    if (session) this.talk.setting = { ...this.talk.setting, session };
    if (payload && field(payload, 'type')) this.record(payload);
    else this.talk.skip(method);
  }

  protected record(record: Fields): void {
    const type = stringField(record, 'type') ?? '';
    const list = listOf(record);
    const answer = answerOf(record);
    const inner = objectField(record, 'message');
    const ts = timeOf(
      record,
      field(record, 'timestamp') ?? field(record, 'processed_at') ?? field(record, 'created_at') ?? field(record, 'ts'),
    );
    if (list || (answer && answer !== record)) this.exchange(record, list, answer, ts);
    else if (/^(agent|user|session|span)\./.test(type)) this.event(record, type, ts);
    else if (type === 'session_start') this.start(record);
    else if (inner) this.message(inner, ts, idField(record, 'id'));
    else if (stringField(record, 'role')) this.message(record, ts, null);
    else if (type) this.talk.skip(type);
    else this.talk.refuse('no message: field "role" or "messages" is required');
  }

  private start(record: Fields): void {
    const session = idField(record, 'id') ?? this.talk.setting.session;
    this.talk.setting = { ...this.talk.setting, session, version: stringField(record, 'version') };
    this.talk.skip('session_start');
  }

  private exchange(record: Fields, list: ReturnType<typeof listOf>, answer: Fields | null, ts: number | null): void {
    const messages = list ? [...objectsOf(record.text, list)] : [];
    const request = objectField(record, 'request') ?? record;
    this.talk.within(record.node.start);
    const named = ['session_id', 'sessionId', 'conversation_id'].map((key) => idField(record, key)).find(Boolean);
    const session = named ?? this.derived(messages);
    const model = (answer && stringField(answer, 'model')) ?? stringField(request, 'model');
    this.talk.setting = { ...this.talk.setting, session, account: accountOf(record, request), model };
    this.each(messages, (message) => this.message(message, ts, null));
    if (answer) this.message(answer, ts, null);
    this.talk.ends(session);
  }

  private derived(messages: (Fields | null)[]): string {
    const first = messages.find((message) => message !== null && stringField(message, 'role') === 'user');
    return this.talk.ownSession(first ? spokenText(first, field(first, 'content')) : '');
  }

  private message(message: Fields, ts: number | null, id: string | null): void {
    const role = stringField(message, 'role');
    const own = timeOf(message, field(message, 'timestamp') ?? field(message, 'ts')) ?? ts;
    const info = objectField(message, 'modelInfo') ?? message;
    const model = stringField(message, 'model') ?? stringField(info, 'modelId');
    const place: BlockPlace = { id: idField(message, 'id') ?? id, ts: own, model };
    const isChat = role === 'tool' || (role === 'assistant' && field(message, 'tool_calls')?.kind === 'array');
    if (isChat) readMessage(this.talk, message, place);
    else if (role === 'user' || role === 'assistant') readBlocks(this.talk, message, role, place);
    else if (role) this.talk.skip(`message:${role}`);
    else this.talk.refuse('field "role" of a message: a string is required');
    if (stringField(message, 'stop_reason') === 'end_turn') this.talk.ends();
  }

  /** An event of a managed agent's session. */
  private event(event: Fields, type: string, ts: number | null): void {
    const place: BlockPlace = { id: idField(event, 'id'), ts };
    if (/^agent\.(\w+_)?tool_use$/.test(type)) readUse(this.talk, event, place);
    else if (/^agent\.(\w+_)?tool_result$/.test(type)) readResult(this.talk, event, place);
    else if (type === 'agent.message') readBlocks(this.talk, event, 'assistant', place);
    else if (type === 'user.message') readBlocks(this.talk, event, 'user', place);
    else if (type === 'session.status_idle' && endsTurn(event)) this.talk.ends();
    else this.talk.skip(type);
  }
}

function endsTurn(event: Fields): boolean {
  const reason = objectField(event, 'stop_reason');
  return reason !== null && stringField(reason, 'type') === 'end_turn';
}
