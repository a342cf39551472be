import type { JsonValue } from '@/lib/json/types';

/** What a tool of the simulated world knows when it answers: the truth, and the window that it serves of it. */
export interface Served {
  /** Rows that match the query in the world. */
  matched: number;
  offset: number;
  /** The limit that the tool applied. */
  limit: number;
  /** The rows of this window, before anything after the tool removed some. */
  rows: JsonValue[];
}

/** How a kind of tool declares what it served. `trim` and `cut` are what a harness does to it afterwards. */
export interface Contract {
  kind: string;
  /** Whether the limit can be known from what the log holds: argument, echo, a total, or enough calls to learn it. */
  declare: (served: Served, list: string) => Record<string, JsonValue>;
  /** Elements that a harness removes from the end without telling the contract. */
  trims?: boolean;
  /** The text is cut in the middle of a value. */
  cuts?: boolean;
  /** The tool drops rows after its limit ran (the counter `scanned` is declared). */
  filters?: boolean;
}

const whole = ({ matched, offset, rows }: Served): boolean => offset + rows.length >= matched;

/** Honest ones, liars and silent ones. Names of fields vary by tool, see `world.ts`. */
export const CONTRACTS: readonly Contract[] = [
  {
    kind: 'honest total',
    declare: (s, list) => ({ matched: s.matched, returned: s.rows.length, [list]: s.rows }),
  },
  {
    kind: 'honest total with an echo',
    declare: (s, list) => ({ [list]: s.rows, limit: s.limit, offset: s.offset, total_matched: s.matched }),
  },
  { kind: 'exact flag', declare: (s, list) => ({ [list]: s.rows, has_more: !whole(s) }) },
  {
    kind: 'cursor',
    declare: (s, list) => ({ [list]: s.rows, next_cursor: whole(s) ? null : `after-${s.offset + s.rows.length}` }),
  },
  {
    kind: 'lower bound',
    declare: (s, list) =>
      whole(s)
        ? { total_count: s.matched, [list]: s.rows }
        : { total_count: s.rows.length + 1, truncated: true, total_count_is_lower_bound: true, [list]: s.rows },
  },
  { kind: 'page as total', declare: (s, list) => ({ total_count: s.rows.length, [list]: s.rows }) },
  {
    kind: 'maybe flag',
    declare: (s, list) => ({ [list]: s.rows, note: s.rows.length >= s.limit ? 'There may be more results.' : 'Done.' }),
  },
  { kind: 'nothing declared', declare: (s, list) => ({ [list]: s.rows }) },
  { kind: 'bare list', declare: (s) => ({ '': s.rows }) },
  {
    kind: 'filter after the limit',
    filters: true,
    declare: (s, list) => ({ [list]: s.rows, scanned: Math.min(s.limit, s.matched) }),
  },
  {
    kind: 'trimmed behind the contract',
    trims: true,
    declare: (s, list) => ({ matched: s.matched, returned: s.rows.length, [list]: s.rows }),
  },
  {
    kind: 'text cut mid-value',
    cuts: true,
    declare: (s, list) => ({ matched: s.matched, returned: s.rows.length, [list]: s.rows }),
  },
];
