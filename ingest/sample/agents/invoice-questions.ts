/** Turns "a question that spans n invoices" into arguments that an agent would write, on a book where they match n. */

import { FIRST_DAY, isoDay } from '../calendar';
import type { Random } from '../random';
import { type InvoiceArgs, selectInvoices } from '../tools/invoice-query';
import { INVOICE_LIMIT } from '../tools/invoices';
import { type Book, issuedBy, STATUSES } from '../world/books';
import { customerOf, invoiceNumber, poOf } from '../world/invoices';

export interface Question {
  book: Book;
  args: InvoiceArgs;
  /** What the arguments match today; the agent never learns it. */
  matched: number;
}

/** Where a question of the wanted span does not exist, one of another span may stand in, but not one of another kind. */
const BANDS = [INVOICE_LIMIT, 500] as const;
const alike = (left: number, right: number): boolean => BANDS.every((edge) => left > edge === right > edge);

type Filter = Omit<InvoiceArgs, 'account_id' | 'issued_after'>;

export class InvoiceQuestions {
  /** By size at the start of the month. */
  private readonly bySize: { book: Book; size: number }[];
  private readonly asked = new Map<string, number>();

  constructor(
    books: readonly Book[],
    private readonly random: Random,
  ) {
    this.bySize = books.map((book) => ({ book, size: issuedBy(book, FIRST_DAY) })).sort((a, b) => a.size - b.size);
  }

  /** The books that hold more than a number of invoices, smallest first. */
  largerThan(size: number): Book[] {
    return this.bySize.slice(this.firstOf(size + 1)).map((entry) => entry.book);
  }

  /** A question that spans exactly `span`, on whichever book it fits; the nearest there is when a world is too small. */
  anywhere(span: number, today: number): Question {
    for (let slack = 0; slack < 40; slack += 1) {
      for (let tries = 0; tries < 80; tries += 1) {
        const wanted = span + (tries % 2 === 0 ? slack : -slack);
        const book = alike(span, wanted) ? this.bookFor(wanted) : null;
        const question = book === null ? null : this.on(book, wanted, today);
        if (question !== null) return question;
      }
    }
    const largest = this.bySize.at(-1)?.book;
    if (largest === undefined) throw new RangeError('a world without accounts');
    return this.near(largest, Math.min(span, largest.day.length), today);
  }

  /** A question on this book that spans about `span`: exactly where the dates allow it. */
  near(book: Book, span: number, today: number): Question {
    for (let slack = 0; slack <= span; slack += 1) {
      for (const wanted of [span - slack, span + slack]) {
        const question = alike(span, wanted) ? this.on(book, wanted, today) : null;
        if (question !== null) return question;
      }
    }
    return this.single(book, today);
  }

  /** A question on this book that spans exactly `span`, or null. */
  on(book: Book, span: number, today: number): Question | null {
    if (span < 1) return this.nothing(book, today);
    if (span === 1 && this.random.chance(0.8)) return this.single(book, today);
    for (const filter of this.filters(book, span)) {
      const question = this.lastN(book, filter, span, today);
      if (question !== null) return question;
    }
    return null;
  }

  private filters(book: Book, span: number): Filter[] {
    const customer = (): Filter => ({
      customer: customerOf(book, book.customer[this.random.int(book.customer.length)] ?? 0).id,
    });
    const status: Filter = { status: this.random.pick(STATUSES) };
    const list: Filter[] =
      span > 60 ? [{}, status, { status: 'paid' }] : [customer(), status, {}, customer(), { status: 'open' }];
    return this.random.shuffle(list);
  }

  /** Cuts the filter's matches after the newest `span`, where the date changes there. */
  private lastN(book: Book, filter: Filter, span: number, today: number): Question | null {
    const account_id = book.account.id;
    const { rows } = selectInvoices(book, { account_id, ...filter }, today, span + 1);
    if (rows.length < span) return null;
    const beyond = rows[span];
    if (beyond === undefined) return this.ask(book, { account_id, ...filter }, span);
    const day = book.day[beyond] ?? 0;
    if (book.day[rows[span - 1] ?? 0] === day) return null;
    return this.ask(book, { account_id, ...filter, issued_after: isoDay(day) }, span);
  }

  private single(book: Book, today: number): Question {
    const issued = issuedBy(book, today);
    const index = issued - 1 - Math.floor(issued * this.random.next() ** 2);
    const account_id = book.account.id;
    const po = poOf(index);
    const alone = poOf(index - 1) !== po && poOf(index + 1) !== po;
    const args =
      alone && this.random.chance(0.3) ? { po: `PO-${po}` } : { number: invoiceNumber(book, Math.max(0, index)) };
    return { book, args: { account_id, ...args }, matched: issued > 0 ? 1 : 0 };
  }

  /** Orders that this account never placed, and what nobody has issued yet. */
  private nothing(book: Book, today: number): Question | null {
    const account_id = book.account.id;
    if (this.random.chance(0.75)) {
      return this.ask(book, { account_id, po: `PO-${90_000 + this.random.int(9_000)}` }, 0);
    }
    const status = this.random.pick(STATUSES);
    const args: InvoiceArgs = { account_id, status, issued_after: isoDay(today - this.random.between(0, 9)) };
    return selectInvoices(book, args, today, 0).matched === 0 ? this.ask(book, args, 0) : null;
  }

  /** A month later the same words would match more: a question is asked again only while its count stands. */
  private ask(book: Book, args: InvoiceArgs, matched: number): Question | null {
    const key = JSON.stringify(args);
    if ((this.asked.get(key) ?? matched) !== matched) return null;
    this.asked.set(key, matched);
    return { book, args, matched };
  }

  private firstOf(size: number): number {
    let low = 0;
    let high = this.bySize.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.bySize[middle]?.size ?? 0) < size) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Mostly a book not much larger than the question, now and then any that holds it. */
  private bookFor(span: number): Book | null {
    const first = this.firstOf(span);
    const left = this.bySize.length - first;
    if (left <= 0) return null;
    const reach = this.random.chance(0.65) ? Math.min(left, 90) : left;
    return this.bySize[first + this.random.int(reach)]?.book ?? null;
  }
}
