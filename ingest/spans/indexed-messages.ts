import { skeleton } from '@/lib/json';
import { contentText, roleNamed } from './message-parts';
import { type Message, readMessages } from './messages';
import { argsText } from './payloads';
import type { Attributes } from './types';

/** More messages than this are not put together from single attributes. */
const MOST_MESSAGES = 10_000;

/** Messages spread over indexed keys: `<prefix>.0.role`, `<prefix>.0.tool_calls.1.function.name` and the like. */
export function indexedMessages(attributes: Attributes, prefixes: readonly string[]): Message[] {
  const groups = new Map<number, Map<string, string>>();
  for (const [key, value] of attributes) {
    const prefix = prefixes.find((candidate) => key.startsWith(`${candidate}.`));
    const match = prefix === undefined ? null : /^(\d+)\.(.+)$/.exec(key.slice(prefix.length + 1));
    if (!match) continue;
    const at = Number(match[1]);
    const group = groups.get(at) ?? new Map<string, string>();
    if (groups.size < MOST_MESSAGES || groups.has(at)) groups.set(at, group);
    // OpenInference names the kind at every level; the other conventions do not.
    group.set(
      (match[2] ?? '').replace(/(^|\.)(message|tool_call|message_content|function)(?=\.)/g, '').replace(/^\./, ''),
      value,
    );
  }
  return [...groups].sort(([a], [b]) => a - b).map(([, group]) => message(group));
}

function message(group: Attributes): Message {
  const role = roleNamed(group.get('role') ?? null);
  const content = group.get('content') ?? joined(group);
  const nested = /^\s*\[\s*\{/.test(content) && role !== 'tool' ? readMessages(`{"content":${content}}`)[0] : undefined;
  const read: Message = nested ? { ...nested, role } : { role, text: content, asks: [], returned: [] };
  const ids = new Set([...group.keys()].flatMap((key) => /^tool_calls\.(\d+)\./.exec(key)?.[1] ?? []));
  for (const nth of ids) {
    const part = (name: string) => group.get(`tool_calls.${nth}.${name}`) ?? null;
    const tool = part('name');
    if (tool) read.asks.push({ id: part('id')?.trim() || null, tool, args: argsText(part('arguments')) });
  }
  const called = group.get('function_call.name') ?? group.get('function_call_name');
  if (called && ids.size === 0)
    read.asks.push({
      id: null,
      tool: called,
      args: argsText(group.get('function_call.arguments') ?? group.get('function_call_arguments_json') ?? null),
    });
  if (role !== 'tool' || read.returned.length > 0) return read;
  const id = group.get('tool_call_id')?.trim() || null;
  return {
    ...read,
    text: '',
    returned: [{ id, tool: group.get('name') ?? null, text: blocks(content), error: false }],
  };
}

/** Content in numbered pieces. */
function joined(group: Attributes): string {
  const pieces: string[] = [];
  for (const [key, value] of group) if (/^contents?\.\d+(\.text)?$/.test(key)) pieces.push(value);
  return pieces.join('\n');
}

/** A list of text blocks written as JSON, as the model reads it. */
function blocks(content: string): string {
  if (!/^\s*\[\s*\{/.test(content)) return content;
  const node = skeleton(content);
  if (node?.kind !== 'array' || !node.closed) return content;
  const holder = { kind: 'object', start: 0, end: 0, entries: [], closed: true } as const;
  return contentText({ text: content, node: { ...holder, entries: [] } }, node) ?? content;
}
