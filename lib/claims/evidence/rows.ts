/** What the rows of a payload hold, by field: for "17 of them are open", "all are running", "none is failed". */

import { dialectsInUse } from '@/lib/contract/dialects/in-use';
import { pageRows } from '@/lib/contract/read/page-rows';
import type { Evidence } from '@/lib/contract/types';
import { scalarAt, skeleton } from '@/lib/json';
import type { Node } from '@/lib/json/types';
import type { Claim, EvidenceCall } from '../types';
import { normal } from './words';

/** Payloads and rows beyond this are not read into: what stands there is then not found, never guessed. */
const CHARACTERS = 2_000_000;
const ROWS = 3000;
/** Levels of objects below a row that are read. */
const DEPTH = 3;

/** How many rows hold a value, in lower case. */
export interface Rows {
  count: number;
  /** Value → rows that hold it. */
  values: ReadonlyMap<string, number>;
}

const NOTHING: Rows = { count: 0, values: new Map() };

/** The rows of the calls of a walk, read into one. */
export function rowsOf(calls: readonly EvidenceCall[]): Rows {
  const values = new Map<string, number>();
  let count = 0;
  let left = CHARACTERS;
  for (const call of calls) {
    if (call.reading.census !== null) continue;
    const text = call.payload();
    if (text === null || call.reading.shape !== 'list') return NOTHING;
    left -= text.length;
    const page = left < 0 ? null : pageRows(call.tool, call.args, text, dialectsInUse());
    if (page === null || page.cells !== 'json' || count + page.rows.length > ROWS) return NOTHING;
    count += page.rows.length;
    for (const row of page.rows) for (const value of valuesIn(row)) values.set(value, (values.get(value) ?? 0) + 1);
  }
  return { count, values };
}

function valuesIn(row: string): Set<string> {
  const out = new Set<string>();
  const read = (node: Node | null, depth: number): void => {
    if (node?.kind !== 'object') return;
    for (const { key, node: value } of node.entries) {
      if (value.kind === 'object' && depth > 0) read(value, depth - 1);
      else if (value.kind === 'string') out.add(normal(String(scalarAt(row, value)).slice(0, 80)));
      else if (value.kind === 'boolean' && scalarAt(row, value) === true) out.add(normal(key));
    }
  };
  read(skeleton(row), DEPTH);
  return out;
}

/**
 * The one value that a statement narrows its set to, and how many rows hold it; null where it names several, none, or anything that
 * is no value of these rows: then the rows alone do not answer it. `own`: words for what the call returns. `alsoNoun`: "12 admins" may be a value too.
 */
export function valueNamed(
  rows: Rows,
  { noun, qualifiers }: Claim,
  own: ReadonlySet<string>,
  alsoNoun = false,
): { value: string; rows: number } | null {
  const nouns = new Set(noun.map(normal));
  const words = qualifiers.filter((word) => !nouns.has(normal(word)) && !own.has(normal(word)) && !/^\d/.test(word));
  if (alsoNoun && words.length === 0 && noun.length === 1) words.push(...noun);
  const [word] = words;
  const held = word === undefined ? undefined : rows.values.get(normal(word));
  return words.length === 1 && word !== undefined && held !== undefined ? { value: word, rows: held } : null;
}

/** Where the rows stand. */
export function rowsAt(call: EvidenceCall): Evidence {
  return { path: call.reading.rowsPath ?? 'result', value: call.judgement.present };
}
