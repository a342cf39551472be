import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Band } from '@/db/bands';
import type { Rates } from '@/db/currencies';
import type { Writer } from '@/db/sqlite/open';
import type { Store } from '@/db/store';
import { declaredDialects } from '@/lib/contract';
import { declaredAccounts } from './accounts/naming';

/** The store's note of the dialects that its calls were read with: a hash, '' for none of the operator's, or MIXED. */
const KEY = 'dialects';
const MIXED = 'mixed';

/** What a configuration says of accounts' revenue; what it leaves open stays in the store as it was. */
export interface OfRevenue {
  bands?: readonly Band[] | undefined;
  currencies?: Rates | undefined;
}

/**
 * Brings a store in step with the configuration before calls are read into it. True where it holds calls that were read
 * with other dialects. `now`: epoch ms.
 */
export function adopt(writer: Writer, { bands, currencies }: OfRevenue, now: number = Date.now()): boolean {
  const ours = hashOfDeclared();
  const noted = writer.meta.get(KEY);
  const before = noted ?? '';
  const empty = writer.calls.last() === 0;
  const next = empty || before === ours ? ours : MIXED;
  const sorted = bands && [...bands].sort((a, b) => b.from - a.from);
  writer.transaction(() => {
    if (noted !== next) writer.meta.set(KEY, next, now);
    if (sorted && writer.meta.get('bands') !== JSON.stringify(sorted)) writer.accounts.setBands(sorted, now);
    if (currencies && writer.meta.get('currencies') !== JSON.stringify(currencies))
      writer.accounts.setRates(currencies, now);
  });
  return next === MIXED;
}

/** All calls have been read with the dialects in use. */
export function noteReread(writer: Writer, now: number = Date.now()): void {
  writer.transaction(() => writer.meta.set(KEY, hashOfDeclared(), now));
}

/** True where the store holds calls that were read with other dialects than those in use. */
export async function readOtherwise(store: Store): Promise<boolean> {
  const noted = await store.get<{ value: string }>(sql`SELECT value FROM meta WHERE key = ${KEY}`);
  if ((noted?.value ?? '') === hashOfDeclared()) return false;
  return (await store.get(sql`SELECT 1 FROM calls LIMIT 1`)) !== undefined;
}

/** What to tell people then. */
export const READ_OTHERWISE =
  'calls were stored with other dialects, or other names of accounts, than the configuration has now; read them again with: capwatch ingest --reread';

function hashOfDeclared(): string {
  const { dialects, tools } = declaredDialects();
  const accounts = declaredAccounts();
  const named = Object.keys(accounts).length > 0;
  if (dialects.length === 0 && Object.keys(tools).length === 0 && !named) return '';
  return createHash('sha256')
    .update(JSON.stringify({ dialects, tools, ...(named && { accounts }) }))
    .digest('hex')
    .slice(0, 16);
}
