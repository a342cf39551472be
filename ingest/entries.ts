import { parse } from 'csv-parse/sync';

/** What is wrong with one line or entry; `line` is 1-based, null when it concerns the whole file. */
export interface EntryError {
  line: number | null;
  reason: string;
}

/** One line or object of a file that people made. */
export interface Entry {
  line: number;
  values: Record<string, unknown>;
}

/** Reads CSV with a header line (comma, semicolon or tab) or JSON, of which `listOf` finds the entries. Never throws. */
export function readEntries(
  text: string,
  listOf: (value: unknown) => unknown[],
): { entries: Entry[]; errors: EntryError[] } {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const start = body.trimStart();
  const isJson = start.startsWith('[') || start.startsWith('{');
  return isJson ? jsonEntries(body, listOf) : csvEntries(body);
}

function csvEntries(text: string): { entries: Entry[]; errors: EntryError[] } {
  const errors: EntryError[] = [];
  try {
    let columns: string[] | null = null;
    const entries: Entry[] = [];
    parse(text, {
      delimiter: delimiterOf(text.trimStart().split(/\r?\n/, 1)[0] ?? ''),
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      on_record: (fields: string[], { lines: line }) => {
        if (columns === null) columns = fields;
        else if (fields.length === columns.length)
          entries.push({ line, values: Object.fromEntries(columns.map((name, i) => [name, fields[i]])) });
        else errors.push({ line, reason: `${fields.length} fields where the header has ${columns.length}` });
        return null;
      },
    });
    return { entries, errors };
  } catch (error) {
    return { entries: [], errors: [{ line: lineOf(error), reason: `not CSV: ${messageOf(error)}` }] };
  }
}

function jsonEntries(text: string, listOf: (value: unknown) => unknown[]): { entries: Entry[]; errors: EntryError[] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { entries: [], errors: [{ line: null, reason: `not JSON: ${messageOf(error)}` }] };
  }
  const errors: EntryError[] = [];
  const entries: Entry[] = [];
  for (const [i, item] of listOf(value).entries()) {
    if (isObject(item)) entries.push({ line: i + 1, values: item });
    else errors.push({ line: i + 1, reason: 'the entry is not an object' });
  }
  return { entries, errors };
}

export function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return null;
  return value.trim() === '' ? null : value.trim();
}

function delimiterOf(header: string): string {
  const count = (char: string) => header.split(char).length;
  return [',', ';', '\t'].reduce((best, char) => (count(char) > count(best) ? char : best));
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function lineOf(error: unknown): number | null {
  return error instanceof Error && 'lines' in error && typeof error.lines === 'number' ? error.lines : null;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
