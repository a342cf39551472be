import { declaredColumns, type Mapped, mapColumns } from './csv-columns';
import { cellsOf, delimiterOf, isOpenAfter } from './csv-text';

/** The beginning of a table. */
export interface TableHead extends Mapped {
  header: string[];
  /** Someone said which columns to read. */
  isDeclared: boolean;
}

/** The header of a text that looks like a table: names in its first line, and as many cells in the row below. */
export function tableHead(text: string): TableHead | null {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const first = lines.findIndex((line) => line.trim() !== '');
  const line = lines[first] ?? '';
  if (/^\s*[[{<]/.test(line)) return null;
  const delimiter = delimiterOf(line);
  const header = cellsOf(line, delimiter);
  if ('problem' in header || header.length < 2 || !header.every(isName)) return null;
  const row = firstRow(lines.slice(first + 1), delimiter);
  if (row !== null && row.length !== header.length) return null;
  return { header, isDeclared: Object.keys(declaredColumns()).length > 0, ...mapColumns(header) };
}

/** Whether calls can be read from it. */
export function isReadable({ columns, missing }: TableHead): boolean {
  return columns.tool !== undefined && columns.result !== undefined && missing.length === 0;
}

/** Why a text that looks like a table cannot be read, with its columns and what to write; null when it is something else. */
export function tableProblem(text: string): string | null {
  const table = tableHead(text);
  if (!table || isReadable(table)) return null;
  const { columns, missing, header } = table;
  const wanted = (['tool', 'result'] as const).filter((field) => columns[field] === undefined);
  const lacks =
    missing.length > 0
      ? `it has no column ${list(missing, 'or')}`
      : `no column is known to hold the ${list(wanted, 'or the', '')}`;
  const free = header.filter((_, i) => !Object.values(columns).includes(i));
  const example = ['tool', 'result'].map((field, i) => `${field}=${exampleOf(table, field, free[i])}`).join(',');
  return `it is a table, but ${lacks}. Its columns are: ${header.join(', ')}. Say which is which, such as: capwatch ingest FILE --map ${shellWord(example)}`;
}

function exampleOf({ columns, header }: TableHead, field: string, free: string | undefined): string {
  const at = field === 'tool' ? columns.tool : columns.result;
  return (at === undefined ? free : header[at]) ?? 'COLUMN';
}

function shellWord(text: string): string {
  return /^[\w=,.:/-]+$/.test(text) ? text : `'${text}'`;
}

function list(words: readonly string[], last: string, quote = '"'): string {
  const quoted = words.map((word) => `${quote}${word}${quote}`);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} ${last} ${quoted.at(-1)}`;
}

/** Names of columns are short and begin with a letter; sentences are none. */
function isName(cell: string): boolean {
  return /^\s*[\p{L}_#$@][^\n"{}]{0,59}$/u.test(cell) && cell.trim().split(/\s+/).length <= 5;
}

/** Null where the text ends before the row does. */
function firstRow(lines: readonly string[], delimiter: string): string[] | null {
  let text: string | null = null;
  let open = false;
  for (const line of lines) {
    if (text === null && line.trim() === '') continue;
    text = text === null ? line : `${text}\n${line}`;
    open = isOpenAfter(line, delimiter, open);
    if (!open) break;
  }
  if (text === null || open) return null;
  const cells = cellsOf(text, delimiter);
  return 'problem' in cells ? [] : cells;
}
