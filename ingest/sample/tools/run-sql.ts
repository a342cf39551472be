/** `run_sql`: a read-only window on one table, `invoices`; enough SQL for what billing agents write. */

import { dayOf } from '../calendar';
import { type Book, issuedBy, STATUSES } from '../world/books';
import { factsOf } from '../world/invoices';
import { failed, type Served } from './served';

export interface SqlServed extends Served {
  rows: number;
  /** The first cell, when it is a number: what a COUNT(*) says. */
  scalar: number | null;
}

const SHAPE =
  /^SELECT (?<columns>.+?) FROM (?<table>\w+) WHERE account_id = '(?<account>[\w-]+)'(?: AND status = '(?<status>\w+)')?(?: AND issued_on >= '(?<since>[\d-]+)')?(?: ORDER BY (?<order>\w+) DESC)?(?: LIMIT (?<limit>\d+))?$/;

const COLUMNS: Record<string, (book: Book, index: number) => string | number> = {
  number: (book, index) => factsOf(book, index).number,
  po_ref: (book, index) => factsOf(book, index).po,
  status: (book, index) => factsOf(book, index).status,
  issued_on: (book, index) => factsOf(book, index).issuedOn,
  total_cents: (book, index) => factsOf(book, index).totalCents,
};

/** Runs the statement over the account's book as it stands on a day. Rows beyond LIMIT are not mentioned. */
export function runSql(books: ReadonlyMap<string, Book>, sql: string, today: number): SqlServed {
  const parts = SHAPE.exec(sql)?.groups;
  if (parts === undefined) return { ...failed('Error: syntax error in statement.'), rows: 0, scalar: null };
  if (parts.table !== 'invoices') {
    return { ...failed(`Error: relation "${parts.table}" does not exist.`), rows: 0, scalar: null };
  }
  const book = books.get(parts.account ?? '');
  const positions = book === undefined ? [] : match(book, parts.status, parts.since, today);
  const columns = (parts.columns ?? '').split(', ');
  if (columns[0] === 'count(*)') return table(['count'], [[positions.length]]);
  if (book === undefined || columns.some((column) => COLUMNS[column] === undefined)) {
    return {
      ...failed(`Error: column "${columns.find((c) => !COLUMNS[c]) ?? ''}" does not exist.`),
      rows: 0,
      scalar: null,
    };
  }
  const served = positions.slice(0, parts.limit === undefined ? positions.length : Number(parts.limit));
  return table(
    columns,
    served.map((index) => columns.map((column) => COLUMNS[column]?.(book, index) ?? '')),
  );
}

function match(book: Book, status: string | undefined, since: string | undefined, today: number): number[] {
  const from = since === undefined ? 0 : issuedBy(book, dayOf(since) - 1);
  const wanted = status === undefined ? -1 : (STATUSES as readonly string[]).indexOf(status);
  const positions: number[] = [];
  for (let i = issuedBy(book, today) - 1; i >= from; i -= 1) {
    if (status === undefined || book.status[i] === wanted) positions.push(i);
  }
  return positions;
}

function table(columns: string[], rows: (string | number)[][]): SqlServed {
  const first = rows[0]?.[0];
  return {
    result: JSON.stringify({ columns, rows }),
    rows: rows.length,
    scalar: typeof first === 'number' && rows.length === 1 ? first : null,
  };
}
