import { dialectsInUse } from '../../contract/dialects/in-use';
import { type PageRows, pageRows } from '../../contract/read/page-rows';
import { scalarAt, skeleton } from '../../json';
import type { EvidenceCall } from '../types';

/** Payloads and rows beyond this are not looked into: evidence inside rows is then not found, never guessed. */
const LONGEST = 4_000_000;
const MOST_ROWS = 3_000;

/** What the rows of a payload hold, read once for all claims of an answer. */
export interface RowFacts {
  text: string;
  rows: string[];
  /** Distinct values of each field, with how many rows hold each. Lines have the fields `file` and `group`. */
  fields: Map<string, Map<string, number>>;
}

/** Reads the rows of calls when a claim first asks. One for each answer. */
export class RowReader {
  private readonly read = new Map<string, RowFacts | null>();

  of(call: EvidenceCall): RowFacts | null {
    const known = this.read.get(call.id);
    if (known !== undefined) return known;
    const facts = factsOf(call);
    this.read.set(call.id, facts);
    return facts;
  }
}

function factsOf(call: EvidenceCall): RowFacts | null {
  const text = call.payload();
  if (text === null || text.length > LONGEST) return null;
  const page = isList(call) ? pageRows(call.tool, call.args, text, dialectsInUse()) : null;
  const rows = (page?.rows ?? []).slice(0, MOST_ROWS);
  return { text, rows, fields: page === null ? new Map() : fieldsOf(page, rows) };
}

function isList({ reading }: EvidenceCall): boolean {
  return reading.shape === 'list' || reading.shape === 'lines';
}

function fieldsOf({ cells }: PageRows, rows: readonly string[]): Map<string, Map<string, number>> {
  const fields = new Map<string, Map<string, number>>();
  const add = (field: string, value: string) => {
    const values = fields.get(field) ?? new Map<string, number>();
    values.set(value, (values.get(value) ?? 0) + 1);
    fields.set(field, values);
  };
  for (const row of rows) {
    if (cells === 'json') {
      const node = skeleton(row);
      if (node?.kind !== 'object') continue;
      for (const { key, node: value } of node.entries)
        if (value.kind === 'string' || value.kind === 'number' || value.kind === 'boolean')
          add(key, String(scalarAt(row, value)));
    } else if (cells === null) {
      const file = /^\s*([^\s:]+):/.exec(row)?.[1];
      if (file !== undefined) add('file', file);
    }
  }
  return fields;
}

/** Lines of a text that begin a group: rows stand indented below them. */
export function groupsIn(text: string): number {
  const lines = text.includes('\\n') && !text.includes('\n') ? text.split('\\n') : text.split('\n');
  const indented = lines.filter((line) => /^\s+\S/.test(line)).length;
  return indented === 0
    ? 0
    : lines.filter((line) => /^[\w./-]+\.\w+$/.test(line.replace(/^.*"/, '').trim()) && !/^\s/.test(line)).length;
}
