import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate as runMigrations } from 'drizzle-orm/better-sqlite3/migrator';
import { StoreError } from '../store-error';
import { fillSetSizes } from './fill-set-sizes';

/** How many migrations this program knows; kept in the file as `user_version`. A test holds it to the journal. */
export const SCHEMA_VERSION = 7;

/** The first version with `set_sizes`: older files have calls that are not counted in it yet. */
const SET_SIZES = 5;

/** Version of an open file: 0 when it is new or was not finished. */
export function fileVersion(db: Database.Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}

/** Refuses a file that a newer program wrote; it may hold what this one would misread. */
export function refuseNewer(db: Database.Database, path: string): void {
  const found = fileVersion(db);
  if (found > SCHEMA_VERSION)
    throw new StoreError(
      'newer',
      `${path} was written by a newer Capwatch (schema ${found}, this program knows ${SCHEMA_VERSION}). ` +
        'Upgrade Capwatch; the file was left as it is.',
    );
}

/** Brings a file forward to this program's schema, in one transaction. Nothing is ever dropped or recreated. */
export function migrate(db: Database.Database, path: string): void {
  refuseNewer(db, path);
  const before = fileVersion(db);
  if (before === SCHEMA_VERSION) return;
  runMigrations(drizzle(db), { migrationsFolder: join(packageRoot(), 'db', 'sqlite', 'migrations') });
  db.transaction(() => {
    if (before > 0 && before < SET_SIZES) fillSetSizes(db);
    db.pragma(`user_version = ${SCHEMA_VERSION}`);
  })();
}

/** The folder of Capwatch's own package.json, from wherever this module was bundled to. */
function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name === 'capwatch') return folder;
    const parent = dirname(folder);
    if (parent === folder)
      throw new StoreError('unusable', 'the installed Capwatch package is incomplete: no package.json');
    folder = parent;
  }
}
