/** The limit that applied to a call, from this call alone. */

import type { JsonValue } from '@/lib/json/types';
import { GRAPHQL_ARGS, SHELL_ARGS, SQL_ARGS } from '../data/arguments';
import { valuesAt } from '../dialects/paths';
import type { Dialect } from '../dialects/schema';
import type { LimitFact } from '../types';
import { plain } from '../words';
import { numeric, type SplitArgs } from './args';
import { readShell, type ShellReading } from './shell';
import { readSql, type SqlReading } from './sql';

export interface Commands {
  sql: SqlReading | null;
  sqlAt: string | null;
  shell: ShellReading | null;
  graphql: { value: number; at: string } | null;
}

/** What the arguments hold besides values: SQL, a command line (where the dialect says so), GraphQL. */
export function commandsIn(split: SplitArgs, dialect: Dialect | null): Commands {
  const out: Commands = { sql: null, sqlAt: null, shell: null, graphql: null };
  for (const [key, value] of strings(split)) {
    const name = plain(key);
    if (dialect?.shell && out.shell === null && (SHELL_ARGS.includes(name) || name === ''))
      out.shell = readShell(value);
    else if (out.sql === null && (SQL_ARGS.includes(name) || name === '')) {
      out.sql = readSql(value);
      if (out.sql !== null) out.sqlAt = `args.${key}`;
    }
    if (out.graphql === null && out.sql === null && GRAPHQL_ARGS.includes(name))
      out.graphql = graphqlLimit(value, `args.${key}`);
  }
  return out;
}

/** String arguments, at the top and one level down; an argv list reads as one line. */
function strings(split: SplitArgs): [string, string][] {
  const out: [string, string][] = [];
  const take = (key: string, value: JsonValue | undefined, depth: number): void => {
    if (typeof value === 'string') out.push([key, value]);
    else if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string'))
      out.push([key, argv(value)]);
    else if (value !== null && typeof value === 'object' && !Array.isArray(value) && depth < 2)
      for (const [inner, one] of Object.entries(value)) take(inner, one, depth + 1);
  };
  for (const [key, value] of Object.entries(split.values)) take(key, value, 0);
  return out;
}

function argv(list: readonly string[]): string {
  return list.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}

/** `first: 50` of the outermost field of a GraphQL document. */
function graphqlLimit(text: string, at: string): { value: number; at: string } | null {
  if (!text.includes('{')) return null;
  let best: { value: number; depth: number } | null = null;
  for (const match of text.matchAll(/\b(?:first|last|limit)\s*:\s*(\d+)/g)) {
    const before = text.slice(0, match.index);
    const depth = before.split('{').length - before.split('}').length;
    if (best === null || depth < best.depth) best = { value: Number(match[1]), depth };
  }
  return best === null ? null : { value: best.value, at };
}

/** Echo, argument, SQL, shell, GraphQL, dialect: the limit that binds. `present` tells when a default was not in force. */
export function limitOf(
  split: SplitArgs,
  commands: Commands,
  echo: LimitFact | null,
  dialect: Dialect | null,
  present: number | null,
): LimitFact | null {
  const asked = askedLimit(split, commands, dialect);
  const max = dialect?.limit?.max;
  const usual = [dialect?.limit?.default ?? []].flat().find((one) => one === present);
  // An echo above the usual page is the most that is allowed, not what applied.
  const allowed = asked === null && usual !== undefined && echo !== null && usual < echo.value;
  if (echo !== null && !allowed && sane(echo, asked, present)) return { ...echo, imposed: echo.value !== asked?.value };
  if (asked !== null) {
    if (max !== undefined && asked.value > max && (present === null || present <= max))
      return givenBy(dialect, 'max', max);
    return asked;
  }
  const defaults = [dialect?.limit?.default ?? []].flat();
  const fallback = defaults.find((one) => one === present) ?? defaults[0];
  if (fallback === undefined || dialect === null || (present !== null && present > fallback)) return null;
  return givenBy(dialect, 'default', fallback);
}

/** A limit that the dialect gives, or the operator in it. */
function givenBy(dialect: Dialect | null, key: 'default' | 'max', value: number): LimitFact {
  const said = dialect?.operator?.[key];
  const at = { path: said ?? `dialect ${dialect?.id}`, value };
  if (said !== undefined) return { value, at, source: 'operator', imposed: true };
  const doubt = dialect?.limit?.hint || dialect?.standing === 'memory' ? { hint: true as const } : {};
  return { value, at, source: dialect?.standing === 'own' ? 'operator' : 'dialect', imposed: true, ...doubt };
}

/** An echo that is smaller than the rows is no limit on them. */
function sane(echo: LimitFact, asked: LimitFact | null, present: number | null): boolean {
  if (asked !== null && asked.value < echo.value)
    return present !== null && present > asked.value && present <= echo.value;
  return present === null || echo.value >= present || echo.value === asked?.value;
}

function askedLimit(split: SplitArgs, commands: Commands, dialect: Dialect | null): LimitFact | null {
  const found: LimitFact[] = [];
  const argument = split.paging.limit;
  if (argument !== null && split.limitAt !== null)
    found.push({ value: argument, at: split.limitAt, source: 'argument', imposed: false });
  for (const name of dialect?.limit?.args ?? []) {
    const value = numeric(valuesAt(split.values, name)[0]);
    if (value !== null && value > 0 && argument === null)
      found.push({ value, at: { path: `args.${name}`, value }, source: 'argument', imposed: false });
  }
  const written = dialect?.limit?.written;
  const inside = written === undefined ? undefined : valuesAt(split.values, written.arg)[0];
  const match =
    written === undefined || typeof inside !== 'string' ? null : new RegExp(written.pattern, 'i').exec(inside);
  if (match?.[1] !== undefined)
    found.push({
      value: Number(match[1]),
      at: { path: `args.${written?.arg}`, value: match[0].trim() },
      source: 'argument',
      imposed: false,
    });
  const { sql, shell, graphql } = commands;
  if (sql !== null && sql.limit !== null)
    found.push({
      value: sql.limit,
      at: { path: commands.sqlAt ?? 'args', value: `LIMIT ${sql.limit}` },
      source: 'argument',
      imposed: false,
    });
  if (shell !== null && shell.limit !== null) {
    const source = shell.asked ? 'argument' : 'dialect';
    found.push({
      value: shell.limit,
      at: { path: 'args.command', value: shell.limitWords },
      source,
      imposed: !shell.asked,
    });
  }
  if (graphql !== null && argument === null)
    found.push({
      value: graphql.value,
      at: { path: graphql.at, value: graphql.value },
      source: 'argument',
      imposed: false,
    });
  return found.sort((a, b) => a.value - b.value)[0] ?? null;
}
