import { elements, skeletonAt, stringAt } from '@/lib/json';
import type { Node } from '@/lib/json/types';
import {
  arrayField,
  type Fields,
  field,
  isTrue,
  objectField,
  payloadText,
  stringField,
  wholeValue,
} from '../formats/fields';
import type { Ask, Returned, Role } from './messages';
import { argsText } from './payloads';

/** Roles and record types of all makers. */
const ROLES: Readonly<Record<string, Role>> = {
  user: 'user',
  human: 'user',
  HumanMessage: 'user',
  HumanMessageChunk: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  model: 'assistant',
  AIMessage: 'assistant',
  AIMessageChunk: 'assistant',
  system: 'system',
  developer: 'system',
  SystemMessage: 'system',
  tool: 'tool',
  function: 'tool',
  ToolMessage: 'tool',
  ToolMessageChunk: 'tool',
  FunctionMessage: 'tool',
};

export function roleNamed(name: string | null): Role | null {
  return name !== null && Object.hasOwn(ROLES, name) ? (ROLES[name] ?? null) : null;
}

/** Who speaks; null when the object is no message. LangChain names it in `type`, or in the last part of `id`. */
export function roleOf(from: Fields): Role | null {
  const named = stringField(from, 'role') ?? stringField(from, 'message.role');
  if (named !== null) return roleNamed(named);
  const type = stringField(from, 'type');
  // A call's own `type` is "function" or "tool" too, but it has no content.
  if (type !== null && field(from, 'content')) return roleNamed(type);
  const path = objectField(from, 'kwargs') ? arrayField(from, 'id') : null;
  return path?.last?.kind === 'string' ? roleNamed(stringAtSpan(from.text, path.last)) : null;
}

const ASK_TYPES = new Set([
  'tool_call',
  'tool-call',
  'tool_use',
  'server_tool_use',
  'function_call',
  'toolCall',
  'mcp_call',
]);
const RETURN_TYPES = new Set([
  'tool_call_response',
  'tool-result',
  'tool_result',
  'function_call_output',
  'toolResult',
  'tool_response',
]);

export function isAsk(from: Fields): boolean {
  const type = stringField(from, 'type') ?? stringField(from, 'toolCallType');
  if (type !== null && ASK_TYPES.has(type)) return true;
  // The AI SDK's list of calls, and any-agent's.
  return (
    field(from, 'tool.name') !== null ||
    (field(from, 'toolCallId') !== null &&
      field(from, 'output') === null &&
      field(from, 'toolName') !== null &&
      !isReturn(from))
  );
}

export function isReturn(from: Fields): boolean {
  const type = stringField(from, 'type');
  return type !== null && RETURN_TYPES.has(type);
}

const ID_KEYS = ['call_id', 'toolCallId', 'tool_call_id', 'message.tool_call_id', 'tool_use_id', 'toolUseId'];

/** The call's id; lists (run id, call id) give their last part. `strict` does not take a message's own `id`. */
export function callIdOf(from: Fields, strict: boolean): string | null {
  for (const key of strict ? ID_KEYS : [...ID_KEYS, 'id', 'tool_call.id']) {
    const node = field(from, key);
    const id = node && lastText(from, node);
    if (id) return id;
  }
  return null;
}

function lastText(from: Fields, node: Node): string | null {
  if (node.kind === 'string') return stringAt(from.text, node).trim() || null;
  if (node.kind === 'number') return from.text.slice(node.start, node.end);
  return node.kind === 'array' && node.last?.kind === 'string' ? stringAtSpan(from.text, node.last).trim() : null;
}

function stringAtSpan(text: string, span: { start: number; end: number }): string {
  const node = skeletonAt(text, span);
  return node ? stringAt(text, node) : '';
}

const NAME_KEYS = ['name', 'toolName', 'tool_name', 'tool.name', 'tool_call.function.name'];
const ARGS_KEYS = ['arguments', 'args', 'input', 'parameters', 'tool.args', 'tool_call.function.arguments'];

/** The call that an object asks for; null when it names no tool. */
export function askOf(from: Fields): Ask | null {
  const inner = objectField(from, 'function') ?? from;
  const tool = firstText(inner, NAME_KEYS) ?? firstText(from, NAME_KEYS);
  if (tool === null) return null;
  const holder = ARGS_KEYS.some((key) => field(inner, key)) ? inner : from;
  const key = ARGS_KEYS.find((candidate) => field(holder, candidate));
  const args = key === undefined ? null : payloadText(holder, field(holder, key));
  return { id: callIdOf(from, false), tool, args: argsText(args) };
}

const RETURN_KEYS = ['result', 'response', 'output', 'content', 'message.content', 'parts'];

/** The result that an object brings back. */
export function returnOf(from: Fields): Returned {
  const key = RETURN_KEYS.find((candidate) => field(from, candidate));
  const node = key === undefined ? null : field(from, key);
  const status = stringField(from, 'status');
  return {
    id: callIdOf(from, false),
    tool: firstText(from, NAME_KEYS),
    text: recordInside(contentText(from, valueInside(from, node))),
    error: isTrue(from, 'is_error') || isTrue(from, 'isError') || status === 'error',
  };
}

/** The AI SDK says of a result whether it is text or JSON: `{type, value}`. */
function valueInside(from: Fields, node: Node | null): Node | null {
  if (node?.kind !== 'object' || node.entries.length !== 2) return node;
  const inner = { text: from.text, node };
  return stringField(inner, 'type') !== null ? (field(inner, 'value') ?? node) : node;
}

/** Microsoft's framework writes the whole result record, call id and all, where the result should be. */
function recordInside(text: string | null): string | null {
  if (text === null || !/^\s*\{\s*"type"\s*:\s*"function_result"/.test(text)) return text;
  const node = wholeValue(text);
  return node?.kind === 'object' ? payloadText({ text, node }, field({ text, node }, 'result')) : text;
}

/** A content as the model reads it: text blocks one under the other, anything else as its JSON stands. */
export function contentText(from: Fields, node: Node | null): string | null {
  if (node?.kind !== 'array' || node.count === 0) return payloadText(from, node);
  const parts: string[] = [];
  for (const span of elements(from.text, node)) {
    const inner = span.kind === 'object' ? skeletonAt(from.text, span) : null;
    if (inner?.kind !== 'object') return payloadText(from, node);
    const block = { text: from.text, node: inner };
    const text = /text$/.test(stringField(block, 'type') ?? '') ? stringField(block, 'text') : null;
    if (text === null) return payloadText(from, node);
    parts.push(text);
  }
  return parts.join('\n');
}

function firstText(from: Fields, keys: readonly string[]): string | null {
  for (const key of keys) {
    const text = stringField(from, key);
    if (text) return text;
  }
  return null;
}
