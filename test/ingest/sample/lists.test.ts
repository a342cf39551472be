import { describe, expect, test } from 'vitest';
import { dayOf } from '@/ingest/sample/calendar';
import { getAccount, listCustomers, listOpenOrders, listPayments } from '@/ingest/sample/tools/lists';
import { makeWorld } from '@/ingest/sample/world';
import type { Book } from '@/ingest/sample/world/books';

const world = makeWorld(11, 0.05);
const today = dayOf('2026-03-12');
const large = world.books.reduce((best, book) => (book.customers > best.customers ? book : best)) as Book;

describe('list tools', () => {
  test('list_customers walks to the end by cursor, every customer once', () => {
    const seen: string[] = [];
    const sizes: number[] = [];
    let cursor: string | null = null;
    do {
      const args = cursor === null ? {} : { cursor };
      const served = listCustomers(large, { account_id: large.account.id, ...args });
      const page = JSON.parse(served.result) as {
        customers: { id: string }[];
        has_more: boolean;
        next_cursor: string | null;
      };
      seen.push(...page.customers.map((one) => one.id));
      sizes.push(page.customers.length);
      expect(page.has_more).toBe(page.next_cursor !== null);
      expect(page.next_cursor).toBe(served.next);
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(sizes.slice(0, -1).every((size) => size === 50)).toBe(true);
    expect(sizes.length).toBeGreaterThan(2);
    expect(new Set(seen).size).toBe(large.customers);
    expect(seen).toHaveLength(large.customers);
  });

  test('list_customers refuses a cursor that it did not give', () => {
    expect(listCustomers(large, { account_id: large.account.id, cursor: 'bm90IGEgY3Vyc29y' }).error).toBe(true);
  });

  test('list_payments has one declaration, a boolean that is exact', () => {
    const read = (book: Book, since: string) =>
      JSON.parse(listPayments(book, { account_id: book.account.id, received_after: since }, today).result) as {
        payments: { received_on: string }[];
        truncated: boolean;
      };
    const cut = read(large, '2025-01-01');
    expect(Object.keys(cut).sort()).toEqual(['payments', 'truncated']);
    expect(cut).toMatchObject({ truncated: true });
    expect(cut.payments).toHaveLength(30);
    for (const book of world.books) {
      const page = read(book, '2026-02-20');
      expect(page.truncated && page.payments.length !== 30).toBe(false);
      for (const one of page.payments)
        expect(one.received_on > '2026-02-20' && one.received_on <= '2026-03-12').toBe(true);
    }
  });

  test('list_open_orders is complete and its total is the list', () => {
    for (const book of world.books.slice(0, 40)) {
      const page = JSON.parse(listOpenOrders(book, today).result) as {
        total: number;
        has_more: boolean;
        orders: unknown[];
      };
      expect(page.orders).toHaveLength(page.total);
      expect(page.has_more).toBe(false);
    }
  });

  test('get_account has nothing that has rows', () => {
    const account = JSON.parse(getAccount(large).result) as Record<string, unknown>;
    expect(Object.values(account).some((value) => typeof value === 'object')).toBe(false);
  });
});
