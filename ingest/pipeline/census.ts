import type { Writer } from '@/db/sqlite/open';
import type { Knowledge, KnownCount } from '@/lib/session/types';

/**
 * Which census speaks of which call. One with an account is a count of that account's query. One without applies only
 * while all calls with its tool and arguments belong to one account: else nobody knows whose set was counted.
 */
export class CensusBook implements Knowledge {
  /** Accounts of this batch by account-less query, and the account-less query of each query under review. */
  private readonly accounts = new Map<string, Set<string>>();
  private readonly anyQueryOf = new Map<string, string>();
  private readonly applies = new Map<string, boolean>();

  constructor(private readonly writer: Writer) {}

  /** Names a call that is part of this batch. */
  add(call: { query: string; anyQuery: string; account: string }): void {
    this.see(call);
    const found = this.accounts.get(call.anyQuery);
    if (found === undefined) this.accounts.set(call.anyQuery, new Set([call.account]));
    else found.add(call.account);
  }

  /** Names a call that is under review. */
  see(call: { query: string; anyQuery: string }): void {
    this.anyQueryOf.set(call.query, call.anyQuery);
  }

  readonly census = (query: string): KnownCount | null => {
    const own = this.writer.census.find(query);
    if (own !== null && own.account !== null) return own;
    const any = this.anyQueryOf.get(query);
    if (any === undefined) return null;
    const shared = this.writer.census.find(any);
    return shared !== null && shared.account === null && this.isOneAccounts(any) ? shared : null;
  };

  /** Queries of stored calls whose census came now, or ceases to apply because another account makes the query too. */
  unsettled(changed: Iterable<{ query: string; account: string | null }>): Set<string> {
    const queries = new Set<string>();
    for (const { query, account } of changed) {
      if (account !== null) queries.add(query);
      // One without an account may take the place of one that spoke of another account's calls, or come to speak of them.
      if (account === null || account === '') {
        const only = this.onlyQuery(query);
        if (only !== null) queries.add(only.query);
      }
    }
    for (const [any, accounts] of this.accounts) {
      if (this.writer.census.find(any)?.account !== null) continue;
      const stored = this.onlyQuery(any);
      if (stored !== null && [...accounts].some((account) => account !== stored.account)) queries.add(stored.query);
    }
    return queries;
  }

  /** The stored query behind an account-less one, if the store knows one account for it; with several it spoke of none. */
  private onlyQuery(any: string): { account: string; query: string } | null {
    const stored = this.writer.calls.accountsWith(any);
    return stored.length === 1 ? (stored[0] ?? null) : null;
  }

  private isOneAccounts(any: string): boolean {
    const known = this.applies.get(any);
    if (known !== undefined) return known;
    const accounts = new Set(this.accounts.get(any));
    for (const { account } of this.writer.calls.accountsWith(any)) accounts.add(account);
    this.applies.set(any, accounts.size === 1);
    return accounts.size === 1;
  }
}
