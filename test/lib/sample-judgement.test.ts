import { describe, expect, it } from 'vitest';
import { dayOf } from '@/ingest/sample/calendar';
import { Random } from '@/ingest/sample/random';
import type { InvoiceArgs } from '@/ingest/sample/tools/invoice-query';
import { countInvoices, exportInvoices, findInvoiceByPo, searchInvoices } from '@/ingest/sample/tools/invoices';
import { type IncidentArgs, listIncidents } from '@/ingest/sample/tools/list-incidents';
import { listCustomers, listOpenOrders, listPayments } from '@/ingest/sample/tools/lists';
import { runSql } from '@/ingest/sample/tools/run-sql';
import { type FileArgs, searchFiles } from '@/ingest/sample/tools/search-files';
import type { Served } from '@/ingest/sample/tools/served';
import { makeWorld } from '@/ingest/sample/world';
import { type Book, issuedBy } from '@/ingest/sample/world/books';
import { BLOG, makeFiles } from '@/ingest/sample/world/files';
import { makeIncidents, type Service } from '@/ingest/sample/world/incidents';
import { factsOf, poOf } from '@/ingest/sample/world/invoices';
import { parseDialects, Registry, readCall } from '@/lib/contract';
import type { InspectedCall } from '@/lib/inspect';
import type { CallRecord } from '@/lib/records';
import { reviewSession } from '@/lib/session';
import { brief, call, judged } from './judging';

/** What a tool of the sample served, as the log keeps it. */
function served(tool: string, args: object, { result, sent, error }: Served, account = 'acct-1'): CallRecord {
  return call(tool, args, result, { sent: sent ?? null, error: error ?? false, account });
}

const kinds = (one: InspectedCall | undefined): string[] => one?.findings.map((finding) => finding.kind) ?? [];
const saying = (one: InspectedCall | undefined, kind: string): string =>
  one?.findings.find((finding) => finding.kind === kind)?.says ?? '';

describe('list_incidents: 20 declared, 14 received, 340 matched', () => {
  const incidents = makeIncidents(new Random(5, 'incidents'));
  const WEEK = { opened_after: '2026-03-06T17:00:00Z', opened_before: '2026-03-13T17:00:00Z' };
  const WEEK_BEFORE = { opened_after: '2026-02-27T17:00:00Z', opened_before: '2026-03-06T17:00:00Z' };
  const BEFORE = Date.parse('2026-03-06T17:20:00Z');
  const AFTER = Date.parse('2026-03-13T17:20:00Z');
  const list = (args: IncidentArgs, now: number, hidden: readonly Service[] = []): CallRecord =>
    served('list_incidents', args, listIncidents(incidents, args, now, hidden));

  it('is stale in both views, names the stage, and leaves 326 unseen', () => {
    const [one] = judged(list(WEEK, AFTER));
    expect(one && brief(one)).toBe('stale 14 /- exact 326');
    expect(one?.declared).toEqual({ returned: 20, matched: 340, relation: 'exact' });
    expect(kinds(one)).toEqual(expect.arrayContaining(['returned_differs', 'removed_between_views']));
    expect(saying(one, 'returned_differs')).toBe('The model received 14 rows; the result says 20; 340 matched.');
    expect(saying(one, 'removed_between_views')).toContain('6 were removed between the tool and the model');
  });

  it('is stale in the one view that a log of what was sent holds', () => {
    const { sent } = listIncidents(incidents, WEEK, AFTER, []);
    const [one] = judged(call('list_incidents', WEEK, sent ?? ''));
    expect(one && brief(one)).toBe('stale 14 /- exact 326');
    expect(kinds(one)).not.toContain('removed_between_views');
  });

  it('has a cursor that resumes after row 20, not after the last row here', () => {
    const [one] = judged(list(WEEK, AFTER));
    expect(kinds(one)).toContain('cursor_resumes_elsewhere');
    const page = listIncidents(incidents, WEEK, AFTER, []);
    const fetched: { opened_at: string }[] = JSON.parse(page.result).incidents;
    const [received, twentieth] = [fetched[page.seen.length - 1]?.opened_at, fetched.at(-1)?.opened_at];
    expect(page.seen).toHaveLength(14);
    const stale = one?.findings.find((finding) => finding.kind === 'cursor_resumes_elsewhere');
    expect(stale?.evidence.map(({ value }) => value)).toEqual([twentieth, received]);
  });

  it('was flagged, and its cursor right, before the guard', () => {
    const [one] = judged(list(WEEK_BEFORE, BEFORE));
    expect(one && brief(one)).toBe('flagged 20 /- exact 320');
    expect(kinds(one)).toEqual(['more_declared', 'matched_above']);
  });

  it('walked to its end before the guard, has 340 and recovers every page; after it, 6 of every 20 stay unseen', () => {
    const walk = (args: IncidentArgs, now: number): InspectedCall[] => {
      const pages: CallRecord[] = [];
      let cursor: string | null | undefined;
      do {
        const own: IncidentArgs = cursor == null ? args : { ...args, cursor };
        const page = listIncidents(incidents, own, now, []);
        pages.push(served('list_incidents', own, page));
        cursor = page.next;
      } while (cursor !== null);
      return judged(...pages);
    };
    const before = walk(WEEK_BEFORE, BEFORE);
    expect(before).toHaveLength(17);
    expect(before.slice(0, -1).every((one) => one.verdict === 'flagged' && one.recovered)).toBe(true);
    expect(before.at(-1)).toMatchObject({ verdict: 'complete', basis: 'walk', unseen: { kind: 'none' } });
    expect(before.map((one) => one.unseen.rows)).toEqual(Array.from({ length: 17 }, (_, page) => 320 - 20 * page));
    const after = walk(WEEK, AFTER);
    expect(new Set(after.map((one) => one.verdict))).toEqual(new Set(['stale']));
    expect(after.some((one) => one.recovered)).toBe(false);
    expect(after.at(-1)?.unseen).toEqual({ kind: 'exact', rows: 340 - 14 * 17, source: 'declared' });
  });

  it('withheld rows, counted apart, are shown and are no lie', () => {
    const few = { opened_after: '2026-03-06T12:00:00Z', opened_before: '2026-03-06T17:00:00Z' };
    const { matched, withheld } = listIncidents(incidents, few, BEFORE, ['payments', 'checkout', 'search']);
    expect(matched).toBeLessThan(20);
    expect(withheld).toBeGreaterThan(0);
    const [one] = judged(list(few, BEFORE, ['payments', 'checkout', 'search']));
    expect(one?.verdict).toBe('complete');
    expect(kinds(one)).toEqual(['withheld']);
    const [page] = judged(list(WEEK_BEFORE, BEFORE, ['payments']));
    expect(page?.verdict).toBe('flagged');
    expect(kinds(page)).toContain('withheld');
  });
});

describe('search_files: the measurements', () => {
  const files = makeFiles(new Random(9, 'files'));
  const NAMES: FileArgs = { pattern: '*.md', target: 'files', path: BLOG };
  const LIAM: FileArgs = { pattern: 'series:liam', target: 'content', path: BLOG, output_mode: 'files_only' };
  const search = (args: FileArgs): CallRecord => served('search_files', args, searchFiles(files, args));
  const alone = (args: FileArgs): InspectedCall | undefined => judged(search(args))[0];

  it.each([
    ['files, no limit given', NAMES, 'flagged 50 /50 at_least 1', 51],
    ['files, limit 50', { ...NAMES, limit: 50 }, 'flagged 50 /50 at_least 1', 51],
    ['files, limit 200', { ...NAMES, limit: 200 }, 'flagged 200 /200 at_least 1', 201],
    ['files, limit 2000', { ...NAMES, limit: 2000 }, 'complete 635 /2000 none', 635],
    ['content, limit 50', { ...LIAM, limit: 50 }, 'silent 50 /50 unknown', 50],
    ['content, limit 109', { ...LIAM, limit: 109 }, 'silent 109 /109 unknown', 109],
    ['content, limit 500', { ...LIAM, limit: 500 }, 'complete 110 /500 none', 110],
  ] as const)('%s', (_, args, expected, matched) => {
    const one = alone(args);
    expect(one && brief(one)).toBe(expected);
    expect(one?.declared.matched).toBe(matched);
  });

  it('51 is a lower bound, 635 a total, 50 of contents a page, and 111 a count of matches in 110 files', () => {
    expect(alone(NAMES)?.declared.relation).toBe('lower_bound');
    expect(alone({ ...NAMES, limit: 2000 })?.declared.relation).toBe('exact');
    expect(alone({ ...LIAM, limit: 109 })?.declared.relation).toBe('page');
    const count = alone({ ...LIAM, output_mode: 'count', limit: 500 });
    expect(count && brief(count)).toBe('complete 110 /500 none');
    expect(count).toMatchObject({ basis: 'census', declared: { matched: 111, relation: 'exact' } });
  });

  it('in one session, the whole list says what the pages before it did not show: 585, 435, 60 and 1', () => {
    const log = judged(
      search({ ...NAMES, limit: 50 }),
      search({ ...NAMES, limit: 200 }),
      search({ ...NAMES, limit: 2000 }),
      search({ ...LIAM, limit: 50 }),
      search({ ...LIAM, limit: 109 }),
      search({ ...LIAM, output_mode: 'count', limit: 500 }),
    );
    expect(log.map(brief)).toEqual([
      'flagged 50 /50 exact 585',
      'flagged 200 /200 exact 435',
      'complete 635 /2000 none',
      'stale 50 /50 exact 60',
      'stale 109 /109 exact 1',
      'complete 110 /500 none',
    ]);
    expect(log.map((one) => one.recovered)).toEqual([true, true, false, false, false, false]);
  });
});

describe('the invoice tools', () => {
  const world = makeWorld(11, 0.05);
  const today = dayOf('2026-03-12');
  const bySize = [...world.books].sort((a, b) => a.day.length - b.day.length);
  const large = bySize.at(-1) as Book;
  const small = bySize[0] as Book;
  const account_id = large.account.id;
  const search = (args: InvoiceArgs): CallRecord => served('search_invoices', args, searchInvoices(large, args, today));
  const count = (args: InvoiceArgs): CallRecord => served('count_invoices', args, countInvoices(large, args, today));
  const byPo = (po: string): CallRecord =>
    served('find_invoice_by_po', { account_id, po }, findInvoiceByPo(large, { account_id, po }, today));
  const issued = issuedBy(large, today);
  const old = issued - 200;
  const oldPo = `PO-${poOf(old)}`;
  const newest = factsOf(large, issued - 1).issuedOn;
  const oldest = factsOf(large, issued - 25).issuedOn;
  const days = Math.round((Date.parse(newest) - Date.parse(oldest)) / 86_400_000);

  it('search_invoices is silent at 25, and a count says how much was not seen', () => {
    const { matched } = { matched: countInvoices(large, { account_id }, today).count };
    expect(judged(search({ account_id })).map(brief)).toEqual(['silent 25 /25 unknown']);
    expect(judged(search({ account_id }), count({ account_id })).map(brief)).toEqual([
      `silent 25 /25 exact ${matched - 25}`,
      'complete - /- none',
    ]);
    expect(judged(search({ account_id }), count({ account_id, status: 'paid' }))[0]?.unseen.kind).toBe('unknown');
  });

  it('find_invoice_by_po: an absence alone proves nothing', () =>
    expect(judged(byPo(oldPo)).map(brief)).toEqual(['unknown 0 /- unknown']));

  it('its blind window is found where another call showed the row, with the days that 25 rows cover', () => {
    const [, shown, empty] = judged(search({ account_id }), search({ account_id, po: oldPo }), byPo(oldPo));
    expect(shown?.verdict).toBe('complete');
    expect(empty && brief(empty)).toBe('silent 0 /- at_least 1');
    expect(kinds(empty)).toEqual(['row_elsewhere', 'bare_zero', 'blind_window']);
    expect(days).toBeGreaterThan(1);
    expect(saying(empty, 'blind_window')).toContain(`The 25 newest rows cover ${days} days (${oldest} to ${newest})`);
    expect(saying(empty, 'blind_window')).toContain(factsOf(large, old).issuedOn);
  });

  it('is found too where the row was shown afterwards, being dated before', () => {
    const [empty] = judged(byPo(oldPo), search({ account_id, po: oldPo }));
    expect(empty && brief(empty)).toBe('silent 0 /- at_least 1');
    expect(kinds(empty)).not.toContain('blind_window');
  });

  it('is not found from another account, another order, or a row that the window holds', () => {
    const elsewhere = { ...search({ account_id, po: oldPo }), account: 'acct-2' };
    expect(judged(elsewhere, byPo(oldPo))[1]?.verdict).toBe('unknown');
    expect(judged(search({ account_id, po: oldPo }), byPo('PO-99999'))[1]?.verdict).toBe('unknown');
    const recent = byPo(`PO-${poOf(issued - 3)}`);
    expect(judged(search({ account_id }), recent)[1]?.verdict).toBe('complete');
  });

  it('an operator who knows the window says so: the absence is unknown, and the window has rows and days', () => {
    const { dialects, problems } = parseDialects([
      {
        id: 'own_by_po',
        title: 'find_invoice_by_po',
        source: 'operator',
        standing: 'own',
        tool: 'find_invoice_by_po',
        window: 25,
      },
    ]);
    expect(problems).toEqual([]);
    const registry = new Registry(dialects);
    const log = [search({ account_id }), byPo(oldPo), byPo(`PO-${poOf(issued - 3)}`)].map((record, seq) =>
      readCall(record, seq, registry),
    );
    const judgements = [...reviewSession(log, { census: () => null }).values()];
    expect(judgements.map((one) => one.verdict)).toEqual(['silent', 'unknown', 'unknown']);
    const window = judgements[1]?.findings.find((finding) => finding.kind === 'blind_window');
    expect(window?.says).toBe(
      `Only the newest 25 rows were looked at before the filter, which left 0: a match outside this window is not here. The 25 newest rows cover ${days} days (${oldest} to ${newest}).`,
    );
  });

  it('export_invoices refuses, or is whole and says so', () => {
    const refused = judged(served('export_invoices', { account_id }, exportInvoices(large, { account_id }, today)))[0];
    expect(refused && brief(refused)).toBe('refused 0 /- unknown');
    const args = { account_id: small.account.id };
    const whole = judged(served('export_invoices', args, exportInvoices(small, args, today)))[0];
    expect(whole).toMatchObject({ verdict: 'complete', basis: 'declared', present: issuedBy(small, today) });
  });

  it('list_payments answers one question of four, list_customers is a walk, list_open_orders is complete', () => {
    const paid = { account_id, received_after: '2025-01-01' };
    const payments = judged(served('list_payments', paid, listPayments(large, paid, today)))[0];
    expect(payments && brief(payments)).toBe('flagged 30 /- at_least 1');
    const customers = judged(served('list_customers', { account_id }, listCustomers(large, { account_id })))[0];
    expect(customers && brief(customers)).toBe('flagged 50 /- at_least 1');
    const orders = judged(served('list_open_orders', { account_id }, listOpenOrders(large, today)))[0];
    expect(orders).toMatchObject({ verdict: 'complete', basis: 'declared' });
  });

  it('run_sql: the limit stands in the statement, and count(*) of the same conditions settles it', () => {
    const where = `FROM invoices WHERE account_id = '${account_id}' AND status = 'paid'`;
    const run = (sql: string): CallRecord => served('run_sql', { sql }, runSql(world.bookOf, sql, today));
    const { count: paid } = countInvoices(large, { account_id, status: 'paid' }, today);
    const log = judged(
      run(`SELECT number, total_cents ${where} ORDER BY issued_on DESC LIMIT 20`),
      run(`SELECT count(*) ${where}`),
      run(`SELECT nonsense ${where}`),
    );
    expect(log.map(brief)).toEqual([`silent 20 /20 exact ${paid - 20}`, 'complete 1 /- none', 'error 0 /- unknown']);
    expect(log[0]?.limit?.imposed).toBe(false);
  });
});

describe('overhead', () => {
  it('of a contract on a whole result is noise when it is a tenth of it, and none when it is a hundredth', () => {
    const contract = {
      matched: 2,
      returned: 2,
      order_by: 'opened_at DESC, id DESC',
      next_cursor: null,
      has_more: false,
      narrow_by: ['service', 'severity', 'opened_after', 'opened_before', 'commander'],
    };
    const row = (id: number): object => ({ id, note: 'A row of some length. '.repeat(40) });
    const sized = (rows: number): InspectedCall | undefined =>
      judged(
        call(
          'list_y',
          {},
          {
            ...contract,
            matched: rows,
            returned: rows,
            items: Array.from({ length: rows }, (_, id) => row(id)),
          },
        ),
      )[0];
    expect(kinds(sized(1))).toEqual(['contract_noise']);
    expect(saying(sized(1), 'contract_noise')).toMatch(/^\d\d % of this payload is contract/);
    expect(kinds(sized(20))).toEqual([]);
    expect(sized(1)?.verdict).toBe('complete');
  });
});
