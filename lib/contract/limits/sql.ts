/** The outer limit of an SQL text, and whether it counts: read from the tree of a real grammar, so nothing inside misleads. */

import { statements } from './sql-grammars';
import { readTree } from './sql-tree';
import { readWords } from './sql-words';

export interface SqlReading {
  limit: number | null;
  offset: number | null;
  /** The outer select is a bare count of rows: `count(*)`, no GROUP BY. */
  counts: boolean;
  /** The smallest limit below the outer select: of a sub-query, a CTE or one arm of a UNION. */
  innerLimit: number | null;
  /** Table and conditions in one spelling: two statements over the same set share it. Null when the text is no plain select. */
  scope: string | null;
}

/** Statements that may stand before a query and say nothing about it. */
const BEFORE = /^\s*(?:--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|(?:set|use|begin|start|pragma|attach|load)\b[^;'"]*;)/i;
const QUERY = /^[\s(]*(?:select|with|from)\b/i;

/** Readings by shape: agents write one statement with many values, and a grammar takes a millisecond. */
const REMEMBERED = 500;
const remembered = new Map<string, SqlReading | null>();

/**
 * Reads a statement; null when the text is no query (no SELECT, WITH or FROM at its head; EXPLAIN returns a plan, not rows). Never
 * throws. A text that no grammar accepts, or one too long or too nested for them, is read by its words (`sql-words.ts`).
 */
export function readSql(text: string): SqlReading | null {
  let sql = text.slice(0, 50_000);
  for (let i = 0; i < 20 && BEFORE.test(sql); i++) sql = sql.replace(BEFORE, '');
  if (!QUERY.test(sql) || !/\bselect\b|^\s*from\b/i.test(sql)) return null;
  const { shape, values } = shaped(sql);
  const reading = remembered.get(shape);
  if (reading !== undefined) return filled(reading, values);
  const trees = statements(shape);
  const fresh = trees === null ? readWords(shape) : readTree(trees);
  if (shape.length < 10_000) {
    if (remembered.size >= REMEMBERED) remembered.delete(remembered.keys().next().value ?? '');
    remembered.set(shape, fresh);
  }
  return filled(fresh, values);
}

/** The statement with its strings numbered; as it stands where quotes may mean something else. */
function shaped(sql: string): { shape: string; values: string[] } {
  const values: string[] = [];
  if (/--|\/\*|["`\\#§]|\$\w*\$/.test(sql)) return { shape: sql, values };
  const shape = sql.replace(/'((?:[^']|'')*)'/g, (_, value: string) => `'§${values.push(value) - 1}§'`);
  return { shape, values };
}

function filled(reading: SqlReading | null, values: readonly string[]): SqlReading | null {
  if (reading === null || reading.scope === null || values.length === 0) return reading;
  const at = (index: number): string => JSON.stringify(values[index] ?? '').slice(1, -1);
  return { ...reading, scope: reading.scope.replace(/§(\d+)§/g, (_, i: string) => at(Number(i))) };
}
