import { pick } from '../spans/attributes';
import type { Attributes } from '../spans/types';
import { accountNaming } from './naming';

/** Attributes under which instrumentations keep the whole `baggage` header. */
const HEADERS = ['http.request.header.baggage', 'baggage'];

/** How spans name their account: what the operator named goes before the built-in attributes, wherever it stands. */
export interface SpanAccounts {
  /** Whether the operator named anything. */
  hasOwn: boolean;
  own(attributes: Attributes): string | null;
  builtIn(attributes: Attributes): string | null;
}

/** The naming in use. `keys`: attributes that are asked before all others. */
export function spanAccounts(keys: readonly string[] = []): SpanAccounts {
  const { own, baggage, attributes } = accountNaming();
  // Span processors copy an entry of the baggage under its key, with or without a prefix.
  const named = [...keys, ...own, ...baggage.flatMap((key) => [`baggage.${key}`, key])];
  return {
    hasOwn: named.length > 0,
    own: (from) => pick(from, named) ?? (baggage.length > 0 ? inHeader(from, baggage) : null),
    builtIn: (from) => pick(from, attributes),
  };
}

/** An entry of the header as W3C Baggage writes it: `key=value;property,key=value`, values percent-encoded. */
function inHeader(from: Attributes, keys: readonly string[]): string | null {
  const entries = HEADERS.flatMap((name) => (from.get(name) ?? '').replaceAll(/^\["|"\]$/g, '').split(','));
  for (const key of keys)
    for (const entry of entries) {
      const [name = '', ...rest] = (entry.split(';')[0] ?? '').split('=');
      const value = rest.join('=').trim();
      if (name.trim() === key && value !== '') return decoded(value);
    }
  return null;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch (error) {
    if (error instanceof URIError) return value;
    throw error;
  }
}
