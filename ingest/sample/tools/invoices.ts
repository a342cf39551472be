/** The invoice tools: a silent cap of 25, a blind window, a census, one invoice, and an export that refuses. */

import type { Book } from '../world/books';
import { factsOf, invoiceRow, poOf, positionOf } from '../world/invoices';
import { type InvoiceArgs, issuedOn, type Selection, selectInvoices } from './invoice-query';
import { failed, roughTokens, type Served } from './served';

/** The cap of `search_invoices`; nothing in its result says so. */
export const INVOICE_LIMIT = 25;

const EXPORT_BUDGET = 25_000;

export interface InvoicesServed extends Served {
  rows: number[];
}

const envelope = (book: Book, rows: readonly number[]): string =>
  `{"invoices":[${rows.map((index) => invoiceRow(book, index)).join(',')}]}`;

/** `search_invoices`: filters, ORDER BY issued_on DESC LIMIT 25, rows and nothing else. */
export function searchInvoices(book: Book, args: InvoiceArgs, today: number): InvoicesServed {
  const { rows } = selectInvoices(book, args, today, INVOICE_LIMIT);
  return { result: envelope(book, rows), rows };
}

/** `find_invoice_by_po`: fetches the account's newest 25 and looks for the order among them, so older ones are never seen. */
export function findInvoiceByPo(book: Book, args: { account_id: string; po: string }, today: number): InvoicesServed {
  const newest = selectInvoices(book, { account_id: args.account_id }, today, INVOICE_LIMIT).rows;
  const rows = newest.filter((index) => `PO-${poOf(index)}` === args.po);
  return { result: envelope(book, rows), rows };
}

/** `count_invoices`: SELECT count(*). */
export function countInvoices(book: Book, args: InvoiceArgs, today: number): Served & { count: number } {
  const { matched } = selectInvoices(book, args, today, 0);
  return { result: `{"count":${matched}}`, count: matched };
}

/** The nightly job's census: how many rows a search's arguments match, without its limit. */
export function censusOf(book: Book, args: InvoiceArgs, today: number): number {
  return selectInvoices(book, args, today, 0).matched;
}

/** `get_invoice`: one object. */
export function getInvoice(book: Book, args: { account_id: string; number: string }): Served {
  const position = positionOf(book, args.number);
  if (position === null) return failed(`Error: no invoice ${args.number} on account ${args.account_id}.`);
  const facts = factsOf(book, position);
  return {
    result: JSON.stringify({
      number: facts.number,
      po_ref: facts.po,
      status: facts.status,
      issued_on: facts.issuedOn,
      due_on: facts.dueOn,
      total_cents: facts.totalCents,
      currency: 'USD',
      customer: facts.customer.name,
      pdf: `https://files.example/${args.account_id}/${facts.number}.pdf`,
    }),
  };
}

export interface ExportServed extends Served {
  selection: Selection;
}

/** `export_invoices`: all of it, or a refusal that says how large all of it is. */
export function exportInvoices(book: Book, args: InvoiceArgs, today: number): ExportServed {
  const selection = selectInvoices(book, args, today, Number.POSITIVE_INFINITY);
  const rows = selection.rows.map((index) => {
    const facts = factsOf(book, index);
    return `{"number":"${facts.number}","issued_on":"${issuedOn(book, index)}","status":"${facts.status}","total_cents":${facts.totalCents}}`;
  });
  const result = `{"total":${rows.length},"complete":true,"invoices":[${rows.join(',')}]}`;
  const tokens = roughTokens(result);
  if (tokens <= EXPORT_BUDGET) return { result, selection };
  const says = `Error: result of ${tokens.toLocaleString('en-US')} tokens exceeds maximum of ${EXPORT_BUDGET.toLocaleString('en-US')} tokens. Narrow the export with issued_after, status or customer.`;
  return { ...failed(says), selection };
}
