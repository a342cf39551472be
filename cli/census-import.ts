import { resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import { openWriter } from '@/db/sqlite/open';
import type { Store } from '@/db/store';
import { type Count, readCensusFile } from '@/ingest/census-file';
import { Pipeline } from '@/ingest/pipeline';
import { fingerprintOf } from '@/ingest/sources/identity';
import { queryKey } from '@/lib/contract';
import type { CensusRecord } from '@/lib/records';
import { EXIT, type ExitCode } from './errors';
import { settle } from './ingest';
import { counted, grouped, plain } from './output';
import { progress } from './progress';

const AT_ONCE = 500;
const SHOWN = 20;

/** What became of the lines of a file. */
interface Sorted {
  records: CensusRecord[];
  known: number;
  /** Lines whose query no stored call makes. */
  strangers: string[];
}

/** Imports counts into a store. Says in words what was done; `found` where a line could not be used. */
export async function importCensus(
  store: Store,
  file: string,
  text: string,
): Promise<{ code: ExitCode; lines: string[] }> {
  const { counts, errors, open } = readCensusFile(text);
  const where = errors.map(({ line, reason }) => (line === null ? reason : `line ${line}: ${reason}`));
  const sorted = await sort(store, counts);
  const taken = sorted.records.length === 0 ? 0 : await write(store, file, text, sorted.records);
  const known = sorted.known + sorted.records.length - taken;
  const parts = [
    `${counted(taken, 'count')} taken over`,
    known > 0 ? `${grouped(known)} known already` : '',
    open > 0 ? `${grouped(open)} not answered yet` : '',
    sorted.strangers.length > 0 ? `${grouped(sorted.strangers.length)} of no stored query` : '',
    errors.length > 0 ? `${counted(errors.length, 'line')} could not be used` : '',
  ];
  const lines = [`${parts.filter((part) => part !== '').join(', ')}.`, ...some(where), ...some(sorted.strangers)];
  const useless = counts.length === 0 && open === 0 && errors.length > 0;
  const code = useless ? EXIT.io : errors.length > 0 || sorted.strangers.length > 0 ? EXIT.found : EXIT.done;
  return { code, lines };
}

function some(reasons: readonly string[]): string[] {
  const shown = reasons.slice(0, SHOWN).map((reason) => `  ${plain(reason)}`);
  return reasons.length > SHOWN ? [...shown, `  … ${SHOWN} of ${grouped(reasons.length)} shown`] : shown;
}

async function sort(store: Store, counts: readonly Count[]): Promise<Sorted> {
  const sorted: Sorted = { records: [], known: 0, strangers: [] };
  const now = Date.now();
  for (const count of counts) {
    const found = await queryOf(store, count);
    const { key, tool, args } = count;
    if (found === null && (tool === null || args === null)) {
      sorted.strangers.push(`line ${count.line}: no stored call makes the query ${key ?? `${tool} without args`}`);
      continue;
    }
    if (found === null)
      sorted.strangers.push(`line ${count.line}: no stored call makes this query yet: ${tool} ${args}`);
    const record = found ?? { tool: tool ?? '', args: args ?? '{}', account: count.account };
    if (await stands(store, record, count)) sorted.known++;
    else sorted.records.push({ type: 'census', ...record, matched: count.matched, ts: count.ts ?? now });
  }
  return sorted;
}

/** The stored query that a count speaks of: by key, or by tool, arguments and account. */
async function queryOf(store: Store, count: Count): Promise<Pick<CensusRecord, 'tool' | 'args' | 'account'> | null> {
  const { key, tool, args, account } = count;
  if (key === null) {
    const wanted = queryKey(tool ?? '', args ?? '{}', account ?? '');
    const column = account === null ? sql`any_query` : sql`query`;
    const found = await store.get(sql`SELECT 1 FROM calls WHERE ${column} = ${wanted} LIMIT 1`);
    return found === undefined ? null : { tool: tool ?? '', args: args ?? '{}', account };
  }
  const query = key.replace(/^q-/, '');
  const row = await store.get<{ tool: string; args: string; account: string }>(
    sql`SELECT tool, args, account FROM calls WHERE query = ${query} LIMIT 1`,
  );
  return row ?? null;
}

/** The same number stands already, and is as new. */
async function stands(
  store: Store,
  { tool, args, account }: Pick<CensusRecord, 'tool' | 'args' | 'account'>,
  { matched, ts }: Count,
): Promise<boolean> {
  const before = await store.get<{ matched: number; ts: number | null }>(
    sql`SELECT matched, ts FROM census WHERE query = ${queryKey(tool, args, account ?? '')} AND account IS ${account}`,
  );
  return before !== undefined && before.matched === matched && (ts === null || ts <= (before.ts ?? ts - 1));
}

/** Returns how many counts changed something; a newer count that stands already stays. */
async function write(store: Store, file: string, text: string, records: readonly CensusRecord[]): Promise<number> {
  const writer = openWriter(store.path);
  const shown = progress('Importing counts');
  let taken = 0;
  try {
    const pipeline = new Pipeline(writer);
    const bytes = Buffer.from(text);
    const { id } = pipeline.open({
      kind: file === '-' ? 'stdin' : 'file',
      path: file === '-' ? 'standard input' : resolve(file),
      fingerprint: `census-${fingerprintOf(bytes, bytes.length)}`,
      format: 'census',
      size: bytes.length,
    });
    for (let at = 0; at < records.length; at += AT_ONCE) {
      const part = records.slice(at, at + AT_ONCE);
      const last = at + part.length >= records.length;
      const position = last ? bytes.length : 0;
      const state = {
        position,
        size: bytes.length,
        state: null,
        status: last ? ('done' as const) : ('reading' as const),
      };
      const batch = { source: id, records: part, progress: { ...state, format: 'census' }, sourceTime: Date.now() };
      taken += pipeline.write(batch).census;
      shown.update((at + part.length) / records.length, counted(at + part.length, 'count'));
    }
    await settle(pipeline);
    return taken;
  } finally {
    shown.end();
    writer.close();
  }
}
