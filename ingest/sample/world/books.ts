/** Every invoice of every account, as columns. An invoice's remaining fields follow from its position by hashing. */

import { LAST_DAY, weekday } from '../calendar';
import { mix, type Random } from '../random';
import type { Account } from './accounts';

export const STATUSES = ['paid', 'open', 'overdue', 'disputed', 'void'] as const;
export type Status = (typeof STATUSES)[number];

/** One account's invoices, oldest first. Views into the world's columns. */
export interface Book {
  account: Account;
  /** Mixed into the hash of each of its invoices. */
  seed: number;
  day: Int32Array;
  status: Uint8Array;
  customer: Uint16Array;
  customers: number;
}

export function makeBooks(accounts: readonly Account[], random: Random): Book[] {
  const total = accounts.reduce((sum, account) => sum + account.bookSize, 0);
  const day = new Int32Array(total);
  const status = new Uint8Array(total);
  const customer = new Uint16Array(total);
  let start = 0;
  return accounts.map((account) => {
    const end = start + account.bookSize;
    const book: Book = {
      account,
      seed: mix(random.int(0x7fffffff)),
      day: day.subarray(start, end),
      status: status.subarray(start, end),
      customer: customer.subarray(start, end),
      customers: Math.max(2, Math.round(1.6 * account.bookSize ** 0.62)),
    };
    fill(book, random);
    start = end;
    return book;
  });
}

function fill(book: Book, random: Random): void {
  const { ageDays, bookSize } = book.account;
  for (let i = 0; i < bookSize; i += 1) {
    // Business grows: more of the book is recent.
    const grown = ((i + random.next()) / bookSize) ** (1 / 1.4);
    book.day[i] = workDay(LAST_DAY - Math.floor(ageDays * (1 - grown)));
    book.status[i] = statusAtAge(LAST_DAY - (book.day[i] ?? 0), random.next());
    book.customer[i] = Math.floor(book.customers * random.next() ** 2.2);
  }
}

/** Invoices are issued on working days. */
function workDay(day: number): number {
  const name = weekday(day);
  return day + (name === 6 ? 2 : name === 0 ? 1 : 0);
}

const [PAID, OPEN, OVERDUE, DISPUTED, VOID] = [0, 1, 2, 3, 4] as const;

function statusAtAge(age: number, draw: number): number {
  if (age < 35) return draw < 0.78 ? OPEN : draw < 0.95 ? PAID : draw < 0.98 ? DISPUTED : VOID;
  if (age < 95) return draw < 0.7 ? PAID : draw < 0.92 ? OVERDUE : draw < 0.97 ? DISPUTED : VOID;
  return draw < 0.955 ? PAID : draw < 0.975 ? VOID : draw < 0.99 ? OVERDUE : DISPUTED;
}

/** How many of the book's invoices had been issued by the end of a day. */
export function issuedBy(book: Book, day: number): number {
  let low = 0;
  let high = book.day.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((book.day[middle] ?? 0) <= day) low = middle + 1;
    else high = middle;
  }
  return low;
}
