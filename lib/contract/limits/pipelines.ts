/** A shell command line as the pipelines whose output the agent got, from the tree of a real grammar (unbash). */

import { type CommandNode, parse, type Redirection, type Command as Simple, type Statement } from 'unbash';
import { SHELLS, WRAPPERS } from '../data/commands';

export type Words = string[];

export interface Command {
  words: Words;
  /** A here-document or here-string. */
  input: string | null;
  /** Run once for each of many (`xargs`): a limit of it is none of the whole. */
  each: boolean;
  /** Several pipelines that feed the next command as one; `words` is empty. */
  group: readonly Pipeline[];
}

export interface Pipeline {
  commands: Command[];
  /** The body of a loop. */
  repeated: boolean;
}

/** Nested scripts (`bash -c`, `ssh host`) that are followed. */
const DEEPEST = 5;
const LONGEST = 20_000;

/**
 * Splits a command line into pipelines in the order of their output. What prints nothing is left out: assignments, functions, what
 * goes into a file. The script of `bash -c` or `ssh host` stands in its place. Never throws; linear in the text.
 */
export function pipelines(line: string): { list: Pipeline[]; loud: boolean } {
  const state = { loud: true };
  try {
    return { list: script(line.slice(0, LONGEST), state, 0), loud: state.loud };
  } catch {
    return { list: [], loud: false };
  }
}

interface State {
  /** Errors are not thrown away. */
  loud: boolean;
}

function script(text: string, state: State, depth: number): Pipeline[] {
  return depth > DEEPEST ? [] : statements(parse(text).commands, state, depth);
}

function statements(list: readonly Statement[], state: State, depth: number): Pipeline[] {
  return list.flatMap((one) => node(one.command, state, depth));
}

type Any = CommandNode | Statement['command'];

function node(at: Any, state: State, depth: number): Pipeline[] {
  if (at.type === 'AndOr') {
    at.commands.forEach((one, i) => {
      const never = one.type === 'Command' && (one.name?.value === 'true' || one.name?.value === ':');
      if (never && at.operators[i - 1] === '||') state.loud = false;
    });
    return at.commands.flatMap((one) => node(one, state, depth));
  }
  return at.type === 'Pipeline' ? piped(at.commands, state, depth) : piped([at], state, depth);
}

/** What one element of a pipeline prints: a command, or the pipelines of a compound. Null when it prints nothing. */
function element(at: CommandNode, state: State, depth: number): Command | null {
  if (at.type === 'Command') return simple(at, state, depth);
  if (at.type === 'Redirected') return silenced(at.redirects, state) ? null : element(at.command, state, depth);
  const inside = compound(at, state, depth);
  return inside.length === 0 ? null : { words: [], input: null, each: false, group: inside };
}

function compound(at: CommandNode, state: State, depth: number): Pipeline[] {
  const body = (list: { commands: readonly Statement[] } | undefined): Pipeline[] =>
    list === undefined ? [] : statements(list.commands, state, depth);
  switch (at.type) {
    case 'Subshell':
    case 'BraceGroup':
      return body(at.body);
    case 'For':
    case 'ArithmeticFor':
    case 'Select':
    case 'While':
      return body(at.body).map((one) => ({ ...one, repeated: true }));
    case 'If':
      return [at.then, ...at.elif.map((one) => one.then), at.else].flatMap(body);
    case 'Case':
      return at.items.flatMap((item) => body(item.body));
    default:
      return [];
  }
}

function simple(at: Simple, state: State, depth: number): Command | null {
  const silent = silenced(at.redirects, state);
  if (at.name === undefined || silent) return null;
  const all = [at.name.value, ...at.args.map((one) => (one.type === 'Word' ? one.value : one.text))];
  const { words, each, text } = unwrapped(all);
  if (text !== null) {
    const group = script(text, state, depth + 1).map((one) => ({ ...one, repeated: one.repeated || each }));
    return group.length === 0 ? null : { words: [], input: null, each, group };
  }
  const given = at.redirects.findLast((one) => one.type === 'HereDoc' || one.type === 'HereString');
  const input = given?.type === 'HereDoc' ? given.body.text : (given?.target?.value ?? null);
  return { words, input, each, group: [] };
}

/** Whether standard output goes into a file; notes when errors do. */
function silenced(redirects: readonly Redirection[], state: State): boolean {
  let silent = false;
  for (const one of redirects) {
    if (one.type !== 'Redirect') continue;
    const from = one.descriptor?.type === 'FileDescriptor' ? one.descriptor.value : 1;
    const target = one.target?.value ?? '';
    const both = one.operator === '&>' || one.operator === '&>>';
    const shown = /^\/dev\/(?:stdout|stderr|tty|fd\/[12])$/.test(target);
    if (shown || !(both || /^>[>|]?$/.test(one.operator) || (one.operator === '>&' && target === '-'))) continue;
    if (both || from === 2) state.loud = false;
    if (both || from === 1) silent = true;
  }
  return silent;
}

function piped(nodes: readonly CommandNode[], state: State, depth: number): Pipeline[] {
  const commands: Command[] = [];
  for (const [i, one] of nodes.entries()) {
    const found = element(one, state, depth);
    const last = i === nodes.length - 1;
    if (found === null) {
      if (last) return [];
      continue;
    }
    const [only, ...more] = found.group;
    if (only !== undefined && more.length === 0 && !only.repeated) commands.push(...only.commands);
    else if (only !== undefined && last)
      return commands.length === 0 ? [...found.group] : [{ commands, repeated: false }, ...found.group];
    else commands.push(found);
  }
  return commands.length === 0 ? [] : [{ commands, repeated: false }];
}

interface Unwrapped {
  words: Words;
  each: boolean;
  /** The script that a shell was given. */
  text: string | null;
}

/** Without `sudo`, `timeout 5`, `env A=b`, `xargs -n 1`, paths: the command that prints. */
function unwrapped(all: Words): Unwrapped {
  let words = all;
  let each = false;
  for (let i = 0; i < 8; i++) {
    const name = (words[0] ?? '').replace(/^.*\/(?=.)/, '');
    words = [name, ...words.slice(1)];
    if (SHELLS.includes(name)) {
      const at = words.findIndex((word) => /^-\w*c$/.test(word));
      return { words, each, text: at < 0 ? null : (words[at + 1] ?? null) };
    }
    const wrapper = WRAPPERS.find((one) => one.command === name && (one.sub === undefined || one.sub === words[1]));
    if (wrapper === undefined) break;
    const rest = after(words.slice(wrapper.sub === undefined ? 1 : 2), wrapper.valued, wrapper.operands ?? 0);
    if (rest.length === 0) break;
    each ||= wrapper.each ?? false;
    if (wrapper.script) return { words, each, text: rest.join(' ') };
    words = rest;
  }
  return { words, each, text: null };
}

/** What follows a wrapper's options, assignments and own operands. */
function after(words: Words, valued: readonly string[], operands: number): Words {
  let at = 0;
  let left = operands;
  for (; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--' && left === 0) return words.slice(at + 1);
    if (valued.includes(word)) at++;
    else if (/^-./.test(word) || /^[A-Za-z_]\w*=/.test(word)) continue;
    else if (left-- <= 0) break;
  }
  return words.slice(at);
}
