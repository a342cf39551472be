/** One invoice in full. Regenerated from its position whenever a tool serves it, so the world keeps no row text. */

import { DAY, isoDay, isoTime } from '../calendar';
import { mix } from '../random';
import { type Book, STATUSES, type Status } from './books';
import { at, CITIES, FIRM_HEADS, FIRM_TAILS, FIRST_NAMES, GOODS, LAST_NAMES, NOTES, STREETS } from './names';

export interface Customer {
  id: string;
  name: string;
  email: string;
  contact: string;
}

export interface InvoiceFacts {
  number: string;
  po: string;
  status: Status;
  issuedOn: string;
  dueOn: string;
  totalCents: number;
  customer: Customer;
}

interface Line {
  sku: string;
  name: string;
  quantity: number;
  cents: number;
}

const hashOf = (book: Book, index: number, field: number): number => mix(book.seed ^ mix(index * 31 + field));

export function invoiceNumber(book: Book, index: number): string {
  return `INV-${isoDay(book.day[index] ?? 0).slice(0, 4)}-${String(index + 1).padStart(5, '0')}`;
}

/** The position that an invoice number names, or null when this book has no such invoice. */
export function positionOf(book: Book, number: string): number | null {
  const index = Number(number.slice(9)) - 1;
  return index >= 0 && index < book.day.length && invoiceNumber(book, index) === number ? index : null;
}

/** Purchase orders run through the book; about one in five covers two invoices. */
export function poOf(index: number): number {
  return 1_200 + Math.floor(index * 0.83);
}

export function customerOf(book: Book, index: number): Customer {
  const hash = mix(book.seed + index * 7_919);
  const head = at(FIRM_HEADS, hash);
  const tail = at(FIRM_TAILS, hash >>> 8);
  return {
    id: `cus-${book.account.id.slice(5)}-${String(index + 1).padStart(3, '0')}`,
    name: `${head} ${tail}`,
    email: `ap@${head.toLowerCase()}-${tail.toLowerCase()}.example`,
    contact: `${at(FIRST_NAMES, hash >>> 4)} ${at(LAST_NAMES, hash >>> 12)}`,
  };
}

function linesOf(book: Book, index: number): Line[] {
  const hash = hashOf(book, index, 1);
  const count = 1 + (hash % 3);
  const lines: Line[] = [];
  for (let k = 0; k < count; k += 1) {
    const good = at(GOODS, (hash >>> 5) + k * 3);
    const quantity = 1 + ((hash >>> (8 + 3 * k)) % 12);
    lines.push({ sku: good.sku, name: good.name, quantity, cents: good.cents });
  }
  return lines;
}

const subtotal = (lines: readonly Line[]): number => lines.reduce((sum, line) => sum + line.quantity * line.cents, 0);

const withTax = (cents: number): number => cents + Math.round(cents * 0.19);

function factsWith(book: Book, index: number, lines: readonly Line[]): InvoiceFacts {
  const day = book.day[index] ?? 0;
  return {
    number: invoiceNumber(book, index),
    po: `PO-${poOf(index)}`,
    status: STATUSES[book.status[index] ?? 0] ?? 'open',
    issuedOn: isoDay(day),
    dueOn: isoDay(day + 30),
    totalCents: withTax(subtotal(lines)),
    customer: customerOf(book, book.customer[index] ?? 0),
  };
}

export function factsOf(book: Book, index: number): InvoiceFacts {
  return factsWith(book, index, linesOf(book, index));
}

const HEX = Array.from({ length: 65_536 }, (_, value) => value.toString(16).padStart(4, '0'));
const hex = (value: number): string => `${HEX[value >>> 16]}${HEX[value & 0xffff]}`;

/** The row as `search_invoices` serves it: JSON text, 298 tokens (o200k) on average over what a month serves. */
export function invoiceRow(book: Book, index: number): string {
  const lines = linesOf(book, index);
  const facts = factsWith(book, index, lines);
  const { customer } = facts;
  const net = subtotal(lines);
  const hash = hashOf(book, index, 2);
  const place = at(CITIES, hash);
  const created = (book.day[index] ?? 0) * DAY + (hash % 18_000) * 1_000;
  const id = `${hex(hashOf(book, index, 3))}${hex(hashOf(book, index, 4))}`;
  const link = `${hex(hashOf(book, index, 5))}${hex(hashOf(book, index, 9))}${hex(hashOf(book, index, 10))}`;
  const open = facts.status === 'paid' || facts.status === 'void' ? 0 : facts.totalCents;
  const items = lines
    .map((line) => `{"sku":"${line.sku}","item":"${line.name}","qty":${line.quantity},"unit_cents":${line.cents}}`)
    .join(',');
  return (
    `{"id":"inv_${id}","number":"${facts.number}","po_ref":"${facts.po}","status":"${facts.status}","currency":"USD",` +
    `"issued_on":"${facts.issuedOn}","due_on":"${facts.dueOn}","net_cents":${net},"tax_cents":${facts.totalCents - net},` +
    `"total_cents":${facts.totalCents},"balance_cents":${open},"customer":{"id":"${customer.id}","name":"${customer.name}",` +
    `"contact":"${customer.contact}","email":"${customer.email}"},` +
    `"bill_to":{"line1":"${1 + (hash % 1_400)} ${at(STREETS, hash >>> 7)}","city":"${place.city}","postal_code":"${place.post}",` +
    `"country":"${place.country}"},"line_items":[${items}],"batch":${1_000_000 + (hash % 9_000_000)},"terms":"net 30","notes":"${at(NOTES, hash >>> 11)}",` +
    `"remit_ref":"${link}","created_at":"${isoTime(created)}","updated_at":"${isoTime(created + 5_000 + (hash % 977_000))}",` +
    `"etag":"${hex(hashOf(book, index, 6))}${hex(hashOf(book, index, 7))}${hex(hashOf(book, index, 8))}"}`
  );
}
