import type { AccountRecord } from '@/lib/records';
import { type Entry, type EntryError, isObject, readEntries, textOf } from './entries';

export interface AccountsFile {
  accounts: AccountRecord[];
  errors: EntryError[];
  /** Columns that mean nothing to us, as they are spelled. */
  ignored: string[];
}

type Field = 'id' | 'name' | 'revenue' | 'currency' | 'segment';

/** Spellings of each column, lower case without spaces, dashes and underscores; the first that a file has is taken. */
const SPELLINGS: Record<Field, readonly string[]> = {
  id: ['id', 'account', 'accountid', 'accountkey', 'customerid', 'customer', 'tenant', 'tenantid'],
  name: ['name', 'accountname', 'customername', 'company', 'companyname'],
  revenue: ['revenue', 'arr', 'annualrevenue', 'annualrecurringrevenue', 'acv', 'yearlyrevenue'],
  currency: ['currency', 'currencycode', 'revenuecurrency'],
  segment: ['segment', 'tier', 'customersegment', 'accountsegment'],
};
const FIELDS = Object.keys(SPELLINGS) as Field[];

/**
 * Reads `--accounts FILE`: CSV with a header line (comma, semicolon or tab), a JSON list of objects, `{"accounts": […]}`,
 * or an object keyed by id. Never throws: what cannot be used is an error with its line, and the rest is read.
 */
export function readAccountsFile(text: string): AccountsFile {
  const { entries, errors } = readEntries(text, listOf);
  return toAccounts(entries, errors);
}

function toAccounts(entries: readonly Entry[], errors: EntryError[]): AccountsFile {
  const spelled = new Set(entries.flatMap((entry) => Object.keys(entry.values)));
  const columns = mapColumns(spelled);
  const ignored = [...spelled].filter((key) => !Object.values(columns).includes(key));
  const first = new Map<string, number>();
  const accounts: AccountRecord[] = [];
  if (entries.length > 0 && columns.id === undefined) {
    errors.push({
      line: null,
      reason: `no column for the account's id; looked for ${SPELLINGS.id.slice(0, 3).join(', ')}`,
    });
    return { accounts, errors, ignored };
  }
  for (const { line, values } of entries) {
    const pick = (field: Field) => (columns[field] === undefined ? undefined : values[columns[field]]);
    const reasons: string[] = [];
    const id = textOf(pick('id'));
    const revenue = revenueOf(pick('revenue'));
    if (id === null) reasons.push('the id is empty');
    if (revenue instanceof Error) reasons.push(revenue.message);
    const before = id === null ? undefined : first.get(id);
    if (before !== undefined) reasons.push(`account ${id} stands on line ${before} already`);
    if (id === null || revenue instanceof Error || before !== undefined) {
      errors.push({ line, reason: reasons.join('; ') });
      continue;
    }
    first.set(id, line);
    const currency = textOf(pick('currency'))?.toUpperCase() ?? null;
    accounts.push({
      type: 'account',
      id,
      name: textOf(pick('name')),
      revenue,
      currency,
      segment: textOf(pick('segment')),
    });
  }
  errors.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  return { accounts, errors, ignored };
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return [];
  if (Array.isArray(value.accounts)) return value.accounts;
  return Object.entries(value).map(([id, entry]) => (isObject(entry) ? { id, ...entry } : entry));
}

function mapColumns(spelled: ReadonlySet<string>): Partial<Record<Field, string>> {
  const plain = new Map([...spelled].map((key) => [key.toLowerCase().replaceAll(/[\s_-]/g, ''), key]));
  const columns: Partial<Record<Field, string>> = {};
  for (const field of FIELDS) {
    const found = SPELLINGS[field].find((name) => plain.has(name));
    if (found !== undefined) columns[field] = plain.get(found);
  }
  return columns;
}

/** A number of 0 or more; grouping and a currency sign are taken off where that is unambiguous. Null is unknown. */
function revenueOf(value: unknown): number | null | Error {
  const text = textOf(value);
  if (text === null) return value === undefined || value === null || value === '' ? null : unclear(value);
  const plain = text.replaceAll(/^[^\d.+-]{0,3}\s*|[\s_']/g, '').replaceAll(/,(?=\d{3}(?:\D|$))/g, '');
  if (!/^\+?\d+(?:\.\d+)?(?:e\+?\d+)?$/i.test(plain)) return unclear(value);
  return Number(plain);
}

function unclear(value: unknown): Error {
  return new Error(`revenue ${JSON.stringify(value)} is not a number of 0 or more`);
}
