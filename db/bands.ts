import { z } from 'zod';

/** A segment by revenue: everything from `from` (in the accounts' one currency) up to the next higher band. */
export interface Band {
  segment: string;
  from: number;
}

/** Used until others are set: round numbers in the units of the accounts' own revenue. */
export const DEFAULT_BANDS: readonly Band[] = [
  { segment: 'enterprise', from: 1_000_000 },
  { segment: 'mid-market', from: 100_000 },
  { segment: 'small', from: 0 },
];

const schema = z.array(z.object({ segment: z.string().min(1), from: z.number() })).min(1);

/** Bands from their JSON, highest first; null when there are none or they cannot be used. */
export function parseBands(text: string | null): Band[] | null {
  if (text === null) return null;
  const parsed = schema.safeParse(safeJson(text));
  return parsed.success ? parsed.data.sort((a, b) => b.from - a.from) : null;
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
