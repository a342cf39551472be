import { type SQL, sql } from 'drizzle-orm';
import { rowCost } from '@/lib/caps/row-cost';
import type { RowCosts } from '@/lib/caps/row-cost-types';
import { dialectsInUse } from '@/lib/contract';
import { type PageRows, pageRows } from '@/lib/contract/read/page-rows';
import { openDoc } from '@/lib/payload/document';
import { indexAt } from '@/lib/payload/rows';
import type { TokenizerName } from '@/lib/tokens/names';
import type { Filter } from '../filter';
import type { Store } from '../store';
import { every, list, wholeHours } from './calls-where';
import { figures } from './figures';

/** Payloads and their characters (UTF-16) read at most: every so-manieth call of the range. */
const MOST = { payloads: 120, candidates: 480, characters: 8_000_000 } as const;

const KEPT = 50;
const measured = new WeakMap<Store, Map<string, Promise<RowCosts | null>>>();

/**
 * What the rows of a tool cost in the slice, measured from its stored payloads: calls evenly spread in time, the same ones
 * each time; what the model was sent where the log has it. Null where no payload with a row is kept. Remembered per
 * store, tool, range and tokenizer until a call of the range comes.
 */
export async function rowCosts(
  store: Store,
  filter: Filter,
  tool: string,
  tokenizer: TokenizerName,
): Promise<RowCosts | null> {
  const where = sliceOf(filter, tool);
  // From the rollups: counting a million calls would cost more than all the rest of a remembered answer.
  const { calls } = (await figures(store, { ...filter, tools: [tool], verdicts: [], caps: 'imposed' })).all;
  if (calls === 0) return null;
  const { from, to } = wholeHours(filter);
  const key = JSON.stringify([tool, from, to, filter.accounts, filter.segments, tokenizer, calls]);
  const kept = measured.get(store) ?? new Map<string, Promise<RowCosts | null>>();
  measured.set(store, kept);
  const before = kept.get(key);
  if (before !== undefined) return before;
  const now = measure(store, where, { tool, tokenizer, calls });
  kept.set(key, now);
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  // A failure is told to who asked and not remembered.
  now.catch(() => kept.delete(key));
  return now;
}

async function measure(
  store: Store,
  where: SQL,
  { tool, tokenizer, calls }: { tool: string; tokenizer: TokenizerName; calls: number },
): Promise<RowCosts | null> {
  const pages = await pagesOf(store, where, tool, calls);
  if (pages.length === 0) return null;
  const { loadTokenizer } = await import('@/lib/tokens/load');
  const { name, count } = await loadTokenizer(tokenizer);
  const cost = rowCost(pages, count);
  return cost && { tokenizer: name, payloads: pages.length, ofCalls: calls, ...cost };
}

async function pagesOf(store: Store, where: SQL, tool: string, calls: number): Promise<PageRows[]> {
  const found = await sampled(store, where, calls);
  const registry = dialectsInUse();
  const pages: PageRows[] = [];
  let characters = 0;
  for (const { id, args, present, path } of found) {
    const text = (await store.payload(id, 'sent')) ?? (await store.payload(id, 'result'));
    if (text === null) continue;
    characters += text.length;
    if (characters > MOST.characters && pages.length > 0) break;
    const read = pageRows(tool, args, text, registry);
    // Who reads here may not know the operator's dialects: the stored reading does.
    const page = read?.rows.length === present ? read : (rowsAt(text, path, present) ?? read);
    if (page !== null && page.rows.length > 0) pages.push(page);
  }
  return pages;
}

/** The rows at the path of a stored reading; null where they are not those that it counted. */
function rowsAt(text: string, path: string | null, present: number): PageRows | null {
  const index = path === null ? null : indexAt(openDoc(text), path);
  if (index?.starts.length !== present) return null;
  const envelope = index.text.slice(0, index.starts[0]) + index.text.slice(index.ends.at(-1));
  const rows = Array.from(index.starts, (start, i) => index.text.slice(start, index.ends[i]));
  return { rows, envelope, cells: 'json', columns: null };
}

interface Sampled {
  id: string;
  args: string;
  present: number;
  path: string | null;
}

/** Calls with rows and a payload, evenly spread; where nearly all have expired, the newest ones. */
async function sampled(store: Store, where: SQL, calls: number): Promise<Sampled[]> {
  const step = Math.max(1, Math.floor(calls / MOST.candidates));
  const rows = sql`r.present > 0 AND EXISTS (SELECT 1 FROM payloads p WHERE p.call_id = r.id)`;
  const spread = await store.all<Sampled>(sql`WITH ranked AS (
      SELECT r.seq, row_number() OVER (ORDER BY r.ts, r.seq) AS n FROM ${CALLS} WHERE ${where})
    SELECT ${SAMPLED} FROM ranked CROSS JOIN calls r ON r.seq = ranked.seq
    WHERE ranked.n % ${step} = 0 AND ${rows} ORDER BY ranked.n`);
  if (spread.length >= MOST.payloads || step === 1) return thinned(spread, MOST.payloads);
  const newest = await store.all<Sampled>(sql`SELECT ${SAMPLED} FROM (
      SELECT r.id, r.args, r.present, r.reading, r.ts, r.seq FROM ${CALLS} WHERE ${where} ORDER BY r.ts DESC, r.seq DESC LIMIT 5000
    ) r WHERE ${rows} ORDER BY r.ts DESC, r.seq DESC LIMIT ${MOST.payloads}`);
  return newest.length > spread.length ? newest : spread;
}

function thinned<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, i) => all[Math.floor((i * all.length) / most)]).filter(
    (one) => one !== undefined,
  );
}

const SAMPLED = sql`r.id, r.args, r.present, json_extract(r.reading, '$.rowsPath') AS path`;
const CALLS = sql`calls r LEFT JOIN accounts a ON a.id = r.account`;

function sliceOf(filter: Filter, tool: string): SQL {
  const { from, to } = wholeHours(filter);
  const where = [sql`r.tool = ${tool} AND r.ts >= ${from} AND r.ts < ${to}`];
  if (filter.accounts.length > 0) where.push(sql`r.account IN ${list(filter.accounts)}`);
  if (filter.segments.length > 0)
    where.push(sql`r.account <> '' AND coalesce(a.segment, '') IN ${list(filter.segments)}`);
  return every(where);
}
