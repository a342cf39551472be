import { skeletonAt } from '@/lib/json';
import type { ArrayNode, Node } from '@/lib/json/types';
import {
  arrayField,
  type Fields,
  field,
  headObjects,
  idField,
  objectField,
  objectsOf,
  stringField,
  timeOf,
  wholeValue,
} from './fields';
import { isEvent, readEvents } from './openhands-events';
import { Conversation, type Gathered, unitByUnit, unnamedSession } from './run-conversation';
import { fieldOfText, headValue, nameAndArgs, readMessages, someElement } from './run-messages';
import { taskOf, textCalls } from './text-calls';
import type { Format, FormatContext, Head, Recognised } from './types';

/**
 * OpenHands: events (a list, one event, or the `history` of an output line), one log per model call of the agent SDK
 * (`messages` beside `response`), and a bare list of the agent's chat messages.
 */
export const openHands: Format = {
  id: 'openhands',
  name: 'OpenHands events and logs',
  reads:
    'trajectory exports, single event files, `output.jsonl` of evaluations and of the resolver, model call logs and message lists of the agent SDK',
  loses: 'the conversation is not named in a trajectory export; the oldest outputs have no times',
  recognise,
  open: unitByUnit(readUnit),
};

function recognise(head: Head): Recognised {
  const value = headValue(head);
  if (value && !('node' in value)) return { certainty: ofList(head.text, value), unit: 'document' };
  if (!value) return { certainty: 0, unit: 'document' };
  if (isCallLog(value)) return { certainty: 0.9, unit: 'document' };
  const [line] = headObjects(head);
  if (line && isOutput(line)) return { certainty: 0.85, unit: 'line' };
  return { certainty: isOutput(value) || isEvent(value) || pageOf(value) ? 0.85 : 0, unit: 'document' };
}

const PAGES = ['items', 'events', 'results', 'trajectory'];

/** The list of events that a server's answer holds. */
function pageOf(value: Fields): Node | null {
  const lists = PAGES.map((key) => field(value, key));
  return lists.find((list) => someElement(value.text, list, isEvent)) ?? null;
}

function ofList(text: string, list: ArrayNode): number {
  if (someElement(text, list, isEvent)) return 0.85;
  const isOurs = (message: Fields) => field(message, 'role') !== null && OUR_PROMPT.test(said(message));
  return someElement(text, list, isOurs, 2) ? 0.9 : 0;
}

const OUR_PROMPT = /^\s*You are OpenHands\b/;

function said(message: Fields): string {
  const content = field(message, 'content');
  return content
    ? message.text.slice(content.start, content.start + 300).replace(/^[[{\s]*("type"[^,]*,\s*"text":\s*)?"/, '')
    : '';
}

/** One log per model call: what was sent stands beside what came back. */
function isCallLog(value: Fields): boolean {
  if (field(value, 'messages')?.kind !== 'array') return false;
  const beside = ['kwargs', 'tools', 'context_window', 'latency_sec', 'cost', 'response'];
  return beside.filter((key) => field(value, key) !== null).length >= 3 || field(value, 'context_window') !== null;
}

function isOutput(line: Fields): boolean {
  const history = field(line, 'history');
  if (history?.kind !== 'array') return false;
  const named = ['instance_id', 'instruction', 'issue', 'git_patch', 'test_result'].some(
    (key) => field(line, key) !== null,
  );
  return (
    named &&
    (/"(action|observation|kind)"\s*:\s*"/.test(line.text.slice(history.start, history.end)) || history.count === 0)
  );
}

function readUnit(unit: string, step: Gathered, context: FormatContext, offset: number): void {
  const node = wholeValue(unit);
  if (node?.kind === 'array') list(unit, node, step, context, offset);
  else if (node?.kind === 'object') object({ text: unit, node }, step, context, offset);
  else eventLines(unit, step, context, offset);
}

/** One event a line: they belong together as those of a list do. */
function eventLines(unit: string, step: Gathered, context: FormatContext, offset: number): void {
  const whole: string[] = [];
  for (const line of unit.split('\n')) {
    if (line.trim() === '') continue;
    if (wholeValue(line)?.kind === 'object') whole.push(line);
    else step.quarantine.push('a JSON object or a list is required (it is cut, or broken)');
  }
  const joined = `[${whole.join(',')}]`;
  const node = wholeValue(joined);
  if (node?.kind === 'array' && node.count > 0) list(joined, node, step, context, offset);
}

function list(unit: string, node: ArrayNode, step: Gathered, context: FormatContext, offset: number): void {
  const first = firstObject(unit, node);
  const talk = conversation(step, context, offset, unnamedSession('openhands', context, offset || ''));
  if (first && field(first, 'role')) readMessages(talk, step, unit, node, special(talk));
  else readEvents(talk, step, unit, node);
  talk.end();
}

function firstObject(unit: string, list: ArrayNode): Fields | null {
  const node: Node | null = list.first && skeletonAt(unit, list.first);
  return node?.kind === 'object' ? { text: unit, node } : null;
}

function object(value: Fields, step: Gathered, context: FormatContext, offset: number): void {
  const history = arrayField(value, 'history');
  const messages = arrayField(value, 'messages');
  const page = pageOf(value);
  if (history) output(value, history, step, context, offset);
  else if (page?.kind === 'array') list(value.text, page, step, context, offset);
  else if (messages) callLog(value, messages, step, context, offset);
  else if (isEvent(value)) {
    const folder = /([^/\\]+)[/\\]events[/\\][^/\\]+$/.exec(context.path)?.[1];
    const talk = conversation(step, context, offset, folder ?? unnamedSession('openhands', context, offset || ''));
    readEvents(talk, step, value.text, null, value);
    talk.end();
  } else step.skipped.push('object without events or messages');
}

function conversation(
  step: Gathered,
  context: FormatContext,
  offset: number,
  session: string,
  model: string | null = null,
): Conversation {
  return new Conversation(step, `${context.fingerprint}@${offset}`, { session, model, agent: 'openhands' });
}

/** One instance of an evaluation, or one issue of the resolver. */
function output(value: Fields, history: ArrayNode, step: Gathered, context: FormatContext, offset: number): void {
  const issue = objectField(value, 'issue');
  const number = issue && idField(issue, 'number');
  const named = number && `${stringField(issue, 'owner')}/${stringField(issue, 'repo')}#${number}`;
  const session = idField(value, 'instance_id') ?? named ?? unnamedSession('openhands', context, offset);
  const metadata = objectField(value, 'metadata');
  const config = metadata && objectField(metadata, 'llm_config');
  const talk = conversation(step, context, offset, session, config && stringField(config, 'model'));
  const question = stringField(value, 'instruction');
  if (question) talk.question(question);
  readEvents(talk, step, value.text, history);
  talk.end();
}

function callLog(value: Fields, messages: ArrayNode, step: Gathered, context: FormatContext, offset: number): void {
  const response = objectField(value, 'response');
  const extra = objectField(objectField(value, 'kwargs') ?? value, 'extra_body');
  const metadata = extra && objectField(extra, 'metadata');
  const session = (metadata && idField(metadata, 'session_id')) || unnamedSession('openhands', context, offset || '');
  const talk = conversation(step, context, offset, session, response && stringField(response, 'model'));
  // Without function calling `messages` is the text that was sent, and `raw_messages` the calls it was made from.
  readMessages(talk, step, value.text, arrayField(value, 'raw_messages') ?? messages, special(talk));
  const choices = response && arrayField(response, 'choices');
  const choice = choices && firstObject(value.text, choices);
  const message = choice && objectField(choice, 'message');
  if (message) answer(talk, message, timeOf(value, field(value, 'timestamp')));
  talk.end();
}

/** What the model said last: its calls have not come back yet, and the run's own end is no tool. */
function answer(talk: Conversation, message: Fields, ts: number | null): void {
  const ends = (call: Fields) => nameAndArgs(call).tool === FINISH;
  const listed = arrayField(message, 'tool_calls');
  const calls = listed ? [...objects(message.text, listed)] : [];
  const text = stringField(message, 'content') ?? '';
  const written = listed ? [] : textCalls(text);
  // What the run's end says is shown last, after the text beside it.
  if (written.every((call) => call.ends === null) && !calls.some(ends)) talk.say(text, ts);
  for (const call of calls) {
    if (ends(call)) talk.close(fieldOfText(nameAndArgs(call).args, 'message') || text);
    else talk.ask({ id: idField(call, 'id'), ...nameAndArgs(call), ts });
  }
  for (const call of written) askWritten(talk, call, ts);
}

const FINISH = 'finish';

/** A user message that carries what a tool gave, where the model has no role for that. */
const RESULT = /^EXECUTION RESULT of \[[^\]\n]{0,100}\]:\n?/;

function special(talk: Conversation) {
  return (message: Fields, role: string, text: string): boolean => {
    const calls = arrayField(message, 'tool_calls');
    if (role === 'assistant' && calls)
      for (const call of objects(message.text, calls)) {
        const { tool, args } = nameAndArgs(call);
        if (tool === FINISH) talk.close(fieldOfText(args, 'message'));
      }
    if (role === 'user' && talk.isWaiting && RESULT.test(text)) {
      talk.result({ id: null, result: text.replace(RESULT, '') });
      return true;
    }
    if (role === 'user' && /NEW TASK DESCRIPTION/.test(text)) {
      talk.question(taskOf(text));
      return true;
    }
    const asked = role === 'assistant' && !calls?.count ? textCalls(text) : [];
    if (asked.length === 0) return false;
    talk.say(text);
    for (const call of asked) askWritten(talk, call, null);
    return true;
  };
}

function askWritten(talk: Conversation, call: ReturnType<typeof textCalls>[number], ts: number | null): void {
  if (call.ends === null) talk.ask({ id: null, tool: call.tool, args: call.args, ts });
  else talk.close(call.ends);
}

function* objects(text: string, list: ArrayNode): Iterable<Fields> {
  for (const call of objectsOf(text, list)) if (call) yield call;
}
