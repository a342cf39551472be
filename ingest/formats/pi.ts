import { canonical } from '@/lib/json';
import type { JsonValue } from '@/lib/json/types';
import {
  derivedId,
  type Fields,
  field,
  idField,
  isTrue,
  numberField,
  objectField,
  payloadText,
  stringField,
  timeOf,
} from './fields';
import { contentText, listField, samples, spokenText, TalkReader, unitOf } from './shapes';
import { outcomeOf } from './talk';
import type { Format, FormatContext, FormatReader, Head, Recognised } from './types';

/**
 * pi and OpenClaw sessions: `toolCall` blocks, and results as messages of role `toolResult`. OpenClaw telemetry names
 * calls without ids or results; results come in the messages at the end of the run, where they are logged.
 */
export const pi: Format = {
  id: 'pi',
  name: 'pi or OpenClaw session',
  reads:
    'pi: ~/.pi/agent/sessions/**/*.jsonl, and `pi --mode json`; OpenClaw: ~/.openclaw/agents/*/sessions/*.jsonl and telemetry.jsonl',
  loses:
    'Branches are read in the order in which they were written. Telemetry without message snapshots has no results.',
  recognise,
  open: (context, state): FormatReader => new Reader(context, state),
};

const ROLES = new Set([
  'user',
  'assistant',
  'toolResult',
  'bashExecution',
  'custom',
  'branchSummary',
  'compactionSummary',
]);
const ENTRIES =
  /^(session|session_info|model_change|thinking_level_change|compaction|branch_summary|custom|custom_message|label)$/;
/** Events of `pi --mode json`: messages are whole in `message_end`, and everything else repeats them. */
const EVENTS = /^(agent|turn|message|tool_execution|compaction|auto_compaction|auto_retry|queue)_(start|end|update)$/;
const TELEMETRY = /^(tool\.(start|end)|agent\.(start|end)|message\.(in|out|sending)|llm\.\w+)$/;

function recognise(head: Head): Recognised {
  const all = samples(head);
  const mine = all.filter(isMine).length;
  return { certainty: all.some(isNamed) ? 0.9 * (mine / Math.max(1, all.length)) : 0, unit: unitOf(head) };
}

function isNamed(line: Fields): boolean {
  const type = stringField(line, 'type') ?? '';
  if (TELEMETRY.test(type)) return field(line, 'data') === null;
  if (type === 'session') return field(line, 'cwd') !== null && field(line, 'id') !== null;
  const message = objectField(line, 'message');
  if (/^tool_execution_/.test(type)) return field(line, 'toolCallId') !== null;
  if (type !== 'message' || !message) return type === 'model_change' || type === 'thinking_level_change';
  if (stringField(message, 'role') === 'toolResult') return true;
  return listField(message, 'content').some((block) => block !== null && stringField(block, 'type') === 'toolCall');
}

function isMine(line: Fields): boolean {
  const type = stringField(line, 'type') ?? '';
  if (isNamed(line) || ENTRIES.test(type) || EVENTS.test(type)) return true;
  const message = objectField(line, 'message');
  return stringField(line, 'type') === 'message' && ROLES.has((message && stringField(message, 'role')) ?? '');
}

class Reader extends TalkReader {
  constructor(
    private readonly context: FormatContext,
    state: JsonValue | null,
  ) {
    super('pi', context, state);
  }

  protected record(line: Fields): void {
    const type = stringField(line, 'type');
    const message = objectField(line, 'message');
    if (type === null) this.talk.refuse('field "type": a string is required');
    else if (TELEMETRY.test(type)) this.telemetry(line, type);
    else if (/^message(_end)?$/.test(type) && message) this.message(line, message);
    else {
      if (type === 'session') this.header(line);
      else if (type === 'model_change') this.model(stringField(line, 'modelId'));
      this.talk.skip(type);
    }
  }

  private header(line: Fields): void {
    const session = idField(line, 'id') ?? this.talk.setting.session;
    const model = stringField(line, 'modelId');
    const folder = stringField(line, 'cwd');
    this.talk.setting = { session, account: null, folder, agent: null, model, version: null };
  }

  private model(model: string | null): void {
    this.talk.setting = { ...this.talk.setting, model: model ?? this.talk.setting.model };
  }

  private message(line: Fields, message: Fields): void {
    const role = stringField(message, 'role') ?? 'unknown';
    const ts = timeOf(line, field(line, 'timestamp')) ?? timeOf(message, field(message, 'timestamp'));
    if (role === 'user') {
      const text = spokenText(message, field(message, 'content'));
      if (text.trim() === '') this.talk.skip('message:not a question');
      else this.talk.question(text);
    } else if (role === 'assistant') this.assistant(line, message, ts);
    else if (role === 'toolResult') this.result(message, ts);
    else this.talk.skip(`message:${role}`);
  }

  private assistant(line: Fields, message: Fields, ts: number | null): void {
    this.model(stringField(message, 'model'));
    const text = spokenText(message, field(message, 'content'));
    const reason = stringField(message, 'stopReason');
    if (text.trim() !== '') this.talk.says({ id: idField(line, 'id'), text, ts, at: message.node.start });
    const blocks = listField(message, 'content');
    if (text.trim() === '' && blocks.length === 0) this.talk.skip('message:assistant without text');
    this.each(blocks, (block) => {
      const type = stringField(block, 'type') ?? 'unknown';
      if (type === 'toolCall') {
        const args = payloadText(block, field(block, 'arguments'));
        this.talk.ask({ key: idField(block, 'id'), tool: stringField(block, 'name'), args, ts, at: block.node.start });
      } else if (type !== 'text') this.talk.skip(`assistant:${type}`);
    });
    if (reason === 'aborted' || reason === 'error') this.talk.stops();
    else if (reason === 'stop') this.talk.ends();
  }

  private result(message: Fields, ts: number | null): void {
    const tool = stringField(message, 'toolName');
    const key = idField(message, 'toolCallId');
    this.talk.settle({ key, outcome: outcome(message), ts, at: message.node.start, tool });
  }

  private telemetry(line: Fields, type: string): void {
    const session = idField(line, 'sessionKey') ?? this.talk.setting.session;
    const ts = timeOf(line, field(line, 'ts') ?? field(line, 'timestamp'));
    const tool = stringField(line, 'toolName');
    const args = payloadText(line, field(line, 'params'));
    const at = line.node.start;
    if (type === 'tool.start') {
      const key = idField(line, 'toolCallId') ?? this.keyOf(session, tool, args);
      this.talk.ask({ key, tool, args, ts, at, session, agent: stringField(line, 'agentId') });
      return;
    }
    if (type === 'agent.start') this.talk.question(stringField(line, 'prompt') ?? '', session);
    else if (type === 'agent.end') this.snapshot(listField(line, 'messages'), session);
    this.talk.skip(type);
  }

  /** What a call without an id is known by until the messages of its run name it. */
  private keyOf(session: string, tool: string | null, args: string | null): string {
    return derivedId('openclaw', this.context.fingerprint, 0, `${session}\n${tool}\n${canonical(args ?? '{}')}`);
  }

  /** The messages of a run, at its end: the only place where telemetry holds results and the answer. */
  private snapshot(messages: (Fields | null)[], session: string): void {
    const asked = new Map<string, string>();
    for (const message of messages) {
      if (!message) continue;
      for (const block of listField(message, 'content')) {
        const id = block && stringField(block, 'type') === 'toolCall' ? idField(block, 'id') : null;
        if (block && id) {
          const args = payloadText(block, field(block, 'arguments'));
          asked.set(id, this.talk.isOpen(id, session) ? id : this.keyOf(session, stringField(block, 'name'), args));
        }
      }
      const key = asked.get(idField(message, 'toolCallId') ?? '');
      const ts = timeOf(message, field(message, 'timestamp'));
      if (key !== undefined && this.talk.isOpen(key, session))
        this.talk.settle({ key, outcome: outcome(message), ts, at: message.node.start, session });
    }
    const last = messages.at(-1);
    if (!last || stringField(last, 'role') !== 'assistant') return;
    const text = spokenText(last, field(last, 'content'));
    const ts = timeOf(last, field(last, 'timestamp'));
    if (text.trim() !== '') this.talk.says({ id: null, text, ts, at: last.node.start, session });
    this.talk.ends(session);
  }
}

/** The text that the model got, and what a command printed in all where the details hold more. */
function outcome(message: Fields) {
  const sent = contentText(message, field(message, 'content')) ?? '';
  const details = objectField(message, 'details');
  const printed = details && stringField(details, 'aggregated');
  const ms = details && numberField(details, 'durationMs');
  const isError = isTrue(message, 'isError');
  const isFuller = printed !== null && printed.length > sent.length && !sent.includes(printed.trim());
  return isFuller ? outcomeOf(printed, isError, ms, sent) : outcomeOf(sent, isError, ms);
}
