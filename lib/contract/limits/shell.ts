/** What a shell command line does to its output: limits it, counts it, or lists something at all. */

import { COMMAND_LIMITS, LISTING, LISTING_SUB, SILENT } from '../data/commands';
import { readSql, sqlIn } from './sql';

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

type Words = string[];

/** Splits a command line into pipelines of commands of words; quotes, escapes and substitutions stay inside their word. */
export function pipelines(line: string): Words[][] {
  const out: Words[][] = [];
  let pipeline: Words[] = [];
  let command: Words = [];
  let word = '';
  let started = false;
  const endWord = (): void => {
    if (started) command.push(word);
    word = '';
    started = false;
  };
  const endCommand = (): void => {
    endWord();
    if (command.length > 0) pipeline.push(command);
    command = [];
  };
  const endPipeline = (): void => {
    endCommand();
    if (pipeline.length > 0) out.push(pipeline);
    pipeline = [];
  };
  const source = line.slice(0, 20_000);
  for (let i = 0; i < source.length; i++) {
    const c = source[i] ?? '';
    if (c === '\\') {
      i++;
      if (source[i] !== '\n') {
        word += source[i] ?? '';
        started = true;
      }
    } else if (c === "'" || c === '"') {
      const end = closing(source, i, c);
      word += unquoted(source.slice(i + 1, end), c);
      started = true;
      i = end;
    } else if (c === '$' && source[i + 1] === '(') {
      const end = matching(source, i + 1);
      word += source.slice(i, end + 1);
      started = true;
      i = end;
    } else if (c === '|' && source[i + 1] !== '|') {
      if (source[i + 1] === '&') i++;
      endCommand();
    } else if (
      c === ';' ||
      c === '\n' ||
      (c === '&' && source[i + 1] === '&') ||
      (c === '|' && source[i + 1] === '|')
    ) {
      endPipeline();
      if (c === '&' || c === '|') i++;
    } else if (c === '&' && !/[\d>]/.test(source[i - 1] ?? '') && source[i + 1] !== '>') endPipeline();
    else if (c === '#' && !started) {
      while (i + 1 < source.length && source[i + 1] !== '\n') i++;
    } else if (/\s/.test(c)) endWord();
    else {
      word += c;
      started = true;
    }
  }
  endPipeline();
  return out;
}

function closing(source: string, from: number, quote: string): number {
  for (let i = from + 1; i < source.length; i++) {
    if (quote === '"' && source[i] === '\\') i++;
    else if (source[i] === quote) return i;
  }
  return source.length;
}

function unquoted(inner: string, quote: string): string {
  return quote === '"' ? inner.replace(/\\(["\\$`\n])/g, '$1') : inner;
}

function matching(source: string, from: number): number {
  let depth = 0;
  for (let i = from; i < source.length; i++) {
    const c = source[i];
    if (c === "'" || c === '"') i = closing(source, i, c);
    else if (c === '(') depth++;
    else if (c === ')' && --depth === 0) return i;
  }
  return source.length;
}

interface CommandLimit {
  limit: number;
  offset: number;
  asked: boolean;
  words: string;
}

/** Reads a command line, or an argv list whose `bash -lc` script is read in its place. */
export function readShell(line: string): ShellReading {
  const all = pipelines(line).map((pipeline) => pipeline.map(stripped).filter((command) => command.length > 0));
  const speaking = all.filter(
    (pipeline) => pipeline.length > 0 && !(pipeline.length === 1 && SILENT.includes(pipeline[0]?.[0] ?? '')),
  );
  const last = speaking.at(-1) ?? [];
  const none: ShellReading = {
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
  const final = last.at(-1);
  if (final === undefined) return none;
  const script =
    /^(?:ba|z|da)?sh$/.test(final[0] ?? '') && last.length === 1
      ? final[final.findIndex((word) => /^-\w*c$/.test(word)) + 1]
      : undefined;
  if (script !== undefined && script !== final[0]) return readShell(script);
  const limits = last.map(limitOf);
  const applied = smallest(last, limits);
  const counts = countsRows(final);
  const upstream = limits.slice(0, -1).filter((one) => one !== null);
  const lists = counts ? false : listing(last);
  const shared =
    speaking.length > 1 ? speaking.flatMap((pipeline) => pipeline.map(limitOf)).filter((one) => one !== null) : [];
  const mixed = shared.length === 0 ? null : Math.min(...shared.map((one) => one.limit));
  return {
    limit: counts || mixed !== null ? null : (applied?.limit ?? null),
    offset: applied?.offset ?? 0,
    asked: applied?.asked ?? true,
    limitWords: applied?.words ?? null,
    counts: counts && speaking.length === 1,
    bounded: counts ? (upstream.at(-1)?.limit ?? null) : null,
    inner: counts ? null : innerLimit(last, limits),
    lists,
    mixed,
    loud: !/2>\s*\/dev\/null|&>|\|\|\s*true/.test(line),
    reads: last.length === 1 && /^(?:cat|head|tail|sed|bat|nl)$/.test(final[0] ?? ''),
  };
}

/** Without redirections, assignments and wrappers such as `sudo` and `timeout 5`. */
function stripped(command: Words): Words {
  const out = command.filter((word) => !/^\d?(?:>|<|>>|&>|2>&1)/.test(word) && !/^[12]?>&[12]$/.test(word));
  while (out.length > 1 && /^[A-Za-z_]\w*=/.test(out[0] ?? '')) out.shift();
  while (
    /^(?:sudo|time|nohup|command|env|timeout|nice|stdbuf|xargs|do|then|\{|\()$/.test(out[0] ?? '') &&
    out.length > 1
  ) {
    const wrapper = out.shift();
    while (out.length > 1 && (/^-/.test(out[0] ?? '') || /^[A-Za-z_]\w*=/.test(out[0] ?? ''))) out.shift();
    if (wrapper === 'timeout') out.shift();
  }
  const first = out[0];
  if (first !== undefined) out[0] = first.replace(/^[({]+/, '').replace(/^.*\//, '');
  return out;
}

/** The limit that binds the end of a pipeline: a filter after a limit (`head | grep`) leaves none. */
function smallest(pipeline: readonly Words[], limits: readonly (CommandLimit | null)[]): CommandLimit | null {
  let best: CommandLimit | null = null;
  for (let i = pipeline.length - 1; i >= 0; i--) {
    const limit = limits[i] ?? null;
    if (limit !== null && (best === null || limit.limit < best.limit)) best = limit;
    if (!PASSING.test(pipeline[i]?.[0] ?? '')) break;
  }
  return best;
}

/** Commands that hand every line on. */
const PASSING = /^(?:head|tail|cat|sort|nl|tac|tee|column|less|more|cut|tr|sed|rev|shuf)$/;

/** The words of a limit whose lines a later command filters or turns into something else: what it cut is not in the output. */
function innerLimit(pipeline: readonly Words[], limits: readonly (CommandLimit | null)[]): string | null {
  for (let i = pipeline.length - 2; i >= 0; i--) {
    const between = pipeline.slice(i + 1);
    const limit = limits[i];
    if (limit != null && between.some((command) => !PASSING.test(command[0] ?? ''))) return limit.words;
  }
  return null;
}

function limitOf(command: Words): CommandLimit | null {
  const [name = '', ...rest] = command;
  const words = command.join(' ').slice(0, 120);
  if (name === 'sed') return sedLimit(rest, words);
  if (name === 'awk' || name === 'gawk') {
    const match = /^\s*(?:NR|FNR)\s*(<=?)\s*(\d+)\s*$/.exec(rest.find((word) => !word.startsWith('-')) ?? '');
    return match === null
      ? null
      : { limit: Number(match[2]) - (match[1] === '<' ? 1 : 0), offset: 0, asked: true, words };
  }
  if (name === 'jq') {
    const match = /\[(\d*):(\d+)\]\s*(?:\|\s*\.\[\])?$|\blimit\((\d+);/.exec(
      rest.find((word) => !word.startsWith('-')) ?? '',
    );
    if (match === null) return null;
    const from = Number(match[1] || 0);
    return { limit: match[3] ? Number(match[3]) : Number(match[2]) - from, offset: from, asked: true, words };
  }
  if (/^(?:grep|egrep|fgrep|rg|ag)$/.test(name)) return grepLimit(rest, words);
  const sql = /^(?:psql|mysql|sqlite3|duckdb|bq|clickhouse-client|clickhouse)$/.test(name)
    ? sqlIn(rest.join(' '))
    : null;
  if (sql !== null) {
    const reading = readSql(sql.replace(/["']\s*$/, ''));
    return reading?.limit == null ? null : { limit: reading.limit, offset: reading.offset ?? 0, asked: true, words };
  }
  return optionLimit(name, rest, words);
}

function sedLimit(rest: Words, words: string): CommandLimit | null {
  const silent = rest.some((word) => /^-[a-zA-Z]*n/.test(word) || word === '--quiet');
  for (const word of rest) {
    const range = /^(\d+),(\d+)p;?(?:\d*q)?$/.exec(word);
    if (silent && range !== null)
      return { limit: Number(range[2]) - Number(range[1]) + 1, offset: Number(range[1]) - 1, asked: true, words };
    const quit = /^(\d+)q$/.exec(word);
    if (quit !== null) return { limit: Number(quit[1]), offset: 0, asked: true, words };
  }
  return null;
}

/** `-m` counts per file: a limit of the whole only where one file, or standard input, is searched. */
function grepLimit(rest: Words, words: string): CommandLimit | null {
  const at = rest.findIndex((word) => /^-m\d*$|^--max-count(?:=\d+)?$/.test(word));
  if (at < 0) return null;
  const option = rest[at] ?? '';
  const value = Number(/\d+$/.exec(option)?.[0] ?? rest[at + 1]);
  const operands = rest.filter((word, i) => !word.startsWith('-') && !(i === at + 1 && !/\d$/.test(option)));
  const wide =
    operands.length > 2 || rest.some((word) => /^-\w*[rR]/.test(word)) || /[*?]|^\.?$|\/$/.test(operands[1] ?? 'x');
  return wide || !Number.isInteger(value) ? null : { limit: value, offset: 0, asked: true, words };
}

function optionLimit(name: string, rest: Words, words: string): CommandLimit | null {
  const operands = rest.filter((word) => !word.startsWith('-')).join(' ');
  const rule = COMMAND_LIMITS.find(
    (one) =>
      one.command === name &&
      (one.sub === undefined || one.sub.some((sub) => operands === sub || operands.startsWith(`${sub} `))),
  );
  if (rule === undefined) return null;
  if ((name === 'head' || name === 'tail') && rest.some((word) => /^-c|^--bytes|^-f$|^--follow/.test(word)))
    return null;
  for (const [i, word] of rest.entries()) {
    const bare = /^-(\d+)$/.exec(word);
    if (bare !== null && /^(?:head|tail|git)$/.test(name))
      return { limit: Number(bare[1]), offset: 0, asked: true, words };
    for (const option of rule.options) {
      const glued = option.startsWith('--') ? new RegExp(`^${option}=(\\d+)$`) : new RegExp(`^${option}=?(\\d+)$`);
      const match = glued.exec(word)?.[1] ?? (word === option ? /^\d+$/.exec(rest[i + 1] ?? '')?.[0] : undefined);
      if (match !== undefined) return { limit: Number(match), offset: 0, asked: true, words };
      // `tail -n +5` skips lines, `head -n -5` leaves the last ones: neither is a limit.
      if (word === option && /^[+-]\d/.test(rest[i + 1] ?? '')) return null;
      if (new RegExp(`^${option}[+-]\\d`).test(word)) return null;
    }
  }
  return rule.default === undefined
    ? null
    : { limit: rule.default, offset: 0, asked: name === 'head' || name === 'tail', words };
}

function countsRows(command: Words): boolean {
  const [name = '', ...rest] = command;
  if (name === 'wc')
    return rest.length === 0
      ? false
      : rest.some((word) => /^-\w*l/.test(word) || word === '--lines') && !rest.some((word) => /^-\w*[cmw]/.test(word));
  if (/^(?:grep|egrep|fgrep|rg|ag)$/.test(name))
    return (
      rest.some((word) => /^-[a-zA-Z]*c$|^--count$/.test(word)) &&
      !rest.some((word) => /^-\w*[rR]|^--count-matches/.test(word))
    );
  if (name === 'jq') return /(?:^|[|.\]\s])length\s*$/.test(rest.filter((word) => !word.startsWith('-')).at(0) ?? '');
  return false;
}

function listing(pipeline: readonly Words[]): boolean {
  const command = pipeline.at(-1) ?? [];
  const [name = ''] = command;
  if (LISTING.includes(name)) return !(name === 'cat' && command.some((word) => word.startsWith('<<')));
  const subs = LISTING_SUB[name];
  return subs !== undefined && (subs.length === 0 || subs.some((sub) => command.includes(sub)));
}
