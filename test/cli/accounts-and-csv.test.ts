import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { capwatch, ensureBuilt, ownFolder, root } from './run';

const folder = ownFolder();
beforeAll(ensureBuilt);

const TABLE = 'what;with;came back;shop\nsearch;"{""merchant"":""m-1"",""limit"":2}";"[{""id"":1},\n{""id"":2}]";s-1\n';
const CONFIG = {
  accounts: { arguments: ['merchant'], paths: ['tenants/{account}/*'] },
  csv: { tool: 'what', args: 'with', result: 'came back' },
};
const MAP = 'tool=what,args=with,result=came back';

function place(name: string, files: Record<string, string>): string {
  const here = join(folder, name);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(here, file, '..'), { recursive: true });
    writeFileSync(join(here, file), text);
  }
  return here;
}

function accounts(home: string): string[] {
  if (!existsSync(join(home, 'own.db'))) return [];
  const db = new Database(join(home, 'own.db'), { readonly: true });
  try {
    return db
      .prepare<[], { tool: string; account: string; n: number }>(
        'SELECT tool, account, count(*) AS n FROM calls GROUP BY 1, 2 ORDER BY 1, 2',
      )
      .all()
      .map(({ tool, account, n }) => `${tool} ${account} ${n}`);
  } finally {
    db.close();
  }
}

const native = (count: number, args: object) =>
  Array.from({ length: count }, (_, i) => {
    const result = { rows: [{ id: i, note: 'x'.repeat(2_000) }] };
    return `${JSON.stringify({ type: 'call', id: `n-${i}`, tool: 'look', args: { ...args, i }, result })}\n`;
  }).join('');

describe('how accounts are named reaches every reader', () => {
  const files = {
    'capwatch.config.json': JSON.stringify(CONFIG),
    'logs/calls.csv': TABLE,
    // Large enough for the thread that reads ahead.
    'logs/tenants/acme/calls.ndjson': native(300, { q: 'x' }),
  };
  const expected = ['look acme 300', 'search m-1 1'];

  test('inspect', async () => {
    const here = place('inspected', files);
    const { out } = await capwatch(['inspect', '--json', join(here, 'logs')], { env: { CAPWATCH_CONFIG: here } });
    const { calls } = JSON.parse(out) as { calls: { tool: string; account: string }[] };
    expect(new Set(calls.map(({ tool, account }) => `${tool} ${account}`))).toEqual(
      new Set(['look acme', 'search m-1']),
    );
  });

  test('ingest', async () => {
    const home = place('ingested', files);
    const { code } = await capwatch(['ingest', join(home, 'logs')], { home });
    expect([code, accounts(home)]).toEqual([0, expected]);
  });

  test('the thread that reads ahead keys queries by the same account', async () => {
    const home = place('ahead', {
      ...files,
      'logs/calls.csv': '',
      'logs/tenants/acme/calls.ndjson': native(300, { merchant: 'm' }),
    });
    await capwatch(['ingest', join(home, 'logs')], { home });
    const small = place('behind', { ...files, 'logs/tenants/acme/calls.ndjson': native(3, { merchant: 'm' }) });
    await capwatch(['ingest', join(small, 'logs')], { home: small });
    expect(accounts(home)).toEqual(['look m 300']);
    const query = (of: string) => {
      const db = new Database(join(of, 'own.db'), { readonly: true });
      const found = db.prepare<[], { query: string }>(`SELECT query FROM calls WHERE id = 'n-1'`).get();
      db.close();
      return found?.query;
    };
    expect(query(home)).toBe(query(small));
  });

  test('the worker', async () => {
    const watched = place('watched', files);
    const home = place('home-of-worker', { 'none.txt': '' });
    const worker = fork(join(root, 'dist/worker.js'), [], { stdio: 'ignore' });
    const { accounts: naming, csv } = CONFIG;
    const orders = { folder: home, watch: [join(watched, 'logs')], sample: false, found: [], offer: false };
    worker.send({
      ...orders,
      restarts: 0,
      lastCrash: null,
      declared: { dialects: [], tools: {} },
      accounts: naming,
      csv,
    });
    await vi.waitFor(() => expect(accounts(home)).toEqual(expected), { timeout: 20_000, interval: 200 });
    const ended = once(worker, 'exit');
    worker.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  }, 30_000);
});

describe('a CSV on the command line', () => {
  test('is read with --map, also from standard input, and twice changes nothing', async () => {
    const home = place('mapped', { 'calls.csv': TABLE });
    for (let i = 0; i < 2; i++)
      expect(
        (await capwatch(['ingest', join(home, 'calls.csv'), '--map', MAP, '--map', 'account=shop'], { home })).code,
      ).toBe(0);
    expect(accounts(home)).toEqual(['search s-1 1']);
    const { out } = await capwatch(['inspect', '--json', '-', '--map', MAP], { input: TABLE });
    expect(JSON.parse(out)).toMatchObject({
      calls: [{ tool: 'search', present: 2, verdict: 'silent' }],
      quarantined: [],
    });
  });

  test('without a mapping it is refused with its columns and an example', async () => {
    const here = place('unmapped', { 'calls.csv': TABLE });
    const { code, err } = await capwatch(['inspect', join(here, 'calls.csv')]);
    expect(err).toContain('Its columns are: what, with, came back, shop');
    expect(err).toContain('--map ');
    expect(code).toBe(3);
    const wrong = await capwatch(['inspect', join(here, 'calls.csv'), '--map', 'tol=what']);
    expect(wrong.err).toContain('"tol" is no field');
    expect(wrong.code).toBe(2);
  });
});
