import { elements, entries, get, locate, skeletonAt, stringAt } from '@/lib/json';
import type { Node } from '@/lib/json/types';
import { pythonLiteral } from './python-literal';

/** A call that an agent without function calling wrote into its text. */
export interface TextCall {
  tool: string;
  args: string;
  /** The closing words, where the call is the run's own end and no tool; else null. */
  ends: string | null;
}

const FUNCTION = /<function=([\w.:-]{1,100})>([\s\S]*?)(?:<\/function>|$)/g;
const PARAMETER = /<parameter=([\w.:-]{1,100})>\n?([\s\S]*?)\n?(?:<\/parameter>|(?=<parameter=)|$)/g;
const HERMES = /<tool_call>\s*([\s\S]*?)\s*(?:<\/tool_call>|$)/g;

/** The tool of a terminal agent that sends keystrokes; its texts do not name it. */
const TERMINAL = 'terminal';

/** Calls in the forms `<function=name>`, `<tool_call>{…}</tool_call>` and `{"commands": [{"keystrokes"}]}`. */
export function textCalls(text: string): TextCall[] {
  const calls: TextCall[] = [];
  for (const [, tool = '', body = ''] of text.matchAll(FUNCTION)) calls.push(functionCall(tool, body));
  for (const [, body = ''] of text.matchAll(HERMES)) calls.push(...taggedCalls(body));
  return calls.length > 0 ? calls : keystrokes(text);
}

/** Some models write the call between the tags as Python does. */
function taggedCalls(body: string): TextCall[] {
  const calls = jsonCalls(body);
  const literal = calls.length === 0 ? pythonLiteral(body) : null;
  return literal?.whole ? jsonCalls(literal.json) : calls;
}

const THOUGHT = /(?:^|\n)[^\S\n]*Action:[^\S\n]*([^\n]{1,200})\n\s*Action Input:[^\S\n]*([\s\S]*)$/;

/** The form `Thought: … Action: name Action Input: {…}`; the action `Finish` is the end of a run. */
export function thoughtCalls(text: string): TextCall[] {
  const [, name = '', input = ''] = THOUGHT.exec(text) ?? [];
  const tool = name.trim();
  if (tool === '') return [];
  if (tool !== 'Finish') return [{ tool, args: input.trim(), ends: null }];
  const asked = locate(input)?.node ?? null;
  const answer = get(asked, 'final_answer');
  return [{ tool, args: input.trim(), ends: answer?.kind === 'string' ? stringAt(input, answer) : '' }];
}

function functionCall(tool: string, body: string): TextCall {
  const found = [...body.matchAll(PARAMETER)].map(([, key = '', value = '']) => [key, value] as const);
  const ends = tool === 'finish' ? (found.find(([key]) => key === 'message')?.[1] ?? '') : null;
  return { tool, args: JSON.stringify(Object.fromEntries(found)), ends };
}

/** `{"name", "arguments"}`, or a list of such. */
export function jsonCalls(text: string): TextCall[] {
  const node = locate(text)?.node ?? null;
  const list = node?.kind === 'array' ? [...elements(text, node)].map((span) => skeletonAt(text, span)) : [node];
  return list.flatMap((call) => {
    const name = get(call, 'name');
    if (name?.kind !== 'string' || stringAt(text, name) === '') return [];
    const args = get(call, 'arguments') ?? get(call, 'parameters');
    return [{ tool: stringAt(text, name), args: argsOf(text, args), ends: null }];
  });
}

function argsOf(text: string, node: Node | null): string {
  if (!node || node.kind === 'null') return '{}';
  return node.kind === 'string' ? stringAt(text, node) || '{}' : text.slice(node.start, node.end);
}

/** A batch of keystrokes is one call: the terminal answers once. */
function keystrokes(text: string): TextCall[] {
  const node = text.includes('"commands"') ? (locate(text)?.node ?? null) : null;
  const commands = get(node, 'commands');
  if (commands?.kind !== 'array' || commands.count === 0) return [];
  const known = new Set(entries(node).map((entry) => entry.key));
  if (!known.has('analysis') && !known.has('plan') && !known.has('task_complete')) return [];
  return [{ tool: TERMINAL, args: `{"commands":${text.slice(commands.start, commands.end)}}`, ends: null }];
}

const TASK = /-{5,} NEW TASK DESCRIPTION -{5,}\s*([\s\S]*?)\s*(?:-{5,} END OF NEW TASK|$)/;

/** The question in a first message that begins with a worked example, as models without function calling get it. */
export function taskOf(text: string): string {
  return TASK.exec(text)?.[1] ?? text;
}
