/** Which node of a statement's tree is the limit that applies, and what the statement counts. */

import type { SqlReading } from './sql';
import { isTree, type Tree } from './sql-grammars';

/** Reads a text's statements: the one query among them. Of several queries only a limit that all share is known. */
export function readTree(trees: readonly Tree[]): SqlReading | null {
  const queries = trees.filter((tree) => tree.type === 'select');
  const [only, ...more] = queries.map(readSelect);
  if (only === undefined || more.length === 0) return only ?? null;
  const all = [only, ...more];
  const same = all.every((one) => one.limit === only.limit && one.offset === only.offset);
  const limits = all.flatMap((one) => [one.limit, one.innerLimit]).filter((one) => one !== null);
  return {
    limit: same ? only.limit : null,
    offset: same ? only.offset : null,
    counts: false,
    innerLimit: limits.length === 0 ? null : Math.min(...limits),
    scope: null,
  };
}

function readSelect(root: Tree): SqlReading {
  const arms = armsOf(root);
  const united = arms.length > 1;
  const outer = outerLimit(root, arms);
  const columns = list(root.columns).map((column) => (isTree(column) ? column.expr : column));
  const grouped = some(root.groupby);
  const aggregate = !united && !grouped && columns.length > 0 && columns.every(isAggregate);
  const first = bare(columns[0]);
  const counts = aggregate && columns.length === 1 && isCount(first);
  const plain =
    !united && !grouped && !some(root.with) && !some(root.having) && !some(root.qualify) && !distinct(root.distinct);
  const narrowed = isTree(first) && some(first.filter);
  return {
    // One row comes back, whatever the limit says.
    limit: aggregate ? null : outer.limit,
    offset: aggregate ? null : outer.offset,
    counts,
    innerLimit: innerLimit(root, arms),
    scope: plain && !narrowed && some(root.from) ? scopeOf(root) : null,
  };
}

/** The selects that a UNION, EXCEPT or INTERSECT joins. */
function armsOf(root: Tree): Tree[] {
  const arms: Tree[] = [];
  for (let at: unknown = root; isTree(at) && arms.length < 200; at = at._next) arms.push(at);
  return arms;
}

interface Bounds {
  limit: number | null;
  offset: number | null;
}

/** After the last arm without parentheses a limit binds the whole; inside an arm it binds that arm. */
function outerLimit(root: Tree, arms: readonly Tree[]): Bounds {
  const whole = bounds(root._limit);
  if (whole.limit !== null) return { limit: whole.limit, offset: whole.offset ?? bounds(root.limit).offset };
  const last = arms.at(-1) ?? root;
  if (arms.length > 1) return last.parentheses_symbol === true ? whole : bounds(last.limit);
  const own = bounds(root.limit);
  return { limit: own.limit ?? top(root) ?? rownum(root.where), offset: own.offset };
}

/** `LIMIT n`, `LIMIT n OFFSET m`, `LIMIT m, n`, `OFFSET m`, `OFFSET m ROWS FETCH NEXT n ROWS ONLY`. A parameter is no number. */
function bounds(clause: unknown): Bounds {
  if (!isTree(clause)) return { limit: null, offset: null };
  if (isTree(clause.fetch)) {
    const offset = isTree(clause.offset) ? number(clause.offset.value) : null;
    return { limit: number(clause.fetch.value), offset };
  }
  const values = list(clause.value).map(number);
  const [first = null, second = null] = values;
  if (clause.seperator === ',') return { limit: second, offset: first };
  if (clause.seperator === 'offset' && values.length === 1) return { limit: null, offset: first };
  return { limit: first, offset: second };
}

function top(select: Tree): number | null {
  const clause = select.top;
  if (!isTree(clause) || some(clause.percent)) return null;
  return typeof clause.value === 'number' ? clause.value : number(clause.value);
}

/** Oracle: `ROWNUM <= n` as one of the conditions that must all hold. */
function rownum(where: unknown): number | null {
  if (!isTree(where) || where.type !== 'binary_expr') return null;
  if (where.operator === 'AND') return rownum(where.left) ?? rownum(where.right);
  if (columnOf(where.left) !== 'rownum') return null;
  const bound = number(where.right);
  if (bound === null) return null;
  return where.operator === '<=' ? bound : where.operator === '<' ? bound - 1 : null;
}

function innerLimit(root: Tree, arms: readonly Tree[]): number | null {
  const outermost = arms.length > 1 && root._limit === undefined ? arms.at(-1) : null;
  const found: number[] = [];
  const visit = (node: unknown, depth: number): void => {
    if (depth > 80 || node === null || typeof node !== 'object') return;
    if (Array.isArray(node)) {
      for (const one of node) visit(one, depth + 1);
      return;
    }
    if (!isTree(node)) return;
    const arm = arms.length > 1 && arms.includes(node) && !(node === outermost && node.parentheses_symbol !== true);
    if (node.type === 'select' && (arm || !arms.includes(node))) {
      const limit = bounds(node.limit).limit ?? top(node) ?? rownum(node.where);
      if (limit !== null) found.push(limit);
    }
    for (const [key, child] of Object.entries(node)) if (key !== 'loc') visit(child, depth + 1);
  };
  visit(root, 0);
  return found.length === 0 ? null : Math.min(...found);
}

const FUNCTIONS = /^(?:count|count_big|sum|avg|min|max|total|median|stddev\w*|variance|var_\w+|approx_\w+)$/;

/** An aggregate, or an expression of aggregates and constants: one row whatever the table holds. */
function isAggregate(node: unknown): boolean {
  const expr = bare(node);
  if (!isTree(expr)) return false;
  if (nameOf(expr) !== null && FUNCTIONS.test(nameOf(expr) ?? '')) return !some(expr.over);
  if (expr.type === 'binary_expr')
    return [expr.left, expr.right].every((one) => isAggregate(one) || number(one) !== null) && number(expr) === null;
  if (expr.type !== 'function' || some(expr.over)) return false;
  const args = isTree(expr.args) ? list(expr.args.value) : [];
  return args.some(isAggregate) && args.every((one) => isAggregate(one) || (isTree(one) && columnOf(one) === null));
}

function isCount(expr: unknown): boolean {
  if (!isTree(expr) || !/^count(?:_big)?$/.test(nameOf(expr) ?? '')) return false;
  return !(isTree(expr.args) && some(expr.args.distinct));
}

/** Without the cast around it. */
function bare(node: unknown): unknown {
  return isTree(node) && node.type === 'cast' ? bare(node.expr) : node;
}

function nameOf(expr: Tree): string | null {
  if (expr.type !== 'aggr_func' && expr.type !== 'function') return null;
  if (typeof expr.name === 'string') return expr.name.toLowerCase();
  if (!isTree(expr.name)) return null;
  const part = list(expr.name.name).at(-1) ?? expr.name.schema;
  return isTree(part) && typeof part.value === 'string' ? part.value.toLowerCase() : null;
}

function columnOf(node: unknown): string | null {
  if (!isTree(node) || node.type !== 'column_ref') return null;
  const column = isTree(node.column) && isTree(node.column.expr) ? node.column.expr.value : node.column;
  return typeof column === 'string' ? column.toLowerCase() : null;
}

function distinct(value: unknown): boolean {
  return typeof value === 'string' || (isTree(value) && some(value.type));
}

function number(node: unknown): number | null {
  if (!isTree(node) || (node.type !== 'number' && node.type !== 'bigint')) return null;
  const value = Number(node.value);
  return Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function some(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isTree(value)) return Object.values(value).some(some);
  return value !== null && value !== undefined && value !== false && value !== '';
}

/** Keys that tell of the spelling or of the grammar, not of the set. */
const SPELLING = new Set(['loc', 'parentheses', 'surround', 'tableList', 'columnList', 'array_index', 'isDual']);

/** FROM and WHERE in a spelling that all grammars share: a list and its count may be read by different ones. */
function scopeOf(root: Tree): string | null {
  const text = JSON.stringify([spelled(root.from, 0), spelled(root.where, 0)]);
  return text.length < 20_000 ? text : null;
}

function spelled(node: unknown, depth: number): unknown {
  if (depth > 80) return null;
  if (Array.isArray(node)) return node.map((one) => spelled(one, depth + 1));
  if (typeof node === 'string') return node.toLowerCase();
  if (!isTree(node)) return node;
  const column = columnOf(node);
  if (column !== null) return `${typeof node.table === 'string' ? node.table.toLowerCase() : ''}.${column}`;
  if (typeof node.type === 'string' && node.type.endsWith('string')) return { text: node.value };
  const kept = Object.entries(node).filter(([key, value]) => !SPELLING.has(key) && some(value));
  return Object.fromEntries(
    kept.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, spelled(one, depth + 1)]),
  );
}
