import type { ArrayNode } from '@/lib/json/types';
import {
  arrayField,
  type Fields,
  field,
  idField,
  objectField,
  objectsOf,
  readObject,
  stringField,
  timeOf,
} from './fields';
import { Conversation, type Gathered, UNKNOWN_TOOL, unitByUnit, unnamedSession } from './run-conversation';
import { argsText, contentText, fieldOfText, headObject } from './run-messages';
import { taskOf, textCalls } from './text-calls';
import type { Format, FormatContext, Head, Recognised } from './types';

/** Agent Trajectory Interchange Format (Harbor), ATIF-v1.0 to v1.7: steps with calls and their observations. */
export const atif: Format = {
  id: 'atif',
  name: 'ATIF trajectory',
  reads:
    '`trajectory.json` files in the Agent Trajectory Interchange Format (ATIF-v1.x), as Harbor and its agents write them',
  loses: 'sub-agents in files of their own are read where those files are; a terminal shows only what its agent kept',
  recognise,
  open: unitByUnit(readUnit),
};

function recognise(head: Head): Recognised {
  const value = headObject(head);
  if (!value) return { certainty: 0, unit: 'document' };
  const named = /^ATIF\b/i.test(stringField(value, 'schema_version') ?? '');
  // Sorted keys put the steps before the version: a cut head may not reach it.
  const shaped = field(value, 'agent')?.kind === 'object' && field(value, 'steps')?.kind === 'array';
  const steps = shaped && /"step_id"\s*:/.test(head.text) && /"source"\s*:/.test(head.text);
  return { certainty: named ? 0.95 : steps ? 0.7 : 0, unit: 'document' };
}

function readUnit(unit: string, step: Gathered, context: FormatContext, offset: number): void {
  const read = readObject(unit);
  if ('reason' in read) return void step.quarantine.push(read.reason);
  readRun(read.fields, null, step, context, offset, 0);
}

/** Sub-agents have sub-agents of their own, but not many below each other. */
const DEEPEST = 5;

function readRun(
  run: Fields,
  parent: string | null,
  step: Gathered,
  context: FormatContext,
  offset: number,
  depth: number,
): void {
  const agent = objectField(run, 'agent');
  const own = idField(run, parent === null ? 'session_id' : 'trajectory_id');
  const named = own ?? idField(run, 'trajectory_id') ?? idField(run, 'session_id') ?? unnamedSession('atif', context);
  const session = parent === null ? named : `${parent}/${named}`;
  const print = `${context.fingerprint}@${depth === 0 ? offset : offset + run.node.start}`;
  const talk = new Conversation(step, print, {
    session,
    agent: agent && stringField(agent, 'name'),
    model: agent && stringField(agent, 'model_name'),
    version: agent && idField(agent, 'version'),
  });
  const steps = arrayField(run, 'steps');
  if (!steps) step.quarantine.push('field "steps": a list is required');
  else
    for (const one of objectsOf(run.text, steps))
      if (one) readStep(talk, step, one);
      else step.quarantine.push('an entry of "steps" is not an object');
  talk.end();
  const below = arrayField(run, 'subagent_trajectories');
  if (below && depth >= DEEPEST) step.skipped.push('sub-agents nested too deep');
  for (const sub of below && depth < DEEPEST ? objectsOf(run.text, below) : [])
    if (sub) readRun(sub, session, step, context, offset, depth + 1);
    else step.quarantine.push('an entry of "subagent_trajectories" is not an object');
}

function readStep(talk: Conversation, step: Gathered, one: Fields): void {
  const source = stringField(one, 'source') ?? 'agent';
  const message = contentText(one, field(one, 'message')) ?? '';
  const calls = arrayField(one, 'tool_calls');
  const observation = objectField(one, 'observation');
  const results = observation && arrayField(observation, 'results');
  const ts = timeOf(one, field(one, 'timestamp'));
  const when = { ts, model: stringField(one, 'model_name') };
  const called = calls !== null && calls.count > 0;
  if (source === 'user') talk.question(taskOf(message));
  else if (source === 'system') step.skipped.push('step:system');
  else if (called || !asksByText(talk, message, results, when)) talk.say(message, ts);
  if (called) {
    // A step that nothing came back for is the last: what is said in it closes the run.
    if (!results) talk.close(endOf(one, calls) ?? message);
    asks(talk, step, one, calls, when);
  }
  if (results) returns(talk, step, one, results);
}

type When = { ts: number | null; model: string | null };

function asks(talk: Conversation, step: Gathered, one: Fields, calls: ArrayNode, when: When): void {
  for (const call of objectsOf(one.text, calls)) {
    if (!call) step.quarantine.push('an entry of "tool_calls" is not an object');
    else {
      const tool = stringField(call, 'function_name') || stringField(call, 'name') || UNKNOWN_TOOL;
      const args = argsText(call, field(call, 'arguments'));
      talk.ask({ id: idField(call, 'tool_call_id') ?? idField(call, 'id'), tool, args, ...when });
    }
  }
}

/** The message of a call with which an agent says that it is done. */
function endOf(one: Fields, calls: ArrayNode): string | null {
  for (const call of objectsOf(one.text, calls))
    if (call && stringField(call, 'function_name') === 'finish')
      return fieldOfText(argsText(call, field(call, 'arguments')), 'message');
  return null;
}

/** Agents without function calling write the call into their text; what came back stands beside it. */
function asksByText(talk: Conversation, message: string, results: ArrayNode | null, when: When): boolean {
  const written = textCalls(message).filter((call) => call.ends !== null || (results && results.count > 0));
  for (const call of written) {
    if (call.ends !== null) talk.close(call.ends);
    else talk.ask({ id: null, tool: call.tool, args: call.args, ...when });
  }
  return written.length > 0;
}

function returns(talk: Conversation, step: Gathered, one: Fields, results: ArrayNode): void {
  for (const result of objectsOf(one.text, results)) {
    const content = result && field(result, 'content');
    if (!result) step.quarantine.push('an entry of "observation.results" is not an object');
    else if (!content || content.kind === 'null') step.skipped.push('observation without content');
    else if (!talk.isWaiting && idField(result, 'source_call_id') === null)
      step.skipped.push('observation without a call');
    else talk.result({ id: idField(result, 'source_call_id'), result: contentText(result, content) });
  }
}
