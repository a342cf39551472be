import type { Filter } from '../filter';
import type { Store } from '../store';
import { type Figures, figures } from './figures';
import type { Deploy } from './frame';

const HOUR = 3_600_000;

/** The time between two deploys of a tool, with its figures. Ends are whole hours, the finest grain of the rollups. */
export interface Period {
  from: number;
  to: number;
  /** The version that began with it; null before the first deploy of the range. */
  version: string | null;
  figures: Figures;
}

const MOST = 6;

/** A tool's figures before and after each of its deploys within the range: at most the newest six periods, oldest first. */
export async function toolPeriods(
  store: Store,
  filter: Filter,
  tool: string,
  deploys: readonly Deploy[],
): Promise<Period[]> {
  const starts = deploys
    .map((d) => ({ at: Math.floor(d.at / HOUR) * HOUR, version: d.version as string | null }))
    .filter((d) => d.at > filter.from && d.at < filter.to);
  const marks = [{ at: filter.from, version: null as string | null }, ...starts].slice(-MOST);
  return Promise.all(
    marks.map(async ({ at, version }, i) => {
      const to = marks[i + 1]?.at ?? filter.to;
      const { all } = await figures(store, { ...filter, tools: [tool], from: at, to });
      return { from: at, to, version, figures: all };
    }),
  );
}
