/** What a billing agent says after a search: made from the rows that it saw and from nothing else. */

import type { Random } from '../random';
import type { InvoiceArgs } from '../tools/invoice-query';
import type { Book } from '../world/books';
import { customerOf, factsOf, type InvoiceFacts } from '../world/invoices';
import { money } from './words';

export interface Said {
  question: string;
  text: string;
}

/** `overdue invoices of Corvane Estates issued after 2025-11-04`. */
export function describe(book: Book, args: InvoiceArgs): string {
  const status = args.status === undefined ? '' : `${args.status} `;
  const whose = args.customer === undefined ? '' : ` of ${customerOf(book, Number(args.customer.slice(-3)) - 1).name}`;
  const since = args.issued_after === undefined ? '' : ` issued after ${args.issued_after}`;
  return `${status}invoices${whose}${since}`;
}

/** The answer of an agent that takes the rows it got for all there are. */
export function takenAsWhole(book: Book, args: InvoiceArgs, rows: readonly number[], random: Random): Said {
  const set = describe(book, args);
  const facts = rows.map((index) => factsOf(book, index));
  const { name } = book.account;
  const kind = rows.length === 1 ? 3 : random.int(6);
  if (kind <= 1) {
    return {
      question: `How many ${set} does ${name} have?`,
      text: random.pick([
        `${name} has ${rows.length} ${set}.`,
        `I found ${rows.length} ${set} for ${name}.`,
        `There are ${rows.length} ${set} on this account.`,
      ]),
    };
  }
  if (kind === 2) return sum(set, name, facts);
  if (kind === 3) return extreme(set, name, facts);
  if (kind === 4) return absence(set, name, facts, random);
  return distribution(set, name, facts);
}

function sum(set: string, name: string, facts: readonly InvoiceFacts[]): Said {
  const total = facts.reduce((cents, one) => cents + one.totalCents, 0);
  return {
    question: `What do the ${set} of ${name} come to?`,
    text: `The ${facts.length} ${set} add up to ${money(total)}.`,
  };
}

function extreme(set: string, name: string, facts: readonly InvoiceFacts[]): Said {
  const oldest = facts.at(-1);
  const text =
    oldest === undefined
      ? `${name} has none.`
      : `The oldest is ${oldest.number}, issued on ${oldest.issuedOn}, ${money(oldest.totalCents)}.`;
  return { question: `Which is the oldest of the ${set} of ${name}?`, text };
}

function absence(set: string, name: string, facts: readonly InvoiceFacts[], random: Random): Said {
  const sought = random.pick(['disputed', 'void', 'overdue'] as const);
  const hits = facts.filter((one) => one.status === sought);
  const text =
    hits.length === 0
      ? `No, none of the ${set} of ${name} is ${sought}.`
      : `Yes: ${hits.length} of them ${hits.length === 1 ? 'is' : 'are'} ${sought}, the latest being ${hits[0]?.number}.`;
  return { question: `Is any of the ${set} of ${name} ${sought}?`, text };
}

function distribution(set: string, name: string, facts: readonly InvoiceFacts[]): Said {
  const counts = new Map<string, number>();
  for (const one of facts) counts.set(one.status, (counts.get(one.status) ?? 0) + 1);
  const parts = [...counts].sort((left, right) => right[1] - left[1]);
  const text =
    parts.length === 1
      ? `All ${facts.length} ${set} of ${name} are ${parts[0]?.[0]}.`
      : `Of the ${facts.length} ${set}, ${parts.map(([status, count]) => `${count} are ${status}`).join(', ')}.`;
  return { question: `In what state are the ${set} of ${name}?`, text };
}

/** The answer of an agent that has met full pages before. */
export function hedged(book: Book, args: InvoiceArgs, rows: readonly number[], random: Random): Said {
  const set = describe(book, args);
  return {
    question: `How many ${set} does ${book.account.name} have?`,
    text: random.pick([
      `At least ${rows.length}; the search may not show all ${set}.`,
      `I can see the ${rows.length} most recent ${set}, there may be more.`,
      `The first page shows ${rows.length} ${set}. I would need a count to give you the total.`,
    ]),
  };
}

/** The answer of an agent that had `count_invoices` count. */
export function counted(book: Book, args: InvoiceArgs, count: number, random: Random): Said {
  const set = describe(book, args);
  const { name } = book.account;
  return {
    question: `How many ${set} does ${name} have?`,
    text: random.pick([
      `${name} has ${count} ${set}.`,
      `There are ${count} ${set} on this account.`,
      `${count} ${set}.`,
    ]),
  };
}

/** The answer to a look-up. */
export function lookedUp(book: Book, args: InvoiceArgs, rows: readonly number[], random: Random): Said {
  const first = rows[0];
  const { name } = book.account;
  const sought = args.number ?? args.po;
  if (sought !== undefined) {
    const question =
      args.po === undefined ? `What is the state of ${sought}?` : `Which invoice of ${name} references ${sought}?`;
    if (first === undefined) return { question, text: `No invoice of ${name} references ${sought}.` };
    const facts = factsOf(book, first);
    return {
      question,
      text: random.pick([
        `${facts.number} is ${facts.status}: ${money(facts.totalCents)}, due on ${facts.dueOn}.`,
        `That is ${facts.number}, issued on ${facts.issuedOn} for ${money(facts.totalCents)}; it is ${facts.status}.`,
      ]),
    };
  }
  const set = describe(book, args);
  if (first === undefined) return { question: `Are there any ${set} for ${name}?`, text: `No, ${name} has no ${set}.` };
  return takenAsWhole(book, args, rows, random);
}
