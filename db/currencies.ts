import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Store } from './store';

const code = z.string().regex(/^[A-Z]{3}$/, 'a currency is three capital letters, such as EUR');

/** What one unit of each currency is worth in `base`, on the day `asOf` (YYYY-MM-DD). */
export const ratesSchema = z
  .strictObject({ base: code, rates: z.record(code, z.number().positive()), asOf: z.iso.date() })
  .refine(({ base, rates }) => (rates[base] ?? 1) === 1, {
    path: ['rates'],
    error: 'the base currency is worth 1 of itself',
  });

export type Rates = z.infer<typeof ratesSchema>;

/** Rates from their JSON; null when there are none or they cannot be used. */
export function parseRates(text: string | null): Rates | null {
  if (text === null) return null;
  try {
    return ratesSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The rate table that the configuration gave to the store; null without one. */
export async function ratesOf(store: Store): Promise<Rates | null> {
  const row = await store.get<{ value: string }>(sql`SELECT value FROM meta WHERE key = 'currencies'`);
  return parseRates(row?.value ?? null);
}

/** Worth of one unit in the base currency; null where no rate is given, or no currency is stated. Case is ignored. */
export function rateOf({ base, rates }: Rates, currency: string | null): number | null {
  const asked = currency?.toUpperCase();
  if (asked === undefined) return null;
  return asked === base ? 1 : (rates[asked] ?? null);
}

/** Revenue in the base currency as SQL over columns `revenue` and `currency`: NULL where no rate is given. */
export function worth({ base, rates }: Rates): SQL {
  const cases = Object.entries({ ...rates, [base]: 1 }).map(([c, rate]) => sql`WHEN ${c} THEN revenue * ${rate}`);
  return sql`(CASE upper(currency) ${sql.join(cases, sql` `)} END)`;
}
