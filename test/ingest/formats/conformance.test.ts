import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formats } from '@/ingest/formats';
import { fixture, readLog } from './read';
import { lines, type Table, tableOf, tablesOf, whyNoAnswers } from './tables';

const FIXTURES = resolve(import.meta.dirname, '../../fixtures');

/** Formats whose logs are no text and have tests of their own kind. */
const IN_OTHER_TESTS: readonly string[] = [];

const read = (format: string, { fixture: name }: Table) => tableOf(name, readLog(fixture(`${format}/${name}`)));

describe.each(formats.map(({ id }) => id).filter((id) => !IN_OTHER_TESTS.includes(id)))('%s', (format) => {
  const tables = tablesOf(format) ?? [];

  test('has fixtures with written calls, answers, sessions and accounts', () => {
    const rows = (kind: RegExp) => tables.flatMap((table) => table.rows.filter(([name = '']) => kind.test(name)));
    expect(rows(/^(call|failed)$/).length, 'calls with ids, tools, arguments and results').toBeGreaterThan(0);
    if (whyNoAnswers(format) === null) expect(rows(/^answer$/).length, 'answers').toBeGreaterThan(0);
    for (const { fixture: name, sessions, accounts } of tables) {
      expect(sessions, `sessions of ${name}`).not.toBeNull();
      expect(accounts, `accounts of ${name}`).not.toBeNull();
    }
  });

  test('no fixture is without its table', () => {
    const files = readdirSync(resolve(FIXTURES, format), { withFileTypes: true });
    const names = files
      .filter((file) => file.isFile() && !/\.(eval|db|gz|zst)$/.test(file.name))
      .map(({ name }) => name);
    expect(tables.map((table) => table.fixture).sort()).toEqual(names.sort());
  });

  test.each(tables.map((table) => [table.fixture, table] as const))('%s reads as it is written', (_, table) => {
    const log = read(format, table);
    expect(lines(log)).toEqual(lines(table));
    expect(log.sessions).toEqual(table.sessions);
    expect(log.accounts).toEqual(table.accounts);
  });
});
