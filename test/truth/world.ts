import { Random } from '@/ingest/sample/random';
import type { JsonValue } from '@/lib/json/types';
import type { CallRecord } from '@/lib/records';
import { CONTRACTS, type Contract, type Served } from './contracts';

/** What is true of one call of the simulated world. */
export interface Truth {
  id: string;
  kind: string;
  /** Fewer whole rows reached the model than match from its offset on. */
  capped: boolean;
  /** A declared fact is contradicted by what the model received. */
  stale: boolean;
  /** Rows that match and did not reach the model. */
  unseen: number;
  /** Whether the log holds what is needed to know the limit. */
  knowable: boolean;
}

interface Tool {
  name: string;
  list: string;
  contract: Contract;
  limit: number;
  /** A server maximum below what agents ask for; null without a clamp. */
  clamp: number | null;
  /** Name of the limit argument; null where the tool has none. */
  argument: string | null;
  /** Sizes of the sets that its queries match. */
  sizes: readonly number[];
}

const LISTS = ['items', 'results', 'records', 'tickets', 'orders', 'documents', 'hosts', 'users'];
const NOUNS = ['ticket', 'order', 'document', 'host', 'user', 'invoice', 'alert', 'build', 'lead', 'parcel'];
const ARGUMENTS = ['limit', 'max_results', 'page_size', 'per_page', 'top_k'];
/** Below 20 rows the pile at a cap cannot be told from an ordinary size: no limit is learned there, by ruling. */
const LIMITS = [20, 25, 30, 40, 50, 75, 100];
/** What a harness leaves where it cut. Without it, cuts of one same length would be the log's, by ruling. */
const MARKER = '\n[OUTPUT TRUNCATED]';
const TRIMMED_TO = 0.7;
const LEARNABLE = 60;

/** A world of tools with random contracts over sets of known size, and what is true of every call of them. */
export function simulate(seed: number, tools: number, calls: number): { records: CallRecord[]; truths: Truth[] } {
  const random = new Random(seed, 'truth');
  const catalogue = Array.from({ length: tools }, (_, i) => makeTool(random, i));
  const records: CallRecord[] = [];
  const truths: Truth[] = [];
  for (let i = 0; i < calls; i++) {
    const tool = catalogue[i % tools] as Tool;
    const { record, truth } = call(random, tool, i, calls / tools);
    records.push(record);
    truths.push(truth);
  }
  return { records, truths };
}

function makeTool(random: Random, index: number): Tool {
  const pick = <T>(list: readonly T[]): T => list[random.int(list.length)] as T;
  const limit = pick(LIMITS);
  const argument = random.chance(0.6) ? pick(ARGUMENTS) : null;
  return {
    name: `find_${pick(NOUNS)}s_${index}`,
    list: pick(LISTS),
    contract: CONTRACTS[index % CONTRACTS.length] as Contract,
    limit,
    clamp: argument !== null && random.chance(0.3) ? limit : null,
    argument,
    // Most sets are small; one in five is larger than the page, some by far. None equals a limit by design.
    sizes: Array.from({ length: 60 }, () =>
      random.chance(0.8) ? random.int(Math.max(2, Math.floor(limit * 0.8))) : limit + 1 + random.int(limit * 20),
    ),
  };
}

function call(random: Random, tool: Tool, index: number, perTool: number): { record: CallRecord; truth: Truth } {
  const query = random.int(tool.sizes.length);
  const matched = tool.sizes[query] as number;
  const asked = tool.argument !== null && random.chance(0.5) ? LIMITS[random.int(LIMITS.length)] : undefined;
  const applied = Math.min(asked ?? tool.limit, tool.clamp ?? Number.POSITIVE_INFINITY);
  const window = Math.min(applied, matched);
  // After its limit the tool drops every third row, so that a short page proves nothing.
  const kept = tool.contract.filters ? passing(window) : window;
  const rows = Array.from(
    { length: kept },
    (_, i): JsonValue => ({ id: `${query}-${i}`, title: `row ${i} of ${query}` }),
  );
  const served: Served = { matched, offset: 0, limit: applied, rows };
  const left = tool.contract.trims && rows.length > 4 ? Math.ceil(rows.length * TRIMMED_TO) : rows.length;
  const body = tool.contract.declare(served, tool.list);
  const text = written(tool, body, left);
  const cut = tool.contract.cuts === true && rows.length > 4;
  const result = cut ? text.slice(0, Math.floor(text.length * (0.5 + random.next() * 0.3))) + MARKER : text;
  // Rows are flat objects without braces in their text: each closing brace ends a whole row.
  const present = cut ? result.split('}').length - 1 : left;
  const unseen = (tool.contract.filters ? passing(matched) : matched) - present;
  return {
    record: record(tool, index, query, asked, result),
    truth: {
      id: `c-${index}`,
      kind: tool.contract.kind,
      capped: unseen > 0,
      stale: cut || left < rows.length,
      unseen,
      knowable:
        asked !== undefined || perTool >= LEARNABLE || tool.contract.declare(served, tool.list).matched !== undefined,
    },
  };
}

/** How many of so many rows pass the filter that runs after the limit. */
function passing(rows: number): number {
  return rows - Math.floor(rows / 3);
}

/** The result as text, after a harness took elements from the end of the list and left the contract as it was. */
function written(tool: Tool, body: Record<string, JsonValue>, left: number): string {
  const key = '' in body ? '' : tool.list;
  const rows = (body[key] as JsonValue[]).slice(0, left);
  return JSON.stringify(key === '' ? rows : { ...body, [key]: rows });
}

function record(tool: Tool, index: number, query: number, asked: number | undefined, result: string): CallRecord {
  const args = {
    query: `q-${query}`,
    ...(asked === undefined || tool.argument === null ? {} : { [tool.argument]: asked }),
  };
  return {
    type: 'call',
    id: `c-${index}`,
    ts: 1_770_000_000_000 + index * 1_000,
    session: `s-${index}`,
    account: `acct-${query % 7}`,
    tool: tool.name,
    args: JSON.stringify(args),
    result,
    sent: null,
    error: false,
    agent: null,
    model: null,
    environment: null,
    version: null,
    durationMs: null,
  };
}
