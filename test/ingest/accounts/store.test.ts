import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import { openStore, openWriter } from '@/db/sqlite/open';
import { declareAccounts } from '@/ingest/accounts/naming';
import { adopt, readOtherwise } from '@/ingest/declared';
import { Pipeline } from '@/ingest/pipeline';
import { rereadAll } from '@/ingest/reread';
import { readFile } from '@/ingest/sources/file';
import { scratch } from '../../db/engine';
import { expectRollupsEqualRecount } from '../../db/recount';
import { invoices } from '../records';

const open: { close(): void }[] = [];
afterEach(() => {
  declareAccounts({});
  for (const one of open.splice(0).reverse()) one.close();
});

function fresh() {
  const { folder, remove } = scratch();
  const writer = openWriter(`${folder}/own.db`);
  const store = openStore(writer.path, 'own');
  open.push({ close: remove }, writer, store);
  const pipeline = new Pipeline(writer);
  const read = async (name: string, lines: readonly object[]) => {
    const path = join(folder, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    adopt(writer, {});
    await readFile(path, writer, pipeline, { final: true });
  };
  return { writer, store, pipeline, read };
}

function rows(path: string, query: string): string[] {
  const db = new Database(path, { readonly: true });
  try {
    return db
      .prepare<[], Record<string, unknown>>(query)
      .all()
      .map((row) => Object.values(row).join(' '));
  } finally {
    db.close();
  }
}

const accounts = (path: string) => rows(path, 'SELECT id, account FROM calls ORDER BY id');

const native = (id: string, args: object, more: object = {}) => ({
  type: 'call',
  id,
  session: `s-${id}`,
  tool: 'search_invoices',
  ts: '2026-03-02T09:00:00Z',
  args,
  result: invoices(25),
  ...more,
});

/** Two calls of one Claude Code session, of which the second is made below the folder where it began. */
function coding(session: string, cwd: string): object[] {
  const at = (n: number) => `2026-03-02T09:0${n}:00Z`;
  const asked = (n: number, where: string, input: object) => ({
    type: 'assistant',
    sessionId: session,
    cwd: where,
    timestamp: at(n),
    uuid: `${session}-a${n}`,
    message: { id: `m${n}`, role: 'assistant', content: [{ type: 'tool_use', id: `toolu_${n}`, name: 'Grep', input }] },
  });
  const returned = (n: number, where: string) => ({
    type: 'user',
    sessionId: session,
    cwd: where,
    timestamp: at(n),
    uuid: `${session}-u${n}`,
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `toolu_${n}`, content: 'a.ts\nb.ts' }] },
  });
  const ends = {
    type: 'assistant',
    sessionId: session,
    cwd,
    timestamp: at(3),
    uuid: `${session}-end`,
    message: { id: 'end', role: 'assistant', content: [{ type: 'text', text: 'There are two files.' }] },
  };
  return [
    asked(1, cwd, { pattern: 'x' }),
    returned(1, cwd),
    asked(2, `${cwd}/deep`, { pattern: 'y' }),
    returned(2, `${cwd}/deep`),
    ends,
  ];
}

test('whoever names the account: the log, an argument, the path, or nobody, and then the call is counted all the same', async () => {
  declareAccounts({ paths: ['tenants/{account}'] });
  const { writer, store, read } = fresh();
  await read('a.ndjson', [
    native('1-stated', { account_id: 'argument' }, { account: 'stated' }),
    native('2-argument', { filters: { account_id: 'argument' } }),
    native('3-nobody', { q: 'all' }),
  ]);
  await read('tenants/acme/b.ndjson', [native('4-path', { q: 'all' })]);
  expect(accounts(writer.path)).toEqual(['1-stated stated', '2-argument argument', '3-nobody ', '4-path acme']);
  expect(rows(writer.path, `SELECT id FROM accounts ORDER BY id`)).toEqual(['acme', 'argument', 'stated']);
  await expectRollupsEqualRecount(store);
});

test('a session belongs to the folder in which it began; a resumed one that began elsewhere counts its past once', async () => {
  const { writer, store, read } = fresh();
  await read('one.jsonl', coding('one', '/home/me/shop'));
  await read('two.jsonl', coding('two', '/home/me/other'));
  expect(accounts(writer.path)).toEqual(['toolu_1 folder:/home/me/shop', 'toolu_2 folder:/home/me/shop']);
  expect(rows(writer.path, 'SELECT account FROM answers')).toEqual(['folder:/home/me/shop']);
  await expectRollupsEqualRecount(store);
});

test('a census of calls without an account finds the calls that an argument names', async () => {
  const { writer, read } = fresh();
  const args = { account_id: 'acme', q: 'open' };
  await read('a.ndjson', [
    native('counted', args, { result: invoices(25) }),
    { type: 'census', tool: 'search_invoices', account: '', args, matched: 25 },
  ]);
  expect(rows(writer.path, 'SELECT account, verdict, basis FROM calls')).toEqual(['acme complete census']);
});

test('after the naming changed, --reread names calls that nobody had named and keeps the others', async () => {
  declareAccounts({ defaults: false });
  const { writer, store, pipeline, read } = fresh();
  await read('a.ndjson', [
    native('1-stated', { shop: 's-1' }, { account: 'stated' }),
    native('2-argument', { shop: 's-1' }),
    native('3-nobody', { q: 'all' }),
  ]);
  expect(accounts(writer.path)).toEqual(['1-stated stated', '2-argument ', '3-nobody ']);
  declareAccounts({ defaults: false, arguments: ['shop'] });
  expect(await readOtherwise(store)).toBe(true);
  expect(adopt(writer, {})).toBe(true);
  expect(await rereadAll(writer, pipeline)).toBe(1);
  expect(accounts(writer.path)).toEqual(['1-stated stated', '2-argument s-1', '3-nobody ']);
  expect(await readOtherwise(store)).toBe(false);
  await expectRollupsEqualRecount(store);
});
