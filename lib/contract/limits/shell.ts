/** What a shell command line does to its output: limits it, counts it, or lists something at all. */

import { SILENT } from '../data/commands';
import { type CommandLimit, countsRows, limitOf, listing } from './commands';
import { type Command, type Pipeline, pipelines } from './pipelines';

export interface ShellReading {
  limit: number | null;
  offset: number;
  /** The limit was written by the agent; false for a command's own default. */
  asked: boolean;
  limitWords: string | null;
  /** The output is one number: the count of lines or elements. `bounded` when a limit stands before it. */
  counts: boolean;
  bounded: number | null;
  /** A limit whose rows another command then filtered or turned into something else. */
  inner: string | null;
  /** The output is a list of lines. */
  lists: boolean;
  /** The smallest limit of one of several commands that share the output: their lines cannot be told apart. */
  mixed: number | null;
  /** Errors are not thrown away, so that an empty output means that there is nothing. */
  loud: boolean;
  /** Reads one file by lines. */
  reads: boolean;
}

const NONE: ShellReading = {
  limit: null,
  offset: 0,
  asked: true,
  limitWords: null,
  counts: false,
  bounded: null,
  inner: null,
  lists: false,
  mixed: null,
  loud: false,
  reads: false,
};

/** Reads a command line, or an argv list joined to one. */
export function readShell(line: string): ShellReading {
  const { list, loud } = pipelines(line);
  const speaking = list.filter(({ commands }) => commands.length > 1 || !SILENT.includes(commands[0]?.words[0] ?? ''));
  const last = speaking.at(-1)?.commands ?? [];
  const final = last.at(-1);
  if (final === undefined) return NONE;
  const limits = limitsOf(last);
  const applied = smallest(last, limits);
  const counts = !final.each && countsRows(final.words);
  const several = speaking.length > 1 || speaking.some((one) => one.repeated);
  const shared = several
    ? speaking.flatMap((one) => limitsOf(one.commands))
    : applied === null
      ? trailing(last, limits)
      : [];
  const mixed = shared.filter((one) => one !== null).map((one) => one.limit);
  const upstream = limits.slice(0, -1).filter((one) => one !== null && !one.each);
  return {
    limit: counts || mixed.length > 0 ? null : (applied?.limit ?? null),
    offset: applied?.offset ?? 0,
    asked: applied?.asked ?? true,
    limitWords: applied?.words ?? null,
    counts: counts && !several,
    bounded: counts ? (upstream.at(-1)?.limit ?? null) : null,
    inner: counts ? null : innerLimit(last, limits),
    lists: !counts && listing(final),
    mixed: counts && !several ? null : mixed.length === 0 ? null : Math.min(...mixed),
    loud,
    reads:
      last.length === 1 &&
      speaking.at(-1)?.repeated === false &&
      /^(?:cat|head|tail|sed|bat|nl)$/.test(final.words[0] ?? ''),
  };
}

type Limits = readonly (CommandLimit | null)[];

function limitsOf(commands: readonly Command[]): Limits {
  return commands.map((command, i) => limitOf(command, commands[i - 1]));
}

/** Commands that hand every line on. */
const PASSING = /^(?:head|tail|cat|sort|nl|tac|tee|column|less|more|cut|tr|sed|rev|shuf)$/;

/** The limits that bind the end of a pipeline: a filter after a limit (`head | grep`) leaves none. */
function trailing(commands: readonly Command[], limits: Limits): CommandLimit[] {
  const out: CommandLimit[] = [];
  for (let i = commands.length - 1; i >= 0; i--) {
    const limit = limits[i] ?? null;
    if (limit !== null) out.push(limit);
    for (const { commands: inside } of commands[i]?.group ?? [])
      out.push(...trailing(inside, limitsOf(inside)).map((one) => ({ ...one, each: true })));
    if (!PASSING.test(commands[i]?.words[0] ?? '')) break;
  }
  return out;
}

function smallest(commands: readonly Command[], limits: Limits): CommandLimit | null {
  let best: CommandLimit | null = null;
  for (const limit of trailing(commands, limits))
    if (!limit.each && (best === null || limit.limit < best.limit)) best = limit;
  return best;
}

/** The words of a limit whose lines a later command filters or turns into something else: what it cut is not in the output. */
function innerLimit(commands: readonly Command[], limits: Limits): string | null {
  for (let i = commands.length - 2; i >= 0; i--) {
    const words = limits[i]?.words ?? within(commands[i]?.group ?? []);
    if (words !== null && commands.slice(i + 1).some(({ words: [name = ''] }) => !PASSING.test(name))) return words;
  }
  return null;
}

/** The first limit inside a group that feeds a pipeline. */
function within(group: readonly Pipeline[]): string | null {
  for (const { commands } of group)
    for (const [i, command] of commands.entries()) {
      const words = limitOf(command, commands[i - 1])?.words ?? within(command.group);
      if (words !== null) return words;
    }
  return null;
}
