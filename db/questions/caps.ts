import { sql } from 'drizzle-orm';
import { type AccountSets, type AllRevenue, exposed, type HitBy, hitBy } from '@/lib/caps/exposure';
import { capNotes } from '@/lib/caps/notes';
import type { Candidate, CapDecision } from '@/lib/caps/types';
import { type Cut, exactly, lessThan, partOf, product, type Sets, whatIf } from '@/lib/caps/what-if';
import type { Filter } from '../filter';
import type { Store } from '../store';
import { accountTallies, assumedSizes, largestPages, pageTallies, setTallies } from './caps-sets';
import { type Figures, figures } from './figures';
import { amountIn, revenue } from './revenue';

/** Tokens of a row of the tool and of its envelope. */
export interface RowTokens {
  mean: number;
  p95: number;
  overhead: number;
}

export interface CapOptions {
  /** Candidates that someone typed or that are listed; today's cap comes beside them. */
  caps: readonly number[];
  typed?: readonly number[];
  /** Rows that a token budget allows. */
  budgetCap?: number | null;
  rowTokens?: RowTokens | null;
  /** Tokens. */
  contextWindow?: number;
  /** Turns of a session over which a page is sent again. */
  turns?: number;
}

const WINDOW = 200_000;

/**
 * What each candidate cap would have done to the calls of a tool in a slice, from `set_sizes` (a histogram of the sets of capped
 * calls) and not from the calls, so that a million calls cost what their distinct set sizes cost. Today's row is the report's.
 */
export async function capDecision(
  store: Store,
  filter: Filter,
  tool: string,
  options: CapOptions,
): Promise<CapDecision> {
  const world = await capWorld(store, filter, tool, options);
  const { todayCap } = world;
  const candidates = [...new Set([...options.caps, ...plain(options.budgetCap), ...plain(todayCap)])]
    .sort((a, b) => a - b)
    .map((cap) => candidate(world, cap, options));
  return {
    tool,
    from: filter.from,
    to: filter.to,
    asOf: Date.now(),
    calls: world.figures.calls,
    known: world.known,
    unknown: world.figures.capped - world.known,
    todayCap,
    candidates,
    notes: capNotes({
      capped: world.figures.capped,
      known: world.known,
      recovered: world.figures.recovered,
      unnamed: world.unnamedLeft,
      caps: world.capsInForce,
    }),
  };
}

/** All that the rows of a decision are made from. */
export interface CapWorld {
  figures: Figures;
  todayCap: number | null;
  /** Imposed limits that applied to capped calls, with how many each; most first. */
  capsInForce: { cap: number; calls: number }[];
  known: number;
  sets: Sets;
  unnamed: Sets;
  unnamedLeft: number;
  accounts: AccountSets[];
  revenue: AllRevenue;
}

/** Reads what a decision needs, once for all of its rows. */
export async function capWorld(
  store: Store,
  filter: Filter,
  tool: string,
  { caps, budgetCap }: Pick<CapOptions, 'caps' | 'budgetCap'>,
): Promise<CapWorld> {
  const slice: Filter = { ...filter, tools: [tool], verdicts: [], caps: 'imposed' };
  const lowest = Math.min(...caps, ...plain(budgetCap), Number.MAX_SAFE_INTEGER);
  const anyUnnamed = slice.segments.length === 0 && (slice.accounts.length === 0 || slice.accounts.includes(''));
  const nobody = { ...slice, accounts: [''], segments: [] };
  const tallies = await setTallies(store, slice, tool);
  const imposed = tallies.filter((t) => t.imposed);
  const capsInForce = inForce(imposed);
  const todayCap = capsInForce[0]?.cap ?? null;
  const anyLower = todayCap === null || lowest < todayCap;
  const [{ all }, byAccount, assumed, pages, largest, of] = await Promise.all([
    figures(store, slice),
    accountTallies(store, slice, tool),
    assumedSizes(store, slice, tool),
    anyLower ? pageTallies(store, slice, tool, lowest) : [],
    anyLower ? largestPages(store, slice, tool, lowest) : new Map<string, number>(),
    accountsOf(store),
  ]);
  const [unnamedTallies, unnamedPages] = anyUnnamed
    ? await Promise.all([
        setTallies(store, nobody, tool),
        largest.has('') ? pageTallies(store, nobody, tool, lowest) : [],
      ])
    : [[], []];
  const chosen = (id: string) => isChosen(slice, id, of.accounts);
  const left = new Map(byAccount.map((one) => [one.id, one]));
  const ids = new Set([...left.keys(), ...[...largest.keys()].filter(chosen)]);
  ids.delete('');
  return {
    figures: all,
    todayCap,
    capsInForce,
    known: imposed.filter((t) => t.standing === 'exact').reduce((n, t) => n + t.calls, 0),
    sets: { tallies, unsure: assumed.unsure, pages },
    unnamed: { tallies: unnamedTallies, unsure: anyUnnamed ? assumed.unnamed : [], pages: unnamedPages },
    unnamedLeft: left.get('')?.left ?? 0,
    accounts: [...ids].map((id) => ({
      ...(of.accounts.get(id) ?? { id, name: null, segment: null, revenue: null, currency: null, worth: null }),
      ...(left.get(id) ?? { left: 0, certain: 0, unsure: 0, asked: 0 }),
      assumed: assumed.byAccount.get(id) ?? 0,
      page: largest.get(id) ?? 0,
    })),
    revenue: of.revenue,
  };
}

function candidate(world: CapWorld, cap: number, options: CapOptions): Candidate {
  const { figures: today, todayCap, known, sets, unnamed, unnamedLeft } = world;
  const isToday = cap === todayCap;
  const cut = isToday ? asToday(today, sets) : whatIf(atCap(sets, cap, todayCap), cap);
  const nobody = isToday ? exactly(unnamedLeft) : whatIf(atCap(unnamed, cap, todayCap), cap).left;
  const by: HitBy = hitBy(cap, todayCap);
  return {
    cap,
    today: isToday,
    why: whyOf(cap, isToday, options),
    known,
    of: today.capped,
    ...cut,
    share: partOf(cut.capped, today.calls),
    removed: lessThan(today.capped, cut.capped),
    removedShare: partOf(lessThan(today.capped, cut.capped), today.capped),
    cappedTimesMedian: product(cut.left, cut.median),
    unnamed: nobody,
    ...exposed(world.accounts, by, nobody, world.revenue),
    tokens: tokensOf(cap, options),
  };
}

/** Whole pages and asked limits are cut by a lower cap only: whoever asks for more than today's default is served more. */
function atCap(sets: Sets, cap: number, todayCap: number | null): Sets {
  if (todayCap === null || cap < todayCap) return sets;
  return { ...sets, tallies: sets.tallies.filter((t) => t.imposed), pages: [] };
}

/** Today's row is what the log says, call by call: the report's numbers. */
function asToday({ capped, recovered, left, median, unseen }: Figures, { unsure }: Sets): Cut {
  const low = unseen.total + unseen.atLeastTotal;
  const more = unsure.reduce((n, t) => n + (t.recovered ? 0 : (t.assumed - t.least) * t.calls), 0);
  const open = unseen.unknown + unseen.at_least > 0;
  return {
    capped: exactly(capped),
    recovered: exactly(recovered),
    left: exactly(left),
    median,
    totalUnseen: { low, high: open ? null : low, assumed: low + more },
  };
}

function tokensOf(cap: number, { rowTokens, contextWindow = WINDOW, turns = 1 }: CapOptions): Candidate['tokens'] {
  if (!rowTokens) return null;
  const mean = Math.round(rowTokens.overhead + cap * rowTokens.mean);
  const p95 = Math.round(rowTokens.overhead + cap * rowTokens.p95);
  return { mean, p95, contextShare: mean / contextWindow, resent: mean * turns };
}

function whyOf(cap: number, isToday: boolean, { caps, typed = [], budgetCap }: CapOptions): Candidate['why'] {
  const why: ('today' | 'listed' | 'typed' | 'budget')[] = [];
  if (isToday) why.push('today');
  if (typed.includes(cap)) why.push('typed');
  else if (caps.includes(cap)) why.push('listed');
  if (cap === budgetCap) why.push('budget');
  return why;
}

function inForce(imposed: readonly { cap: number; calls: number }[]): { cap: number; calls: number }[] {
  const byCap = new Map<number, number>();
  for (const { cap, calls } of imposed) if (cap > 0) byCap.set(cap, (byCap.get(cap) ?? 0) + calls);
  return [...byCap].map(([cap, calls]) => ({ cap, calls })).sort((a, b) => b.calls - a.calls || a.cap - b.cap);
}

function isChosen(
  { accounts, segments }: Filter,
  id: string,
  known: ReadonlyMap<string, { segment: string | null }>,
): boolean {
  if (accounts.length > 0 && !accounts.includes(id)) return false;
  return segments.length === 0 || segments.includes(known.get(id)?.segment ?? '');
}

type Account = Pick<AccountSets, 'id' | 'name' | 'segment' | 'revenue' | 'currency' | 'worth'>;

async function accountsOf(store: Store): Promise<{ accounts: Map<string, Account>; revenue: AllRevenue }> {
  const all = await revenue(store);
  const rows = await store.all<Omit<Account, 'worth'>>(sql`SELECT id, name, segment, revenue, currency FROM accounts`);
  const byCurrency: Record<string, number> = {};
  const accounts = new Map<string, Account>();
  for (const row of rows) {
    const amount = { currency: row.currency, accounts: 1, revenue: row.revenue, unknown: 0 };
    accounts.set(row.id, { ...row, worth: row.revenue === null ? null : amountIn(all, [amount]) });
    if (row.revenue !== null) byCurrency[row.currency ?? ''] = (byCurrency[row.currency ?? ''] ?? 0) + row.revenue;
  }
  const sum = all.reason === null ? all.sum : null;
  return { accounts, revenue: { sum, reason: all.reason, byCurrency } };
}

function plain(cap: number | null | undefined): number[] {
  return cap == null ? [] : [cap];
}
