import type { World } from './caps-world';
import { isCapped, type Shown } from './caps-world-count';

/** Figures of a candidate cap that only the maker of the world can count. */
export interface True {
  capped: number;
  left: number;
  unseen: number;
  accounts: number;
  unnamed: number;
}

/** Counts with the hidden sizes. At the cap of today a full page counts as capped, as everywhere in the product. */
export function trulyAt(calls: readonly Shown[], world: World, cap: number, today: number): True {
  const sizeOf = (call: Shown): number => world.truth.get(call.id) ?? 0;
  const list = calls.filter((call) => isCapped(call) || call.verdict === 'complete');
  const asked = (call: Shown): boolean => call.imposed === 0 && (cap >= today || cap >= (call.cap ?? 0));
  const capped =
    cap === today
      ? list.filter((call) => isCapped(call) && call.imposed === 1)
      : list.filter((call) => !asked(call) && sizeOf(call) > cap);
  const left = capped.filter((call) => call.recovered === 0);
  const hidden = left.map((call) => sizeOf(call) - (cap === today ? (call.present ?? 0) : cap));
  return {
    capped: capped.length,
    left: left.length,
    unseen: hidden.reduce((sum, rows) => sum + rows, 0),
    accounts: new Set(left.map((call) => call.account).filter((id) => id !== '')).size,
    unnamed: left.filter((call) => call.account === '').length,
  };
}
