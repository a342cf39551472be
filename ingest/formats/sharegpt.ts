import type { JsonValue } from '@/lib/json/types';
import type { CallRecord, LogRecord } from '@/lib/records';
import {
  arrayField,
  type Fields,
  field,
  headObjects,
  idField,
  objectsOf,
  readObject,
  stringField,
  timeOf,
  wholeValue,
} from './fields';
import { Conversation, type Gathered, gathering, NOTHING, UNKNOWN_TOOL, unnamedSession } from './run-conversation';
import { contentText, headValue, nameAndArgs, someElement } from './run-messages';
import { jsonCalls, textCalls, thoughtCalls } from './text-calls';
import type { Format, FormatContext, FormatReader, Head, Recognised, Step } from './types';

/** ShareGPT rows: `from`/`value` or `role`/`content`, with calls written as text, a line or an element each. */
export const shareGpt: Format = {
  id: 'sharegpt',
  name: 'ShareGPT conversations',
  reads:
    'rows with `conversations`, as JSON lines or a list: Hermes function calls, LLaMA-Factory roles, terminal agents by keystrokes',
  loses: 'ids and, in most exports, times; a terminal agent sees one answer for a batch of keystrokes',
  recognise,
  open: (context, state) => new Reader(context, state),
};

function recognise(head: Head): Recognised {
  const value = headValue(head);
  if (value && !('node' in value))
    return { certainty: someElement(head.text, value, isRow) ? 0.85 : 0, unit: 'document' };
  let [seen, rows] = [0, 0];
  for (const line of headObjects(head)) {
    seen++;
    if (isRow(line)) rows++;
  }
  if (rows > 0) return { certainty: (0.85 * rows) / seen, unit: 'line' };
  return { certainty: value && isRow(value) ? 0.85 : 0, unit: 'document' };
}

function isRow(row: Fields): boolean {
  const list = field(row, 'conversations') ?? field(row, 'conversation');
  return someElement(row.text, list, (message) => {
    const classic = stringField(message, 'from') !== null && field(message, 'value') !== null;
    return classic || (stringField(message, 'role') !== null && field(message, 'content') !== null);
  });
}

/** Rows of one run repeat each other, each an episode longer; so many calls are remembered to know them again. */
const MOST_KNOWN = 5_000;
const MOST_OPEN = 500;

interface State {
  known: string[];
  open: [string, CallRecord][];
}

class Reader implements FormatReader {
  private readonly known: Set<string>;
  /** The last calls of runs whose next row may hold their result. */
  private readonly open: Map<string, CallRecord>;

  constructor(
    private readonly context: FormatContext,
    state: JsonValue | null,
  ) {
    // The state is our own, written by `state()` in the transaction that stored the position.
    const known = (state ?? {}) as unknown as Partial<State>;
    this.known = new Set(known.known);
    this.open = new Map(known.open);
  }

  read(unit: string, offset: number): Step {
    const step = gathering();
    const value = wholeValue(unit);
    if (value?.kind === 'array')
      for (const row of objectsOf(unit, value))
        if (row) this.row(row, step, offset + row.node.start);
        else step.quarantine.push('a row is not an object');
    else {
      const read = readObject(unit);
      if ('reason' in read) step.quarantine.push(read.reason);
      else this.row(read.fields, step, offset);
    }
    return this.once(step);
  }

  pending(): CallRecord[] {
    return [...this.open.values()];
  }

  state(): JsonValue {
    const state: State = { known: [...this.known], open: [...this.open] };
    return state as unknown as JsonValue;
  }

  private row(row: Fields, step: Gathered, offset: number): void {
    const list = arrayField(row, 'conversations') ?? arrayField(row, 'conversation');
    if (!list) return void step.skipped.push('row without conversations');
    const run = idField(row, 'run_id');
    const trial = idField(row, 'trial_name') ?? idField(row, 'task');
    const named = run && trial ? `${run}/${trial}` : (trial ?? idField(row, 'id'));
    const session = named ?? unnamedSession('sharegpt', this.context, offset);
    // Rows of one run give the same calls the same ids, so that a repeated one is known.
    const print = run && trial ? session : `${this.context.fingerprint}@${offset}`;
    const agent = stringField(row, 'agent');
    const talk = new Conversation(step, print, { session, agent, model: stringField(row, 'model') });
    const ts = timeOf(row, field(row, 'date'));
    for (const message of objectsOf(row.text, list))
      if (message) said(talk, step, message, ts);
      else step.quarantine.push('a message of a conversation is not an object');
    talk.end();
  }

  private once(step: Gathered): Step {
    const records: LogRecord[] = [];
    for (const record of step.records) {
      if (!('id' in record)) continue;
      const key = `${record.type}:${record.id}`;
      if (this.known.has(key)) step.skipped.push(`repeated ${record.type}`);
      else if (record.type === 'call' && record.result === null) this.hold(record, records);
      else {
        if (record.type === 'call') this.open.delete(record.id);
        this.known.add(key);
        records.push(record);
      }
    }
    for (const oldest of this.known) {
      if (this.known.size <= MOST_KNOWN) break;
      this.known.delete(oldest);
    }
    if (step.records.length + step.skipped.length + step.quarantine.length === 0) step.skipped.push(NOTHING);
    return { ...step, records };
  }

  private hold(call: CallRecord, records: LogRecord[]): void {
    this.open.delete(call.id);
    this.open.set(call.id, call);
    for (const [oldest, lost] of this.open) {
      if (this.open.size <= MOST_OPEN) break;
      this.open.delete(oldest);
      records.push(lost);
    }
  }
}

const RESPONSE = /<tool_response>\s*([\s\S]*?)\s*(?:<\/tool_response>|$)/g;

function said(talk: Conversation, step: Gathered, message: Fields, ts: number | null): void {
  const role = stringField(message, 'from') ?? stringField(message, 'role') ?? '';
  const text = contentText(message, field(message, 'value') ?? field(message, 'content')) ?? '';
  const responses = [...text.matchAll(RESPONSE)].map(([, body = '']) => body);
  if (/^(human|user)$/i.test(role)) asked(talk, text, responses);
  else if (/^(tool|function|observation|function_response|tool_response|ipython)$/i.test(role))
    for (const body of responses.length > 0 ? responses : [text]) returned(talk, body);
  else if (/^(function_call|tool_call)$/i.test(role)) calls(talk, jsonCalls(text), ts);
  else if (/^(gpt|assistant|model|chatgpt|bing|bard)$/i.test(role)) answers(talk, step, message, text, ts);
  else step.skipped.push(`message:${role || 'without a speaker'}`);
}

/** After a call, what comes under the user's name is what the tool gave: terminal agents have no other role for it. */
function asked(talk: Conversation, text: string, responses: string[]): void {
  if (responses.length > 0) for (const body of responses) returned(talk, body);
  else if (talk.isWaiting) talk.result({ id: null, result: text });
  else talk.question(text);
}

function returned(talk: Conversation, body: string): void {
  const named = /^\s*\{\s*"(?:name|tool_call_id)"\s*:/.test(body) ? contentOf(body) : null;
  talk.result({ id: null, result: named ?? body, tool: UNKNOWN_TOOL });
}

/** `{"name": …, "content": …}`: the tool's own result is the content. */
function contentOf(body: string): string | null {
  const read = readObject(body);
  return 'fields' in read ? contentText(read.fields, field(read.fields, 'content')) : null;
}

function answers(talk: Conversation, step: Gathered, message: Fields, text: string, ts: number | null): void {
  const listed = arrayField(message, 'tool_calls');
  const tagged = listed ? [] : textCalls(text);
  const written = listed || tagged.length > 0 ? tagged : thoughtCalls(text);
  if (written.length === 0) talk.say(spoken(text), ts);
  calls(talk, written, ts);
  for (const call of listed ? objectsOf(message.text, listed) : [])
    if (call) talk.ask({ id: idField(call, 'id'), ...nameAndArgs(call), ts });
    else step.quarantine.push('an entry of "tool_calls" is not an object');
}

function calls(talk: Conversation, found: ReturnType<typeof textCalls>, ts: number | null): void {
  for (const call of found) {
    if (call.ends === null) talk.ask({ id: null, tool: call.tool, args: call.args, ts });
    else talk.close(call.ends);
  }
}

/** A terminal agent's last word is JSON too: what it says of its work stands under `analysis`. */
function spoken(text: string): string {
  const read = /"task_complete"/.test(text) ? readObject(text.trim()) : null;
  return (read && 'fields' in read && stringField(read.fields, 'analysis')) || text;
}
