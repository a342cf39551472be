import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillSetSizes } from '@/db/sqlite/fill-set-sizes';
import type { Store } from '@/db/store';
import { batches } from './arbitrary';
import { scratch, sqliteEngine } from './engine';
import { worlds } from './questions/caps-world';
import { countAll, inStore } from './questions/caps-world-store';

const CUBE = `SELECT * FROM set_sizes WHERE calls <> 0 ORDER BY tool, account, grain, start, shape, imposed, cap, recovered, standing, size`;
const PAGES = `SELECT * FROM largest_pages WHERE present > 0 ORDER BY tool, day, account`;

async function check(store: Store): Promise<void> {
  const kept = { cube: await store.all(sql.raw(CUBE)), pages: await store.all(sql.raw(PAGES)) };
  const path =
    (await store.all<{ file: string }>(sql`SELECT file FROM pragma_database_list WHERE name = 'main'`))[0]?.file ?? '';
  const { folder, remove } = scratch();
  try {
    const db0 = new Database(path);
    await db0.backup(join(folder, 'copy.db'));
    db0.close();
    const db = new Database(join(folder, 'copy.db'));
    db.transaction(() => fillSetSizes(db))();
    const filled = { cube: db.prepare(CUBE).all(), pages: db.prepare(PAGES).all() };
    db.close();
    expect(kept).toEqual(filled);
  } finally {
    remove();
  }
}

test('set sizes that were kept beside the calls equal those that are filled again: general logs', async () => {
  await fc.assert(
    fc.asyncProperty(batches, async (all) => {
      const engine = sqliteEngine();
      try {
        for (const b of all) engine.write(b);
        await check(engine.store);
      } finally {
        engine.close();
      }
    }),
    { numRuns: 60 },
  );
}, 200_000);
test('the same for logs of caps, before and after counts came', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, (w) =>
      inStore(w, async (store) => {
        await check(store);
        await countAll(store, w);
        await check(store);
      }),
    ),
    { numRuns: 40 },
  );
}, 200_000);
