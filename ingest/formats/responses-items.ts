import { arrayField, type Fields, field, idField, numberField, payloadText, rawText, stringField } from './fields';
import { contentText, innerObject, spokenText, within } from './shapes';
import type { Talk } from './talk';
import { outcomeOf } from './talk';

/** When an item of the Responses API happened, and what to call its model. */
export interface ItemPlace {
  ts: number | null;
  model?: string | null;
  /** The tool's own view of a result by call id, where the log holds one besides what the model got. */
  own?: (key: string) => string | null;
}

/** Texts under the user's name that a program put there. */
const NO_QUESTION =
  /^\s*(<(environment_context|user_instructions|turn_aborted|permissions|skill|subagent_notification|user_shell_command|collaboration_mode)\b|# AGENTS\.md instructions)/;

/**
 * One item of the Responses API, as the API itself and Codex rollouts hold it: messages, function calls with their
 * outputs as items of their own, and server tools that carry their result. Gives false when the item is none.
 */
export function readItem(talk: Talk, item: Fields, place: ItemPlace): boolean {
  const type = stringField(item, 'type') ?? (stringField(item, 'role') ? 'message' : '');
  if (type === 'message' || type === 'agent_message') message(talk, item, place);
  else if (type.endsWith('_call_output') || type === 'tool_search_output' || type === 'program_output')
    output(talk, item, type, place);
  else if (type === 'function_call' || type === 'custom_tool_call') call(talk, item, place);
  else if (type === 'mcp_call') mcpCall(talk, item, place);
  else if (type.endsWith('_call') && type !== 'image_generation_call') serverCall(talk, item, type, place);
  else if (type === '') return false;
  else talk.skip(`item:${type}`);
  return true;
}

function message(talk: Talk, item: Fields, { ts }: ItemPlace): void {
  const role = stringField(item, 'role') ?? (stringField(item, 'type') === 'message' ? 'assistant' : '');
  const text = spokenText(item, field(item, 'content'));
  if (role === 'assistant') talk.says({ id: idField(item, 'id'), text, ts, at: item.node.start });
  else if (role !== 'user') talk.skip(`message:${role || 'between agents'}`);
  else if (text.trim() === '' || NO_QUESTION.test(text)) talk.skip('message:not a question');
  else talk.question(text);
}

function keyOf(item: Fields): string | null {
  return idField(item, 'call_id') ?? idField(item, 'id');
}

function call(talk: Talk, item: Fields, place: ItemPlace): void {
  const isFree = stringField(item, 'type') === 'custom_tool_call';
  const given = payloadText(item, field(item, isFree ? 'input' : 'arguments'));
  const name = stringField(item, 'name');
  const space = stringField(item, 'namespace');
  talk.ask({
    key: keyOf(item),
    tool: name && space && !name.startsWith(space) ? `${space}${space.endsWith('__') ? '' : '__'}${name}` : name,
    args: isFree ? freeArgs(given) : given,
    ts: place.ts,
    at: item.node.start,
    model: place.model,
  });
}

/** Free text that a tool takes instead of arguments, as an argument `input`. */
function freeArgs(text: string | null): string | null {
  return text === null || innerObject(text) ? text : JSON.stringify({ input: text });
}

const EXIT =
  /^(?:Chunk ID: [^\n]*\n)?(?:Wall time: ([\d.]+) seconds\n)?(?:Process exited with code (-?\d+)|Exit code: (-?\d+))/;

function output(talk: Talk, item: Fields, type: string, { ts, own }: ItemPlace): void {
  const node = field(item, 'output') ?? field(item, 'tools') ?? field(item, 'result');
  const wrapped = within(item, 'output');
  // Codex has written outputs as objects too: what the model got is their content.
  const said = wrapped && field(wrapped, 'success') ? stringField(wrapped, 'content') : null;
  const text = said ?? contentText(item, node);
  const inner = innerObject(text);
  // Codex until 0.5x wrapped what a command printed, and how it ended, in a JSON text.
  const meta = inner && within(inner, 'metadata');
  const printed = meta && inner ? stringField(inner, 'output') : null;
  const exit = text === null ? null : EXIT.exec(text);
  const code = meta ? numberField(meta, 'exit_code') : Number(exit?.[2] ?? exit?.[3] ?? 0);
  const seconds = meta ? numberField(meta, 'duration_seconds') : exit?.[1] ? Number(exit[1]) : null;
  const failed = wrapped?.node.entries.some(
    ({ key, node: value }) => key === 'success' && item.text.startsWith('false', value.start),
  );
  // An output may bear an id of its own, or the call's.
  const ownId = idField(item, 'id');
  const isCalls = ownId !== null && (talk.knows(ownId) || !talk.isWaiting());
  const key = idField(item, 'call_id') ?? (isCalls ? ownId : null);
  const view = key === null ? null : (own?.(key) ?? null);
  const sent = printed ?? text ?? '';
  const isOwn = view !== null && !sent.includes(view.trim()) && (view.startsWith('{') || view.length > sent.length);
  const isError = failed === true || (code !== null && code !== 0);
  const ms = seconds === null ? null : seconds * 1000;
  const outcome = isOwn ? outcomeOf(view, isError, ms, sent) : outcomeOf(sent, isError, ms);
  const tool = type === 'tool_search_output' ? 'tool_search' : stringField(item, 'name');
  talk.settle({ key, outcome, ts, at: item.node.start, tool });
}

function mcpCall(talk: Talk, item: Fields, place: ItemPlace): void {
  const server = stringField(item, 'server_label');
  const name = stringField(item, 'name');
  const failure = field(item, 'error');
  const isFailed = failure !== null && failure.kind !== 'null';
  const result = isFailed ? payloadText(item, failure) : contentText(item, field(item, 'output'));
  const isOpen = result === null && stringField(item, 'status') !== 'completed';
  talk.whole(
    {
      key: keyOf(item),
      tool: name && server ? `mcp__${server}__${name}` : name,
      args: payloadText(item, field(item, 'arguments')),
      ts: place.ts,
      at: item.node.start,
      model: place.model,
    },
    isOpen ? null : outcomeOf(result, isFailed),
  );
}

/** Keys under which a server tool keeps what it was asked, and what it found. */
const ASKED = ['action', 'arguments', 'queries', 'code', 'input'];
const FOUND = ['results', 'outputs', 'output', 'result'];

function serverCall(talk: Talk, item: Fields, type: string, place: ItemPlace): void {
  const asked = ASKED.map((key) => ({ key, node: field(item, key) })).find(({ node }) => node && node.kind !== 'null');
  const found = FOUND.map((key) => field(item, key)).find((node) => node && node.kind !== 'null') ?? null;
  const status = stringField(item, 'status');
  const args = asked?.node ? argsOf(item, asked.key, asked.node) : null;
  const whole = { key: keyOf(item), tool: type.replace(/_call$/, ''), args, ts: place.ts, at: item.node.start };
  const action = within(item, 'action');
  const sources = action && arrayField(action, 'sources');
  const result = found ? payloadText(item, found) : sources ? rawText(item, sources) : null;
  talk.whole({ ...whole, model: place.model }, result === null ? null : outcomeOf(result, status === 'failed'));
}

function argsOf(item: Fields, key: string, node: NonNullable<ReturnType<typeof field>>): string {
  if (node.kind === 'object') return rawText(item, node);
  const text = payloadText(item, node) ?? '';
  return innerObject(text) ? text : `{${JSON.stringify(key)}:${rawText(item, node)}}`;
}
