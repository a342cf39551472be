import type { JsonValue } from '@/lib/json/types';
import { ClineHistory, isHistoryMessage, isNamedMessage } from './cline-history';
import { ClineRecording } from './cline-recording';
import { type Fields, field, idField, isTrue, numberField, payloadText, rawText, stringField, timeOf } from './fields';
import { innerObject, moreOf, samples, TalkReader, unitOf } from './shapes';
import { outcomeOf } from './talk';
import type { Format, FormatContext, FormatReader, Head, Recognised } from './types';

/**
 * Cline and Roo tasks as their screen shows them (`ui_messages.json`): calls without ids, with their result in the same
 * record or in the records that follow; and recordings of the requests that Cline sends. The API history beside it is
 * a list of Anthropic messages, and is read as such.
 */
export const cline: Format = {
  id: 'cline',
  name: 'Cline or Roo task',
  reads:
    'Cline and Roo: tasks/*/ui_messages.json, and api_conversation_history.json where calls are tags in the text; recordings of HTTP exchanges with a model',
  loses:
    'A file that was read stands here only when the next request repeats it. Recordings without request bodies have no results. The task’s id is its folder, which is not looked at.',
  recognise,
  open: (context, state): FormatReader => new Reader(context, state),
};

function recognise(head: Head): Recognised {
  const all = samples(head);
  if (all.every(isHistoryMessage) && all.some(isNamedMessage)) return { certainty: 0.8, unit: unitOf(head) };
  const mine = all.filter((entry) => isMessage(entry) || isExchange(entry)).length;
  return { certainty: 0.9 * (mine / Math.max(1, all.length)), unit: unitOf(head) };
}

function isMessage(entry: Fields): boolean {
  const type = stringField(entry, 'type') ?? '';
  return (type === 'say' || type === 'ask') && numberField(entry, 'ts') !== null && field(entry, type) !== null;
}

function isExchange(entry: Fields): boolean {
  return ['scope', 'method', 'path', 'status', 'response'].every((key) => field(entry, key) !== null);
}

/** Tools whose record holds what they found; the others’ holds what they were asked to write. */
const FINDS = /^(list|search|webFetch|webSearch|fetch|codebaseSearch|readLines)/i;
const REPEATED =
  /\[(\w+) for '([^\n]*?)'[^\n]*\] Result:\n([\s\S]*?)(?=\n\n?\[\w+ for '|\n\n?<environment_details>|$)/g;

/** A call that waits for what the records after it say. */
interface Waiting {
  key: string;
  kind: 'command' | 'mcp' | 'browser' | 'file';
  path: string | null;
  lines: string[];
}

class Reader extends TalkReader {
  private readonly waiting: Waiting[];
  private readonly recording: ClineRecording;
  private readonly history: ClineHistory;
  private said: string;

  constructor(context: FormatContext, state: JsonValue | null) {
    super('cline', context, state, true);
    const more = moreOf(state);
    // The state is our own, written by `more()`.
    this.waiting = (Array.isArray(more.waiting) ? more.waiting : []) as unknown as Waiting[];
    this.said = typeof more.said === 'string' ? more.said : '';
    this.recording = new ClineRecording(this.talk);
    this.history = new ClineHistory(this.talk);
  }

  protected override more(): JsonValue {
    return { waiting: this.waiting as unknown as JsonValue, said: this.said };
  }

  protected override list(text: string, list: Parameters<TalkReader['list']>[1]): void {
    super.list(text, list);
    this.closeCommand(null);
  }

  protected record(entry: Fields): void {
    const type = stringField(entry, 'type') ?? '';
    const kind = stringField(entry, type === 'ask' ? 'ask' : 'say') ?? 'unknown';
    const text = stringField(entry, 'text') ?? '';
    const ts = timeOf(entry, field(entry, 'ts'));
    if (isExchange(entry)) this.recording.exchange(entry);
    else if (type === '' && isHistoryMessage(entry)) this.history.message(entry);
    else if (type !== 'say' && type !== 'ask')
      this.talk.refuse('no record of a task: field "type" must be "say" or "ask"');
    else if (isTrue(entry, 'partial')) this.talk.skip(`${kind}:draft`);
    else {
      if (kind !== 'command_output' && kind !== 'command') this.closeCommand(ts);
      this.message(entry, kind, text, ts);
    }
  }

  private message(entry: Fields, kind: string, text: string, ts: number | null): void {
    const at = entry.node.start;
    if (kind === 'task' || kind === 'user_feedback' || kind === 'user_feedback_diff') this.asks(text, kind);
    else if (kind === 'tool') this.tool(entry, text, ts);
    else if (kind === 'command') this.command(entry, text, ts);
    else if (kind === 'use_mcp_server') this.mcp(entry, text, ts);
    else if (kind === 'browser_action' || kind === 'browser_action_launch')
      this.wait(entry, 'browser', 'browser_action', text, ts);
    else if (kind === 'command_output') this.output(text);
    else if (kind === 'mcp_server_response') this.answers('mcp', text, at, ts);
    else if (kind === 'browser_action_result') this.answers('browser', text, at, ts);
    else if (kind === 'api_req_started') this.repeats(text, at, ts);
    else if (kind === 'completion_result') this.completes(entry, text, ts);
    else if (kind === 'text') this.talk.says({ id: this.keyOf(entry, 'said'), text, ts, at });
    else this.talk.skip(kind);
  }

  private asks(text: string, kind: string): void {
    if (text.trim() === '') this.talk.skip(`${kind}:empty`);
    else this.talk.question(text);
  }

  /** The completion is written twice, as said and as asked. */
  private completes(entry: Fields, text: string, ts: number | null): void {
    if (text.trim() === '' || text === this.said) this.talk.skip('completion_result:repeated');
    else {
      this.said = text;
      this.talk.says({ id: this.keyOf(entry, 'said'), text, ts, at: entry.node.start });
      this.talk.ends();
    }
  }

  private keyOf(entry: Fields, kind: string): string {
    return `${this.talk.setting.session}/${idField(entry, 'ts') ?? entry.node.start}/${kind}`;
  }

  private tool(entry: Fields, text: string, ts: number | null): void {
    const asked = innerObject(text);
    if (!asked) return void this.talk.refuse('field "text" of a tool record: a JSON object is required');
    const tool = stringField(asked, 'tool');
    const key = this.keyOf(entry, 'tool');
    const finds = tool !== null && FINDS.test(tool);
    const args = finds ? without(asked, 'content') : text;
    const found = finds ? payloadText(asked, field(asked, 'content')) : null;
    this.talk.whole({ key, tool, args, ts, at: entry.node.start }, found === null ? null : outcomeOf(found));
    if (tool === 'readFile') this.waiting.push({ key, kind: 'file', path: stringField(asked, 'path'), lines: [] });
    while (this.waiting.length > 50) this.waiting.shift();
  }

  private command(entry: Fields, text: string, ts: number | null): void {
    this.closeCommand(ts);
    this.wait(entry, 'command', 'execute_command', JSON.stringify({ command: text }), ts);
  }

  private mcp(entry: Fields, text: string, ts: number | null): void {
    const asked = innerObject(text);
    const name = asked && (stringField(asked, 'toolName') ?? stringField(asked, 'uri'));
    const server = (asked && stringField(asked, 'serverName')) ?? 'mcp';
    const args = asked ? payloadText(asked, field(asked, 'arguments')) : null;
    this.wait(entry, 'mcp', name ? `mcp__${server}__${name}` : 'use_mcp_server', args || '{}', ts);
  }

  private wait(entry: Fields, kind: Waiting['kind'], tool: string, text: string, ts: number | null): void {
    const key = this.keyOf(entry, kind);
    const args = innerObject(text) ? text : JSON.stringify({ text });
    this.talk.ask({ key, tool, args, ts, at: entry.node.start });
    this.waiting.push({ key, kind, path: null, lines: [] });
  }

  private output(text: string): void {
    const command = this.waiting.find(({ kind }) => kind === 'command');
    this.talk.note();
    if (command) command.lines.push(text);
    else this.talk.skip('command_output without command');
  }

  private closeCommand(ts: number | null): void {
    const command = this.waiting.find(({ kind }) => kind === 'command');
    // Output may still come while nothing else has been said.
    if (!command || (ts === null && command.lines.length === 0)) return;
    this.waiting.splice(this.waiting.indexOf(command), 1);
    if (command.lines.length > 0)
      this.talk.settle({ key: command.key, outcome: outcomeOf(command.lines.filter(Boolean).join('\n')), ts, at: 0 });
  }

  private answers(kind: Waiting['kind'], text: string, at: number, ts: number | null): void {
    const first = this.waiting.find((waiting) => waiting.kind === kind);
    if (first) this.waiting.splice(this.waiting.indexOf(first), 1);
    this.talk.settle({ key: first?.key ?? null, outcome: outcomeOf(text), ts, at });
  }

  /** The next request repeats to the model what a file held. */
  private repeats(text: string, at: number, ts: number | null): void {
    const request = innerObject(text);
    const body = (request && stringField(request, 'request')) ?? '';
    if (this.waiting.some(({ kind }) => kind === 'file'))
      for (const [, , path, result] of body.matchAll(REPEATED)) {
        const file = this.waiting.find((waiting) => waiting.kind === 'file' && waiting.path === path);
        if (!file) continue;
        this.waiting.splice(this.waiting.indexOf(file), 1);
        this.talk.settle({ key: file.key, outcome: outcomeOf(result ?? ''), ts, at });
      }
    this.talk.skip('api_req_started');
  }
}

/** An object's text without one of its fields. */
function without(from: Fields, left: string): string {
  const kept = from.node.entries.filter(({ key }) => key !== left);
  return `{${kept.map(({ key, node }) => `${JSON.stringify(key)}:${rawText(from, node)}`).join(',')}}`;
}
