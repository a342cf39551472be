/**
 * The grammars of node-sql-parser, each loaded when the first statement needs it (10 ms and 250 KiB), never before: `createRequire`
 * loads a library here and nothing else, which is why lib/ may import it.
 */

import { createRequire } from 'node:module';

export type Tree = Readonly<Record<string, unknown>>;

type Grammar = 'mysql' | 'postgresql' | 'transactsql' | 'bigquery' | 'snowflake' | 'db2';

interface Parser {
  astify(sql: string): unknown;
}

/** What a text shows of its dialect. The first grammars that match are tried first. */
const SIGNS: readonly [Grammar, RegExp][] = [
  ['transactsql', /\bselect\s+(?:distinct\s+)?top\b|(?:^|[\s,.(])\[[A-Za-z_]/i],
  ['db2', /\bfetch\s+(?:first|next)\b/i],
  ['bigquery', /`[\w-]+\.[\w.*-]+`|\bsafe_|\bunnest\s*\(/i],
  ['snowflake', /\bqualify\b|\bflatten\s*\(|\w:\w+/i],
  ['postgresql', /::|\bilike\b|\$\d|->|~|\bfilter\s*\(|\bdistinct\s+on\b|\blimit\s+all\b|\boffset\s+\d+\s+limit\b/i],
];
const USUAL: readonly Grammar[] = ['mysql', 'postgresql', 'snowflake'];

/** A long list of values takes a grammar 2 ms a KiB. */
const LONGEST = 6_000;
const DEEPEST = 14;
/** PostgreSQL's grammar doubles its time with each parenthesis around what it does not accept. */
const DEEPEST_POSTGRES = 4;
const TRIES = 3;

const loaded = new Map<Grammar, Parser | null>();

/** The statements of a text as trees, by the first grammar that accepts it; null when none does or the text is too big. */
export function statements(sql: string): Tree[] | null {
  const deep = nesting(sql);
  if (sql.length > LONGEST || deep > DEEPEST) return null;
  const order = new Set([...SIGNS.filter(([, sign]) => sign.test(sql)).map(([grammar]) => grammar), ...USUAL]);
  if (deep > DEEPEST_POSTGRES) order.delete('postgresql');
  for (const grammar of [...order].slice(0, TRIES)) {
    try {
      const found = [parser(grammar)?.astify(sql)].flat().filter(isTree);
      if (found.length > 0) return found;
    } catch {
      // Another dialect, or no SQL.
    }
  }
  return null;
}

function parser(grammar: Grammar): Parser | null {
  const known = loaded.get(grammar);
  if (known !== undefined) return known;
  let made: Parser | null = null;
  try {
    const build: { Parser: new () => Parser } = createRequire(import.meta.url)(`node-sql-parser/build/${grammar}.js`);
    made = new build.Parser();
  } catch {
    // Not installed beside this file: every statement is read by its words.
  }
  loaded.set(grammar, made);
  return made;
}

export function isTree(value: unknown): value is Tree {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function nesting(sql: string): number {
  let depth = 0;
  let most = 0;
  for (const c of sql) {
    if (c === '(') most = Math.max(most, ++depth);
    else if (c === ')') depth--;
  }
  return most;
}
