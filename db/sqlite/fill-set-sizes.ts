import type Database from 'better-sqlite3';
import { getTableColumns } from 'drizzle-orm';
import { calls } from './schema';
import { fromColumns } from './writer/call-row';
import { SetSizes } from './writer/set-sizes';

const BATCH = 10_000;

/** Counts the calls of a store that was written before `set_sizes` existed. Run inside the migration's transaction. */
export function fillSetSizes(db: Database.Database): void {
  db.exec('DELETE FROM set_sizes; DELETE FROM largest_pages');
  const columns = Object.entries(getTableColumns(calls)).map(([key, { name }]) => `"${name}" AS "${key}"`);
  const next = db.prepare<[number], typeof calls.$inferSelect>(
    `SELECT ${columns.join(', ')} FROM calls WHERE seq > ? ORDER BY seq LIMIT ${BATCH}`,
  );
  const sizes = new SetSizes(db);
  let last = -1;
  for (let rows = next.all(last); rows.length > 0; rows = next.all(last)) {
    for (const row of rows) sizes.count(fromColumns(row), 1);
    sizes.flush();
    last = rows.at(-1)?.seq ?? last;
  }
}
