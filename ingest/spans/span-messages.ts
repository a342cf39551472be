import { stringField, wholeValue } from '../formats/fields';
import { CONVENTIONS, type Field, keysOf } from './conventions';
import { indexedMessages } from './indexed-messages';
import { roleNamed } from './message-parts';
import { type Message, readMessages } from './messages';
import { resultText } from './payloads';
import { HIDDEN } from './signs';
import type { Span, SpanEvent } from './types';

/** What went into a model call or an agent, and what came out of it. */
export interface Exchange {
  input: Message[];
  output: Message[];
  /** Text that stands in place of messages; '' where there are messages. */
  inputText: string;
  outputText: string;
}

const INDEXED_INPUT = CONVENTIONS.flatMap((convention) => convention.indexed?.input ?? []);
const INDEXED_OUTPUT = CONVENTIONS.flatMap((convention) => convention.indexed?.output ?? []);

/** Reads the messages of a span, wherever its convention keeps them: attributes, indexed attributes, or events. */
export function exchangeOf(span: Span): Exchange {
  const input = side(span, ['inputMessages', 'input'], INDEXED_INPUT, false);
  const output = side(span, ['outputMessages', 'output'], INDEXED_OUTPUT, true);
  return { input: input.messages, output: output.messages, inputText: input.text, outputText: output.text };
}

interface Side {
  messages: Message[];
  text: string;
}

function side(span: Span, fields: readonly Field[], indexed: readonly string[], out: boolean): Side {
  let text = '';
  for (const key of fields.flatMap(keysOf)) {
    const value = span.attributes.get(key);
    if (!value || HIDDEN.has(value)) continue;
    const messages = readMessages(value);
    if (messages.length > 0) return { messages, text: '' };
    if (text === '') text = plainText(value, out ? OUTPUT_KEYS : INPUT_KEYS);
  }
  const spread = indexedMessages(span.attributes, indexed);
  if (spread.length > 0) return { messages: spread, text: '' };
  const told = span.events.flatMap((event) => fromEvent(event, out));
  if (told.length > 0) return { messages: told, text: '' };
  return out ? answered(span, text) : { messages: [], text };
}

const INPUT_KEYS = ['prompt', 'question', 'query', 'input', 'text', 'content', 'message'];
const OUTPUT_KEYS = ['answer', 'output', 'response', 'final_output', 'result', 'text', 'content', 'message', 'raw'];

/** The text that a value is, or that the object which it is holds under a usual key; '' when there is none. */
function plainText(value: string, keys: readonly string[], depth = 0): string {
  const text = resultText(value, false);
  if (!/^\s*[[{]/.test(text)) return text === 'null' ? '' : text;
  const node = depth > 1 ? null : wholeValue(text);
  if (node?.kind !== 'object') return '';
  for (const key of keys) {
    const inner = stringField({ text, node }, key);
    if (inner) return plainText(inner, keys, depth + 1);
  }
  return '';
}

/** The AI SDK and Pydantic AI keep the answer's text and its calls under keys of their own. */
function answered(span: Span, text: string): Side {
  const calls = keysOf('toolCalls').flatMap((key) => readMessages(span.attributes.get(key) ?? ''));
  const said = keysOf('text')
    .map((key) => span.attributes.get(key))
    .find((value) => value !== undefined && value !== '');
  if (calls.length === 0) return { messages: [], text: said ?? text };
  const asks = calls.flatMap((message) => message.asks);
  return { messages: [{ role: 'assistant', text: said ?? '', asks, returned: [] }], text: '' };
}

/** Names of the events that stand for one message each, with the speaker. */
const MESSAGE_EVENT = /^gen_ai\.(system|user|assistant|tool)\.message$/;

function fromEvent(event: SpanEvent, out: boolean): Message[] {
  const { attributes, name } = event;
  const lists = out
    ? ['gen_ai.output.messages', 'gen_ai.completion', 'body.output']
    : ['gen_ai.input.messages', 'gen_ai.prompt', 'body.input'];
  for (const key of lists) {
    const messages = readMessages(attributes.get(key) ?? '').flatMap(within);
    if (messages.length > 0) return messages;
  }
  const role = MESSAGE_EVENT.exec(name)?.[1];
  if (role !== undefined && !out) return [single(event, role)];
  return name === 'gen_ai.choice' && out ? [single(event, 'assistant')] : [];
}

/** ADOT puts a whole run, with its messages, as text into the content of one message. */
function within(message: Message): Message[] {
  const inner = message.text === '' ? [] : readMessages(message.text);
  return inner.length > 0 ? inner : [message];
}

function single({ attributes }: SpanEvent, role: string): Message {
  const at = (key: string) => attributes.get(key) ?? attributes.get(`body.${key}`);
  const speaker = roleNamed(at('role') ?? role);
  const content = at('content') ?? at('message') ?? '';
  const parts = readMessages(content);
  const blocks = parts.length > 0 ? parts : readMessages(/^\s*\[/.test(content) ? `{"content":${content}}` : '');
  const calls = readMessages(`{"role":"assistant","tool_calls":${listIn(at('tool_calls'))}}`);
  const asks = [...blocks, ...calls].flatMap((message) => message.asks);
  const returned = blocks.flatMap((message) => message.returned);
  const id = at('id')?.trim() || at('tool_call_id')?.trim() || null;
  if (speaker === 'tool' && returned.length === 0)
    return {
      role: speaker,
      text: '',
      asks: [],
      returned: [{ id, tool: at('name') ?? null, text: content, error: false }],
    };
  const said = blocks.map((message) => message.text).filter(Boolean);
  return { role: speaker, text: blocks.length > 0 ? said.join('\n') : content, asks, returned };
}

function listIn(value: string | undefined): string {
  return value && /^\s*\[/.test(value) ? value : '[]';
}
