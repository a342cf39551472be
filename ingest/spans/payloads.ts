import { skeleton, stringAt } from '@/lib/json';
import { type Fields, field, objectField, payloadText, stringField, wholeValue } from '../formats/fields';
import { pythonAsJson } from './python-literal';

/** Arguments as JSON text: encoded once, without what frameworks put around them; `{}` when there are none. */
export function argsText(raw: string | null, depth = 0): string {
  const text = raw?.trim() ?? '';
  if (text === '' || text === 'null') return '{}';
  const node = wholeValue(text);
  if (node?.kind === 'string' && depth < 3) return argsText(stringAt(text, node), depth + 1);
  if (node?.kind === 'object') {
    const inner = depth < 3 ? unwrappedArgs({ text, node }) : null;
    return inner === null ? text : argsText(inner, depth + 1);
  }
  if (node) return text;
  return pythonAsJson(text) ?? JSON.stringify(text);
}

/** What stands inside a framework's wrapper; null when there is none. */
function unwrappedArgs(from: Fields): string | null {
  const keys = from.node.entries.map((entry) => entry.key);
  const listed = field(from, 'args');
  if (keys.includes('kwargs') && listed?.kind === 'array' && listed.count === 0)
    return payloadText(from, field(from, 'kwargs'));
  // LangChain callbacks, as Traceloop writes them: the text of the input beside the input itself.
  if (keys.includes('input_str')) {
    const inputs = objectField(from, 'inputs');
    return payloadText(from, inputs?.node ?? field(from, 'input_str'));
  }
  if (keys.length !== 1 || keys[0] !== 'input') return null;
  const node = field(from, 'input');
  if (node?.kind === 'object') return payloadText(from, node);
  const text = node?.kind === 'string' ? stringAt(from.text, node) : '';
  return /^\s*\{/.test(text) ? text : null;
}

/** A tool message in place of a bare result: what it says, whose it is. */
export interface ToolMessage {
  callId: string | null;
  tool: string | null;
  result: string | null;
  error: boolean;
}

/** The tool message that a text is (LangChain's, plain or in constructor form); null when it is none. */
export function toolMessage(text: string): ToolMessage | null {
  if (!/^\s*\{/.test(text) || !text.includes('tool_call_id')) return null;
  const node = wholeValue(text);
  return node?.kind === 'object' ? messageIn({ text, node }) : null;
}

function messageIn(from: Fields): ToolMessage | null {
  const bare = objectField(from, 'kwargs') ?? objectField(from, 'output') ?? from;
  const message = objectField(bare, 'kwargs') ?? bare;
  if (!field(message, 'tool_call_id') || !field(message, 'content')) return null;
  return {
    callId: stringField(message, 'tool_call_id'),
    tool: stringField(message, 'name'),
    result: payloadText(message, field(message, 'content')),
    error: stringField(message, 'status') === 'error',
  };
}

/** A result as text: JSON strings decoded (frameworks encode twice); `wrapped` takes off a wrapper of one key `output`. */
export function resultText(raw: string, wrapped: boolean, depth = 0): string {
  if (depth > 2) return raw;
  const first = raw.trimStart()[0];
  if (first === '"') {
    const node = wholeValue(raw);
    return node?.kind === 'string' ? resultText(stringAt(raw, node), wrapped, depth + 1) : raw;
  }
  if (!wrapped || first !== '{' || !raw.includes('"output"')) return raw;
  const node = skeleton(raw);
  if (node?.kind !== 'object' || !node.closed) return raw;
  const keys = new Set(node.entries.map((entry) => entry.key));
  keys.delete('kwargs');
  if (keys.size !== 1 || !keys.has('output')) return raw;
  const from = { text: raw, node };
  return resultText(payloadText(from, field(from, 'output')) ?? '', wrapped, depth + 1);
}

/** An id that may be a JSON list (run id, call id): its last text. */
export function idText(raw: string | null): string | null {
  const text = raw?.trim() ?? '';
  if (!text.startsWith('[')) return text || null;
  const parts = [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)];
  return parts.at(-1)?.[1] || null;
}
