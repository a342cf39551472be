import { describe, expect, test } from 'vitest';
import { dayOf } from '@/ingest/sample/calendar';
import { type InvoiceArgs, selectInvoices } from '@/ingest/sample/tools/invoice-query';
import {
  countInvoices,
  exportInvoices,
  findInvoiceByPo,
  getInvoice,
  searchInvoices,
} from '@/ingest/sample/tools/invoices';
import { runSql } from '@/ingest/sample/tools/run-sql';
import { makeWorld } from '@/ingest/sample/world';
import { type Book, issuedBy, STATUSES } from '@/ingest/sample/world/books';
import { customerOf, factsOf, invoiceNumber, poOf } from '@/ingest/sample/world/invoices';

const world = makeWorld(11, 0.05);
const today = dayOf('2026-03-12');
const bySize = [...world.books].sort((left, right) => left.day.length - right.day.length);
const small = bySize[0] as Book;
const large = bySize.at(-1) as Book;

interface Row {
  number: string;
  po_ref: string;
  status: string;
  issued_on: string;
  total_cents: number;
  customer: { id: string };
}

const rowsOf = (result: string): Row[] => (JSON.parse(result) as { invoices: Row[] }).invoices;

/** The same question, answered the slow way from the invoices themselves. */
function bruteForce(book: Book, args: InvoiceArgs): string[] {
  const numbers: string[] = [];
  for (let i = book.day.length - 1; i >= 0; i -= 1) {
    const facts = factsOf(book, i);
    if ((book.day[i] ?? 0) > today) continue;
    if (args.status !== undefined && facts.status !== args.status) continue;
    if (args.customer !== undefined && facts.customer.id !== args.customer) continue;
    if (args.po !== undefined && facts.po !== args.po) continue;
    if (args.number !== undefined && facts.number !== args.number) continue;
    if (args.issued_after !== undefined && facts.issuedOn <= args.issued_after) continue;
    if (args.issued_before !== undefined && facts.issuedOn >= args.issued_before) continue;
    numbers.push(facts.number);
  }
  return numbers;
}

const questions = (book: Book): InvoiceArgs[] => {
  const account_id = book.account.id;
  const middle = book.day.length >> 1;
  return [
    { account_id },
    ...STATUSES.map((status) => ({ account_id, status })),
    { account_id, customer: customerOf(book, 0).id },
    { account_id, customer: customerOf(book, 1).id, status: 'paid' as const },
    { account_id, number: invoiceNumber(book, middle) },
    { account_id, number: 'INV-2026-99999' },
    { account_id, po: `PO-${poOf(middle)}` },
    { account_id, po: 'PO-99999' },
    { account_id, issued_after: '2026-01-31' },
    { account_id, issued_after: '2025-06-30', issued_before: '2026-02-01' },
  ];
};

describe('invoice tools', () => {
  test('search_invoices serves the newest 25 of what the world holds and declares nothing', () => {
    let full = 0;
    for (const book of [small, large, ...world.books.slice(0, 12)]) {
      for (const args of questions(book)) {
        const truth = bruteForce(book, args);
        const { result } = searchInvoices(book, args, today);
        expect(Object.keys(JSON.parse(result) as object)).toEqual(['invoices']);
        expect(rowsOf(result).map((row) => row.number)).toEqual(truth.slice(0, 25));
        expect(countInvoices(book, args, today).result).toBe(`{"count":${truth.length}}`);
        if (truth.length > 25) full += 1;
      }
    }
    expect(full).toBeGreaterThan(5);
  });

  test('nothing issued after today is served, and rows come newest first', () => {
    const rows = rowsOf(searchInvoices(large, { account_id: large.account.id }, today).result);
    const dates = rows.map((row) => row.issued_on);
    expect(dates).toEqual([...dates].sort().reverse());
    expect(dates[0] && dates[0] <= '2026-03-12').toBe(true);
    expect(issuedBy(large, today)).toBeLessThan(large.day.length);
  });

  test('find_invoice_by_po filters after its limit: an old order is not there although it was invoiced', () => {
    const account_id = large.account.id;
    const issued = issuedBy(large, today);
    const recent = `PO-${poOf(issued - 5)}`;
    const old = `PO-${poOf(issued - 200)}`;
    expect(rowsOf(findInvoiceByPo(large, { account_id, po: recent }, today).result).length).toBeGreaterThan(0);
    expect(findInvoiceByPo(large, { account_id, po: old }, today).result).toBe('{"invoices":[]}');
    expect(rowsOf(searchInvoices(large, { account_id, po: old }, today).result).length).toBeGreaterThan(0);
  });

  test('export_invoices gives everything or refuses with the size, never a part', () => {
    const args = { account_id: large.account.id };
    const refused = exportInvoices(large, args, today);
    expect(refused.error).toBe(true);
    expect(JSON.parse(refused.result)).toMatch(/^Error: result of [\d,]+ tokens exceeds maximum of 25,000 tokens/);
    const whole = exportInvoices(small, { account_id: small.account.id }, today);
    const payload = JSON.parse(whole.result) as { total: number; complete: boolean; invoices: unknown[] };
    expect(payload.complete).toBe(true);
    expect(payload.invoices).toHaveLength(issuedBy(small, today));
    expect(payload.total).toBe(payload.invoices.length);
  });

  test('get_invoice is one object, or an error for a number that is not there', () => {
    const account_id = large.account.id;
    const number = invoiceNumber(large, 3);
    expect(JSON.parse(getInvoice(large, { account_id, number }).result)).toMatchObject({ number, currency: 'USD' });
    expect(getInvoice(large, { account_id, number: 'INV-2020-99999' }).error).toBe(true);
  });

  test('run_sql counts, limits and errs like a database', () => {
    const where = `WHERE account_id = '${large.account.id}' AND status = 'paid'`;
    const { matched } = selectInvoices(large, { account_id: large.account.id, status: 'paid' }, today, 0);
    const run = (sql: string) => runSql(world.bookOf, sql, today);
    expect(JSON.parse(run(`SELECT count(*) FROM invoices ${where}`).result)).toEqual({
      columns: ['count'],
      rows: [[matched]],
    });
    const listed = run(`SELECT number, total_cents FROM invoices ${where} ORDER BY issued_on DESC LIMIT 20`);
    expect((JSON.parse(listed.result) as { rows: unknown[] }).rows).toHaveLength(20);
    expect(run(`SELECT number FROM invoice ${where}`).error).toBe(true);
    expect(run(`SELECT nonsense FROM invoices ${where}`).error).toBe(true);
    expect(run('DROP TABLE invoices').error).toBe(true);
  });
});
