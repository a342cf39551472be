import type { Evidence, Reading, Relation } from './types';

/** One part of the contract: how many of the readings with rows declare it, and one place where it stood. */
export interface ObservedField {
  field: 'matched' | 'returned' | 'more' | 'cursor' | 'order' | 'filters' | 'withheld' | 'limit';
  declared: number;
  example: Evidence | null;
}

export interface ObservedLimit {
  value: number;
  source: string;
  imposed: boolean;
  calls: number;
}

/** The contract of a tool as its recent calls showed it. */
export interface Observed {
  /** Readings looked at, and those of them that have rows and could declare a contract. */
  read: number;
  lists: number;
  fields: ObservedField[];
  /** What its declared total turned out to count. */
  relations: { relation: Relation; calls: number }[];
  /** Limits, most frequent first; `none` is the number of lists without a known one. */
  limits: ObservedLimit[];
  noLimit: number;
  dialects: { dialect: string | null; calls: number }[];
}

export interface ObservedCall {
  reading: Reading;
  limit: { value: number; source: string; imposed: boolean } | null;
  dialect: string | null;
}

const FIELDS: ObservedField['field'][] = [
  'matched',
  'returned',
  'more',
  'cursor',
  'order',
  'filters',
  'withheld',
  'limit',
];

/** Counts over readings; nothing is judged here. */
export function observe(calls: readonly ObservedCall[]): Observed {
  const lists = calls.filter(({ reading }) => reading.shape === 'list' || reading.shape === 'lines');
  const fields = FIELDS.map((field): ObservedField => {
    const facts = lists.flatMap(({ reading }) => (reading[field] === null ? [] : [reading[field]]));
    return { field, declared: facts.length, example: facts[0]?.at ?? null };
  });
  const limits = tally(
    lists.flatMap((c) => (c.limit ? [c.limit] : [])),
    (l) => `${l.value} ${l.source} ${l.imposed}`,
  );
  return {
    read: calls.length,
    lists: lists.length,
    fields,
    relations: tally(
      lists.flatMap(({ reading }) => (reading.matched ? [reading.matched.relation] : [])),
      (r) => r,
    ).map(([relation, n]) => ({ relation, calls: n })),
    limits: limits.map(([limit, n]) => ({ ...limit, calls: n })),
    noLimit: lists.filter((c) => c.limit === null).length,
    dialects: tally(
      lists.map((c) => c.dialect),
      (d) => d ?? '',
    ).map(([dialect, n]) => ({ dialect, calls: n })),
  };
}

function tally<T>(items: readonly T[], keyOf: (item: T) => string): [T, number][] {
  const found = new Map<string, [T, number]>();
  for (const item of items) {
    const entry = found.get(keyOf(item));
    if (entry) entry[1]++;
    else found.set(keyOf(item), [item, 1]);
  }
  return [...found.values()].sort((a, b) => b[1] - a[1]);
}
