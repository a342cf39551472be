/** What billing work needs beside searching: walks over customers, payments, orders, SQL, exports, and orders sought by number. */

import { isoDay, officeTime } from '../calendar';
import { type Journal, Session, type Who } from '../journal';
import type { Random } from '../random';
import { exportInvoices, findInvoiceByPo } from '../tools/invoices';
import { listCustomers, listOpenOrders, listPayments } from '../tools/lists';
import { runSql } from '../tools/run-sql';
import type { World } from '../world';
import { type Book, issuedBy, STATUSES } from '../world/books';
import { factsOf, poOf } from '../world/invoices';

import type { Shown } from './billing-desk';
import { ANALYST, ANALYST_STAGING, billingAgent } from './people';
import { countOf, money, sentence } from './words';

/** Sessions a month at scale 1. */
export const FINANCE_SESSIONS = {
  orders: 620,
  payments: 760,
  customers: 210,
  sql: 420,
  exports: 110,
  byPo: 780,
} as const;
export type FinanceTask = keyof typeof FINANCE_SESSIONS;

export class Finance {
  private sessions = 0;
  private readonly large: Book[];

  constructor(
    private readonly world: World,
    private readonly random: Random,
    /** What today's searches have shown. */
    private readonly shown: readonly Shown[],
  ) {
    this.large = world.books.filter((book) => book.account.segment === 'enterprise');
  }

  work(journal: Journal, task: FinanceTask, day: number): void {
    const { random } = this;
    const book = random.chance(0.3) ? random.pick(this.large) : random.pick(this.world.books);
    if (task === 'byPo') {
      const sought = this.sought(book, day);
      this.findByPo(this.open(journal, day, sought.book), sought.book, sought.index, day);
    }
    if (task === 'customers') this.walkCustomers(this.open(journal, day, book), book);
    else if (task === 'payments') this.payments(this.open(journal, day, book), book, day);
    else if (task === 'orders') this.orders(this.open(journal, day, book), book, day);
    else if (task === 'sql')
      this.sql(this.open(journal, day, book, random.chance(0.12) ? ANALYST_STAGING : ANALYST), book, day);
    else if (task === 'exports') this.exportAll(this.open(journal, day, book, ANALYST), book, day);
  }

  private open(journal: Journal, day: number, book: Book, who: Who = billingAgent(this.random)): Session {
    this.sessions += 1;
    const id = `f${String(this.sessions).padStart(5, '0')}`;
    return new Session(journal, id, officeTime(day, this.random), book.account.id, who, this.random);
  }

  /** An invoice that a search of today showed, or one from the account's past. */
  private sought(book: Book, day: number): Shown {
    if (this.shown.length > 0 && this.random.chance(0.35)) return this.random.pick(this.shown);
    const issued = issuedBy(book, day);
    return { book, index: Math.max(0, issued - 1 - Math.floor(issued * this.random.next() ** 3)) };
  }

  /** The order was placed some time ago; whether the window reaches back that far is not up to the agent. */
  private findByPo(session: Session, book: Book, index: number, day: number): void {
    const po = `PO-${poOf(index)}`;
    const args = { account_id: book.account.id, po };
    const served = findInvoiceByPo(book, args, day);
    session.call('find_invoice_by_po', JSON.stringify(args), served);
    const question = `Did we invoice ${po} for ${book.account.name}?`;
    const first = served.rows[0];
    if (first !== undefined) {
      const facts = factsOf(book, first);
      session.answer(
        question,
        `Yes, with ${facts.number} on ${facts.issuedOn}, ${money(facts.totalCents)}; it is ${facts.status}.`,
      );
    } else if (this.random.chance(0.12)) {
      session.answer(
        question,
        `I could not find an invoice that references ${po} among the ones I can see; older ones may exist.`,
      );
    } else {
      session.answer(
        question,
        this.random.pick([
          `No invoice references ${po}.`,
          `No, ${po} has not been invoiced.`,
          `There are no invoices for ${po} on this account.`,
        ]),
      );
    }
  }

  /** Pages until the end, or gives up after one to three pages. */
  private walkCustomers(session: Session, book: Book): void {
    const patience = this.random.chance(0.6) ? Number.POSITIVE_INFINITY : this.random.between(1, 3);
    const account_id = book.account.id;
    let seen = 0;
    let cursor: string | null = null;
    for (let page = 0; page < patience; page += 1) {
      const args: { account_id: string; cursor?: string } = cursor === null ? { account_id } : { account_id, cursor };
      const served = listCustomers(book, args);
      session.call('list_customers', JSON.stringify(args), served);
      seen += served.returned;
      cursor = served.next;
      if (cursor === null) break;
    }
    const { name } = book.account;
    const question = `How many customers does ${name} bill?`;
    if (cursor === null) session.answer(question, `${name} bills ${seen} customers.`);
    else if (this.random.chance(0.5)) session.answer(question, `${name} bills ${seen} customers.`);
    else
      session.answer(
        question,
        `At least ${seen}: I read the first ${seen === 50 ? 'page' : 'pages'} only, the list goes on.`,
      );
  }

  private payments(session: Session, book: Book, day: number): void {
    const since = isoDay(day - this.random.pick([7, 30, 30, 90, 180]));
    const args = { account_id: book.account.id, received_after: since };
    const served = listPayments(book, args, day);
    session.call('list_payments', JSON.stringify(args), served);
    const { name } = book.account;
    const question = `How many payments came in for ${name} since ${since}?`;
    const payments = countOf(served.returned, 'payment');
    if (served.returned > 1 && this.random.chance(0.4)) {
      const total = money(served.totalCents);
      session.answer(`What has ${name} received since ${since}?`, `The ${payments} since ${since} come to ${total}.`);
    } else if (served.truncated && this.random.chance(0.5)) {
      session.answer(question, `More than ${served.returned}; the list was truncated.`);
    } else {
      session.answer(question, sentence(`${payments} came in since ${since}`));
    }
  }

  private orders(session: Session, book: Book, day: number): void {
    const served = listOpenOrders(book, day);
    session.call('list_open_orders', `{"account_id":"${book.account.id}"}`, served);
    const { name } = book.account;
    const text = `${name} has ${countOf(served.total, 'open order')}.`;
    session.answer(
      `How many orders of ${name} are open?`,
      this.random.chance(0.1) ? `${text} There may be more that I cannot see.` : text,
    );
  }

  private sql(session: Session, book: Book, day: number): void {
    const { random } = this;
    const id = book.account.id;
    const status = random.pick(STATUSES);
    const since = isoDay(day - random.pick([30, 90, 365]));
    const run = (sql: string) => {
      const served = runSql(this.world.bookOf, sql, day);
      session.call('run_sql', JSON.stringify({ sql }), served);
      return served;
    };
    const where = `WHERE account_id = '${id}' AND status = '${status}' AND issued_on >= '${since}'`;
    const question = `How many ${status} invoices has ${book.account.name} issued since ${since}?`;
    if (random.chance(0.06)) run(`SELECT number FROM invoice ${where} LIMIT 10`);
    if (random.chance(0.45)) {
      session.answer(
        question,
        sentence(
          `${countOf(run(`SELECT count(*) FROM invoices ${where}`).scalar ?? 0, `${status} invoice`)} since ${since}`,
        ),
      );
      return;
    }
    const limit = random.pick([10, 20, 50, 100]);
    const { rows } = run(
      `SELECT number, issued_on, total_cents FROM invoices ${where} ORDER BY issued_on DESC LIMIT ${limit}`,
    );
    if (rows === limit && random.chance(0.5))
      session.answer(question, `These are the ${rows} most recent ones; I asked for ${limit}.`);
    else session.answer(question, sentence(`${countOf(rows, `${status} invoice`)} since ${since}`));
  }

  /** Everything or a refusal; refused, the agent narrows or says so. */
  private exportAll(session: Session, book: Book, day: number): void {
    const account_id = book.account.id;
    const question = `Export all invoices of ${book.account.name}.`;
    const all = exportInvoices(book, { account_id }, day);
    session.call('export_invoices', JSON.stringify({ account_id }), all);
    if (all.error !== true) {
      session.answer(question, `Done: the export holds all ${all.selection.matched} invoices.`);
    } else if (this.random.chance(0.7)) {
      const args = { account_id, issued_after: isoDay(day - 365) };
      const year = exportInvoices(book, args, day);
      session.call('export_invoices', JSON.stringify(args), year);
      const text =
        year.error === true
          ? 'The export is too large even for one year.'
          : `Too large in one go. The last year holds ${year.selection.matched} invoices, exported.`;
      session.answer(question, text);
    } else {
      session.answer(
        question,
        'The export exceeds what the tool may return; tell me a period, a status or a customer.',
      );
    }
  }
}
