import type Database from 'better-sqlite3';
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';

type Row<T extends SQLiteTable> = T['$inferInsert'];

/**
 * A prepared INSERT over all (or the named) columns of a table. Written against better-sqlite3 and not through
 * drizzle's builder: the builder costs more per row than SQLite does.
 */
export class Insert<T extends SQLiteTable> {
  private readonly keys: string[];
  private readonly statement: Database.Statement<unknown[]>;

  constructor(db: Database.Database, table: T, options: { without?: readonly string[]; conflict?: string } = {}) {
    const columns = Object.entries(getTableColumns(table)).filter(([key]) => !options.without?.includes(key));
    this.keys = columns.map(([key]) => key);
    const names = columns.map(([, column]) => `"${column.name}"`);
    this.statement = db.prepare(
      `INSERT INTO "${getTableName(table)}" (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ` +
        (options.conflict ?? ''),
    );
  }

  run(row: Row<T>): Database.RunResult {
    const values = row as Record<string, unknown>;
    const bindings = new Array<unknown>(this.keys.length);
    for (let i = 0; i < bindings.length; i++) bindings[i] = bound(values[this.keys[i] ?? '']);
    return this.statement.run(bindings);
  }
}

/** `ON CONFLICT` clause that takes over every column but the key's. */
export function replaceOn(table: SQLiteTable, key: string): string {
  const names = Object.values(getTableColumns(table)).map((column) => column.name);
  const sets = names.filter((name) => name !== key).map((name) => `"${name}" = excluded."${name}"`);
  return `ON CONFLICT ("${key}") DO UPDATE SET ${sets.join(', ')}`;
}

export function bound(value: unknown): unknown {
  if (value === undefined) return null;
  return typeof value === 'boolean' ? Number(value) : value;
}
