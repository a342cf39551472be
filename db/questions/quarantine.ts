import { sql } from 'drizzle-orm';
import type { Page } from '../filter';
import type { Store } from '../store';

export interface QuarantineRow {
  id: number;
  source: number;
  path: string;
  offset: number;
  length: number;
  reason: string;
  /** The first bytes, read as UTF-8; what is no UTF-8 shows as U+FFFD. Hostile text. */
  text: string;
  /** How many bytes `text` was made of. */
  shown: number;
  at: number;
}

/** What of one source (null: of all) could not be read, in the order of the files. The cursor is the last id. */
export async function quarantine(
  store: Store,
  source: number | null,
  options: { cursor?: string | null; limit?: number } = {},
): Promise<Page<QuarantineRow>> {
  const limit = Math.min(Math.max(options.limit ?? 20, 1), 5000);
  const after = /^\d{1,15}$/.test(options.cursor ?? '') ? Number(options.cursor) : 0;
  const mine = source === null ? sql`1` : sql`q.source = ${source}`;
  const rows = await store.all<Omit<QuarantineRow, 'text' | 'shown'> & { bytes: Buffer }>(
    sql`select q.id, q.source, s.path, q."offset", q.length, q.reason, q.bytes, q.at from quarantine q
      join sources s on s.id = q.source where ${mine} and q.id > ${after} order by q.id limit ${limit + 1}`,
  );
  const count = await store.get<{ n: number }>(sql`select count(*) as n from quarantine q where ${mine}`);
  const page = rows
    .slice(0, limit)
    .map(({ bytes, ...row }) => ({ ...row, text: bytes.toString('utf8'), shown: bytes.length }));
  const last = page.at(-1);
  return {
    rows: page,
    matched: count?.n ?? 0,
    returned: page.length,
    order: 'as they were met',
    next: rows.length > limit && last ? String(last.id) : null,
  };
}
