import {
  arrayField,
  type Fields,
  field,
  headObjects,
  idField,
  objectField,
  objectsOf,
  readObject,
  stringField,
  wholeValue,
} from './fields';
import { Conversation, type Gathered, UNKNOWN_TOOL, unitByUnit, unnamedSession } from './run-conversation';
import { fieldOfText, headValue, readMessages, someElement } from './run-messages';
import { jsonCalls } from './text-calls';
import type { Format, FormatContext, Head, Recognised } from './types';

/** tau-bench: a list of task runs with their chat messages, and few-shot lines that hold a conversation as text. */
export const tauBench: Format = {
  id: 'tau-bench',
  name: 'tau-bench trajectories',
  reads: '`historical_trajectories/*.json` of tau-bench and its few-shot `.jsonl`; the account is the task’s `user_id`',
  loses: 'times; in few-shot lines also the name and the arguments of every tool',
  recognise,
  open: unitByUnit(readUnit),
};

function recognise(head: Head): Recognised {
  const value = headValue(head);
  if (value && !('node' in value))
    return { certainty: someElement(head.text, value, isRun) ? 0.9 : 0, unit: 'document' };
  let [seen, shown] = [0, 0];
  for (const line of headObjects(head)) {
    seen++;
    if (isShown(line)) shown++;
  }
  if (seen > 0 && shown === seen) return { certainty: 0.9, unit: 'line' };
  return { certainty: value && isRun(value) ? 0.9 : 0, unit: 'document' };
}

function isShown(line: Fields): boolean {
  return /^\s*(user|assistant|system|tool): /.test(stringField(line, 'messages_display') ?? '');
}

function isRun(run: Fields): boolean {
  return field(run, 'traj')?.kind === 'array' && field(run, 'task_id') !== null;
}

function readUnit(unit: string, step: Gathered, context: FormatContext, offset: number): void {
  const node = wholeValue(unit);
  if (node?.kind === 'array') {
    for (const run of objectsOf(unit, node))
      if (run) readRun(run, step, context, offset);
      else step.quarantine.push('a task run is not an object');
    return;
  }
  const read = readObject(unit);
  if ('reason' in read) step.quarantine.push(read.reason);
  else if (field(read.fields, 'traj')) readRun(read.fields, step, context, offset);
  else readShown(read.fields, step, context, offset);
}

function readRun(run: Fields, step: Gathered, context: FormatContext, offset: number): void {
  const task = objectField(objectField(run, 'info') ?? run, 'task');
  const messages = arrayField(run, 'traj');
  const part = `${idField(run, 'task_id') ?? run.node.start}-${idField(run, 'trial') ?? 0}`;
  const session = unnamedSession('tau-bench', context, part);
  const account = task && idField(task, 'user_id');
  const print = `${context.fingerprint}@${offset + run.node.start}`;
  const talk = new Conversation(step, print, { session, account }, true);
  if (messages)
    readMessages(talk, step, run.text, messages, (_, role, text) => {
      if (role === 'user' && /^\s*###STOP###\s*$/.test(text)) return true;
      return role === 'user' ? returnedAsText(talk, text) : role === 'assistant' && askedAsText(talk, text);
    });
  else step.quarantine.push('field "traj" of a task run: a list is required');
  talk.end();
}

const ACTION = /(?:^|\n)Action:\s*(\{[\s\S]*)$/;
const OUTPUT = /^API output: ?/;

/** Agents without function calling write their action as JSON; `respond` is what they say to the person. */
function askedAsText(talk: Conversation, text: string): boolean {
  const [action] = jsonCalls(ACTION.exec(text)?.[1] ?? '');
  if (!action) return false;
  if (action.tool === 'respond') talk.say(fieldOfText(action.args, 'content') ?? text);
  else talk.ask({ id: null, tool: action.tool, args: action.args });
  return true;
}

function returnedAsText(talk: Conversation, text: string): boolean {
  if (!talk.isWaiting || !OUTPUT.test(text)) return false;
  talk.result({ id: null, result: text.replace(OUTPUT, '') });
  return true;
}

const SPEAKER = /^(user|assistant|system|tool): ?/;

/** A conversation as text: each line that begins with a speaker begins a message. */
function readShown(line: Fields, step: Gathered, context: FormatContext, offset: number): void {
  const shown = stringField(line, 'messages_display');
  if (shown === null) return void step.skipped.push('line without a conversation');
  const talk = new Conversation(step, `${context.fingerprint}@${offset}`, {
    session: unnamedSession('tau-bench', context, offset),
  });
  for (const { role, text } of messagesOf(shown)) {
    if (role === 'user' && !/^\s*###STOP###\s*$/.test(text)) talk.question(text);
    else if (role === 'assistant' && text !== 'None') talk.say(text);
    else if (role === 'tool') talk.result({ id: null, result: text, tool: UNKNOWN_TOOL });
  }
  talk.end();
}

function messagesOf(shown: string): { role: string; text: string }[] {
  const messages: { role: string; lines: string[] }[] = [];
  for (const line of shown.split('\n')) {
    const role = SPEAKER.exec(line)?.[1];
    if (role) messages.push({ role, lines: [line.replace(SPEAKER, '')] });
    else messages.at(-1)?.lines.push(line);
  }
  return messages.map(({ role, lines }) => ({ role, text: lines.join('\n') }));
}
