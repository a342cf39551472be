/** The world that the tools of the sample month query. Built once from the seed; nothing in it knows about caps. */

import { Random } from '../random';
import { type Account, makeAccounts } from './accounts';
import { type Book, makeBooks } from './books';
import { type BlogFile, makeFiles } from './files';
import { type Incident, makeIncidents } from './incidents';

export interface World {
  accounts: Account[];
  /** By account index. */
  books: Book[];
  /** By account id. */
  bookOf: ReadonlyMap<string, Book>;
  /** Oldest first. */
  incidents: Incident[];
  /** By path. */
  files: BlogFile[];
}

/** `scale` shrinks the number of accounts; incidents and files stay as they are. */
export function makeWorld(seed: number, scale: number): World {
  const random = new Random(seed, 'world');
  const accounts = makeAccounts(random.fork('accounts'), scale);
  const books = makeBooks(accounts, random.fork('books'));
  return {
    accounts,
    books,
    bookOf: new Map(books.map((book) => [book.account.id, book])),
    incidents: makeIncidents(random.fork('incidents')),
    files: makeFiles(random.fork('files')),
  };
}
