/** The WHERE clause that the billing tools share, run over one account's book as it stood on a day. */

import { dayOf, isoDay } from '../calendar';
import { type Book, issuedBy, STATUSES, type Status } from '../world/books';
import { poOf, positionOf } from '../world/invoices';

/** Arguments of the invoice tools. Dates are exclusive: `issued_after` 2026-03-01 begins on 2 March. */
export interface InvoiceArgs {
  account_id: string;
  number?: string;
  po?: string;
  customer?: string;
  status?: Status;
  issued_after?: string;
  issued_before?: string;
}

export interface Selection {
  /** All invoices that match. */
  matched: number;
  /** Positions of the newest of them, newest first, at most the limit. */
  rows: number[];
}

interface Where {
  from: number;
  status: number;
  customer: number;
  po: number;
}

/** SELECT … WHERE … ORDER BY issued_on DESC LIMIT `limit`, and COUNT(*) of the same WHERE. `today` is a day number. */
export function selectInvoices(book: Book, args: InvoiceArgs, today: number, limit: number): Selection {
  const before = args.issued_before === undefined ? today : Math.min(today, dayOf(args.issued_before) - 1);
  let end = issuedBy(book, before);
  const where: Where = {
    from: args.issued_after === undefined ? 0 : issuedBy(book, dayOf(args.issued_after)),
    status: args.status === undefined ? -1 : STATUSES.indexOf(args.status),
    customer: args.customer === undefined ? -1 : customerIndex(args.customer),
    po: args.po === undefined ? -1 : Number(args.po.slice(3)),
  };
  if (args.number !== undefined) {
    const position = positionOf(book, args.number);
    if (position === null || position >= end) return { matched: 0, rows: [] };
    where.from = Math.max(where.from, position);
    end = position + 1;
  }
  return scan(book, where, end, limit);
}

function scan(book: Book, where: Where, end: number, limit: number): Selection {
  const rows: number[] = [];
  let matched = 0;
  for (let i = end - 1; i >= where.from; i -= 1) {
    if (where.status >= 0 && book.status[i] !== where.status) continue;
    if (where.customer >= 0 && book.customer[i] !== where.customer) continue;
    if (where.po >= 0 && poOf(i) !== where.po) continue;
    matched += 1;
    if (rows.length < limit) rows.push(i);
  }
  return { matched, rows };
}

function customerIndex(id: string): number {
  return Number(id.slice(id.lastIndexOf('-') + 1)) - 1;
}

export const issuedOn = (book: Book, index: number): string => isoDay(book.day[index] ?? 0);
