import type { JsonValue } from '@/lib/json/types';
import {
  arrayField,
  type Fields,
  field,
  idField,
  numberField,
  objectField,
  payloadText,
  rawText,
  stringField,
} from './fields';
import { contentText } from './shapes';
import { outcomeOf, type Talk } from './talk';

/** Items that are calls, with the name of their tool and the fields that say what was asked. */
const CALLS: Record<string, { tool: string; asked: string[] }> = {
  command_execution: { tool: 'command_execution', asked: ['command'] },
  file_change: { tool: 'file_change', asked: ['changes'] },
  web_search: { tool: 'web_search', asked: ['query', 'action'] },
  mcp_tool_call: { tool: 'mcp', asked: ['arguments'] },
  collab_tool_call: { tool: 'collab', asked: ['prompt', 'receiver_thread_ids'] },
};

/** What `codex exec --json` prints: items by id, which start again with every turn's run; no times. */
export class CodexStream {
  private run: number;

  constructor(
    private readonly talk: Talk,
    state: JsonValue,
  ) {
    this.run = typeof state === 'number' ? state : 0;
  }

  state(): JsonValue {
    return this.run;
  }

  event(line: Fields, type: string): void {
    const item = objectField(line, 'item');
    if (type === 'thread.started') this.thread(idField(line, 'thread_id'));
    else if (type === 'turn.completed') this.talk.ends();
    else if (type === 'turn.failed') this.talk.stops();
    if (item) this.item(item, type);
    else this.talk.skip(type);
  }

  private thread(id: string | null): void {
    this.run++;
    if (id) this.talk.setting = { ...this.talk.setting, session: id };
  }

  private item(item: Fields, event: string): void {
    const kind = stringField(item, 'type') ?? stringField(item, 'item_type') ?? 'unknown';
    const known = Object.hasOwn(CALLS, kind) ? CALLS[kind] : undefined;
    const isDone = event === 'item.completed';
    if (known) this.call(item, kind, known, isDone);
    else if (/^(agent|assistant)_message$/.test(kind) && isDone)
      this.talk.says({ id: null, text: stringField(item, 'text') ?? '', ts: null, at: item.node.start });
    else this.talk.skip(`${event}:${kind}`);
  }

  private call(item: Fields, kind: string, known: { tool: string; asked: string[] }, isDone: boolean): void {
    const own = idField(item, 'id');
    const key = own === null ? null : `${this.talk.setting.session}/${this.run}/${own}`;
    const status = stringField(item, 'status');
    const isOver = isDone || status === 'completed' || status === 'failed' || status === 'declined';
    const asked = {
      key,
      tool: toolOf(item, kind, known.tool),
      args: argsOf(item, known.asked),
      ts: null,
      at: item.node.start,
    };
    if (key !== null && this.talk.knows(key)) {
      if (isOver) this.talk.settle({ ...asked, outcome: this.outcome(item, status) });
      else this.talk.skip('item.updated');
    } else this.talk.whole(asked, isOver ? this.outcome(item, status) : null);
  }

  private outcome(item: Fields, status: string | null) {
    const failure = field(item, 'error');
    const code = numberField(item, 'exit_code');
    const result = objectField(item, 'result');
    const isFailed = status === 'failed' || status === 'declined' || (code !== null && code !== 0);
    const text = result
      ? (contentText(result, arrayField(result, 'content')) ?? rawText(result, result.node))
      : payloadText(item, field(item, 'aggregated_output') ?? (failure?.kind === 'null' ? null : failure));
    return outcomeOf(text, isFailed);
  }

  /** The older stream: `{id,msg:{type:"exec_command_begin",…}}`. */
  message(line: Fields): void {
    const message = objectField(line, 'msg');
    const type = (message && stringField(message, 'type')) ?? 'unknown';
    const key = message && idField(message, 'call_id');
    if (message && type === 'session_configured') this.configured(message);
    else if (message && type === 'agent_message')
      this.talk.says({ id: null, text: stringField(message, 'message') ?? '', ts: null, at: message.node.start });
    else if (message && key && /^(exec_command|mcp_tool_call)_begin$/.test(type)) {
      this.begins(message, key, type);
      return;
    } else if (message && key && /^(exec_command|mcp_tool_call)_end$/.test(type)) {
      this.finishes(message, key, type);
      return;
    } else if (type === 'task_complete') this.talk.ends();
    this.talk.skip(type);
  }

  private configured(message: Fields): void {
    const session = idField(message, 'session_id') ?? this.talk.setting.session;
    this.talk.setting = { ...this.talk.setting, session, model: stringField(message, 'model') };
  }

  private begins(message: Fields, key: string, type: string): void {
    const invocation = objectField(message, 'invocation') ?? message;
    const tool = type.startsWith('exec') ? 'shell' : toolOf(invocation, 'mcp_tool_call', 'mcp');
    const args = argsOf(invocation, type.startsWith('exec') ? ['command', 'cwd'] : ['arguments']);
    this.talk.ask({ key, tool, args, ts: null, at: message.node.start });
  }

  private finishes(message: Fields, key: string, type: string): void {
    const code = numberField(message, 'exit_code');
    const result = objectField(message, 'result');
    const printed = [stringField(message, 'stdout'), stringField(message, 'stderr')].filter(Boolean).join('\n');
    const text = stringField(message, 'aggregated_output') ?? (printed || null);
    const isError = result ? field(result, 'Err') !== null : code !== null && code !== 0;
    const outcome = outcomeOf(result ? rawText(result, result.node) : (text ?? ''), isError);
    this.talk.settle({
      key,
      outcome,
      ts: null,
      at: message.node.start,
      tool: type.startsWith('exec') ? 'shell' : null,
    });
  }
}

function toolOf(item: Fields, kind: string, plain: string): string {
  const server = stringField(item, 'server');
  const tool = stringField(item, 'tool');
  if (kind === 'mcp_tool_call') return `${server ?? plain}__${tool ?? 'unknown'}`;
  return tool ?? plain;
}

/** The fields that say what was asked, as one object; arguments that are an object already stay as they are. */
function argsOf(item: Fields, keys: string[]): string {
  const parts = keys.flatMap((key) => {
    const node = field(item, key);
    return node && node.kind !== 'null' ? [{ key, node }] : [];
  });
  const only = parts[0];
  if (parts.length === 1 && only?.node.kind === 'object') return rawText(item, only.node);
  return `{${parts.map(({ key, node }) => `${JSON.stringify(key)}:${rawText(item, node)}`).join(',')}}`;
}
