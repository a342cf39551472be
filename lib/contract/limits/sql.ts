/** The outer limit of an SQL text, and whether it counts. A tokenizer, so that strings, comments and sub-queries never mislead. */

export interface SqlReading {
  limit: number | null;
  offset: number | null;
  /** The outer select is a bare count of rows: `count(*)`, no GROUP BY. */
  counts: boolean;
  /** A single aggregate row (sum, avg, count …): one row is the whole answer. */
  aggregate: boolean;
  /** A limit of a sub-query under the outer select. */
  innerLimit: number | null;
  /** Table and conditions in one spelling: two statements over the same set share it. Null when the text is no plain select. */
  scope: string | null;
}

type Token = { text: string; kind: 'word' | 'number' | 'string' | 'mark'; depth: number };

const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[A-Za-z_][\w ]*\]|\$\$[\s\S]*?\$\$|\d+(?:\.\d+)?|[A-Za-z_@#$][\w@#$.]*|[^\s]/g;

function tokens(sql: string): Token[] {
  const out: Token[] = [];
  let depth = 0;
  for (const match of sql.slice(0, 50_000).matchAll(TOKEN)) {
    const text = match[0];
    if (text.startsWith('--') || text.startsWith('/*')) continue;
    if (text === ')') depth = Math.max(0, depth - 1);
    const kind = /^\d/.test(text)
      ? 'number'
      : /^['$]/.test(text) && text.length > 1 && !/^\$\d/.test(text)
        ? 'string'
        : /^[A-Za-z_@#"`[]/.test(text)
          ? 'word'
          : 'mark';
    out.push({ text: kind === 'word' ? text.toLowerCase().replace(/^["`[]|["`\]]$/g, '') : text, kind, depth });
    if (text === '(') depth++;
  }
  return out;
}

/** Reads a statement; null when the text is no query (no SELECT or WITH at its head). */
export function readSql(sql: string): SqlReading | null {
  const list = tokens(sql);
  while (list.at(-1)?.text === ';') list.pop();
  const head = list[0]?.text;
  if (head !== 'select' && head !== 'with' && head !== '(' && head !== 'from' && head !== 'explain' && head !== 'show')
    return null;
  if (!list.some((token) => token.text === 'select') && head !== 'from') return null;
  const level = head === '(' ? 1 : 0;
  const reading: SqlReading = {
    limit: null,
    offset: null,
    counts: false,
    aggregate: false,
    innerLimit: null,
    scope: null,
  };
  limits(list, level, reading);
  shape(list, level, reading);
  return reading;
}

function value(token: Token | undefined): number | null {
  return token?.kind === 'number' ? Number(token.text) : null;
}

function limits(list: readonly Token[], level: number, reading: SqlReading): void {
  list.forEach((token, i) => {
    if (token.kind !== 'word') return;
    let limit: number | null = null;
    let offset: number | null = null;
    const next = list[i + 1];
    if (token.text === 'limit') {
      limit = value(next);
      const comma = list[i + 2];
      if (limit !== null && comma?.text === ',') {
        offset = limit;
        limit = value(list[i + 3]);
      }
    } else if (token.text === 'top') {
      limit = value(next?.text === '(' ? list[i + 2] : next);
      if (list[i - 1]?.text !== 'select' && list[i - 1]?.text !== 'distinct') limit = null;
    } else if (token.text === 'fetch' && (next?.text === 'first' || next?.text === 'next')) {
      limit = value(list[i + 2]) ?? (/^rows?$/.test(list[i + 2]?.text ?? '') ? 1 : null);
    } else if (token.text === 'offset') offset = value(next);
    else if (token.text === 'rownum' && /^<=?$/.test(list[i + 1]?.text ?? '')) {
      const strict = list[i + 2]?.text !== '=';
      const bound = value(strict ? list[i + 2] : list[i + 3]);
      if (bound !== null) limit = strict ? bound - 1 : bound;
    }
    if (token.depth === level) {
      reading.limit = limit ?? reading.limit;
      reading.offset = offset ?? reading.offset;
    } else if (limit !== null && token.depth > level) reading.innerLimit = limit;
  });
}

const AGGREGATES = new Set([
  'count',
  'sum',
  'avg',
  'min',
  'max',
  'count_big',
  'approx_count_distinct',
  'stddev',
  'variance',
  'total',
  'median',
]);

function shape(list: readonly Token[], level: number, reading: SqlReading): void {
  const outer = list.filter((token) => token.depth === level);
  const select = outer.findIndex((token) => token.text === 'select');
  const from = outer.findIndex((token, i) => token.text === 'from' && i > select);
  if (select < 0) return;
  const columns = outer.slice(select + 1, from < 0 ? undefined : from);
  const grouped = outer.some((token, i) => token.text === 'group' && outer[i + 1]?.text === 'by');
  const united = outer.some((token) => token.text === 'union');
  const parts = split(columns);
  const calls = parts.map((part) => (part[1]?.text === '(' ? (part[0]?.text ?? '') : ''));
  const windowed = columns.some((token) => token.text === 'over');
  reading.aggregate =
    !grouped && !united && !windowed && parts.length > 0 && calls.every((name) => AGGREGATES.has(name));
  reading.counts =
    reading.aggregate &&
    parts.length === 1 &&
    (calls[0] ?? '').startsWith('count') &&
    parts[0]?.[0]?.text !== undefined &&
    !countsDistinct(list, level);
  if (from < 0 || grouped || united || list[0]?.text === 'with') return;
  const rest = outer.slice(from + 1);
  const stop = rest.findIndex((token, i) => ['order', 'limit', 'offset', 'fetch', 'for'].includes(token.text) && i > 0);
  const start = list.indexOf(outer[from] as Token) + 1;
  const last = stop < 0 ? list.length : list.indexOf(rest[stop] as Token);
  const body = list.slice(start, last);
  if (columns.some((token) => token.text === 'distinct')) return;
  if (body.length > 0 && body.length < 400) reading.scope = body.map((token) => token.text).join(' ');
}

function countsDistinct(list: readonly Token[], level: number): boolean {
  const at = list.findIndex((token) => token.depth === level && token.text === 'count');
  return list[at + 2]?.text === 'distinct';
}

function split(columns: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of columns) {
    if (token.text === ',') parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}

/** The first select statement inside a text, such as the one of `psql -c "…"`. */
export function sqlIn(text: string): string | null {
  const match = /\b(?:select|with)\b[\s\S]*$/i.exec(text);
  return match === null ? null : match[0];
}
