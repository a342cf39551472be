/**
 * The careful reader for SQL that no grammar accepts (ClickHouse's `LIMIT n BY`, templates, dialects to come) or that is too long
 * for one: words, strings, comments and parentheses only. It knows a limit of the outer select and one below it, and claims nothing
 * else: no count, no scope.
 */

import type { SqlReading } from './sql';

interface Token {
  text: string;
  kind: 'word' | 'number' | 'other';
  depth: number;
}

const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[A-Za-z_][\w ]*\]|\$\$[\s\S]*?\$\$|\d+(?:\.\d+)?|[A-Za-z_@#$][\w@#$.]*|\S/g;

/** Reads a statement by its words; null when there is no SELECT … FROM in it. */
export function readWords(sql: string): SqlReading | null {
  const list = tokens(sql);
  const at = (i: number): string => list[i]?.text ?? '';
  while (at(list.length - 1) === ';') list.pop();
  if (!list.some((token) => token.text === 'select') || !list.some((token) => token.text === 'from')) return null;
  const level = at(0) === '(' ? 1 : 0;
  const several = list.some((token) => token.text === ';');
  const reading: SqlReading = { limit: null, offset: null, counts: false, innerLimit: null, scope: null };
  list.forEach((token, i) => {
    const { limit, offset } = bounds(list, i);
    if (token.depth === level && !several) {
      reading.limit = limit ?? reading.limit;
      reading.offset = offset ?? reading.offset;
    } else if (limit !== null) reading.innerLimit = Math.min(limit, reading.innerLimit ?? limit);
  });
  return reading;
}

function tokens(sql: string): Token[] {
  const out: Token[] = [];
  let depth = 0;
  for (const [text] of sql.slice(0, 50_000).matchAll(TOKEN)) {
    if (text.startsWith('--') || text.startsWith('/*')) continue;
    if (text === ')') depth = Math.max(0, depth - 1);
    const kind = /^\d/.test(text) ? 'number' : /^[A-Za-z_@#]/.test(text) ? 'word' : 'other';
    out.push({ text: kind === 'word' ? text.toLowerCase() : text, kind, depth });
    if (text === '(') depth++;
  }
  return out;
}

/** The limit or offset that the word at `i` begins. */
function bounds(list: readonly Token[], i: number): { limit: number | null; offset: number | null } {
  const text = (k: number): string => list[i + k]?.text ?? '';
  const value = (k: number): number | null => (list[i + k]?.kind === 'number' ? Number(text(k)) : null);
  const none = { limit: null, offset: null };
  if (list[i]?.kind !== 'word') return none;
  if (text(0) === 'limit') {
    const pair = text(2) === ',' && value(3) !== null;
    // `LIMIT n BY column` is a limit of each group.
    if (text(2) === 'by' || text(4) === 'by' || /^(?:%|percent|[-+*/])$/.test(text(2))) return none;
    return pair ? { limit: value(3), offset: value(1) } : { limit: value(1), offset: null };
  }
  if (text(0) === 'top' && /^(?:select|distinct)$/.test(text(-1))) {
    const open = text(1) === '(' ? 1 : 0;
    return text(2 + open * 2) === 'percent' ? none : { limit: value(1 + open), offset: null };
  }
  if (text(0) === 'fetch' && /^(?:first|next)$/.test(text(1))) {
    if (text(3) === 'percent') return none;
    return { limit: value(2) ?? (/^rows?$/.test(text(2)) ? 1 : null), offset: null };
  }
  if (text(0) === 'offset') return { limit: null, offset: value(1) };
  if (text(0) === 'rownum' && text(1) === '<') {
    const bound = text(2) === '=' ? value(3) : value(2);
    return { limit: bound === null ? null : text(2) === '=' ? bound : bound - 1, offset: null };
  }
  return none;
}
