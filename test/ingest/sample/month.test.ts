import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { beforeAll, describe, expect, test } from 'vitest';
import { sampleMonth } from '@/ingest/sample';
import { type LoggedCall, type Month, median, readMonth, under } from './read-month';

let month: Month;
beforeAll(() => {
  month = readMonth(sampleMonth());
}, 120_000);

const of = (tool: string): LoggedCall[] => month.others.filter((call) => call.tool === tool);

describe('the sample month: search_invoices', () => {
  test('41,000 calls; 4,900 of them capped at 25, median 71 unseen', () => {
    const { unseen } = under(25, month);
    expect(month.searches).toHaveLength(41_000);
    expect(unseen).toHaveLength(4_900);
    expect(median(unseen)).toBe(71);
    expect((100 * unseen.length) / month.searches.length).toBeCloseTo(12.0, 1);
  });

  test('at 500 it would be 160, median 1,400, on 92 accounts, all enterprise, with 31 % of revenue', () => {
    const { unseen, accounts, revenueShare } = under(500, month);
    expect(unseen).toHaveLength(160);
    expect(median(unseen)).toBe(1_400);
    expect(accounts).toHaveLength(92);
    expect(new Set(accounts.map((account) => account.segment))).toEqual(new Set(['enterprise']));
    expect(Math.abs(revenueShare - 0.31)).toBeLessThan(0.0005);
  });

  test('every full page was counted by the nightly census, with one answer; some full pages were all there was', () => {
    const full = month.searches.filter((search) => search.present === 25);
    expect(full.every(({ key }) => month.census.has(key))).toBe(true);
    expect([...month.census.values()].every((counts) => counts.size === 1)).toBe(true);
    expect(full.length - under(25, month).unseen.length).toBeGreaterThan(10);
    expect(month.searches.every((search) => search.present <= 25)).toBe(true);
  });

  test('a short page holds what matched: no census says otherwise', () => {
    const contradicted = month.searches.filter(({ key, present }) => {
      const [matched = present] = month.census.get(key) ?? [];
      return present < 25 && matched !== present;
    });
    expect(contradicted).toEqual([]);
  });

  test('a row costs 298 tokens on average', () => {
    const tokens = month.rows.reduce((sum, row) => sum + countTokens(row), 0);
    expect(month.rows.length).toBeGreaterThan(10_000);
    expect(Math.round(tokens / month.rows.length)).toBe(298);
  });
});

describe('the sample month: the other tools', () => {
  interface Incidents {
    matched: number;
    returned: number;
    withheld?: number;
    next_cursor?: string | null;
    incidents: { id: number }[];
  }
  const views = (call: LoggedCall) => ({
    tool: call.result as Incidents,
    model: (call.sent ?? call.result) as Incidents,
  });
  const DEPLOY = '2026-03-13T16:05:00';

  test('list_incidents: 20 of 340 with a full contract before the deploy of 13 March, 14 with the same claim after it', () => {
    const wide = of('list_incidents').filter((call) => views(call).model.matched === 340);
    const before = wide.filter((call) => call.ts < DEPLOY).map(views);
    const after = wide.filter((call) => call.ts >= DEPLOY).map(views);
    expect(before.length).toBeGreaterThan(5);
    expect(after.length).toBeGreaterThan(5);
    for (const { model } of before) {
      expect(model.returned).toBe(20);
      expect(model.incidents).toHaveLength(20);
    }
    for (const { model } of after) {
      expect(model.returned).toBe(20);
      expect(model.incidents).toHaveLength(14);
    }
  });

  test('list_incidents: some calls are logged with both views, some with what was sent alone, some with rows withheld', () => {
    const late = of('list_incidents').filter((call) => call.ts >= DEPLOY);
    const trimmed = late.filter((call) => views(call).model.incidents.length < views(call).model.returned);
    expect(trimmed.some((call) => call.sent !== undefined)).toBe(true);
    expect(trimmed.some((call) => call.sent === undefined)).toBe(true);
    expect(of('list_incidents').filter((call) => (views(call).model.withheld ?? 0) > 0).length).toBeGreaterThan(20);
    for (const call of of('list_incidents').filter((one) => one.ts < DEPLOY)) {
      expect(views(call).model.incidents).toHaveLength(views(call).model.returned);
    }
  });

  test('search_files: each of the measured calls was made', () => {
    const measured = of('search_files').map((call) => {
      const { files, counts, total_count, truncated } = call.result as Record<string, unknown>;
      const rows = Array.isArray(files) ? files.length : Object.keys((counts ?? {}) as object).length;
      const { target, pattern, path, limit, output_mode } = call.args;
      return `${path} ${pattern} ${target} ${output_mode ?? ''} ${limit ?? ''}: ${rows} ${total_count} ${truncated ?? ''}`;
    });
    const blog = 'content/blog';
    for (const line of [
      `${blog} *.md files  : 50 51 true`,
      `${blog} *.md files  200: 200 201 true`,
      `${blog} *.md files  2000: 635 635 `,
      `${blog} series:liam content files_only 50: 50 50 `,
      `${blog} series:liam content files_only 109: 109 109 `,
      `${blog} series:liam content files_only 500: 110 110 `,
      `${blog} series:liam content count 500: 110 111 `,
    ]) {
      expect(measured).toContain(line);
    }
  });

  test('find_invoice_by_po says that there is nothing, also of orders that search_invoices showed on the same account', () => {
    const empty = of('find_invoice_by_po').filter(
      (call) => (call.result as { invoices: unknown[] }).invoices.length === 0,
    );
    const contradicted = empty.filter((call) => month.orders.has(`${call.account} ${call.args.po}`));
    expect(empty.length).toBeGreaterThan(100);
    expect(contradicted.length).toBeGreaterThan(20);
    expect(contradicted.length).toBeLessThan(empty.length);
  });

  test('walks end or are given up, exports are refused, payments have a boolean, counts are counts', () => {
    const more = of('list_customers').map((call) => (call.result as { has_more: boolean }).has_more);
    expect(more.filter(Boolean).length).toBeGreaterThan(50);
    const lastOfSession = new Map(of('list_customers').map((call) => [call.session, call]));
    const ends = [...lastOfSession.values()].map((call) => (call.result as { has_more: boolean }).has_more);
    expect(ends.filter((left) => left).length).toBeGreaterThan(5);
    expect(ends.filter((left) => !left).length).toBeGreaterThan(50);
    const refused = of('export_invoices').filter((call) => call.error);
    expect(refused.length).toBeGreaterThan(10);
    for (const call of refused) expect(call.result).toMatch(/exceeds maximum of 25,000 tokens/);
    expect(
      of('list_payments').filter((call) => (call.result as { truncated: boolean }).truncated).length,
    ).toBeGreaterThan(50);
    for (const call of of('count_invoices')) expect(Object.keys(call.result as object)).toEqual(['count']);
    for (const tool of ['get_account', 'get_invoice', 'send_email', 'list_open_orders', 'run_sql']) {
      expect(of(tool).length, tool).toBeGreaterThan(300);
    }
  });
});

describe('the sample month: the log', () => {
  test('in order of time, within the month, ids unique, about 70,000 records and 200 MB in chunks of whole lines', () => {
    expect(month.outOfOrder).toBe(0);
    expect(month.repeatedIds).toBe(0);
    expect(month.firstTs.slice(0, 10)).toBe('2026-03-01');
    expect(month.lastTs.slice(0, 13)).toBe('2026-04-01T02');
    const records = [...month.records.values()].reduce((left, right) => left + right, 0);
    expect(records).toBeGreaterThan(60_000);
    expect(records).toBeLessThan(75_000);
    expect(month.characters).toBeGreaterThan(150e6);
    expect(month.characters).toBeLessThan(205e6);
    expect(month.wholeLines).toBe(true);
    expect(month.longestChunk).toBeLessThan(65_536 + month.longestLine + 2);
  });

  test('answers right and wrong: the page given as the total, the count given as the total, a hedge', () => {
    const texts = month.answers.map((answer) => answer.text);
    expect(texts).toContain('There were 20 incidents last week, all in payments.');
    expect(texts).toContain('The catalog holds 51 files.');
    expect(texts).toContain('50 Liam posts.');
    expect(texts.some((text) => /^No invoice references PO-\d+\.$/.test(text))).toBe(true);
    expect(texts.filter((text) => /^(There are|I found) 25 .*invoices/.test(text)).length).toBeGreaterThan(100);
    expect(texts.filter((text) => text.startsWith('At least 25;')).length).toBeGreaterThan(50);
    const counts = new Map(
      of('count_invoices').map((call) => [call.session, (call.result as { count: number }).count]),
    );
    const right = month.answers.filter(({ session, text }) => text.includes(` ${counts.get(session)} `));
    expect(right.length).toBeGreaterThan(100);
  });
});
