import fc from 'fast-check';
import type { AccountRecord, CallRecord, LogRecord } from '@/lib/records';

export const TOOL = 'search_invoices';
const START = Date.UTC(2026, 2, 1);
const HOUR = 3_600_000;

/** What a page of the tool says of itself. */
export type Says = 'nothing' | 'total' | 'flag' | 'cursor';
type How = 'once' | 'walked' | 'left_off' | 'asked' | 'error' | 'not_a_list';

interface Episode {
  who: number;
  query: number;
  says: Says;
  how: How;
  ask: number;
  hour: number;
}

/** A log of one tool under one cap, and what only its maker knows. */
export interface World {
  cap: number;
  records: LogRecord[];
  /** By call: rows of its query that matched from its page on. */
  truth: ReadonlyMap<string, number>;
  /** Rows of the whole set that a call's arguments ask for, whatever the page. */
  sizeOf: (args: string) => number;
}

/** Caps to ask about: below, beside and far above the one of today. */
export const candidatesOf = ({ cap }: World): number[] => [1, cap - 1, cap + 1, 2 * cap, 10 * cap, 100 * cap];

const ACCOUNTS = [null, 'acct-1', 'acct-2', 'acct-3', 'acct-4', 'acct-5'] as const;
const SEGMENTS = [null, 'enterprise', 'startup'] as const;

const episode: fc.Arbitrary<Episode> = fc.record({
  who: fc.nat({ max: ACCOUNTS.length - 1 }),
  query: fc.nat({ max: 11 }),
  says: fc.constantFrom<Says>('nothing', 'nothing', 'total', 'flag', 'cursor'),
  how: fc.constantFrom<How>(
    'once',
    'once',
    'once',
    'once',
    'walked',
    'left_off',
    'asked',
    'asked',
    'error',
    'not_a_list',
  ),
  ask: fc.integer({ min: 1, max: 30 }),
  hour: fc.nat({ max: 24 * 5 }),
});

/** Sets of which most are small, some just at the cap, and few are huge. */
const size = (cap: number): fc.Arbitrary<number> =>
  fc.oneof(
    fc.nat({ max: cap }),
    fc.constantFrom(cap - 1, cap, cap + 1, 2 * cap),
    fc.integer({ min: cap, max: 6 * cap }),
    fc.integer({ min: cap, max: 60 * cap }),
  );

const accounts: fc.Arbitrary<AccountRecord[]> = fc
  .tuple(
    fc.constantFrom<readonly (string | null)[]>(['USD'], ['USD'], ['USD', 'EUR'], [null]),
    fc.array(
      fc.record({
        revenue: fc.constantFrom(null, 0, 40_000, 300_000, 9_000_000),
        segment: fc.constantFrom(...SEGMENTS),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  )
  .map(([currencies, list]) =>
    list.map(({ revenue, segment }, i) => ({
      type: 'account',
      id: `acct-${i + 1}`,
      name: null,
      revenue,
      currency: revenue === null ? null : (currencies[i % currencies.length] ?? null),
      segment,
    })),
  );

/** Random worlds. Nothing in them is false: every flag and total says what is so. */
export const worlds: fc.Arbitrary<World> = fc.constantFrom(3, 5, 8).chain((cap) =>
  fc
    .record({
      sizes: fc.array(size(cap), { minLength: 12, maxLength: 12 }),
      episodes: fc.array(episode, { minLength: 1, maxLength: 40, size: 'max' }),
      accounts,
    })
    .map((drawn) => makeWorld(cap, drawn)),
);

function makeWorld(cap: number, drawn: { sizes: number[]; episodes: Episode[]; accounts: AccountRecord[] }): World {
  const truth = new Map<string, number>();
  const records: LogRecord[] = [...drawn.accounts];
  drawn.episodes.forEach((one, i) => {
    const whole = drawn.sizes[one.query] ?? 0;
    const query = queryOf(one);
    records.push(...pages(one, { cap, whole, query, session: `s-${i}`, truth }));
  });
  records.push(call({ id: 'other', session: 'other', tool: 'list_users', result: page(0, cap, 90, cap, 'total') }));
  return { cap, records, truth, sizeOf: (args) => drawn.sizes[Number(/"q-(\d+)"/.exec(args)?.[1])] ?? 0 };
}

/** Three query shapes, so that the largest known of a shape and that of an account differ. */
function queryOf({ query }: Episode): Record<string, string> {
  const q = `q-${query}`;
  return query % 3 === 0 ? { q } : query % 3 === 1 ? { q, status: 'open' } : { q, customer: `k-${query}` };
}

interface Place {
  cap: number;
  whole: number;
  query: Record<string, string>;
  session: string;
  truth: Map<string, number>;
}

function pages(one: Episode, { cap, whole, query, session, truth }: Place): CallRecord[] {
  const account = ACCOUNTS[one.who] ?? null;
  const ts = START + one.hour * HOUR;
  const base = { session, account, ts, args: JSON.stringify(query) };
  if (one.how === 'error') return [call({ ...base, id: session, error: true, result: 'internal error' })];
  if (one.how === 'not_a_list') return [call({ ...base, id: session, result: '{"id":"inv-1","amount":3}' })];
  if (one.how === 'asked') {
    // A tool that silently lowers what was asked is told apart by its history only: here it says so.
    const says = one.ask > cap && one.says === 'nothing' ? 'total' : one.says;
    const limit = Math.min(one.ask, cap);
    truth.set(session, whole);
    const args = JSON.stringify({ ...query, limit: one.ask });
    return [call({ ...base, id: session, args, result: page(0, limit, whole, limit, says) })];
  }
  const most = one.how === 'once' ? 1 : one.how === 'left_off' ? 2 : Number.POSITIVE_INFINITY;
  const made: CallRecord[] = [];
  for (let offset = 0; made.length === 0 || (offset < whole && made.length < most); offset += cap) {
    const id = `${session}-${made.length}`;
    truth.set(id, whole - offset);
    const at = one.says === 'cursor' ? (offset === 0 ? {} : { cursor: `c-${offset}` }) : { offset };
    const args = JSON.stringify(one.how === 'once' ? query : { ...query, ...at });
    made.push(call({ ...base, id, args, ts: ts + made.length, result: page(offset, cap, whole, cap, one.says) }));
  }
  return made;
}

/** The rows of one page; the limit that applied is echoed, or else no log so short could tell it. */
function page(offset: number, most: number, whole: number, limit: number, says: Says): string {
  const rows = Math.max(0, Math.min(most, whole - offset));
  const more = offset + rows < whole;
  return JSON.stringify({
    limit,
    ...(says === 'total' && { matched: whole, returned: rows }),
    ...(says === 'flag' && { has_more: more }),
    ...(says === 'cursor' && { next_cursor: more ? `c-${offset + rows}` : null }),
    invoices: Array.from({ length: rows }, (_, i) => ({ id: `inv-${offset + i}` })),
  });
}

function call(over: Partial<CallRecord> & Pick<CallRecord, 'id'>): CallRecord {
  return {
    type: 'call',
    ts: START,
    session: 's',
    account: null,
    tool: TOOL,
    args: '{}',
    result: null,
    sent: null,
    error: false,
    agent: null,
    model: null,
    environment: null,
    version: null,
    durationMs: null,
    ...over,
  };
}
