/** Which flag or argument of a command is a cap on what it prints, and which commands print a count. */

import { COMMAND_LIMITS, LISTING, LISTING_SUB, SQL_CLIENTS } from '../data/commands';
import type { Command, Words } from './pipelines';
import { readSql } from './sql';

export interface CommandLimit {
  limit: number;
  offset: number;
  asked: boolean;
  words: string;
  /** A limit of each file or run, none of the whole. */
  each: boolean;
}

/** The limit of one command of a pipeline; `before` feeds it. */
export function limitOf(command: Command, before: Command | undefined): CommandLimit | null {
  const [name = '', ...rest] = command.words;
  const words = command.words.join(' ').slice(0, 120);
  const found = SQL_CLIENTS.includes(name) ? sqlLimit(command, before) : null;
  const limit = found ?? own(name, rest);
  return limit === null
    ? null
    : { offset: 0, asked: true, each: false, ...limit, ...(command.each ? { each: true } : {}), words };
}

type Found = { limit: number } & Partial<CommandLimit>;

function own(name: string, rest: Words): Found | null {
  if (name === 'sed') return sedLimit(rest);
  if (name === 'awk' || name === 'gawk' || name === 'mawk') return awkLimit(rest);
  if (name === 'jq') return jqLimit(rest);
  if (GREPS.test(name)) return grepLimit(rest);
  return optionLimit(name, rest);
}

const GREPS = /^(?:grep|egrep|fgrep|zgrep|rg|ag)$/;

/** The statement of `psql -c "…"`, of a here-document, or of the `echo` before it. */
function sqlLimit(command: Command, before: Command | undefined): Found | null {
  const echoed = before !== undefined && /^(?:echo|printf|cat)$/.test(before.words[0] ?? '');
  const texts = [
    ...command.words.slice(1).map((word) => word.replace(/^--?\w+=/, '')),
    command.input ?? '',
    ...(echoed
      ? [
          before.input ?? '',
          before.words
            .filter((word) => !word.startsWith('-'))
            .slice(1)
            .join(' '),
        ]
      : []),
  ];
  for (const text of texts) {
    const reading = text.includes(' ') ? readSql(text) : null;
    if (reading !== null && reading.limit !== null) return { limit: reading.limit, offset: reading.offset ?? 0 };
  }
  return null;
}

function sedLimit(rest: Words): Found | null {
  const silent = rest.some((word) => /^-[a-zA-Z]*n/.test(word) || word === '--quiet' || word === '--silent');
  for (const word of rest) {
    const range = /^\s*(\d+),(\d+)\s*p;?\s*(?:\d*\s*q)?\s*$/.exec(word);
    if (silent && range !== null)
      return { limit: Number(range[2]) - Number(range[1]) + 1, offset: Number(range[1]) - 1 };
    const quit = /^(\d+)q$/.exec(word);
    if (quit !== null && !silent) return { limit: Number(quit[1]) };
  }
  return null;
}

/** `NR<=n`, with or without a print; `NR>m && NR<=n`; `NR==m,NR==n`; `NR>n{exit}1`. */
function awkLimit(rest: Words): Found | null {
  const text = rest.find((word, i) => !word.startsWith('-') && !/^-[Fv]$/.test(rest[i - 1] ?? '')) ?? '';
  const print = String.raw`\s*(?:\{\s*print[^;{}]*;?\s*\})?\s*$`;
  const first = new RegExp(String.raw`^\s*F?NR\s*(<=?)\s*(\d+)${print}`).exec(text);
  if (first !== null) return { limit: Number(first[2]) - (first[1] === '<' ? 1 : 0) };
  const between = new RegExp(String.raw`^\s*F?NR\s*(>=?)\s*(\d+)\s*&&\s*F?NR\s*(<=?)\s*(\d+)${print}`).exec(text);
  const span = new RegExp(String.raw`^\s*F?NR\s*==\s*(\d+)\s*,\s*F?NR\s*==\s*(\d+)${print}`).exec(text);
  if (between !== null) {
    const from = Number(between[2]) - (between[1] === '>=' ? 1 : 0);
    return { limit: Number(between[4]) - (between[3] === '<' ? 1 : 0) - from, offset: from };
  }
  if (span !== null) return { limit: Number(span[2]) - Number(span[1]) + 1, offset: Number(span[1]) - 1 };
  const stop = /^\s*F?NR\s*>\s*(\d+)\s*\{\s*exit;?\s*\}\s*;?\s*(?:1|\{\s*print[^;{}]*\})\s*$/.exec(text);
  return stop === null ? null : { limit: Number(stop[1]) };
}

function jqLimit(rest: Words): Found | null {
  const text = rest.find((word) => !word.startsWith('-')) ?? '';
  const match = /\[(\d*):(\d+)\]\s*(?:\|\s*\.\[\])?$|\blimit\((\d+);/.exec(text);
  if (match === null) return null;
  const from = Number(match[1] || 0);
  return { limit: match[3] ? Number(match[3]) : Number(match[2]) - from, offset: from };
}

/** `-m` counts per file: a limit of the whole only where one file, or standard input, is searched. */
function grepLimit(rest: Words): Found | null {
  const at = rest.findIndex((word) => /^-[a-zA-Z]*m\d*$|^--max-count(?:=\d+)?$/.test(word));
  if (at < 0) return null;
  const option = rest[at] ?? '';
  const value = Number(/\d+$/.exec(option)?.[0] ?? rest[at + 1]);
  if (!Number.isInteger(value)) return null;
  const operands = rest.filter((word, i) => !word.startsWith('-') && !(i === at + 1 && !/\d$/.test(option)));
  const wide =
    operands.length > 2 ||
    rest.some((word) => /^-[a-zA-Z]*[rR]|^--recursive$/.test(word)) ||
    /[*?]|^\.?$|\/$/.test(operands[1] ?? 'x');
  return { limit: value, each: wide };
}

/** The options of the data table. */
function optionLimit(name: string, rest: Words): Found | null {
  const operands = rest.filter((word) => !word.startsWith('-'));
  const rule = COMMAND_LIMITS.find(
    (one) => one.command === name && (one.sub === undefined || one.sub.some((sub) => stands(sub, operands))),
  );
  if (rule === undefined) return null;
  const lines = name === 'head' || name === 'tail';
  if (lines && rest.some((word) => /^-c|^--bytes|^-[fF]$|^--follow/.test(word))) return null;
  for (const [i, word] of rest.entries()) {
    const next = rest[i + 1] ?? '';
    const bare = /^-(\d+)$/.exec(word);
    if (bare !== null && (lines || name === 'git'))
      return { limit: Number(bare[1]), each: lines && manyFiles(rest, i) };
    for (const option of rule.options) {
      const glued = option.startsWith('--') ? new RegExp(`^${option}=(\\d+)$`) : new RegExp(`^${option}=?(\\d+)$`);
      const inWord = glued.exec(word)?.[1];
      const value = inWord ?? (word === option ? /^\d+$/.exec(next)?.[0] : undefined);
      if (value !== undefined)
        return { limit: Number(value), each: lines && manyFiles(rest, inWord === undefined ? i + 1 : i) };
      // `tail -n +5` skips lines, `head -n -5` leaves the last ones: neither is a limit.
      // And what a variable holds is not known.
      if (word === option && /^(?:[+-]\d|\$)/.test(next)) return null;
      if (new RegExp(`^${option}=?(?:[+-]\\d|\\$)`).test(word)) return null;
    }
  }
  if (rule.default === undefined || (lines && rest.some((word) => /^(?:\+\d|-\$)/.test(word)))) return null;
  return { limit: rule.default, asked: lines, each: lines && manyFiles(rest, -1) };
}

/** A subcommand stands among the first operands, behind the values of global options (`git -C path log`). */
function stands(sub: string, operands: Words): boolean {
  const wanted = sub.split(' ');
  for (let at = 0; at < 3; at++) if (wanted.every((word, i) => operands[at + i] === word)) return true;
  return false;
}

/** `head a b` prints the first lines of each. */
function manyFiles(rest: Words, value: number): boolean {
  const files = rest.filter((word, i) => !word.startsWith('-') && i !== value);
  return files.length > 1 || /[*?]/.test(files[0] ?? '');
}

/** `wc -l`, `grep -c`, `jq length`: the output is one number. */
export function countsRows(words: Words): boolean {
  const [name = '', ...rest] = words;
  if (name === 'wc')
    return (
      rest.some((word) => /^-\w*l/.test(word) || word === '--lines') && !rest.some((word) => /^-\w*[cmw]/.test(word))
    );
  if (GREPS.test(name))
    return (
      rest.some((word) => /^-[a-zA-Z]*c$|^--count$/.test(word)) &&
      !rest.some((word) => /^-\w*[rR]|^--count-matches/.test(word))
    );
  if (name === 'jq') return /(?:^|[|.\]\s])length\s*$/.test(rest.filter((word) => !word.startsWith('-')).at(0) ?? '');
  return false;
}

/** The command prints a list of lines. */
export function listing(command: Command): boolean {
  const [name = '', ...rest] = command.words;
  if (LISTING.includes(name)) return !(name === 'cat' && command.input !== null);
  const subs = LISTING_SUB[name];
  return subs !== undefined && (subs.length === 0 || subs.some((sub) => rest.includes(sub)));
}
