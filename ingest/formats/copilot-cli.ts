import type { JsonValue } from '@/lib/json/types';
import {
  type Fields,
  field,
  idField,
  isTrue,
  numberField,
  objectField,
  payloadText,
  shareOf,
  stringField,
  timeOf,
} from './fields';
import { listField, TalkReader, within } from './shapes';
import { outcomeOf } from './talk';
import type { Format, FormatContext, FormatReader, Head, Recognised } from './types';

/** GitHub Copilot CLI events: calls named by the message that asks and again when they start, results when they end. */
export const copilotCli: Format = {
  id: 'copilot-cli',
  name: 'Copilot CLI session',
  reads: 'GitHub Copilot CLI: ~/.copilot/session-state/*/events.jsonl',
  loses: 'What hooks saw. No account is named but the project folder.',
  recognise,
  open: (context, state): FormatReader => new Reader(context, state),
};

const TYPE = /^(session|user|assistant|tool|system|hook|subagent|skill)\.\w+$|^abort$/;

function recognise(head: Head): Recognised {
  const share = shareOf(
    head,
    (line) => TYPE.test(stringField(line, 'type') ?? '') && objectField(line, 'data') !== null,
  );
  return { certainty: 0.9 * share, unit: 'line' };
}

class Reader extends TalkReader {
  constructor(context: FormatContext, state: JsonValue | null) {
    super('copilot', context, state);
  }

  protected record(line: Fields): void {
    const type = stringField(line, 'type');
    const data = objectField(line, 'data');
    const ts = timeOf(line, field(line, 'timestamp'));
    if (type === null) this.talk.refuse('field "type": a string is required');
    else if (!data) this.talk.skip(type);
    else if (type === 'assistant.message') this.says(line, data, ts);
    else if (type === 'tool.execution_start') this.starts(line, data, ts);
    else if (type === 'tool.execution_complete') this.completes(line, data, ts);
    else this.other(line, data, type);
  }

  private other(line: Fields, data: Fields, type: string): void {
    if (type === 'user.message') {
      const text = stringField(data, 'content') ?? '';
      if (text.trim() === '') this.talk.skip('user.message:empty');
      else this.talk.question(text);
      return;
    }
    if (type === 'session.start') this.start(data);
    else if (type === 'session.model_change') this.model(stringField(data, 'newModel'));
    else if (type === 'session.task_complete') this.finished(line, data);
    else if (type === 'abort') this.talk.stops();
    this.talk.skip(type);
  }

  private start(data: Fields): void {
    const session = idField(data, 'sessionId') ?? this.talk.setting.session;
    const version = stringField(data, 'copilotVersion');
    const context = objectField(data, 'context');
    const folder = context && (stringField(context, 'gitRoot') ?? stringField(context, 'cwd'));
    const model = stringField(data, 'selectedModel');
    this.talk.setting = { session, account: null, folder, agent: null, model, version };
  }

  private model(model: string | null): void {
    this.talk.setting = { ...this.talk.setting, model: model ?? this.talk.setting.model };
  }

  private finished(line: Fields, data: Fields): void {
    const text = stringField(data, 'summary') ?? '';
    const ts = timeOf(line, field(line, 'timestamp'));
    if (text.trim() !== '') this.talk.says({ id: idField(line, 'id'), text, ts, at: line.node.start });
    this.talk.ends();
  }

  /** A sub-agent has a context of its own: its calls are not the main agent's neighbours. */
  private place(line: Fields, data: Fields): { session: string; agent: string | null } {
    const parent = idField(line, 'agentId') ?? idField(data, 'parentToolCallId');
    const base = this.talk.setting.session;
    return parent === null ? { session: base, agent: null } : { session: `${base}/${parent}`, agent: 'sub-agent' };
  }

  private says(line: Fields, data: Fields, ts: number | null): void {
    const place = this.place(line, data);
    const text = stringField(data, 'content') ?? '';
    const requests = listField(data, 'toolRequests');
    const at = data.node.start;
    if (text.trim() !== '') this.talk.says({ id: idField(data, 'messageId'), text, ts, at, session: place.session });
    else if (requests.length === 0) this.talk.skip('assistant.message:empty');
    const model = stringField(data, 'model');
    this.each(requests, (request) => {
      const named = { key: idField(request, 'toolCallId'), tool: stringField(request, 'name') };
      const args = payloadText(request, field(request, 'arguments'));
      this.talk.ask({ ...named, args: args || null, ts, at: request.node.start, model, ...place });
    });
  }

  private starts(line: Fields, data: Fields, ts: number | null): void {
    const place = this.place(line, data);
    const key = idField(data, 'toolCallId');
    if (key !== null && this.talk.knows(key, place.session)) this.talk.skip('tool.execution_start');
    else {
      const server = stringField(data, 'mcpServerName');
      const name = stringField(data, 'toolName');
      const tool = server && name && !name.startsWith(server) ? `${server}-${name}` : name;
      const args = payloadText(data, field(data, 'arguments'));
      this.talk.ask({ key, tool, args, ts, at: data.node.start, model: stringField(data, 'model'), ...place });
    }
  }

  private completes(line: Fields, data: Fields, ts: number | null): void {
    const result = objectField(data, 'result');
    const failure = within(data, 'error');
    const sent = result ? stringField(result, 'content') : failure ? stringField(failure, 'message') : null;
    const detailed = result && stringField(result, 'detailedContent');
    const metrics = within(data, 'toolTelemetry', 'metrics');
    const ms = metrics && numberField(metrics, 'durationMs');
    const error = field(data, 'success') !== null && !isTrue(data, 'success');
    // The longer text is what the tool gave; the model got the other.
    const isFuller =
      sent !== null && detailed !== null && detailed.length > sent.length && !detailed.startsWith('\ndiff');
    const outcome = isFuller ? outcomeOf(detailed, error, ms, sent) : outcomeOf(sent ?? detailed ?? '', error, ms);
    const { session } = this.place(line, data);
    this.talk.settle({ key: idField(data, 'toolCallId'), outcome, ts, at: data.node.start, session });
  }
}
