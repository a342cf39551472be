/** Other list tools of the billing desk: a cursor walk, one with nothing but a boolean, one that is complete and says so. */

import { DAY, isoDay } from '../calendar';
import { mix } from '../random';
import { type Book, issuedBy, STATUSES } from '../world/books';
import { customerOf, factsOf, invoiceNumber } from '../world/invoices';
import { failed, type Served } from './served';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64');

export interface CustomersServed extends Served {
  returned: number;
  next: string | null;
}

const CUSTOMER_PAGE = 50;

/** `list_customers`: 50 a page by id, `has_more` and a cursor that resumes after the last row. */
export function listCustomers(book: Book, args: { account_id: string; cursor?: string }): CustomersServed {
  const start = args.cursor === undefined ? 0 : decodeAfter(args.cursor);
  if (start === null) return { ...failed('Error: invalid cursor.'), returned: 0, next: null };
  const end = Math.min(book.customers, start + CUSTOMER_PAGE);
  const rows: string[] = [];
  for (let index = start; index < end; index += 1) rows.push(JSON.stringify(customerOf(book, index)));
  const next = end < book.customers ? encode({ after: customerOf(book, end - 1).id }) : null;
  const cursor = next === null ? 'null' : `"${next}"`;
  return {
    result: `{"customers":[${rows.join(',')}],"has_more":${next !== null},"next_cursor":${cursor}}`,
    returned: end - start,
    next,
  };
}

function decodeAfter(cursor: string): number | null {
  const match = /"after":"cus-\d+-(\d+)"/.exec(Buffer.from(cursor, 'base64').toString('utf8'));
  return match?.[1] === undefined ? null : Number(match[1]);
}

export interface PaymentsServed extends Served {
  returned: number;
  truncated: boolean;
  totalCents: number;
}

const PAYMENT_LIMIT = 30;
const METHODS = ['bank_transfer', 'card', 'direct_debit', 'cheque'] as const;

/** `list_payments`: the newest 30 payments, fetched with one row more, and a boolean: something was cut, or not. */
export function listPayments(
  book: Book,
  args: { account_id: string; received_after: string },
  today: number,
): PaymentsServed {
  const paid = STATUSES.indexOf('paid');
  const rows: string[] = [];
  let matched = 0;
  let totalCents = 0;
  for (let i = issuedBy(book, today) - 1; i >= 0 && matched <= PAYMENT_LIMIT; i -= 1) {
    const received = (book.day[i] ?? 0) + 3 + (mix(book.seed + i) % 40);
    if (book.status[i] !== paid || received > today || isoDay(received) <= args.received_after) continue;
    matched += 1;
    if (matched > PAYMENT_LIMIT) break;
    const cents = factsOf(book, i).totalCents;
    totalCents += cents;
    rows.push(
      `{"id":"pay-${book.account.id.slice(5)}-${i + 1}","invoice":"${invoiceNumber(book, i)}","amount_cents":${cents},` +
        `"method":"${METHODS[mix(i + book.seed) % 4]}","received_on":"${isoDay(received)}"}`,
    );
  }
  const truncated = matched > PAYMENT_LIMIT;
  return {
    result: `{"payments":[${rows.join(',')}],"truncated":${truncated}}`,
    returned: rows.length,
    truncated,
    totalCents,
  };
}

export interface OrdersServed extends Served {
  total: number;
}

/** `list_open_orders`: every open order of the account (there are never more than 40), with its total. */
export function listOpenOrders(book: Book, today: number): OrdersServed {
  const total = mix(book.seed + today) % (book.account.segment === 'enterprise' ? 41 : 14);
  const rows: string[] = [];
  for (let k = 0; k < total; k += 1) {
    const hash = mix(book.seed + today * 64 + k);
    rows.push(
      `{"id":"ord-${book.account.id.slice(5)}-${7_000 + (hash % 900)}-${k}","placed_on":"${isoDay(today - (hash % 25))}",` +
        `"state":"${hash % 3 === 0 ? 'picking' : 'confirmed'}","total_cents":${12_000 + (hash % 4_000_000)}}`,
    );
  }
  return { result: `{"total":${total},"returned":${total},"has_more":false,"orders":[${rows.join(',')}]}`, total };
}

/** `get_account`: one object, nothing that has rows. */
export function getAccount(book: Book): Served {
  const { id, name, segment, currency, ageDays } = book.account;
  return {
    result: JSON.stringify({
      id,
      name,
      segment,
      currency,
      billing_email: `billing@${name.split(' ')[0]?.toLowerCase()}.example`,
      terms: 'net 30',
      customer_for_years: Math.round(ageDays / 36.5) / 10,
    }),
  };
}

/** `send_email`: a receipt. */
export function sendEmail(book: Book, ts: number): Served {
  return {
    result: JSON.stringify({ ok: true, message_id: `msg-${mix(book.seed ^ Math.floor(ts % DAY)).toString(36)}` }),
  };
}
