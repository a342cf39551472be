import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { configSchema, parseConfig } from '@/cli/config-schema';
import { accountsSchema } from '@/ingest/accounts/schema';
import { csvSchema } from '@/ingest/formats/csv-columns';
import { toolWordsSchema } from '@/lib/contract';
import { dialectSchema } from '@/lib/contract/dialects/schema';
import { capwatch, ensureBuilt, ownFolder, root } from './run';

const folder = ownFolder();
beforeAll(ensureBuilt);

const TOOLS = { find_bills: { limit: 20, filtersAfterLimit: true } };
const DIALECT = {
  id: 'shop_orders',
  tool: 'list_orders',
  rows: { path: 'data.list', unit: 'order' },
  fields: { matched: 'data.sum', relation: 'exact' },
  limit: { default: 20, args: ['page_len'] },
};

const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `r-${i}`, note: 'x'.repeat(200) }));

/** Full pages, a short one under a filter and one without, and orders that hide their total; `times` over. */
function log(times = 1): string {
  const lines: object[] = [];
  for (let i = 0; i < times; i++)
    lines.push(
      call(`full-${i}`, 'find_bills', { status: 'open', week: i }, { bills: rows(20) }),
      call(`short-${i}`, 'mcp__shop__find_bills', { status: 'late', week: i }, { bills: rows(3) }),
      call(`all-${i}`, 'find_bills', {}, { bills: rows(3) }),
      call(`orders-${i}`, 'list_orders', { page_len: 20, week: i }, { data: { list: rows(20), sum: 200 } }),
    );
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function call(id: string, tool: string, args: object, result: object): object {
  return { type: 'call', id, ts: '2026-03-02T09:00:00Z', session: id, tool, args, result };
}

/** A folder with a log and, where given, files of these names. */
function place(name: string, files: Record<string, string> = {}, times = 1): string {
  const here = join(folder, name);
  mkdirSync(here, { recursive: true });
  writeFileSync(join(here, 'log.ndjson'), log(times));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(here, file), text);
  return here;
}

interface Inspected {
  calls: {
    id: string;
    verdict: string;
    limit: { value: number; source: string } | null;
    findings: { kind: string }[];
  }[];
}

async function inspected(here: string, config: string): Promise<Record<string, string>> {
  const { code, out, err } = await capwatch(['inspect', '--json', join(here, 'log.ndjson')], {
    env: { CAPWATCH_CONFIG: config },
  });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const { calls } = JSON.parse(out) as Inspected;
  return Object.fromEntries(
    calls.map(({ id, verdict, limit, findings }) => [
      id,
      [verdict, limit?.value, limit?.source, ...findings.map(({ kind }) => kind)].join(' '),
    ]),
  );
}

function ask<T>(home: string, query: string): T[] {
  const db = new Database(join(home, 'own.db'), { readonly: true });
  try {
    return db.prepare<[], T>(query).all();
  } finally {
    db.close();
  }
}

const sources = (home: string) =>
  ask<{ tool: string; source: string | null; n: number }>(
    home,
    `SELECT tool, limit_source AS source, count(*) AS n FROM calls GROUP BY 1, 2 ORDER BY 1`,
  ).map(({ tool, source, n }) => `${tool} ${source} ${n}`);

const DECLARED = {
  'full-0': 'silent 20 operator full_page',
  'short-0': 'unknown 20 operator blind_window',
  'all-0': 'complete 20 operator',
  'orders-0': 'flagged 20 argument matched_above',
};

describe('what the operator declares reaches every reader', () => {
  const json = JSON.stringify({ tools: TOOLS, dialects: [DIALECT] });
  const module = `export default ${json};`;

  test.each([
    ['json', json],
    ['mjs', module],
    ['js', `module.exports = ${json};`],
    ['ts', `const declared: object = ${json};\nexport default declared;`],
    ['mts', `interface None {}\n${module}`],
  ])('inspect, with capwatch.config.%s', async (ending, text) => {
    const here = place(`as-${ending}`, { [`capwatch.config.${ending}`]: text });
    expect(await inspected(here, here)).toEqual(DECLARED);
  });

  test('without it these calls are judged otherwise', async () => {
    const here = place('bare', { 'none.json': '{}' });
    const bare = await inspected(here, join(here, 'none.json'));
    for (const [id, says] of Object.entries(DECLARED)) if (id !== 'all-0') expect(bare[id]).not.toBe(says);
  });

  test('the data folder is looked in, and the doctor says what is used', async () => {
    const home = place('found', { 'capwatch.config.json': json });
    const { out } = await capwatch(['doctor'], { home });
    expect(out).toContain(`${join(home, 'capwatch.config.json')} adds 1 dialect and words about 1 tool`);
    const without = await capwatch(['doctor'], { home: place('not-found') });
    expect(without.out).toMatch(/ok +config +none/);
  });

  test('ingest, its reading thread, the keys of queries and the census', async () => {
    const home = place('stored', { 'capwatch.config.json': json }, 300);
    const { code, err } = await capwatch(['ingest', join(home, 'log.ndjson')], { home });
    expect(err).toContain('1,200 calls');
    expect(code).toBe(0);
    expect(sources(home)).toEqual([
      'find_bills operator 600',
      'list_orders argument 300',
      'mcp__shop__find_bills operator 300',
    ]);
    // `page_len` is paging by the operator's word, and so no part of the query.
    const { out } = await capwatch(['census', 'export', '--format', 'json', '--tool', 'find_bills'], { home });
    expect((JSON.parse(out) as { matched: number }).matched).toBe(300);
    expect(ask(home, `SELECT count(DISTINCT query) AS n FROM calls WHERE tool = 'find_bills'`)).toEqual([{ n: 301 }]);
  });

  test('the worker, whatever the size of the configuration', async () => {
    const watched = place('watched', {}, 2);
    const home = place('home-of-worker');
    const many = Array.from({ length: 400 }, (_, i) => ({
      ...DIALECT,
      id: `d_${i}`,
      tool: `t_${i}`,
      title: 'x'.repeat(400),
    }));
    const { config, problems } = parseConfig({ tools: TOOLS, dialects: [...many, DIALECT] });
    expect(problems).toEqual([]);
    const worker = fork(join(root, 'dist/worker.js'), [], { stdio: 'ignore' });
    const declared = { dialects: config.dialects, tools: config.tools };
    const orders = { folder: home, watch: [watched], sample: false, found: [], offer: false };
    worker.send({ ...orders, restarts: 0, lastCrash: null, declared });
    await vi.waitFor(() => expect(sources(home)).toContain('find_bills operator 4'), {
      timeout: 20_000,
      interval: 200,
    });
    const ended = once(worker, 'exit');
    worker.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  }, 30_000);

  test('host, port and bands', async () => {
    const text = JSON.stringify({
      port: 4811,
      host: '127.0.0.2',
      bands: [
        { segment: 'small', from: 0 },
        { segment: 'whale', from: 900 },
      ],
    });
    const home = place('settings', { 'capwatch.config.json': text, 'accounts.csv': 'id,revenue\na,1000\nb,10\n' });
    expect((await capwatch(['doctor'], { home })).out).toContain('http://127.0.0.2:4811');
    const environment = { home, env: { CAPWATCH_PORT: '4812' } };
    expect((await capwatch(['doctor'], environment)).out).toContain('http://127.0.0.2:4812');
    expect((await capwatch(['ingest', '--accounts', join(home, 'accounts.csv')], { home })).code).toBe(0);
    expect(ask(home, 'SELECT id, segment FROM accounts ORDER BY id')).toEqual([
      { id: 'a', segment: 'whale' },
      { id: 'b', segment: 'small' },
    ]);
  });
});

describe('calls that were stored before it changed', () => {
  test('are named, and read again when asked', async () => {
    const home = place('changed', {}, 2);
    const ingest = (...args: string[]) => capwatch(['ingest', ...args], { home });
    await ingest(join(home, 'log.ndjson'));
    const doctor = async () => (await capwatch(['doctor'], { home })).out;
    expect(await doctor()).not.toContain('--reread');
    writeFileSync(join(home, 'capwatch.config.json'), JSON.stringify({ tools: TOOLS }));
    expect(await doctor()).toContain('capwatch ingest --reread');
    expect((await ingest(join(home, 'log.ndjson'))).err).toContain('capwatch ingest --reread');
    expect(sources(home)[0]).toBe('find_bills null 4');
    const { code, err } = await ingest('--reread');
    expect(err).toContain('6 stored calls read otherwise than before');
    expect(code).toBe(0);
    expect(sources(home)[0]).toBe('find_bills operator 4');
    expect(await doctor()).not.toContain('--reread');
  });
});

describe('a wrong configuration ends with 2 and names file and place', () => {
  const dialect = { id: 'a', tool: 'a' };
  test.each<[string, unknown, string]>([
    ['an unknown key', { prot: 1 }, 'Unrecognized key: "prot"'],
    [
      'a number',
      { dialects: [dialect, { ...dialect, id: 'b', limit: { default: -1 } }] },
      'dialects[1].limit.default: ',
    ],
    ['a pattern', { dialects: [{ ...dialect, tool: '(' }] }, 'dialects[0].tool: is no regular expression'],
    ['a key of a dialect', { dialects: [{ ...dialect, surprise: 1 }] }, 'dialects[0]: Unrecognized key: "surprise"'],
    ['an id twice', { dialects: [dialect, dialect] }, 'dialects[1].id: "a" is given twice'],
    ['an id of ours', { dialects: [{ ...dialect, id: 'native_search_invoices' }] }, 'comes with Capwatch'],
    ['no condition', { dialects: [{ id: 'a' }] }, 'dialects[0]: nothing tells which results it is for'],
    ['a key of a tool', { tools: { 'my tool': { limt: 1 } } }, 'tools["my tool"]: Unrecognized key: "limt"'],
    ['a port', { port: 70000 }, 'port: a port is 0 to 65535'],
    ['a tokenizer', { tokenizer: 'words' }, 'tokenizer: Invalid option: expected one of "o200k_base"'],
    ['a key of accounts', { accounts: { argument: ['a'] } }, 'accounts: Unrecognized key: "argument"'],
    ['a path without a place', { accounts: { paths: ['a/*'] } }, 'accounts.paths[0]: {account} is missing'],
    ['a field of a CSV', { csv: { tol: 'a' } }, 'csv: Unrecognized key: "tol"'],
    ['no object', [], 'expected object'],
  ])('%s', async (_, config, words) => {
    const here = place('wrong', { 'capwatch.config.json': JSON.stringify(config) });
    const { code, out, err } = await capwatch(['inspect', join(here, 'log.ndjson')], {
      env: { CAPWATCH_CONFIG: here },
    });
    expect(err).toContain(`${join(here, 'capwatch.config.json')}: `);
    expect(err).toContain(words);
    expect([code, out]).toEqual([2, '']);
  });

  test.each([
    ['capwatch.config.json', '{"port":'],
    ['capwatch.config.ts', 'export default {\n  port: ;\n};'],
    ['capwatch.config.mjs', 'throw new Error("no luck");'],
  ])('%s that cannot be read', async (name, text) => {
    const here = place(`broken-${name}`, { [name]: text });
    const env = { CAPWATCH_CONFIG: join(here, name) };
    const { code, err } = await capwatch(['report'], { env });
    expect(err).toContain(name);
    expect(err).not.toMatch(/\n\s+at /);
    expect(code).toBe(2);
    expect((await capwatch(['doctor'], { env })).out).toMatch(/bad +config/);
  });

  test('$CAPWATCH_CONFIG that leads nowhere', async () => {
    const { code, err } = await capwatch(['report'], { env: { CAPWATCH_CONFIG: '/nowhere/x.json' } });
    expect(err).toContain('CAPWATCH_CONFIG in the environment: /nowhere/x.json: there is no such file');
    expect(code).toBe(2);
  });
});

describe('docs/configuration.md', () => {
  const text = readFileSync(join(root, 'docs/configuration.md'), 'utf8');
  const example = (language: string) => new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(text)?.[1] ?? '';

  test('its examples are accepted', async () => {
    const examples = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, one = '']) => JSON.parse(one) as unknown);
    expect(examples).toHaveLength(4);
    for (const one of examples) expect(parseConfig(one).problems).toEqual([]);
    const here = place('documented', { 'capwatch.config.ts': example('ts') });
    await inspected(here, here);
  });

  test('names every key', () => {
    const { limit, rows, fields, census } = dialectSchema.shape;
    const inner = [limit, rows, fields, census].flatMap((part) => Object.keys(part.unwrap().shape));
    const schemas = [configSchema, toolWordsSchema, dialectSchema, accountsSchema, csvSchema];
    const keys = schemas.flatMap((schema) => Object.keys(schema.shape));
    const missing = [...keys, ...inner].filter((key) => !text.includes(`\`${key}\``));
    expect(missing).toEqual([]);
  });
});
