import { elements, skeletonAt, stringAt } from '@/lib/json';
import type { ArrayNode, Span } from '@/lib/json/types';
import { closingText } from './closing';
import {
  arrayField,
  type Fields,
  field,
  idField,
  objectField,
  objectsOf,
  stringField,
  timeOf,
  wholeValue,
} from './fields';
import { Conversation, type Gathered, unitByUnit, unnamedSession } from './run-conversation';
import { askFrom, contentText, headValue, nameAndArgs, readMessage, someElement } from './run-messages';
import type { Format, FormatContext, Head, Recognised } from './types';

/**
 * mini-swe-agent: a bare list of messages (version 1.0), the same list under `messages` beside `trajectory_format`
 * (1.x), and messages with tool calls and an `extra` object (2.x).
 */
export const miniSweAgent: Format = {
  id: 'mini-swe-agent',
  name: 'mini-swe-agent trajectory',
  reads: '`.traj.json` files of mini-swe-agent 1.x and 2.x, one run each',
  loses: 'times and ids before version 2; output that the observation template left out',
  recognise,
  open: unitByUnit(readUnit),
};

/** The tool is always the shell; the log does not name it. */
const TOOL = 'bash';
const COMMAND = /```(?:mswea_bash_command|bash)[^\S\n]*\n([\s\S]*?)\n?```/g;
const OUTPUT = /^\s*(?:<returncode>|<warning>|<output>|<exception>)/;
const DONE = /COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT|MINI_SWE_AGENT_FINAL_OUTPUT/;

function recognise(head: Head): Recognised {
  const value = headValue(head);
  if (!value) return { certainty: 0, unit: 'document' };
  const list = 'node' in value ? field(value, 'messages') : value;
  const named = 'node' in value && (stringField(value, 'trajectory_format') ?? '').startsWith('mini-swe-agent');
  const versioned = 'node' in value && field(objectField(value, 'info') ?? value, 'mini_version') !== null;
  const asks = someElement(head.text, list, (message) => {
    return stringField(message, 'role') === 'assistant' && commandOf(stringField(message, 'content') ?? '') !== null;
  });
  const told = someElement(head.text, list, (message) => OUTPUT.test(stringField(message, 'content') ?? ''));
  const taught = someElement(head.text, list, (message) => DONE.test(stringField(message, 'content') ?? ''));
  return { certainty: named || versioned ? 0.95 : asks && (told || taught) ? 0.9 : 0, unit: 'document' };
}

/** The last command block of a message; null when there is none. */
function commandOf(text: string): string | null {
  return [...text.matchAll(COMMAND)].at(-1)?.[1] ?? null;
}

function readUnit(unit: string, step: Gathered, context: FormatContext, offset: number): void {
  const node = wholeValue(unit);
  const run = node?.kind === 'object' ? { text: unit, node } : null;
  const list = run ? arrayField(run, 'messages') : node?.kind === 'array' ? node : null;
  if (!list) step.quarantine.push('a list of messages is required (it is cut, or broken)');
  else readRun(unit, list, run, step, context, offset);
}

function readRun(
  unit: string,
  list: ArrayNode,
  run: Fields | null,
  step: Gathered,
  context: FormatContext,
  offset: number,
): void {
  const info = run && objectField(run, 'info');
  const config = info && objectField(info, 'config');
  const model = config && objectField(config, 'model');
  const session = (run && idField(run, 'instance_id')) || unnamedSession('mini-swe-agent', context, offset || '');
  const talk = new Conversation(step, `${context.fingerprint}@${offset}`, {
    session,
    model: model && stringField(model, 'model_name'),
    version: info && stringField(info, 'mini_version'),
  });
  let submission = info && stringField(info, 'submission');
  let lastText: string | null = null;
  for (const message of objectsOf(unit, list)) {
    if (!message) step.quarantine.push('a message of the run is not an object');
    else if (!ofResponses(talk, step, message))
      readMessage(talk, step, message, (told, role, text) => {
        if (role === 'exit') submission = stringField(objectField(told, 'extra') ?? told, 'submission') ?? text;
        if (role === 'assistant') lastText = text.replace(COMMAND, '').trim() || lastText;
        return role === 'assistant'
          ? asks(talk, step, told, text)
          : role !== 'system' && returns(talk, told, role, text);
      });
  }
  talk.close(closingText(submission, lastText));
  talk.end();
}

/** Models of the Responses API answer with a response whose output holds the calls; results are items of their own. */
function ofResponses(talk: Conversation, step: Gathered, message: Fields): boolean {
  if (field(message, 'role')) return false;
  if (stringField(message, 'type') === 'function_call_output') {
    returns(talk, message, 'tool', contentText(message, field(message, 'output')) ?? '');
    return true;
  }
  const output = stringField(message, 'object') === 'response' ? arrayField(message, 'output') : null;
  const extra = objectField(message, 'extra');
  const ts = timeOf(message, extra && field(extra, 'timestamp'));
  for (const item of output ? objectsOf(message.text, output) : []) {
    const type = item && stringField(item, 'type');
    if (item && type === 'message') talk.say(contentText(item, field(item, 'content')) ?? '', ts);
    else if (item && type === 'function_call')
      talk.ask({ id: idField(item, 'call_id'), ...nameAndArgs(item), ts, model: stringField(message, 'model') });
    else step.skipped.push(`item:${type ?? 'unknown'}`);
  }
  return output !== null;
}

function asks(talk: Conversation, step: Gathered, message: Fields, text: string): boolean {
  const extra = objectField(message, 'extra');
  const actions = extra && arrayField(extra, 'actions');
  const ts = timeOf(message, (extra && field(extra, 'timestamp')) ?? field(message, 'timestamp'));
  const calls = arrayField(message, 'tool_calls');
  talk.say(text, ts);
  if (calls && calls.count > 0) {
    for (const call of objectsOf(message.text, calls))
      if (call) askFrom(talk, call, { ts });
      else step.quarantine.push('an entry of "tool_calls" is not an object');
  } else if (actions) for (const span of elements(message.text, actions)) asksOne(talk, message.text, span, ts);
  const command = actions || calls?.count ? null : commandOf(text);
  if (command !== null) talk.ask({ id: null, tool: TOOL, args: JSON.stringify({ command }), ts });
  return true;
}

/** An action is an object with its command, or the command itself. */
function asksOne(talk: Conversation, text: string, span: Span, ts: number | null): void {
  const node = skeletonAt(text, span);
  const action = node?.kind === 'object' ? { text, node } : null;
  const said = action ? (stringField(action, 'command') ?? stringField(action, 'action')) : null;
  const command = node?.kind === 'string' ? stringAt(text, node) : (said ?? '');
  const id = action && idField(action, 'tool_call_id');
  talk.ask({ id, tool: TOOL, args: JSON.stringify({ command }), ts });
}

/** A user message after a command is its output; version 2 keeps the command's own output beside what the model got. */
function returns(talk: Conversation, message: Fields, role: string, text: string): boolean {
  if (role === 'exit') {
    if (talk.isWaiting) talk.result({ id: null, result: text });
    return true;
  }
  if (role === 'user' && !talk.isWaiting) return false;
  const extra = objectField(message, 'extra');
  const raw = extra && stringField(extra, 'raw_output');
  const own = raw !== null && !text.includes(raw.trim()) ? raw : null;
  talk.result({
    id: idField(message, 'tool_call_id') ?? idField(message, 'call_id'),
    result: own ?? text,
    sent: own === null ? null : text,
    ts: timeOf(message, extra && field(extra, 'timestamp')),
  });
  return true;
}
