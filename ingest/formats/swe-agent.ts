import { closingText } from './closing';
import {
  arrayField,
  type Fields,
  field,
  idField,
  isTrue,
  numberField,
  objectField,
  objectsOf,
  readObject,
  stringField,
} from './fields';
import { Conversation, type Gathered, UNKNOWN_TOOL, unitByUnit, unnamedSession } from './run-conversation';
import { headValue, nameAndArgs, readMessage, someElement } from './run-messages';
import type { Format, FormatContext, Head, Recognised } from './types';

/** SWE-agent trajectories, 0.x (commands as text) to 1.x (function calls), and demonstrations that hold a history only. */
export const sweAgent: Format = {
  id: 'swe-agent',
  name: 'SWE-agent trajectory',
  reads: '`.traj` files of SWE-agent 0.x and 1.x, one run each, and demonstrations with a history only',
  loses: 'times (there are none); version 0.x names no tool: the first word of the command stands for it',
  recognise,
  open: unitByUnit(readUnit),
};

function recognise(head: Head): Recognised {
  const value = headValue(head);
  const mine = value !== null && 'node' in value && isTrajectory(value);
  return { certainty: mine ? 0.9 : 0, unit: 'document' };
}

function isTrajectory(value: Fields): boolean {
  const isStep = (step: Fields) => field(step, 'action') !== null && field(step, 'observation') !== null;
  const isTold = (message: Fields) => field(message, 'role') !== null && field(message, 'agent') !== null;
  return (
    someElement(value.text, field(value, 'attempts'), isTrajectory) ||
    someElement(value.text, field(value, 'trajectory'), isStep) ||
    someElement(value.text, field(value, 'history'), isTold)
  );
}

function readUnit(unit: string, step: Gathered, context: FormatContext, offset: number): void {
  const read = readObject(unit);
  if ('reason' in read) return void step.quarantine.push(read.reason);
  const run = read.fields;
  const attempts = arrayField(run, 'attempts');
  // A run of several attempts repeats the chosen one beside them.
  if (!attempts?.count) return void new Run(run, run, step, context, offset).read();
  let nth = 0;
  for (const attempt of objectsOf(unit, attempts)) {
    nth++;
    if (attempt) new Run(attempt, run, step, context, offset + attempt.node.start, `/attempt-${nth}`).read();
    else step.quarantine.push('an entry of "attempts" is not an object');
  }
}

/** What the history knows of a step: the call's own id, name and arguments, and what the model got back. */
interface Told {
  action: string | null;
  call: Fields | null;
  sent: string | null;
}

/** Steps of the history that are looked through for the one of a step: the history may hold some more, or some less. */
const LOOK_AHEAD = 20;

class History {
  private next = 0;

  constructor(private readonly told: Told[]) {}

  take(action: string): Told | null {
    for (let at = this.next; at < Math.min(this.told.length, this.next + LOOK_AHEAD); at++) {
      const known = this.told[at];
      if (known?.action?.trim() !== action.trim()) continue;
      this.next = at + 1;
      return known;
    }
    return null;
  }
}

class Run {
  private readonly talk: Conversation;

  constructor(
    private readonly run: Fields,
    private readonly whole: Fields,
    private readonly step: Gathered,
    context: FormatContext,
    offset: number,
    part = '',
  ) {
    const replay = stringField(run, 'replay_config') ?? stringField(whole, 'replay_config');
    const problem = replay && /"problem_statement"[\s\S]{0,20000}?"id"\s*:\s*"([^"\\]{1,200})"/.exec(replay)?.[1];
    const session = problem || unnamedSession('swe-agent', context, (part === '' && offset) || '');
    const place = { session: `${session}${part}`, model: this.model() };
    this.talk = new Conversation(step, `${context.fingerprint}@${offset}`, place);
  }

  read(): void {
    const steps = arrayField(this.run, 'trajectory');
    const info = objectField(this.run, 'info');
    let last: string | null = null;
    if (steps && steps.count > 0) last = this.steps(steps);
    else last = this.history();
    this.talk.close(closingText(info && stringField(info, 'submission'), last));
    this.talk.end();
  }

  private model(): string | null {
    const replay = stringField(this.run, 'replay_config') ?? stringField(this.whole, 'replay_config');
    return (replay && /"model"\s*:\s*\{\s*"name"\s*:\s*"([^"\\]{1,200})"/.exec(replay)?.[1]) || null;
  }

  private steps(steps: NonNullable<ReturnType<typeof arrayField>>): string | null {
    const told = this.told();
    let last: string | null = null;
    for (const step of objectsOf(this.run.text, steps)) {
      if (!step) this.step.quarantine.push('an entry of "trajectory" is not an object');
      else if (!stringField(step, 'action')?.trim()) this.step.skipped.push('step without an action');
      else last = this.one(step, told) ?? last;
    }
    return last;
  }

  private one(step: Fields, told: History): string | null {
    const action = stringField(step, 'action') ?? '';
    const known = told.take(action);
    const named = known?.call && nameAndArgs(known.call);
    const { tool, args } = named || { tool: firstWord(action), args: JSON.stringify({ command: action }) };
    const id = known?.call ? idField(known.call, 'id') : null;
    const observation = stringField(step, 'observation');
    this.talk.ask({ id, tool, args });
    const seconds = numberField(step, 'execution_time');
    if (observation !== null)
      this.talk.result({
        id,
        result: observation,
        sent: known?.sent && !known.sent.includes(observation.trim()) ? known.sent : null,
        durationMs: seconds === null ? null : Math.round(seconds * 1000),
      });
    return stringField(step, 'thought') ?? stringField(step, 'response');
  }

  /** The run's own actions in the history, in order, each with the reply that the model got. */
  private told(): History {
    const told: Told[] = [];
    const history = arrayField(this.run, 'history');
    let asked = false;
    if (history)
      for (const message of objectsOf(this.run.text, history)) {
        if (!message || isTrue(message, 'is_demo')) continue;
        const role = stringField(message, 'role');
        const last = told.at(-1);
        if (role === 'assistant') {
          const calls = arrayField(message, 'tool_calls');
          const [call = null] = calls ? objectsOf(message.text, calls) : [];
          told.push({ action: stringField(message, 'action'), call, sent: null });
        } else if (last && last.sent === null) last.sent = stringField(message, 'content');
        else if (role === 'user' && !asked) {
          asked = true;
          this.talk.question(stringField(message, 'content') ?? '');
        }
      }
    return new History(told);
  }

  /** A demonstration that was cut down to its history: the calls are in its messages. */
  private history(): string | null {
    const history = arrayField(this.run, 'history');
    let last: string | null = null;
    if (!history) this.step.quarantine.push('neither "trajectory" nor "history" is a list');
    for (const message of history ? objectsOf(this.run.text, history) : []) {
      if (!message) this.step.quarantine.push('an entry of "history" is not an object');
      else if (isTrue(message, 'is_demo')) this.step.skipped.push('demonstration');
      else
        readMessage(this.talk, this.step, message, (told, role, text) => {
          if (role === 'assistant') last = text || last;
          return this.byText(told, role, text);
        });
    }
    return last;
  }

  /** Without function calls the command is text, and the next user message is its output. */
  private byText(message: Fields, role: string, text: string): boolean {
    const action = stringField(message, 'action');
    if (role === 'user' && this.talk.isWaiting) {
      this.talk.result({ id: null, result: text });
      return true;
    }
    if (role !== 'assistant' || !action?.trim() || arrayField(message, 'tool_calls')) return false;
    this.talk.say(text);
    this.talk.ask({ id: null, tool: firstWord(action), args: JSON.stringify({ command: action }) });
    return true;
  }
}

function firstWord(action: string): string {
  return /^\s*([\w./-]+)/.exec(action)?.[1]?.slice(0, 60) || UNKNOWN_TOOL;
}
