import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { capwatch, ensureBuilt, ownFolder } from './run';

const home = ownFolder();
const empty = ownFolder();
const hostile = ownFolder();
const MARCH = ['--from', '2026-03-01', '--to', '2026-03-31'];

beforeAll(async () => {
  ensureBuilt();
  expect((await capwatch(['ingest', '--sample'], { home })).code).toBe(0);
}, 300_000);

interface Cap {
  cap: number;
  today: boolean;
  capped: number;
  share: number;
  removed: number;
  median_unseen: { kind: string; value: number };
  total_unseen: { low: number; high: number | null };
  capped_times_median: number;
  accounts: number;
  exposure: { share: number; by_segment: Record<string, { accounts: number }> };
  tokens_per_page: number | null;
}

async function caps(...more: string[]) {
  const { code, out, err } = await capwatch(
    ['caps', 'search_invoices', ...MARCH, '--caps', '25,500', '--format', 'json', ...more],
    { home },
  );
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as { tool: string; calls: number; known: number; caps: Cap[] };
}

describe('the sample month', () => {
  test('tells the figures of the document (C2)', async () => {
    const { tool, calls, caps: rows } = await caps();
    expect([tool, calls]).toEqual(['search_invoices', 41_000]);
    expect(rows.map((row) => [row.cap, row.today])).toEqual([
      [25, true],
      [500, false],
    ]);
    const [today, at500] = rows;
    expect(today).toMatchObject({ capped: 4_900, removed: 0, median_unseen: { kind: 'exact', value: 71 } });
    expect(today?.share.toFixed(3)).toBe('0.120');
    expect(today?.capped_times_median).toBe(347_900);
    expect(at500).toMatchObject({ capped: 160, accounts: 92, median_unseen: { kind: 'exact', value: 1_400 } });
    expect(at500?.share.toFixed(3)).toBe('0.004');
    expect(at500?.removed.toFixed(2)).toBe('0.97');
    expect(at500?.capped_times_median).toBe(224_000);
    expect(at500?.exposure.share.toFixed(2)).toBe('0.31');
    expect(at500?.exposure.by_segment.enterprise?.accounts).toBe(92);
    for (const { accounts } of Object.values({ ...at500?.exposure.by_segment, enterprise: { accounts: 0 } }))
      expect(accounts).toBe(0);
    for (const row of rows) expect(row.total_unseen.low).toBe(row.total_unseen.high);
  });

  test("today's row is what the report says", async () => {
    const [today] = (await caps()).caps;
    const { out } = await capwatch(['report', ...MARCH, '--tool', 'search_invoices', '--format', 'json'], { home });
    const [tool] = (
      JSON.parse(out) as {
        tools: {
          capped: number;
          share: number;
          accounts: number;
          unseen: { total: number; median: object };
          exposure: { share: number };
        }[];
      }
    ).tools;
    expect([today?.capped, today?.share, today?.accounts]).toEqual([tool?.capped, tool?.share, tool?.accounts]);
    expect([today?.median_unseen, today?.total_unseen.low, today?.exposure.share]).toEqual([
      tool?.unseen.median,
      tool?.unseen.total,
      tool?.exposure.share,
    ]);
  });

  test('the table and the memo say the same', async () => {
    const run = (format: string) =>
      capwatch(['caps', 'search_invoices', ...MARCH, '--caps', '25,500', '--format', format], { home });
    const table = await run('table');
    expect(table.err).toContain('This is the sample month');
    expect(table.out).toMatch(/^25 \(today\) +4,900 +12\.0 % +– +71 /m);
    expect(table.out).toMatch(/^500 +160 +0\.4 % +96\.7 % +1,400 /m);
    const memo = await run('md');
    expect(memo.out).toContain('# Should search_invoices return up to 500 rows instead of 25?');
    expect(memo.out).toContain('| 500 | 160 | 0.4 % | 96.7 % | 1,400 |');
    expect(memo.out).toContain('= 224,000 rows at 500, 35.6 % less than today');
    expect(memo.out).toContain('made-up data');
    expect(memo.out).toContain('http://127.0.0.1:4700/tools/search_invoices/caps?');
  });

  test('CSV has a column for each end of a range', async () => {
    const { out } = await capwatch(['caps', 'search_invoices', ...MARCH, '--caps', '500', '--format', 'csv'], { home });
    const [head = '', ...rows] = out
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    const at = (row: number, name: string) => rows[row]?.[head.indexOf(name)];
    expect(rows).toHaveLength(2);
    expect([at(1, 'cap'), at(1, 'capped_low'), at(1, 'capped_high'), at(1, 'accounts_low')]).toEqual([
      '500',
      '160',
      '160',
      '92',
    ]);
  });

  test('without --caps the usual ones are weighed', async () => {
    const { out } = await capwatch(['caps', 'search_invoices', ...MARCH, '--format', 'json'], { home });
    // 167: what 25 % of a window of 200,000 pays for at 298 tokens a row.
    const caps = [25, 50, 100, 167, 200, 500, 1_000];
    expect((JSON.parse(out) as { caps: Cap[] }).caps.map(({ cap }) => cap)).toEqual(caps);
  });

  test('what a page may cost gives a cap of its own: share, reserve and budget (C4)', async () => {
    const granted = async (...more: string[]) =>
      (await caps(...more)).caps.filter(({ cap }) => cap !== 25 && cap !== 500).map(({ cap }) => cap);
    expect(await granted('--share', '50')).toEqual([335]);
    expect(await granted('--share', '50', '--reserve', '40000')).toEqual([268]);
    expect(await granted('--budget', '30000')).toEqual([100]);
    expect(await granted('--budget', '100')).toEqual([]);
  });

  test('tokens a page are measured, with the tokenizer that was asked for or configured', async () => {
    const pages = async (...more: string[]) => (await caps(...more)).caps.map((row) => row.tokens_per_page ?? 0);
    const [usual = 0, at500 = 0] = await pages();
    expect(Math.round(usual / 25)).toBe(298);
    expect(Math.round(at500 / 500)).toBe(298);
    const other = await pages('--tokenizer', 'cl100k_base');
    expect(other).not.toEqual([usual, at500]);
    const args = ['caps', 'search_invoices', ...MARCH, '--caps', '25,500', '--format', 'json'];
    const { out } = await capwatch(args, { home, env: { CAPWATCH_TOKENIZER: 'cl100k_base' } });
    expect((JSON.parse(out) as { caps: Cap[] }).caps.map((row) => row.tokens_per_page)).toEqual(other);
  });
});

describe('wrong input is told in a sentence', () => {
  test.each([
    [['caps'], "missing required argument 'tool'"],
    [['caps', 'serch_invoices'], 'did you mean search_invoices?'],
    [['caps', 'qqqqqqqq'], 'capwatch report lists the tools'],
    [['caps', 'search_invoices', '--caps', '25,many'], '--caps 25,many: a cap is a whole number of rows'],
    [['caps', 'search_invoices', '--caps', '0'], 'a cap is a whole number of rows'],
    [['caps', 'search_invoices', '--caps', ''], '--caps : it names no number'],
    [['caps', 'search_invoices', '--caps', 'imposed'], '--caps imposed: it names no number'],
    [['caps', 'search_invoices', '--window', 'wide'], '--window wide: write a whole number'],
    [['caps', 'search_invoices', '--turns', '0'], '--turns 0: write a whole number'],
    [['caps', 'search_invoices', '--budget', '-5'], '--budget -5: write a whole number'],
    [['caps', 'search_invoices', '--tokenizer', 'words'], '--tokenizer words: the tokenizers are o200k_base'],
    [['caps', 'search_invoices', '--share', '0'], '--share 0: write a percentage above 0'],
    [['caps', 'search_invoices', '--format', 'xml'], 'Allowed choices are table, json, csv, md'],
    [['caps', 'search_invoices', '--from', '2026-03-02', '--to', '2026-03-01'], '--from must be before --to'],
  ])('%j', async (args, words) => {
    const { code, out, err } = await capwatch(args, { home });
    expect(err).toContain(words);
    expect(err).not.toMatch(/\n\s+at /);
    expect([code, out]).toEqual([2, '']);
  });

  test('without data, exit 3', async () => {
    const { code, err } = await capwatch(['caps', 'x'], { home: empty });
    expect([code, err]).toEqual([3, expect.stringContaining('there is no data in')]);
    const own = await capwatch(['caps', 'search_invoices', '--data', 'own'], { home });
    expect([own.code, own.err]).toEqual([3, expect.stringContaining('there is no data of your own yet')]);
  });

  test('a time without calls says so', async () => {
    const args = ['caps', 'search_invoices', '--from', '2020-01-01', '--to', '2020-01-02'];
    const { code, out, err } = await capwatch([...args, '--format', 'json'], { home });
    expect([code, (JSON.parse(out) as { calls: number }).calls]).toEqual([0, 0]);
    expect(err).toContain('No call of search_invoices in this time.');
  });
});

test('a tool whose name is a formula or drives the terminal is only a name', async () => {
  const log = join(hostile, 'calls.ndjson');
  const tool = '=cmd|x\u001b[31m';
  const rows = Array.from({ length: 25 }, (_, id) => ({ id }));
  writeFileSync(log, `${JSON.stringify({ type: 'call', id: 'c', tool, args: { limit: 25 }, result: { rows } })}\n`);
  expect((await capwatch(['ingest', log], { home: hostile })).code).toBe(0);
  const csv = await capwatch(['caps', tool, '--format', 'csv'], { home: hostile });
  expect(csv.code).toBe(0);
  expect(csv.out).toMatch(/^('=cmd|$)/m);
  expect(csv.out).not.toMatch(/^=cmd/m);
  const wrong = await capwatch(['caps', '\u001b[31m=cmd'], { home: hostile });
  expect(wrong.err).not.toContain('\u001b');
});
