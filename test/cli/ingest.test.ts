import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { capwatch, ensureBuilt, executable, ownFolder, root } from './run';

const folder = ownFolder();
beforeAll(ensureBuilt);

const fixtures = join(root, 'test/fixtures');
const log = join(folder, 'log.ndjson');
writeFileSync(
  log,
  Array.from({ length: 30 }, (_, n) => {
    const result = { items: Array.from({ length: 10 }, (_, i) => ({ id: i })), total: 10 + n, has_more: n > 0 };
    return `${JSON.stringify({ type: 'call', id: `c-${n}`, ts: Date.UTC(2026, 2, 1, n), account: `acct-${n % 3}`, session: `s-${n}`, tool: 'list_items', args: { page_of: n }, result })}\n`;
  }).join(''),
);

describe('ingest and report', () => {
  test('reads logs, says what it read on stderr, and changes nothing the second time', async () => {
    const home = join(folder, 'home-1');
    const first = await capwatch(['ingest', log, fixtures], { home });
    expect(first).toMatchObject({ code: 0, out: '' });
    expect(first.err).toMatch(/Read \d+ sources: \d+ calls, \d+ answers, .* in quarantine\./);
    const before = await capwatch(['report', '--format', 'json'], { home });
    const again = await capwatch(['ingest', log, fixtures], { home });
    expect(again.err).toContain('Read 0 sources: 0 calls, 0 answers.');
    const after = await capwatch(['report', '--format', 'json'], { home });
    expect({ ...JSON.parse(after.out), as_of: null }).toEqual({ ...JSON.parse(before.out), as_of: null });
  });

  test('--strict ends with 1 when something could not be read', async () => {
    const home = join(folder, 'home-2');
    expect((await capwatch(['ingest', '--strict', log], { home })).code).toBe(0);
    expect((await capwatch(['ingest', '--strict', join(fixtures, 'native/v1.ndjson')], { home })).code).toBe(1);
  });

  test('standard input, twice', async () => {
    const home = join(folder, 'home-3');
    const input = readFileSync(log, 'utf8');
    await capwatch(['ingest', '-'], { home, input });
    const second = await capwatch(['ingest', '-'], { home, input });
    expect(second.err).toContain('0 calls, 0 answers, 30 records known already');
  });

  test('every format of the report holds the same figures', async () => {
    const home = join(folder, 'home-4');
    await capwatch(['ingest', log], { home });
    const [json, csv, md, table] = await Promise.all(
      ['json', 'csv', 'md', 'table'].map((format) => capwatch(['report', '--format', format], { home })),
    );
    const report = JSON.parse(json?.out ?? '');
    expect(Object.keys(report)).toEqual(['from', 'to', 'as_of', 'tools', 'matched', 'returned']);
    const [tool] = report.tools;
    expect(tool).toMatchObject({ tool: 'list_items', calls: 30, capped: 29 });
    const [head = '', row = ''] = (csv?.out ?? '').split('\r\n');
    const cells = Object.fromEntries(head.split(',').map((name, i) => [name, row.split(',')[i]]));
    expect(cells).toMatchObject({
      tool: 'list_items',
      calls: '30',
      capped: '29',
      median_value: String(tool.unseen.median.value),
    });
    expect(md?.out).toContain('| list_items | 30 | 29 | 96.7 % |');
    expect(table?.out).toMatch(/list_items\s+30\s+29\s+96\.7 %/);
    expect(table?.out).toContain('1 of 1 tool');
  });

  test('--from, --to and --tool narrow the report', async () => {
    const home = join(folder, 'home-4');
    const narrow = await capwatch(['report', '--format', 'json', '--from', '2026-03-02', '--to', '2026-03-02'], {
      home,
    });
    expect(JSON.parse(narrow.out).tools[0].calls).toBe(6);
    const other = await capwatch(['report', '--format', 'json', '--tool', 'nothing'], { home });
    expect(JSON.parse(other.out)).toMatchObject({ tools: [], matched: 0 });
    expect(other.err).toContain('No call of nothing');
  });

  test('--accounts takes CSV by column names and tells each bad line', async () => {
    const home = join(folder, 'home-5');
    const accounts = join(folder, 'accounts.csv');
    writeFileSync(
      accounts,
      'Account ID;Company;ARR;Tier\nacct-0;North;"1,200,000";enterprise\nacct-1;South;lots;starter\nacct-2;East;;starter\n',
    );
    const { code, err } = await capwatch(['ingest', '--accounts', accounts, log], { home });
    expect(code).toBe(0);
    expect(err).toContain('2 accounts read from');
    expect(err).toContain('line 3: revenue "lots" is not a number of 0 or more');
    const { out } = await capwatch(['report', '--format', 'json'], { home });
    expect(JSON.parse(out).tools[0].exposure.share).toBe(1);
  });

  test('a second writer is told who holds the store', async () => {
    const home = join(folder, 'home-6');
    const watched = join(folder, 'watched');
    mkdirSync(watched);
    writeFileSync(join(watched, 'a.ndjson'), readFileSync(log));
    const child = spawn(process.execPath, [executable, 'ingest', '--follow', watched], {
      env: { ...process.env, CAPWATCH_HOME: home },
    });
    let said = '';
    child.stderr.on('data', (data) => (said += data));
    await vi.waitFor(() => expect(said).toContain('Following'), { timeout: 20_000 });
    const second = await capwatch(['ingest', log], { home });
    expect(second).toMatchObject({ code: 3, err: expect.stringContaining(`process ${child.pid}`) });
    appendFileSync(join(watched, 'a.ndjson'), '{"type":"call","id":"late","tool":"late_tool","result":[]}\n');
    await vi.waitFor(() => expect(said).toContain('1 call from'), { timeout: 2_000 });
    child.kill('SIGTERM');
    const code = await new Promise((done) => child.on('close', done));
    expect(code).toBe(0);
  });

  test('doctor shows the paths and what is read', async () => {
    const { out } = await capwatch(['doctor'], { home: join(folder, 'home-1') });
    expect(out).toContain(join(folder, 'home-1'));
    expect(out).toContain('Claude Code session');
  });
});
