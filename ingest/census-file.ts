import { type Entry, type EntryError, isObject, readEntries, textOf } from './entries';

/** One count as a person or program gave it: for a query by its key, or by tool, arguments and account. */
export interface Count {
  line: number;
  key: string | null;
  tool: string | null;
  /** Arguments as JSON text. */
  args: string | null;
  /** Null: not said. '' stands for "no account". */
  account: string | null;
  matched: number;
  /** Epoch ms; null when the count says no time. */
  ts: number | null;
}

export interface CensusFile {
  counts: Count[];
  errors: EntryError[];
  /** Lines without a number in `matched`: not answered yet. */
  open: number;
}

/**
 * Reads what `census import` is given: the list that `census export` wrote with `matched` filled in (CSV, JSON or
 * NDJSON), or any table of such columns. Never throws: what cannot be used is an error with its line.
 */
export function readCensusFile(text: string): CensusFile {
  const { entries, errors } = ndjson(text) ?? readEntries(text, listOf);
  const file: CensusFile = { counts: [], errors, open: 0 };
  if (entries.length > 0 && !entries.some(({ values }) => 'matched' in values)) {
    errors.push({ line: null, reason: 'no column "matched"; see capwatch census import --help' });
    return file;
  }
  for (const entry of entries) {
    if (textOf(entry.values.matched) === null) file.open++;
    else take(file, entry);
  }
  errors.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  return file;
}

function take(file: CensusFile, { line, values }: Entry): void {
  const reasons: string[] = [];
  const matched = wholeNumber(textOf(values.matched) ?? '');
  if (matched === null) reasons.push(`matched ${JSON.stringify(values.matched)} is not a whole number of 0 or more`);
  const ts = timeOf(textOf(values.ts));
  if (ts === undefined) reasons.push(`ts ${JSON.stringify(values.ts)} is not a time such as 2026-03-13T17:20:00Z`);
  const args = argsOf(values.args);
  if (args === undefined) reasons.push('args is not a JSON object');
  const key = textOf(values.key);
  const tool = textOf(values.tool);
  if (key === null && tool === null) reasons.push('neither key nor tool says which query was counted');
  if (matched === null || ts === undefined || args === undefined || reasons.length > 0) {
    file.errors.push({ line, reason: reasons.join('; ') });
    return;
  }
  const account = 'account' in values ? (textOf(values.account) ?? '') : null;
  file.counts.push({ line, key, tool, args, account, matched, ts });
}

function wholeNumber(text: string): number | null {
  const plain = text.replaceAll(/[\s_']|,(?=\d{3}(?:\D|$))/g, '');
  const value = /^\d+$/.test(plain) ? Number(plain) : Number.NaN;
  return Number.isSafeInteger(value) ? value : null;
}

function timeOf(text: string | null): number | null | undefined {
  if (text === null) return null;
  const ms = Date.parse(/T\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text) ? `${text}Z` : text);
  return /^\d{4}-\d\d-\d\d/.test(text) && Number.isFinite(ms) ? ms : undefined;
}

/** Arguments as JSON text: an object as it stands, or text that holds one. */
function argsOf(value: unknown): string | null | undefined {
  if (value === undefined || value === null || value === '') return null;
  if (isObject(value)) return JSON.stringify(value);
  if (typeof value !== 'string') return undefined;
  try {
    return isObject(JSON.parse(value)) ? value : undefined;
  } catch {
    return undefined;
  }
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return [];
  return Array.isArray(value.queries) ? value.queries : [value];
}

/** One JSON object a line; null when the text is something else. */
function ndjson(text: string): { entries: Entry[]; errors: EntryError[] } | null {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  const first = lines.find((line) => line.trim() !== '');
  if (first === undefined || !first.trimStart().startsWith('{') || parsed(first) === undefined) return null;
  const entries: Entry[] = [];
  const errors: EntryError[] = [];
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const value = parsed(line);
    if (!isObject(value)) errors.push({ line: i + 1, reason: 'the line is not a JSON object' });
    else if (Array.isArray(value.queries)) return null;
    else entries.push({ line: i + 1, values: value });
  }
  return { entries, errors };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
