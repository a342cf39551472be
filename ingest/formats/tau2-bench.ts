import {
  arrayField,
  type Fields,
  field,
  idField,
  objectField,
  objectsOf,
  readObject,
  shareOf,
  stringField,
} from './fields';
import { Conversation, type Gathered, unitByUnit, unnamedSession } from './run-conversation';
import { fieldOfText, headObject, readMessages, someElement } from './run-messages';
import { openEvents, readsEvents } from './tau2-events';
import type { Format, FormatContext, Head, Recognised } from './types';

/** tau2-bench: results of a run with all its simulations, one simulation, and the runtime events of a traced run. */
export const tau2Bench: Format = {
  id: 'tau2-bench',
  name: 'tau2-bench results and runtime events',
  reads:
    '`results.json` of tau2-bench (every version with `simulations`), single simulations, and `runtime_events.jsonl`',
  loses: 'voice runs, which hold ticks of sound and no calls; the account stands in arguments only',
  recognise,
  open: (context, state) => {
    const events = openEvents(context, state);
    const runs = unitByUnit(readUnit)(context, null);
    return {
      read: (unit, offset) => (readsEvents(unit) ? events : runs).read(unit, offset),
      pending: () => events.pending(),
      state: () => events.state(),
    };
  },
};

function recognise(head: Head): Recognised {
  const events = shareOf(head, (line) => field(line, 'event_type') !== null && field(line, 'component') !== null);
  if (events > 0.5) return { certainty: 0.9 * events, unit: 'line' };
  const value = headObject(head);
  if (!value) return { certainty: 0, unit: 'document' };
  const info = objectField(value, 'info');
  const told =
    info !== null && ['agent_info', 'environment_info', 'user_info'].some((key) => field(info, key) !== null);
  const runs = someElement(head.text, field(value, 'simulations'), isSimulation, 2);
  return { certainty: told || runs ? 0.95 : isSimulation(value) ? 0.85 : 0, unit: 'document' };
}

function isSimulation(value: Fields): boolean {
  const has = (...keys: string[]) => keys.some((key) => field(value, key) !== null);
  return has('task_id') && has('termination_reason', 'reward_info') && has('messages', 'ticks');
}

function readUnit(unit: string, step: Gathered, context: FormatContext, offset: number): void {
  const read = readObject(unit);
  if ('reason' in read) return void step.quarantine.push(read.reason);
  const simulations = arrayField(read.fields, 'simulations');
  const info = objectField(read.fields, 'info');
  const agent = info && objectField(info, 'agent_info');
  const model = agent && stringField(agent, 'llm');
  if (!simulations && isSimulation(read.fields)) simulation(read.fields, step, context, offset, null);
  else if (!simulations) step.skipped.push('document without simulations');
  else
    for (const one of objectsOf(unit, simulations))
      if (one) simulation(one, step, context, offset, model);
      else step.quarantine.push('an entry of "simulations" is not an object');
}

function simulation(one: Fields, step: Gathered, context: FormatContext, offset: number, model: string | null): void {
  const messages = arrayField(one, 'messages');
  const session =
    idField(one, 'id') ?? unnamedSession('tau2', context, `${idField(one, 'task_id')}-${idField(one, 'trial')}`);
  const talk = new Conversation(step, `${context.fingerprint}@${offset + one.node.start}`, { session, model }, true);
  if (!messages)
    return void step.skipped.push(arrayField(one, 'ticks') ? 'simulation by ticks' : 'simulation without messages');
  readMessages(talk, step, one.text, messages, (message, role, text) => {
    if (role === 'user' && /^\s*###(STOP|TRANSFER|OUT-OF-SCOPE)###\s*$/.test(text)) return true;
    const inner =
      role === 'assistant' && text.startsWith('{') && !arrayField(message, 'tool_calls')
        ? fieldOfText(text, 'message')
        : null;
    if (inner !== null) talk.say(inner);
    return inner !== null;
  });
  talk.end();
}
