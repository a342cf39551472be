import { elements, entries, skeletonAt } from '@/lib/json';
import type { ArrayNode, Node } from '@/lib/json/types';
import {
  arrayField,
  type Fields,
  field,
  idField,
  isTrue,
  objectField,
  objectsOf,
  rawText,
  stringField,
  timeOf,
} from './fields';
import type { Conversation, Gathered } from './run-conversation';
import { contentText, nameAndArgs } from './run-messages';

/** An event of the server (`action` or `observation`) or of the agent SDK (`kind: "…Event"`). */
export function isEvent(value: Fields): boolean {
  const named = stringField(value, 'action') !== null || field(value, 'observation') !== null;
  const placed = ['source', 'cause', 'args', 'extras'].some((key) => field(value, key) !== null);
  const sdk = /Event$/.test(stringField(value, 'kind') ?? '') && field(value, 'source') !== null;
  return sdk || (named && placed && field(value, 'action')?.kind !== 'object');
}

/** Reads a list of events, or one event, into a conversation; the oldest lists hold pairs of an action and its observation. */
export function readEvents(
  talk: Conversation,
  step: Gathered,
  text: string,
  list: ArrayNode | null,
  single?: Fields,
): void {
  const events = new Events(talk, step);
  if (single) events.read(single);
  for (const span of list ? elements(text, list) : []) {
    const node = skeletonAt(text, span);
    const pair = node?.kind === 'array' ? objectsOf(text, node) : [asFields(text, node)];
    for (const event of pair)
      if (event) events.read(event);
      else step.quarantine.push('an event is not an object');
  }
}

function asFields(text: string, node: Node | null): Fields | null {
  return node?.kind === 'object' ? { text, node } : null;
}

/** Actions with which the agent uses no tool. */
const NO_TOOL = new Set([
  'message',
  'finish',
  'reject',
  'think',
  'system',
  'recall',
  'null',
  'change_agent_state',
  'condensation',
  'condensation_request',
  'loop_recovery',
]);

/** Observations that are news of the run, no results. */
const NO_RESULT = new Set(['agent_state_changed', 'null', 'recall', 'think', 'agent_condensation', 'user_rejected']);

/** Keys of an action without `args` that are the harness's own, not arguments. */
const NO_ARGUMENT = new Set(
  'id timestamp source message action thought keep_prompt is_confirmed confirmation_state action_risk security_risk kernel_init_code images_urls image_urls wait_for_response timeout tool_call_metadata llm_metrics'.split(
    ' ',
  ),
);

class Events {
  /** The key of the call that an action event made. */
  private readonly keys = new Map<string, string>();

  constructor(
    private readonly talk: Conversation,
    private readonly step: Gathered,
  ) {}

  read(event: Fields): void {
    const kind = stringField(event, 'kind');
    const action = stringField(event, 'action');
    if (kind !== null && /Event$/.test(kind)) this.sdk(event, kind);
    else if (action !== null) this.action(event, action);
    else if (field(event, 'observation')) this.observation(event, stringField(event, 'observation') ?? 'null');
    else this.step.skipped.push('event without action or observation');
  }

  private action(event: Fields, action: string): void {
    const source = stringField(event, 'source') ?? 'agent';
    const args = objectField(event, 'args') ?? event;
    if (action === 'message') this.message(event, args);
    else if (action === 'finish' || action === 'reject') this.talk.close(closing(event, args));
    else if (NO_TOOL.has(action)) this.step.skipped.push(`action:${action}`);
    else if (source !== 'agent') this.step.skipped.push(`action:${action} of the ${source}`);
    else this.asks(event, action);
  }

  /** The oldest outputs do not say who speaks: the first message is the task, and the others are the agent's. */
  private message(event: Fields, args: Fields): void {
    const text = stringField(args, 'content') ?? stringField(event, 'message') ?? '';
    const source = stringField(event, 'source') ?? (this.started ? 'agent' : 'user');
    this.started = true;
    if (source === 'user') this.talk.question(text);
    else this.talk.say(text, timeOf(event, field(event, 'timestamp')));
  }

  private started = false;

  private asks(event: Fields, action: string): void {
    const metadata = objectField(event, 'tool_call_metadata');
    const own = metadata && idField(metadata, 'tool_call_id');
    const id = idField(event, 'id');
    const key = own ?? (id === null ? null : `event-${id}`);
    if (id !== null && key !== null) this.keys.set(id, key);
    this.started = true;
    const said = metadata && own !== null ? requested(metadata, own) : null;
    this.talk.ask({
      id: key,
      tool: (metadata && stringField(metadata, 'function_name')) || action,
      args: said?.args ?? argsOf(event),
      ts: timeOf(event, field(event, 'timestamp')),
      model: metadata && modelOf(metadata),
    });
  }

  private observation(event: Fields, name: string): void {
    const metadata = objectField(event, 'tool_call_metadata');
    const own = metadata && idField(metadata, 'tool_call_id');
    const cause = idField(event, 'cause');
    const known = cause === null ? null : (this.keys.get(cause) ?? null);
    const byPlace = cause === null && field(event, 'id') === null && this.talk.isWaiting;
    if (NO_RESULT.has(name) || (!known && !own && !byPlace)) this.step.skipped.push(`observation:${name}`);
    else {
      const key = own ?? known;
      const ts = timeOf(event, field(event, 'timestamp'));
      const tool = metadata && stringField(metadata, 'function_name');
      // One event per file: what came back also says what was asked.
      if (own !== null && metadata && tool && !this.talk.knows(own))
        this.talk.ask({ id: own, tool, args: requested(metadata, own)?.args ?? '{}', ts, model: modelOf(metadata) });
      const result = contentText(event, field(event, 'content')) ?? '';
      this.talk.result({ id: key, result, error: name === 'error', tool: name, ts });
    }
  }

  private sdk(event: Fields, kind: string): void {
    const id = idField(event, 'tool_call_id') ?? idField(event, kind === 'ActionEvent' ? 'id' : 'action_id');
    const ts = timeOf(event, field(event, 'timestamp'));
    if (kind === 'MessageEvent') this.sdkMessage(event, ts);
    else if (kind === 'ActionEvent') {
      const call = objectField(event, 'tool_call');
      const action = objectField(event, 'action');
      const { tool, args } = call ? nameAndArgs(call) : { tool: '', args: '' };
      const named = stringField(event, 'tool_name') || tool;
      if (named === 'finish') this.talk.close(action && stringField(action, 'message'));
      else if (named === '' || named === 'think') this.step.skipped.push(`${kind}:${named || 'unnamed'}`);
      else this.talk.ask({ id, tool: named, args: args || (action ? actionArgs(action) : '{}'), ts });
    } else if (id !== null && (kind === 'ObservationEvent' || kind === 'AgentErrorEvent'))
      this.sdkResult(event, id, ts);
    else this.step.skipped.push(kind);
  }

  private sdkMessage(event: Fields, ts: number | null): void {
    const message = objectField(event, 'llm_message');
    const text = message && contentText(message, field(message, 'content'));
    if (stringField(event, 'source') === 'user') this.talk.question(text ?? '');
    else this.talk.say(text ?? '', ts);
  }

  private sdkResult(event: Fields, id: string, ts: number | null): void {
    const observation = objectField(event, 'observation');
    const tool = stringField(event, 'tool_name');
    if (tool === 'finish' || tool === 'think') return void this.step.skipped.push(`ObservationEvent:${tool}`);
    const failure = stringField(event, 'error');
    const error = failure !== null || (observation !== null && isTrue(observation, 'is_error'));
    const content = observation && (field(observation, 'content') ?? field(observation, 'output'));
    const result = observation
      ? (contentText(observation, content) ?? rawText(observation, observation.node))
      : failure;
    this.talk.result({ id, result, error, tool, ts });
  }
}

/** The arguments of an action that stands without its call: an MCP tool's are put one level down. */
function actionArgs(action: Fields): string {
  const data = stringField(action, 'kind') === 'MCPToolAction' ? objectField(action, 'data') : null;
  return rawText(action, (data ?? action).node);
}

function closing(event: Fields, args: Fields): string | null {
  const outputs = objectField(args, 'outputs');
  return (
    stringField(args, 'final_thought') ||
    stringField(args, 'thought') ||
    (outputs && stringField(outputs, 'content')) ||
    stringField(event, 'message')
  );
}

/** The call as the model asked for it, in the whole response that the event keeps. */
function requested(metadata: Fields, id: string): { args: string } | null {
  const response = objectField(metadata, 'model_response');
  const choices = response && arrayField(response, 'choices');
  for (const choice of choices ? objectsOf(metadata.text, choices) : []) {
    const message = choice && objectField(choice, 'message');
    const calls = message && arrayField(message, 'tool_calls');
    for (const call of calls ? objectsOf(metadata.text, calls) : [])
      if (call && idField(call, 'id') === id) return nameAndArgs(call);
  }
  return null;
}

function modelOf(metadata: Fields): string | null {
  const response = objectField(metadata, 'model_response');
  return response && stringField(response, 'model');
}

function argsOf(event: Fields): string {
  const args = objectField(event, 'args');
  const from = args ?? event;
  const kept = entries(from.node).filter(({ key }) => !NO_ARGUMENT.has(key));
  return `{${kept.map(({ key, node }) => `${JSON.stringify(key)}:${rawText(from, node)}`).join(',')}}`;
}
