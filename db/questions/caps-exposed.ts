import { hitBy } from '@/lib/caps/exposure';
import type { Bounds } from '@/lib/caps/types';
import { exactly, whatIf } from '@/lib/caps/what-if';
import type { Filter, Page } from '../filter';
import type { Store } from '../store';
import { capWorld } from './caps';
import { setTallies } from './caps-sets';

/** An account that stays exposed at a cap. */
export interface ExposedAccount {
  id: string;
  name: string | null;
  segment: string | null;
  revenue: number | null;
  currency: string | null;
  /** Calls that the cap would still cut and no walk made good. */
  left: Bounds;
}

const ORDER = 'largest revenue first';

/** Accounts that a cap would leave exposed, or may, by revenue; those without known revenue last. `cursor` is a place in the list. */
export async function exposedAt(
  store: Store,
  filter: Filter,
  tool: string,
  cap: number,
  { limit, cursor }: { limit: number; cursor?: string | null },
): Promise<Page<ExposedAccount>> {
  const world = await capWorld(store, filter, tool, { caps: [cap] });
  const by = hitBy(cap, world.todayCap);
  const all = world.accounts
    .filter((account) => by(account).maybe)
    .sort((a, b) => (b.worth ?? b.revenue ?? -1) - (a.worth ?? a.revenue ?? -1) || (a.id < b.id ? -1 : 1));
  const from = Math.max(0, Number.parseInt(cursor ?? '0', 10) || 0);
  const rows = await Promise.all(
    all.slice(from, from + limit).map(async ({ id, name, segment, revenue, currency, left }) => {
      const tallies = await setTallies(store, { ...filter, accounts: [id], segments: [] }, tool);
      const cut = whatIf({ tallies, unsure: [], pages: [] }, cap).left;
      return { id, name, segment, revenue, currency, left: cap === world.todayCap ? exactly(left) : cut };
    }),
  );
  const next = from + rows.length;
  return {
    rows,
    matched: all.length,
    returned: rows.length,
    order: ORDER,
    next: next < all.length ? String(next) : null,
  };
}
