import { ACCOUNT_SORTS, type AccountSort } from '@/db/questions/accounts';

/** The sort that the address asks for, if it is one of ours. */
export function sortOf(sort: string | null): AccountSort {
  return ACCOUNT_SORTS.find((known) => known === sort) ?? 'exposure';
}
