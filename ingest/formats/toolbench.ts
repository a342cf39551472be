import { elements, entries, find, skeletonAt } from '@/lib/json';
import type { ArrayNode } from '@/lib/json/types';
import { arrayField, type Fields, field, objectField, objectsOf, payloadText, readObject, stringField } from './fields';
import { pythonString } from './python-literal';
import { Conversation, type Gathered, UNKNOWN_TOOL, unitByUnit, unnamedSession } from './run-conversation';
import { fieldOfText, headObject, readMessage } from './run-messages';
import type { Format, FormatContext, Head, Recognised } from './types';

/**
 * ToolBench answers (`tree` and `answer_generation`) and the converted answers of ToolEval. The chain that led to the
 * answer is read; calls of abandoned branches are counted as skipped, and read only where no chain was kept.
 */
export const toolBench: Format = {
  id: 'toolbench',
  name: 'ToolBench answers',
  reads: 'answer files of ToolBench (`answer_generation` and `tree`) and converted answers of ToolEval, by query id',
  loses:
    'times and call ids; results that the benchmark cut (1024 characters and `...`), and in ToolEval files everything after 100 characters of a step',
  recognise,
  open: unitByUnit(readUnit),
};

function recognise(head: Head): Recognised {
  const value = headObject(head);
  if (!value) return { certainty: 0, unit: 'document' };
  const answer = field(value, 'answer_generation')?.kind === 'object' || find(value.node, 'tree', 'tree') !== null;
  const beside = ['win', 'forward_args', 'compare_candidates', 'answer_generation'].some(
    (key) => field(value, key) !== null,
  );
  const first = entries(value.node)[0]?.node ?? null;
  const query = first?.kind === 'object' ? { text: head.text, node: first } : null;
  return { certainty: (answer && beside) || (query && isEvaluated(query)) ? 0.9 : 0, unit: 'document' };
}

function isEvaluated(query: Fields): boolean {
  return (
    field(query, 'query') !== null &&
    (field(query, 'available_tools') !== null || find(query.node, 'answer', 'answer_details') !== null)
  );
}

function readUnit(unit: string, step: Gathered, context: FormatContext, offset: number): void {
  const read = readObject(unit);
  if ('reason' in read) return void step.quarantine.push(read.reason);
  const answer = objectField(read.fields, 'answer_generation');
  const tree = objectField(objectField(read.fields, 'tree') ?? read.fields, 'tree');
  if (answer || tree) readAnswer(read.fields, answer, tree, step, context, offset);
  else
    for (const { key, node } of entries(read.fields.node)) {
      const query = node.kind === 'object' ? { text: unit, node } : null;
      if (query && isEvaluated(query)) readEvaluated(key, query, step, context, offset);
      else step.skipped.push('entry without an answer');
    }
}

function readAnswer(
  file: Fields,
  answer: Fields | null,
  tree: Fields | null,
  step: Gathered,
  context: FormatContext,
  offset: number,
): void {
  const session = unnamedSession('toolbench', context, offset || '');
  const talk = new Conversation(step, `${context.fingerprint}@${offset}`, { session });
  const branches = tree ? callsOfTree(tree, step) : [];
  const chain = answer && longestChain(answer);
  const query = answer && stringField(answer, 'query');
  if (chain) readChain(talk, step, { text: file.text, chain, query, branches });
  else readBranches(talk, query, branches);
  talk.close(answerText(answer && stringField(answer, 'final_answer')));
  talk.end();
}

/** Each chain repeats the one before it and goes one step further: the longest holds them all. */
function longestChain(answer: Fields): ArrayNode | null {
  const chains = arrayField(answer, 'train_messages');
  let longest: ArrayNode | null = null;
  for (const chain of chains ? listsOf(answer.text, chains) : [])
    if (chain.count >= (longest?.count ?? 1)) longest = chain;
  return longest;
}

function* listsOf(text: string, list: ArrayNode): Iterable<ArrayNode> {
  for (const span of elements(text, list)) {
    const node = skeletonAt(text, span);
    if (node?.kind === 'array') yield node;
  }
}

interface Branch {
  tool: string;
  args: string;
  observation: string | null;
}

interface Chain {
  text: string;
  chain: ArrayNode;
  query: string | null;
  branches: Branch[];
}

function readChain(talk: Conversation, step: Gathered, { text, chain, query, branches }: Chain): void {
  const left = [...branches];
  for (const message of objectsOf(text, chain)) {
    const call = message && objectField(message, 'function_call');
    if (call) takeBranch(left, stringField(call, 'name'), payloadText(call, field(call, 'arguments')));
    if (message)
      readMessage(talk, step, message, (_, role, said) => {
        if (role === 'user' && !isPrompt(said)) talk.question(query || said);
        return role === 'user';
      });
    else step.quarantine.push('a message of a chain is not an object');
  }
  // The chain ends with the asking of its last call; what that gave stands in the tree only.
  const last = [...objectsOf(text, chain)].at(-1);
  const open = last && objectField(last, 'function_call');
  const found = open && branches.findLast((branch) => branch.tool === stringField(open, 'name'));
  if (found && talk.isWaiting) talk.result({ id: null, result: found.observation });
  for (const _ of left) step.skipped.push('call of an abandoned branch');
}

function takeBranch(left: Branch[], tool: string | null, args: string | null): void {
  const at = left.findIndex((branch) => branch.tool === tool && branch.args.trim() === (args ?? '').trim());
  if (at >= 0) left.splice(at, 1);
}

/** What the benchmark itself says to the model on its way. */
function isPrompt(text: string): boolean {
  return /^\s*This is not the first time you try this task/.test(text);
}

function readBranches(talk: Conversation, query: string | null, branches: Branch[]): void {
  if (query) talk.question(query);
  for (const { tool, args, observation } of branches) {
    talk.ask({ id: null, tool, args: args || '{}' });
    if (observation !== null) talk.result({ id: null, result: observation });
  }
}

/** Every call of a tree: an "Action Input" below its "Action". Without recursion: trees are as deep as a run is long. */
function callsOfTree(root: Fields, step: Gathered): Branch[] {
  const calls: Branch[] = [];
  const left: { node: Fields; tool: string | null; depth: number }[] = [{ node: root, tool: null, depth: 0 }];
  for (let at = left.pop(); at; at = left.pop()) {
    const type = stringField(at.node, 'node_type');
    const told = stringField(at.node, 'description') ?? '';
    if (type === 'Action Input' && at.tool)
      calls.push({ tool: at.tool, args: told, observation: stringField(at.node, 'observation') });
    const tool = type === 'Action' ? told : type === 'Action Input' ? null : at.tool;
    if (at.depth === DEEPEST) step.skipped.push(TOO_DEEP);
    const children = at.depth < DEEPEST ? arrayField(at.node, 'children') : null;
    const below = children ? [...objectsOf(at.node.text, children)].reverse() : [];
    for (const child of below)
      if (child && left.length < MOST_NODES) left.push({ node: child, tool, depth: at.depth + 1 });
  }
  return calls;
}

const MOST_NODES = 100_000;
/** The benchmark stops a chain after twelve steps of at most three nodes each. */
const DEEPEST = 100;
const TOO_DEEP = 'node too deep to be read';

/** The answer stands in a JSON text of its own. */
function answerText(text: string | null): string | null {
  if (text === null) return null;
  if (fieldOfText(text, 'return_type')?.startsWith('give_up')) return null;
  return fieldOfText(text, 'final_answer') ?? text;
}

function readEvaluated(key: string, query: Fields, step: Gathered, context: FormatContext, offset: number): void {
  const answer = objectField(query, 'answer');
  const print = `${context.fingerprint}@${offset + query.node.start}`;
  const talk = new Conversation(step, print, { session: unnamedSession('toolbench', context, key) });
  talk.question(stringField(query, 'query') ?? '');
  const details = answer && arrayField(answer, 'answer_details');
  const left = details ? children(answer.text, details).map((node) => ({ node, depth: 0 })) : [];
  for (let at = left.pop(); at; at = left.pop()) {
    if (stringField(at.node, 'role') === 'tool') evaluatedCall(talk, at.node);
    if (at.depth === DEEPEST) step.skipped.push(TOO_DEEP);
    const next = at.depth < DEEPEST ? arrayField(at.node, 'next') : null;
    const below = next ? children(at.node.text, next).slice(0, MOST_NODES - left.length) : [];
    for (const node of below) left.push({ node, depth: at.depth + 1 });
  }
  talk.close(answerText(answer && stringField(answer, 'final_answer')));
  talk.end();
}

function children(text: string, list: ArrayNode): Fields[] {
  return [...objectsOf(text, list)].filter((child) => child !== null).reverse();
}

/** A step is the text of a Python dict, cut at a fixed length; in files that were not cut it may be an object. */
function evaluatedCall(talk: Conversation, step: Fields): void {
  const node = field(step, 'message');
  const object = objectField(step, 'message');
  const text = payloadText(step, node) ?? '';
  const part = (key: string): string | null => (object ? payloadText(object, field(object, key)) : partOf(text, key));
  talk.ask({ id: null, tool: part('name') || UNKNOWN_TOOL, args: part('arguments') || '{}' });
  const result = part('response');
  if (result !== null) talk.result({ id: null, result });
}

/** One string of a dict's text, as far as the text goes; null when it ends before. */
function partOf(text: string, key: string): string | null {
  const found = new RegExp(`[{,]\\s*['"]${key}['"]\\s*:\\s*(?=['"])`).exec(text);
  return found ? pythonString(text, found.index + found[0].length).value : null;
}
