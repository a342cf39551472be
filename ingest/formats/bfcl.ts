import { elements, entries, skeletonAt, stringAt } from '@/lib/json';
import type { ArrayNode, Node } from '@/lib/json/types';
import {
  arrayField,
  type Fields,
  field,
  idField,
  objectsOf,
  payloadText,
  readObject,
  shareOf,
  stringField,
} from './fields';
import { pythonCall, pythonCalls } from './python-literal';
import { Conversation, type Gathered, UNKNOWN_TOOL, unitByUnit, unnamedSession } from './run-conversation';
import { contentText } from './run-messages';
import type { Format, FormatContext, Head, Recognised } from './types';

/** BFCL v3 and v4 result and score files: one task a line, its calls in `result`, what they gave in `inference_log`. */
export const bfcl: Format = {
  id: 'bfcl',
  name: 'BFCL results and scores',
  reads:
    'result and score files of the Berkeley Function Calling Leaderboard, JSON lines, v3 and v4 multi-turn, and single-turn results',
  loses:
    'times and ids; results of single-turn tasks (there are none); a score file repeats the failed tasks of its result file',
  recognise,
  open: unitByUnit(readUnit),
};

function recognise(head: Head): Recognised {
  return { certainty: 0.9 * shareOf(head, (line) => isTask(line) || isSummary(line)), unit: 'line' };
}

const CATEGORY =
  /^(multi_turn|simple|multiple|parallel|live_|java|javascript|irrelevance|exec_|rest|sql|chatable|memory|web_search|format_sensitivity)/;

function isTask(line: Fields): boolean {
  const id = idField(line, 'id');
  if (id === null || field(line, 'task_id') !== null) return false;
  const result = ['result', 'model_result_raw', 'model_result_decoded'].some((key) => field(line, key) !== null);
  const beside = ['inference_log', 'latency', 'input_token_count', 'test_category', 'possible_answer'].some(
    (key) => field(line, key) !== null,
  );
  return (
    result &&
    beside &&
    (CATEGORY.test(id) || field(line, 'inference_log') !== null || field(line, 'test_category') !== null)
  );
}

function isSummary(line: Fields): boolean {
  return field(line, 'accuracy') !== null && field(line, 'correct_count') !== null;
}

function readUnit(unit: string, step: Gathered, context: FormatContext, offset: number): void {
  const read = readObject(unit);
  if ('reason' in read) return void step.quarantine.push(read.reason);
  const task = read.fields;
  if (isSummary(task)) return void step.skipped.push('score summary');
  const session = unnamedSession('bfcl', context, idField(task, 'id') ?? offset);
  const model = stringField(task, 'model_name');
  const talk = new Conversation(step, `${context.fingerprint}@${offset}`, { session, model });
  const log = arrayField(task, 'inference_log');
  const result = arrayField(task, 'result') ?? arrayField(task, 'model_result_raw');
  const isLogged = log !== null && /"(step_\d+|begin_of_turn_query)"\s*:/.test(task.text.slice(log.start, log.end));
  if (log && isLogged) new Log(talk, step, task.text, result).read(log);
  else if (result) new Unlogged(talk, task.text).list(result, 0);
  else if (field(task, 'result')?.kind === 'string')
    new Unlogged(talk, task.text).text(stringField(task, 'result') ?? '');
  else step.skipped.push('task without calls');
  talk.end();
}

interface Call {
  tool: string;
  args: string;
}

/** The calls of one step: objects of one key, `{name: arguments}`. A step of a prompted model is text and holds none. */
function callsOf(text: string, list: ArrayNode): Call[] {
  const calls: Call[] = [];
  for (const call of objectsOf(text, list))
    for (const { key, node } of call ? entries(call.node) : [])
      calls.push({ tool: key || UNKNOWN_TOOL, args: payloadText({ text, node: emptyAt(node) }, node) || '{}' });
  return calls;
}

/** Turns hold steps, and steps hold calls. */
const DEEPEST = 3;

/** A result whose inference was not logged: calls as objects or as Python text, in turns and steps or bare. */
class Unlogged {
  constructor(
    private readonly talk: Conversation,
    private readonly from: string,
  ) {}

  list(list: ArrayNode, depth: number): void {
    for (const call of callsOf(this.from, list)) this.talk.ask({ id: null, ...call });
    for (const span of elements(this.from, list)) {
      const node = skeletonAt(this.from, span);
      if (node?.kind === 'string') this.text(stringAt(this.from, node));
      else if (node?.kind === 'array' && depth < DEEPEST) this.list(node, depth + 1);
    }
  }

  text(text: string): void {
    const calls = pythonCalls(text);
    for (const call of calls) this.talk.ask({ id: null, ...call });
    if (calls.length === 0 && !FAILED.test(text)) this.talk.say(text);
  }
}

const FAILED = /^\s*Error during inference/;

/** `payloadText` wants the object that a node is of; it uses its text only. */
function emptyAt({ start, end }: Node): Fields['node'] {
  return { kind: 'object', start, end, entries: [], closed: true };
}

class Log {
  private turn = -1;

  constructor(
    private readonly talk: Conversation,
    private readonly step: Gathered,
    private readonly text: string,
    private readonly result: ArrayNode | null,
  ) {}

  read(log: ArrayNode): void {
    for (const span of elements(this.text, log)) {
      const node = skeletonAt(this.text, span);
      if (node?.kind === 'array') this.step.skipped.push('state of the environment');
      else if (node?.kind === 'object') this.oneTurn({ text: this.text, node });
      else this.step.skipped.push('text in the log');
    }
  }

  private oneTurn(turn: Fields): void {
    const steps = entries(turn.node).filter(({ key }) => /^step_\d+$/.test(key));
    const query = arrayField(turn, 'begin_of_turn_query');
    if (!query && steps.length === 0)
      return void this.step.skipped.push(stringField(turn, 'role') ?? 'entry of the log');
    this.turn++;
    const asked = query ? [...objectsOf(this.text, query)] : [];
    for (const message of asked)
      if (message && stringField(message, 'role') === 'user')
        this.talk.question(contentText(message, field(message, 'content')) ?? '');
    for (const { key, node } of steps)
      if (node.kind === 'array') this.oneStep([...objectsOf(this.text, node)], Number(key.slice('step_'.length)));
  }

  private oneStep(messages: (Fields | null)[], nth: number): void {
    const structured = this.structured(nth);
    let calls: Call[] = [];
    const results: string[] = [];
    let text = '';
    for (const message of messages) {
      if (!message) continue;
      const role = stringField(message, 'role');
      const content = contentText(message, field(message, 'content')) ?? '';
      const decoded = arrayField(message, 'model_response_decoded');
      if (role === 'tool') results.push(content);
      else if (role === 'assistant' && field(message, 'content')?.kind === 'string') text = content;
      if (decoded) calls = this.decoded(decoded, structured);
    }
    if (calls.length === 0 && results.length > 0) calls = structured;
    if (calls.length === 0) this.talk.say(text);
    for (const call of calls) this.talk.ask({ id: null, ...call });
    for (const result of results) this.talk.result({ id: null, result, tool: UNKNOWN_TOOL });
  }

  /** The calls as `result` holds them for this step: JSON arguments, where the model makes function calls. */
  private structured(nth: number): Call[] {
    const turn = this.result && nthList(this.text, this.result, this.turn);
    const step = turn && nthList(this.text, turn, nth);
    return step ? callsOf(this.text, step) : [];
  }

  /** Decoded calls are Python text; their names and arguments are taken from `result` where that agrees. */
  private decoded(list: ArrayNode, structured: Call[]): Call[] {
    const calls: Call[] = [];
    for (const span of elements(this.text, list)) {
      const node = skeletonAt(this.text, span);
      const text = node?.kind === 'string' ? stringAt(this.text, node) : null;
      const same = structured[calls.length];
      const called = text === null ? null : pythonCall(text);
      if (same && (!called || called.tool.split('.').at(-1) === same.tool.split('.').at(-1))) calls.push(same);
      else if (called) calls.push(called);
      else if (node?.kind === 'object') calls.push(...callsOf(this.text, list).slice(calls.length, calls.length + 1));
      else this.step.skipped.push('decoded text that is no call');
    }
    return calls;
  }
}

/** The benchmark stops a turn after twenty steps. */
const MOST_STEPS = 200;

function nthList(text: string, list: ArrayNode, nth: number): ArrayNode | null {
  let at = 0;
  if (nth > MOST_STEPS) return null;
  for (const span of elements(text, list)) {
    if (at++ !== nth) continue;
    const node = skeletonAt(text, span);
    return node?.kind === 'array' ? node : null;
  }
  return null;
}
