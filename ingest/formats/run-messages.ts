import { elements, get, skeleton, skeletonAt, stringAt } from '@/lib/json';
import type { ArrayNode, Node } from '@/lib/json/types';
import {
  arrayField,
  type Fields,
  field,
  idField,
  isTrue,
  objectField,
  objectsOf,
  payloadText,
  stringField,
  timeOf,
} from './fields';
import { type Conversation, type Gathered, UNKNOWN_TOOL } from './run-conversation';
import type { Head } from './types';

/** What one format does otherwise than plain chat messages; true means that it has dealt with the message. */
export type Special = (message: Fields, role: string, text: string) => boolean;

/** Reads a list of chat messages (OpenAI's shape and its relatives) into a conversation. */
export function readMessages(
  talk: Conversation,
  step: Gathered,
  text: string,
  list: ArrayNode,
  special: Special = () => false,
): void {
  for (const message of objectsOf(text, list)) {
    if (!message) step.quarantine.push('a message of the conversation is not an object');
    else readMessage(talk, step, message, special);
  }
}

export function readMessage(talk: Conversation, step: Gathered, message: Fields, special: Special = () => false): void {
  const role = stringField(message, 'role');
  const nested = role === 'tool' ? arrayField(message, 'tool_messages') : null;
  const text = contentText(message, field(message, 'content')) ?? '';
  if (role === null) step.quarantine.push('field "role" of a message: a string is required');
  else if (special(message, role, text)) return;
  else if (role === 'user' || role === 'assistant') speaks(talk, step, message, role, text);
  else if (nested) nestedResults(talk, step, message.text, nested);
  else if (role === 'tool' || role === 'function') returns(talk, message, text);
  else step.skipped.push(`message:${role}`);
}

/** Results of calls made together, in one message around them. */
function nestedResults(talk: Conversation, step: Gathered, text: string, list: ArrayNode): void {
  for (const message of objectsOf(text, list)) {
    if (!message) step.quarantine.push('an entry of "tool_messages" is not an object');
    else returns(talk, message, contentText(message, field(message, 'content')) ?? '');
  }
}

/** In some benchmarks the simulated user has tools too. */
function speaks(talk: Conversation, step: Gathered, message: Fields, role: string, text: string): void {
  const ts = timeOf(message, field(message, 'timestamp'));
  const asks = [...callsOf(message)];
  if (role === 'user' && asks.length === 0) talk.question(text);
  if (role === 'assistant') talk.say(text, ts);
  for (const call of asks) {
    if (!call) step.quarantine.push('an entry of "tool_calls" is not an object');
    else askFrom(talk, call, { ts, agent: role === 'user' ? 'user' : null, model: stringField(message, 'model') });
  }
}

function callsOf(message: Fields): Iterable<Fields | null> {
  const list = arrayField(message, 'tool_calls');
  const legacy = objectField(message, 'function_call');
  if (list && list.count > 0) return objectsOf(message.text, list);
  return legacy ? [legacy] : [];
}

/** One call: `{id, function: {name, arguments}}`, `{id, function: name, arguments}` or `{id, name, arguments}`. */
export function askFrom(
  talk: Conversation,
  call: Fields,
  more: { ts: number | null; agent?: string | null; model?: string | null },
): void {
  const { tool, args } = nameAndArgs(call);
  talk.ask({ id: idField(call, 'id') ?? idField(call, 'tool_call_id'), tool, args, ...more });
}

export function nameAndArgs(call: Fields): { tool: string; args: string } {
  const body = objectField(call, 'function') ?? call;
  const tool = stringField(body, 'name') || stringField(body, 'function') || stringField(body, 'function_name');
  return { tool: tool || UNKNOWN_TOOL, args: argsText(body, field(body, 'arguments')) };
}

/** Arguments as JSON text: a string holds them already. */
export function argsText(from: Fields, node: Node | null): string {
  return payloadText(from, node)?.trim() || '{}';
}

function returns(talk: Conversation, message: Fields, text: string): void {
  const listed = arrayField(message, 'tool_call_ids');
  const first = listed?.first ? skeletonAt(message.text, listed.first) : null;
  const id =
    idField(message, 'tool_call_id') ??
    (first?.kind === 'string' ? stringAt(message.text, first) : null) ??
    idField(message, 'id');
  const failure = objectField(message, 'error');
  const said = failure ? stringField(failure, 'message') : null;
  talk.result({
    id,
    result: text === '' && said ? said : text,
    error: failure !== null || isTrue(message, 'error'),
    tool: stringField(message, 'name') ?? stringField(message, 'function'),
    ts: timeOf(message, field(message, 'timestamp')),
  });
}

/** Text blocks one under the other; what is not text is named in brackets. Null when there is no content. */
export function contentText(from: Fields, content: Node | null): string | null {
  if (content?.kind !== 'array') return payloadText(from, content);
  const parts: string[] = [];
  for (const span of elements(from.text, content)) {
    const node = skeletonAt(from.text, span);
    if (node?.kind === 'string') parts.push(stringAt(from.text, node));
    else if (node?.kind === 'object') parts.push(blockText({ text: from.text, node }));
  }
  return parts.join('\n');
}

function blockText(block: Fields): string {
  return stringField(block, 'text') ?? `[${stringField(block, 'type') ?? 'unknown block'}]`;
}

/** A text field of a JSON text, such as one argument of a call; null when the text is no such object. */
export function fieldOfText(text: string, key: string): string | null {
  const found = get(skeleton(text), key);
  return found?.kind === 'string' ? stringAt(text, found) : null;
}

/** The value that a head begins with, also where the head ends inside it. */
export function headValue(head: Head): Fields | ArrayNode | null {
  const node = skeleton(head.text);
  if (node?.kind === 'object') return { text: head.text, node };
  return node?.kind === 'array' ? node : null;
}

/** The object that a head begins with; null when it begins with something else. */
export function headObject(head: Head): Fields | null {
  const value = headValue(head);
  return value && 'node' in value ? value : null;
}

/** The first objects of a list that a head may cut anywhere, at most `most`. */
function* headElements(text: string, list: ArrayNode, most: number): Iterable<Fields> {
  let from = list.start + 1;
  for (let left = most; left > 0; left--) {
    const node = skeleton(text, from);
    if (!node) return;
    if (node.kind === 'object') yield { text, node };
    if (!node.closed) return;
    from = node.end;
    while (from < text.length && /[\s,]/.test(text.charAt(from))) from++;
    if (text.charAt(from) === ']') return;
  }
}

/** Whether one of the first objects of a list fits; the list may be cut. */
export function someElement(text: string, list: Node | null, fits: (element: Fields) => boolean, most = 10): boolean {
  if (list?.kind !== 'array') return false;
  for (const element of headElements(text, list, most)) if (fits(element)) return true;
  return false;
}
