/** The billing desk's day: sessions on one account each, look-ups mostly, now and then a question that spans the book. */

import { isoDay, officeTime } from '../calendar';
import { type Journal, Session } from '../journal';
import { quotas, type Random } from '../random';
import type { InvoiceArgs } from '../tools/invoice-query';
import {
  censusOf,
  countInvoices,
  getInvoice,
  INVOICE_LIMIT,
  type InvoicesServed,
  searchInvoices,
} from '../tools/invoices';
import { getAccount, sendEmail } from '../tools/lists';
import type { World } from '../world';
import type { Book } from '../world/books';
import { invoiceNumber } from '../world/invoices';
import { type Demand, drawDemand } from './demand';
import { counted, hedged, lookedUp, type Said, takenAsWhole } from './invoice-answers';
import { InvoiceQuestions, type Question } from './invoice-questions';
import { billingAgent } from './people';

/** An invoice that an agent has had before its eyes. */
export interface Shown {
  book: Book;
  index: number;
}

interface Large {
  span: number;
  /** Whose book it is asked of; null when any that holds it will do. */
  book: Book | null;
}

export class BillingDesk {
  private readonly questions: InvoiceQuestions;
  private readonly demand: Demand;
  private readonly large: Large[];
  private readonly smallPerDay: number[];
  private readonly largePerDay: number[];
  /** Full pages of the day, by arguments. */
  private readonly full = new Map<string, { book: Book; args: InvoiceArgs }>();
  /** Invoices that today's filtered searches ended with; somebody may ask about them again. */
  readonly shown: Shown[] = [];
  private sessions = 0;

  constructor(
    private readonly world: World,
    private readonly random: Random,
    scale: number,
    weights: readonly number[],
  ) {
    this.questions = new InvoiceQuestions(world.books, random.fork('questions'));
    this.demand = drawDemand(random.fork('demand'), scale);
    this.large = random.shuffle([
      ...this.demand.wide.map((span) => ({ span, book: null })),
      ...assignGiants(this.demand.giant, this.questions.largerThan(500)),
    ]);
    this.smallPerDay = quotas(this.demand.small.length, weights);
    this.largePerDay = quotas(this.large.length, weights);
  }

  /** Writes the sessions of the month's k-th day. */
  work(journal: Journal, k: number, day: number): void {
    const small = this.demand.small.splice(0, this.smallPerDay[k] ?? 0);
    for (const large of this.large.splice(0, this.largePerDay[k] ?? 0)) {
      this.wideSession(journal, day, large, small.splice(0, this.random.int(6)));
    }
    while (small.length > 0) this.lookupSession(journal, day, small.splice(0, this.random.between(2, 9)));
  }

  /** At 02:00 the nightly job counts what each full page of the day before had matched. */
  nightly(journal: Journal, day: number): void {
    let ts = Date.parse(`${isoDay(day + 1)}T02:00:00Z`);
    for (const { book, args } of this.full.values()) {
      ts += 40 + this.random.int(80);
      journal.add(
        ts,
        `{"type":"census","tool":"search_invoices","account":"${book.account.id}","args":${JSON.stringify(args)},` +
          `"matched":${censusOf(book, args, day)},"ts":"${new Date(ts).toISOString()}"}\n`,
      );
    }
    this.full.clear();
    this.shown.length = 0;
  }

  private open(journal: Journal, day: number, book: Book): Session {
    this.sessions += 1;
    const id = `b${String(this.sessions).padStart(5, '0')}`;
    const { random } = this;
    return new Session(journal, id, officeTime(day, random), book.account.id, billingAgent(random), random);
  }

  private search(session: Session, { book, args }: Question, day: number): InvoicesServed {
    const text = JSON.stringify(args);
    const served = searchInvoices(book, args, day);
    if (served.rows.length === INVOICE_LIMIT) this.full.set(text, { book, args });
    session.call('search_invoices', text, served);
    const last = served.rows.at(-1);
    if (last !== undefined && served.rows.length > 1) this.shown.push({ book, index: last });
    return served;
  }

  private wideSession(journal: Journal, day: number, large: Large, spans: readonly number[]): void {
    const question =
      large.book === null ? this.questions.anywhere(large.span, day) : this.questions.near(large.book, large.span, day);
    const { book, args } = question;
    const session = this.open(journal, day, book);
    if (this.random.chance(0.2)) session.call('get_account', `{"account_id":"${book.account.id}"}`, getAccount(book));
    this.lookUps(session, book, day, spans);
    const served = this.search(session, question, day);
    const said = this.judge(session, question, served, day);
    session.answer(said.question, said.text);
    if (this.random.chance(0.08)) this.mail(session, book, `About ${args.status ?? 'your'} invoices`);
  }

  /** One agent in five has the tool count, one in six hedges, the others take the page for the set. */
  private judge(session: Session, { book, args }: Question, served: InvoicesServed, day: number): Said {
    const mood = this.random.next();
    if (mood < 0.2) {
      const census = countInvoices(book, args, day);
      session.call('count_invoices', JSON.stringify(args), census);
      return counted(book, args, census.count, this.random);
    }
    if (mood < 0.36) return hedged(book, args, served.rows, this.random);
    return takenAsWhole(book, args, served.rows, this.random);
  }

  private lookupSession(journal: Journal, day: number, spans: readonly number[]): void {
    const book = this.random.pick(this.world.books);
    const session = this.open(journal, day, book);
    if (this.random.chance(0.25)) session.call('get_account', `{"account_id":"${book.account.id}"}`, getAccount(book));
    const last = this.lookUps(session, book, day, spans);
    if (last === null) return;
    const said = lookedUp(book, last.question.args, last.served.rows, this.random);
    session.answer(said.question, said.text);
    if (this.random.chance(0.1)) this.mail(session, book, 'Your question about an invoice');
  }

  private lookUps(session: Session, book: Book, day: number, spans: readonly number[]) {
    let last: { question: Question; served: InvoicesServed } | null = null;
    const asked = new Set<string>();
    for (const span of spans) {
      const question = this.newQuestion(book, span, day, asked);
      last = { question, served: this.search(session, question, day) };
      const first = last.served.rows[0];
      if (first !== undefined && this.random.chance(0.04)) {
        const args = { account_id: book.account.id, number: invoiceNumber(book, first) };
        session.call('get_invoice', JSON.stringify(args), getInvoice(book, args));
      }
    }
    return last;
  }

  /** Nobody asks the same thing twice in one session; on a tiny book they soon ask for what is not there. */
  private newQuestion(book: Book, span: number, day: number, asked: Set<string>): Question {
    for (let tries = 0; ; tries += 1) {
      const question = this.questions.near(book, tries < 5 ? span : 0, day);
      const text = JSON.stringify(question.args);
      if (asked.has(text)) continue;
      asked.add(text);
      return question;
    }
  }

  private mail(session: Session, book: Book, subject: string): void {
    const args = { account_id: book.account.id, to: 'billing', subject };
    session.call('send_email', JSON.stringify(args), sendEmail(book, session.now));
  }
}

/** Every large book is asked about at least once; the remaining questions go wherever they fit. */
function assignGiants(spans: readonly number[], books: readonly Book[]): Large[] {
  const giants: Large[] = spans.map((span) => ({ span, book: null }));
  // The middle is left free: a question without a book of its own finds one that it fits exactly.
  const middle = new Set([Math.floor((spans.length - 1) / 2), Math.floor(spans.length / 2)]);
  books.slice(0, spans.length).forEach((book, rank) => {
    let at = Math.round((rank * (spans.length - 1)) / Math.max(1, books.length - 1));
    while (middle.has(at) || (giants[at] !== undefined && giants[at]?.book !== null)) at += 1;
    const giant = giants[at];
    if (giant !== undefined) giant.book = book;
  });
  return giants;
}
