import { elements, skeleton, skeletonAt } from '@/lib/json';
import type { ArrayNode, Node } from '@/lib/json/types';
import { arrayField, type Fields, field, objectField, objectsOf, payloadText, stringField } from '../formats/fields';
import { askOf, callIdOf, contentText, isAsk, isReturn, returnOf, roleOf } from './message-parts';

export type Role = 'user' | 'assistant' | 'system' | 'tool';

/** A tool call that the model asked for. */
export interface Ask {
  id: string | null;
  tool: string;
  args: string;
}

/** A tool's result as a message holds it: what the model was sent. */
export interface Returned {
  id: string | null;
  tool: string | null;
  text: string | null;
  error: boolean;
}

export interface Message {
  role: Role | null;
  text: string;
  asks: Ask[];
  returned: Returned[];
}

/** Keys of objects around messages, in the shapes of all makers. */
const AROUND = [
  'messages',
  'contents',
  'choices',
  'generations',
  'candidates',
  'kwargs',
  'message',
  'output',
  'input',
  'update',
  'content',
];

/** Deeper than this no maker wraps a message. */
const DEEPEST = 10;

/**
 * The messages in a JSON text, by shape: OpenAI chat and Responses, Anthropic blocks, Gemini parts, OTel parts,
 * LangChain (plain and constructor form), AI SDK. Text that is not JSON holds none.
 */
export function readMessages(text: string): Message[] {
  if (!/^\s*["[{]/.test(text)) return [];
  const node = skeleton(text);
  if (!node?.closed) return [];
  if (node.kind === 'string') {
    const inner = payloadText({ text, node: NO_OBJECT }, node) ?? '';
    return /^\s*[[{]/.test(inner) ? readMessages(inner) : [];
  }
  return [...messagesIn(text, node, 0)];
}

const NO_OBJECT = { kind: 'object', start: 0, end: 0, entries: [], closed: true } as const satisfies Node as Extract<
  Node,
  { kind: 'object' }
>;

function* messagesIn(text: string, node: Node, depth: number): Iterable<Message> {
  if (depth > DEEPEST) return;
  if (node.kind === 'object') yield* messagesOf({ text, node }, depth);
  if (node.kind !== 'array') return;
  for (const span of elements(text, node)) {
    const inner = span.kind === 'object' || span.kind === 'array' ? skeletonAt(text, span) : null;
    if (inner) yield* messagesIn(text, inner, depth + 1);
  }
}

function* messagesOf(from: Fields, depth: number): Iterable<Message> {
  const role = roleOf(from);
  if (role !== null || isAsk(from) || isReturn(from) || arrayField(from, 'parts') || arrayField(from, 'tool_calls')) {
    yield messageOf(constructed(from), role);
    return;
  }
  let inside = false;
  for (const key of AROUND) {
    const node = field(from, key);
    if (node?.kind !== 'object' && node?.kind !== 'array') continue;
    // Blocks directly in `content` are one message without a role.
    if (key === 'content' && node.kind === 'array') yield messageOf(from, null);
    else yield* messagesIn(from.text, node, depth + 1);
    inside = true;
    break;
  }
  const text = inside ? null : stringField(from, 'text');
  if (text !== null) yield { role: null, text, asks: [], returned: [] };
}

/** LangChain's constructor form keeps the message under `kwargs`. */
function constructed(from: Fields): Fields {
  return objectField(from, 'kwargs') ?? from;
}

function messageOf(from: Fields, role: Role | null): Message {
  const message: Message = { role, text: '', asks: [], returned: [] };
  if (isAsk(from)) addAsk(message, from);
  else if (isReturn(from)) message.returned.push(returnOf(from));
  else addContent(message, from);
  for (const key of ['tool_calls', 'toolCalls', 'message.tool_calls']) addCalls(message, from, key);
  const more = objectField(from, 'additional_kwargs');
  if (more && message.asks.length === 0) addCalls(message, more, 'tool_calls');
  const old = objectField(from, 'function_call');
  if (old && message.asks.length === 0) addAsk(message, old);
  return message;
}

function addContent(message: Message, from: Fields): void {
  const parts = arrayField(from, 'parts') ?? arrayField(from, 'content') ?? arrayField(from, 'message.contents');
  const own = message.role === 'tool' && callIdOf(from, true) !== null;
  const before = message.returned.length;
  if (parts) addParts(message, from.text, parts);
  if (message.role === 'tool' && (own || message.returned.length === before)) {
    // The message itself is the result, and its parts are what the result says.
    if (message.returned.length === before) message.returned.push(returnOf(from));
    message.text = '';
  } else if (!parts) message.text = contentText(from, field(from, 'content') ?? field(from, 'message.content')) ?? '';
}

function addParts(message: Message, text: string, parts: ArrayNode): void {
  const texts: string[] = [];
  for (const span of elements(text, parts)) {
    const node = skeletonAt(text, span);
    if (node?.kind === 'string') texts.push(payloadText({ text, node: NO_OBJECT }, node) ?? '');
    if (node?.kind !== 'object') continue;
    const part = { text, node };
    const inner = wrapped(part);
    if (inner?.kind === 'ask') addAsk(message, inner.fields);
    else if (inner?.kind === 'return') message.returned.push(returnOf(inner.fields));
    else if (isAsk(part)) addAsk(message, part);
    else if (isReturn(part)) message.returned.push(returnOf(part));
    else {
      const said = /reason|thinking/.test(stringField(part, 'type') ?? '') ? null : textOf(part);
      if (said) texts.push(said);
    }
  }
  message.text = texts.join('\n');
}

function textOf(part: Fields): string | null {
  if (arrayField(part, 'content')) return null;
  return stringField(part, 'text') ?? stringField(part, 'content') ?? stringField(part, 'message_content.text');
}

/** Parts that hold the call or the result under a key (Gemini, Bedrock). */
const WRAPPED: readonly [string, 'ask' | 'return'][] = [
  ['functionCall', 'ask'],
  ['function_call', 'ask'],
  ['toolUse', 'ask'],
  ['functionResponse', 'return'],
  ['function_response', 'return'],
  ['toolResult', 'return'],
];

function wrapped(part: Fields): { kind: 'ask' | 'return'; fields: Fields } | null {
  for (const [key, kind] of WRAPPED) {
    const fields = objectField(part, key);
    if (fields) return { kind, fields };
  }
  return null;
}

function addCalls(message: Message, from: Fields, key: string): void {
  const calls = arrayField(from, key);
  if (!calls || message.asks.length > 0) return;
  for (const call of objectsOf(from.text, calls)) if (call) addAsk(message, objectField(call, 'tool_call') ?? call);
}

function addAsk(message: Message, from: Fields): void {
  const ask = askOf(from);
  if (ask) message.asks.push(ask);
}
